//===- LinalgRule.cpp - Layout rules of structured ops --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/LinalgRule.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

/// The extents of the loops, from the dims that name a loop alone.
static std::optional<SmallVector<Factor>> getFactors(linalg::LinalgOp op) {
  SmallVector<Factor> factors;
  SmallVector<bool> known(op.getNumLoops(), false);
  for (utils::IteratorType type : op.getIteratorTypesArray())
    factors.push_back(
        {ShapedType::kDynamic, type == utils::IteratorType::reduction});
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    ArrayRef<int64_t> shape = op.getShape(&operand);
    for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        continue;
      known[dim.getPosition()] = true;
      // One static size among dynamic ones is the extent.
      int64_t &extent = factors[dim.getPosition()].extent;
      if (ShapedType::isDynamic(extent))
        extent = size;
    }
  }
  if (llvm::is_contained(known, false))
    return std::nullopt;
  return factors;
}

static Access getAccess(AffineExpr expr, int64_t size,
                        ArrayRef<Factor> factors) {
  SmallVector<int64_t> extents = llvm::map_to_vector<8>(
      factors, [](const Factor &factor) { return factor.extent; });
  std::optional<MixedRadix> digits = getDigits(expr, extents);
  if (digits && getExtent(*digits) == size) {
    bool whole = llvm::all_of(*digits, [&](const Digit &digit) {
      return digit.stride == 1 && digit.extent == extents[digit.dim];
    });
    if (whole)
      return digits->empty() ? Access::none() : Access::spelled(*digits);
  }
  Access access;
  llvm::SmallSetVector<unsigned, 4> used;
  expr.walk([&](AffineExpr sub) {
    if (auto dim = dyn_cast<AffineDimExpr>(sub))
      used.insert(dim.getPosition());
  });
  access.factors = used.takeVector();
  auto anchor = llvm::find_if(
      access.factors, [&](unsigned factor) { return extents[factor] != 1; });
  if (anchor == access.factors.end())
    return Access::none();
  access.kind = Access::Kind::Window;
  access.factor = *anchor;
  return access;
}

/// Whether some factor places two dims of one port.
static bool hasDiagonal(const PortRule &port) {
  llvm::SmallDenseSet<unsigned> seen;
  for (const Access &access : port.dims) {
    if (access.kind == Access::Kind::Window &&
        !seen.insert(access.factor).second)
      return true;
    for (const Digit &digit : access.digits)
      if (!seen.insert(digit.dim).second)
        return true;
  }
  return false;
}

std::optional<LayoutRule> layout::getLinalgRule(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return std::nullopt;
  std::optional<SmallVector<Factor>> factors = getFactors(op);
  if (!factors)
    return std::nullopt;

  LayoutRule rule;
  rule.factors = std::move(*factors);
  auto addPort = [&](Type type, AffineMap map) {
    PortRule port;
    auto tensor = dyn_cast<RankedTensorType>(type);
    port.isTensor = static_cast<bool>(tensor);
    if (tensor) {
      port.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
      for (auto [expr, size] : llvm::zip_equal(map.getResults(), port.shape))
        port.dims.push_back(getAccess(expr, size, rule.factors));
      // An encoding gives the type a meaning that is not ours to change.
      port.isPinned = hasDiagonal(port) || tensor.getEncoding();
    }
    rule.ports.push_back(std::move(port));
  };
  for (OpOperand &operand : op->getOpOperands())
    addPort(operand.get().getType(), op.getMatchingIndexingMap(&operand));
  for (OpResult result : op->getResults())
    addPort(result.getType(), op.getMatchingIndexingMap(op.getDpsInitOperand(
                                  result.getResultNumber())));
  // A pinned result would have to be read with an unpinned destination.
  for (unsigned port = op->getNumOperands(); port < rule.ports.size(); ++port)
    if (rule.ports[port].isPinned)
      return std::nullopt;
  rule.finalize();
  return rule;
}

bool layout::isUniform(linalg::LinalgOp op) {
  // Nearly every op reads a tensor: to ask that first spares a look at bodies.
  if (op.getNumDpsInits() != 1 ||
      llvm::any_of(
          op.getDpsInputs(),
          [](Value input) { return isa<ShapedType>(input.getType()); }) ||
      !op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
      !isMemoryEffectFree(op) || op.getNumParallelLoops() != op.getNumLoops() ||
      op.getBlock()->getNumArguments() != op->getNumOperands())
    return false;
  return llvm::none_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.payloadUsesValueFromOperand(&init);
  });
}

bool layout::reducesInAnyOrder(linalg::LinalgOp op) {
  ArrayRef<BlockArgument> accumulators = op.getRegionOutputArgs();
  return llvm::all_of(
      llvm::seq<unsigned>(0, accumulators.size()), [&](unsigned index) {
        SmallVector<Operation *> combiners;
        return matchReduction(accumulators, index, combiners) &&
               combiners.size() == 1 &&
               arith::getNeutralElement(combiners.front()).has_value();
      });
}
