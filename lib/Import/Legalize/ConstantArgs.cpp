//===- ConstantArgs.cpp - Marks arguments that never change ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantArgs.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Numbers of arguments, from the first to the last one.
struct ArgumentRange {
  unsigned first;
  std::optional<unsigned> last; ///< nothing: the last one of the function
};
} // namespace

static std::optional<ArgumentRange> parseRange(StringRef text) {
  ArgumentRange range;
  if (text.consumeInteger(10, range.first))
    return std::nullopt;
  if (text.empty()) {
    range.last = range.first;
    return range;
  }
  if (!text.consume_front("-"))
    return std::nullopt;
  if (text.empty())
    return range;
  unsigned last;
  if (text.getAsInteger(10, last) || last < range.first)
    return std::nullopt;
  range.last = last;
  return range;
}

static LogicalResult mark(func::FuncOp function, ArgumentRange range) {
  unsigned number = function.getNumArguments();
  if (range.last.value_or(range.first) >= number)
    return function.emitOpError()
           << "requires an argument " << range.last.value_or(range.first)
           << ", which is said to be constant, found " << number
           << " arguments";
  auto name = StringAttr::get(function.getContext(), LayoutDialect::kConstant);
  for (unsigned at = range.first; at <= range.last.value_or(number - 1); ++at) {
    bool isTensor = isa<RankedTensorType>(function.getArgument(at).getType());
    // An open range, such as `1-`, skips scalars.
    if (!isTensor && !range.last)
      continue;
    if (!isTensor)
      return function.emitOpError()
             << "requires argument " << at
             << ", which is said to be constant, to be a ranked tensor, found "
             << function.getArgument(at).getType();
    function.setArgAttr(at, name, UnitAttr::get(function.getContext()));
  }
  return success();
}

LogicalResult layout::markConstantArguments(ModuleOp module, StringRef ranges) {
  if (ranges.empty())
    return success();
  SmallVector<StringRef> parts;
  ranges.split(parts, ',');
  for (StringRef text : parts) {
    std::optional<ArgumentRange> range = parseRange(text);
    if (!range)
      return emitError(module.getLoc())
             << "requires constant-args to list numbers and ranges, such as 1, "
                "3-5 or 2-, found '"
             << text << "'";
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          !isFrozen(function) && !function->hasAttr(LayoutDialect::kPrepares) &&
          failed(mark(function, *range)))
        return failure();
  }
  return success();
}
