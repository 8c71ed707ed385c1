//===- SparseResults.cpp - Results with one element a stick ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseResults.h"
#include "layout/Dialect/LayoutAttributes.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<int64_t> layout::getStickOfResults(Operation *op) {
  if (!isa_and_nonnull<linalg::LinalgOp>(op))
    return std::nullopt;
  auto size = op->getAttrOfType<IntegerAttr>(LayoutDialect::kAlongStick);
  return size ? std::optional(size.getInt()) : std::nullopt;
}

/// The factor of the last unit dim of the results.
static std::optional<unsigned> getUnitFactor(const LayoutRule &rule,
                                             linalg::LinalgOp op) {
  for (const Access &access :
       llvm::reverse(rule.ports[op->getNumOperands()].dims))
    if (std::optional<unsigned> factor = rule.getUnitFactor(access))
      return factor;
  return std::nullopt;
}

/// Whether `factor` is in the index of a port.
static bool isAccessedBy(const PortRule &port, unsigned factor) {
  return llvm::any_of(port.dims, [&](const Access &access) {
    return llvm::any_of(
               access.digits,
               [&](const Digit &digit) { return digit.dim == factor; }) ||
           llvm::is_contained(access.factors, factor);
  });
}

/// Whether an input ends with an element that is reduced.
static bool reducesInnermost(ArrayRef<Digit> order, const LayoutRule &rule,
                             linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    const PortRule &port = rule.ports[input->getOperandNumber()];
    if (!port.isTensor || port.isPinned)
      return false;
    auto last = llvm::find_if(llvm::reverse(order), [&](const Digit &digit) {
      return isAccessedBy(port, digit.dim);
    });
    return last != order.rend() && rule.factors[last->dim].isReduction;
  });
}

void layout::setSparseResults(FactorOrder &order, const LayoutRule &rule,
                              linalg::LinalgOp op, int64_t stick) {
  std::optional<unsigned> unit = getUnitFactor(rule, op);
  if (!unit)
    return;
  llvm::erase_if(order, [&](const Digit &digit) { return digit.dim == *unit; });
  if (stick != 1 && reducesInnermost(order, rule, op))
    order.push_back({*unit, 1, stick});
}
