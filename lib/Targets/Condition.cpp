//===- Condition.cpp - For which ops a preference holds -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/Condition.h"
#include "llvm/ADT/StringRef.h"

using namespace mlir;
using namespace mlir::layout;

static llvm::Error makeError(StringRef text) {
  return llvm::createStringError(
      "requires a comparison such as '< 16', '>= 3', '== 1' or '% 16 == 0', "
      "found '" +
      text + "'");
}

llvm::Expected<Condition> Condition::parse(StringRef text) {
  static constexpr std::pair<StringLiteral, Comparison> comparisons[] = {
      // `<=` in front of `<`, of which it begins with the sign.
      {"<=", Comparison::LessEqual},    {"<", Comparison::Less},
      {">=", Comparison::GreaterEqual}, {">", Comparison::Greater},
      {"==", Comparison::Equal},        {"!=", Comparison::NotEqual}};
  Condition condition;
  StringRef rest = text.trim();
  if (rest.consume_front("%")) {
    rest = rest.ltrim();
    if (rest.consumeInteger(10, condition.divisor) || condition.divisor < 1)
      return makeError(text);
    rest = rest.ltrim();
  }
  const auto *found = llvm::find_if(comparisons, [&](const auto &known) {
    return rest.consume_front(known.first);
  });
  if (found == std::end(comparisons) ||
      rest.trim().getAsInteger(10, condition.constant))
    return makeError(text);
  condition.comparison = found->second;
  return condition;
}

bool Condition::holds(int64_t number) const {
  int64_t left = divisor == 0 ? number : number % divisor;
  switch (comparison) {
  case Comparison::Less:
    return left < constant;
  case Comparison::LessEqual:
    return left <= constant;
  case Comparison::Greater:
    return left > constant;
  case Comparison::GreaterEqual:
    return left >= constant;
  case Comparison::Equal:
    return left == constant;
  case Comparison::NotEqual:
    return left != constant;
  }
  llvm_unreachable("unknown comparison");
}
