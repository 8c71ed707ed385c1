//===- Window.cpp - The part of a tensor that a pad or crop selects -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Window.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

AffineExpr Span::add(OpFoldResult entry) {
  if (std::optional<int64_t> number = getConstantIntValue(entry))
    return getAffineConstantExpr(*number, entry.getContext());
  Value value = cast<Value>(entry);
  values.push_back(value);
  return getAffineSymbolExpr(values.size(), value.getContext());
}

AffineExpr Window::getSourceSize(unsigned dim) const {
  int64_t size = source.getType().getDimSize(dim);
  return ShapedType::isDynamic(size)
             ? getAffineSymbolExpr(0, source.getContext())
             : getAffineConstantExpr(size, source.getContext());
}

Window Window::get(PadOp pad) {
  Window window(pad.getSource());
  for (auto [dim, span, low, high] :
       llvm::enumerate(window.spans, pad.getMixedLow(), pad.getMixedHigh())) {
    span.begin = -span.add(low);
    span.end = window.getSourceSize(dim) + span.add(high);
  }
  return window;
}

Window Window::get(CropOp crop) {
  Window window(crop.getSource());
  for (auto [span, offset, size] : llvm::zip_equal(
           window.spans, crop.getMixedOffsets(), crop.getMixedSizes())) {
    span.begin = span.add(offset);
    span.end = span.begin + span.add(size);
  }
  return window;
}

Window Window::get(Operation *op) {
  if (auto pad = dyn_cast<PadOp>(op))
    return get(pad);
  return get(cast<CropOp>(op));
}

/// Returns the span of the source of `inner` that `outer` selects. Symbol 0 of
/// `outer` is the size of the result of `inner`.
static Span compose(const Span &inner, const Span &outer) {
  Span total{{}, {}, inner.values};
  SmallVector<AffineExpr> symbols = {inner.end - inner.begin};
  for (Value value : outer.values)
    symbols.push_back(total.add(value));
  auto inSource = [&](AffineExpr index) {
    return simplifyAffineExpr(inner.begin + index.replaceSymbols(symbols), 0,
                              total.getNumSymbols());
  };
  total.begin = inSource(outer.begin);
  total.end = inSource(outer.end);
  return total;
}

Window Window::compose(const Window &outer) const {
  Window result(source);
  for (auto [total, first, second] :
       llvm::zip_equal(result.spans, spans, outer.spans))
    total = ::compose(first, second);
  return result;
}

/// Whether one of `values` depends on the size of a dim that its tensor has
/// not. Upstream's analysis of bounds reads past the end of the shape.
static bool readsMissingDim(ArrayRef<Value> values) {
  constexpr size_t limit = 128; // so that time is linear
  SetVector<Operation *> ops;
  auto add = [&](ValueRange operands) {
    for (Value value : operands)
      if (Operation *op = value.getDefiningOp(); op && ops.size() < limit)
        ops.insert(op);
  };
  add(values);
  for (size_t next = 0; next < ops.size(); ++next) {
    if (auto dim = dyn_cast<ShapedDimOpInterface>(ops[next])) {
      auto type = dyn_cast<ShapedType>(dim.getShapedValue().getType());
      std::optional<int64_t> index = getConstantIntValue(dim.getDimension());
      if (index && type && type.hasRank() &&
          (*index < 0 || *index >= type.getRank()))
        return true;
    }
    add(ops[next]->getOperands());
  }
  return false;
}

bool Window::isProvedAtLeastZero(unsigned dim, AffineExpr index) const {
  const Span &span = spans[dim];
  index = simplifyAffineExpr(index, 0, span.getNumSymbols());
  if (auto constant = dyn_cast<AffineConstantExpr>(index))
    return constant.getValue() >= 0;
  SmallVector<Value> values(span.values.begin(), span.values.end());
  values.push_back(source);
  if (readsMissingDim(values))
    return false;
  using Variable = ValueBoundsConstraintSet::Variable;
  SmallVector<Variable> symbols = {Variable(source, dim)};
  for (Value value : span.values)
    symbols.push_back(Variable(value));
  Builder builder(source.getContext());
  return ValueBoundsConstraintSet::compare(
      Variable(AffineMap::get(0, symbols.size(), index), symbols),
      ValueBoundsConstraintSet::GE,
      Variable(OpFoldResult(builder.getIndexAttr(0))));
}

bool Window::mayBeInside() const {
  auto getEntry = [](AffineExpr index) {
    auto constant = dyn_cast<AffineConstantExpr>(index);
    return constant ? constant.getValue() : ShapedType::kDynamic;
  };
  SmallVector<int64_t> offsets, sizes;
  for (const Span &span : spans) {
    offsets.push_back(getEntry(span.begin));
    sizes.push_back(getEntry(
        simplifyAffineExpr(span.end - span.begin, 0, span.getNumSymbols())));
  }
  return !CropOp::findDimOutOfBounds(source.getType(), offsets, sizes);
}

bool Window::isInside() const {
  return mayBeInside() && llvm::all_of(llvm::enumerate(spans), [&](auto it) {
           auto [dim, span] = it;
           return isProvedAtLeastZero(dim, span.begin) &&
                  isProvedAtLeastZero(dim, getSourceSize(dim) - span.end);
         });
}

bool Window::isAround() const {
  return llvm::all_of(llvm::enumerate(spans), [&](auto it) {
    auto [dim, span] = it;
    return isProvedAtLeastZero(dim, -span.begin) &&
           isProvedAtLeastZero(dim, span.end - getSourceSize(dim));
  });
}

OpFoldResult Window::build(OpBuilder &builder, Location loc, unsigned dim,
                           AffineExpr index) const {
  const Span &span = spans[dim];
  index = simplifyAffineExpr(index, 0, span.getNumSymbols());
  if (auto constant = dyn_cast<AffineConstantExpr>(index))
    return builder.getIndexAttr(constant.getValue());
  SmallVector<OpFoldResult> operands = {builder.getIndexAttr(0)};
  if (index.isFunctionOfSymbol(0))
    operands.front() = tensor::getMixedSize(builder, loc, source, dim);
  llvm::append_range(operands, span.values);
  return affine::makeComposedFoldedAffineApply(builder, loc, index, operands);
}
