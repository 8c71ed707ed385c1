//===- BoxValues.cpp - Expressions at every index of a box ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxValues.h"
#include "layout/Algebra/AffineRange.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

BoxValues::BoxValues(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> shape)
    : shape(shape), initial(shape.size(), 0) {
  llvm::DenseMap<AffineExpr, unsigned> slots;
  auto lastDims = llvm::to_vector(llvm::seq<unsigned>(0, shape.size()));
  auto addSlot = [&](AffineExpr expr, int64_t value, unsigned lastDim) {
    slots[expr] = initial.size();
    initial.push_back(value);
    lastDims.push_back(lastDim);
  };
  for (AffineExpr expr : exprs) {
    // Operands come first, and every part once.
    expr.walk([&](AffineExpr part) {
      if (slots.contains(part))
        return;
      if (auto dim = dyn_cast<AffineDimExpr>(part)) {
        slots[part] = dim.getPosition();
      } else if (auto constant = dyn_cast<AffineConstantExpr>(part)) {
        addSlot(part, constant.getValue(), 0);
      } else {
        auto binary = cast<AffineBinaryOpExpr>(part);
        unsigned lhs = slots.at(binary.getLHS());
        unsigned rhs = slots.at(binary.getRHS());
        unsigned lastDim = std::max(lastDims[lhs], lastDims[rhs]);
        steps.push_back({part.getKind(), static_cast<unsigned>(initial.size()),
                         lhs, rhs, lastDim});
        addSlot(part, 0, lastDim);
      }
    });
    results.push_back(slots.at(expr));
  }
  llvm::sort(steps, [](const Step &a, const Step &b) {
    return std::make_pair(a.lastDim, a.result) <
           std::make_pair(b.lastDim, b.result);
  });
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    auto dependsOn = llvm::find_if(
        steps, [&](const Step &step) { return step.lastDim >= dim; });
    firstStep.push_back(dependsOn - steps.begin());
  }
}

bool BoxValues::forEach(
    llvm::function_ref<bool(ArrayRef<int64_t>)> visit) const {
  if (llvm::is_contained(shape, 0))
    return true;
  SmallVector<int64_t> values(initial), found(results.size());
  auto evaluateFrom = [&](size_t first) {
    for (const Step &step : ArrayRef(steps).drop_front(first))
      values[step.result] =
          evaluate(step.kind, values[step.lhs], values[step.rhs]);
    for (auto [value, slot] : llvm::zip_equal(found, results))
      value = values[slot];
  };
  evaluateFrom(0);
  while (visit(found)) {
    int64_t dim = shape.size();
    while (--dim >= 0 && ++values[dim] == shape[dim])
      values[dim] = 0;
    if (dim < 0)
      return true;
    evaluateFrom(firstStep[dim]);
  }
  return false;
}
