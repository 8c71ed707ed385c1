//===- LayoutRulePrinter.cpp - Layout rules as text -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/LayoutRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

static void printNumber(raw_ostream &os, int64_t number) {
  if (ShapedType::isDynamic(number))
    os << '?';
  else
    os << number;
}

static void printAccess(raw_ostream &os, const Access &access) {
  switch (access.kind) {
  case Access::Kind::None:
    os << '-';
    return;
  case Access::Kind::Digits: {
    auto print = [&](const Digit &digit) { os << 'f' << digit.dim; };
    if (access.digits.size() == 1)
      return print(access.digits.front());
    os << '(';
    llvm::interleaveComma(access.digits, os, print);
    os << ')';
    return;
  }
  case Access::Kind::Piece:
    os << 'f' << access.factor << " + ";
    printNumber(os, access.offset);
    return;
  case Access::Kind::Window:
    os << "window(";
    llvm::interleaveComma(access.factors, os,
                          [&](unsigned factor) { os << 'f' << factor; });
    os << ')';
    return;
  }
}

static void printPort(raw_ostream &os, const PortRule &port) {
  if (!port.isTensor) {
    os << "a scalar";
    return;
  }
  if (port.isPinned) {
    os << "as it stands";
    return;
  }
  os << '[';
  llvm::interleaveComma(port.dims, os,
                        [&](const Access &access) { printAccess(os, access); });
  os << ']';
}

void LayoutRule::print(raw_ostream &os, unsigned numResults) const {
  os << "  factors: ";
  llvm::interleaveComma(llvm::enumerate(factors), os, [&](auto it) {
    const Factor &factor = it.value();
    os << 'f' << it.index() << " = ";
    printNumber(os, factor.extent);
    if (factor.isReduction)
      os << " reduced";
    if (factor.isWhole)
      os << " whole";
  });
  os << '\n';
  size_t numOperands = ports.size() - numResults;
  for (auto [number, port] : llvm::enumerate(ports)) {
    bool isResult = number >= numOperands;
    os << (isResult ? "  result " : "  operand ")
       << (isResult ? number - numOperands : number) << ": ";
    printPort(os, port);
    os << '\n';
  }
}
