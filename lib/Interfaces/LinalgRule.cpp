//===- LinalgRule.cpp - Layout rules of structured ops --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgRule.h"
#include "LoopRanges.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the loops as factors. Their extents are read off dims that one loop
/// indexes alone; returns nothing if there is no such dim for some loop.
static std::optional<SmallVector<Factor>> getFactors(linalg::LinalgOp op) {
  SmallVector<Factor> factors;
  for (auto [type, extent] :
       llvm::zip_equal(op.getIteratorTypesArray(), getKnownLoopExtents(op))) {
    if (!extent)
      return std::nullopt;
    factors.push_back({*extent, type == utils::IteratorType::reduction});
  }
  return factors;
}

/// Returns how an index expression over the loops accesses a dim of the given
/// size.
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
  llvm::SmallSetVector<unsigned, 4> used;
  expr.walk([&](AffineExpr sub) {
    if (auto dim = dyn_cast<AffineDimExpr>(sub))
      used.insert(dim.getPosition());
  });
  // The loops of a window may come in any order: the one over the result
  // counts, unless it has one iteration.
  auto isLong = [&](unsigned factor) { return extents[factor] != 1; };
  auto anchor = llvm::find_if(used, [&](unsigned factor) {
    return isLong(factor) && !factors[factor].isReduction;
  });
  if (anchor == used.end())
    anchor = llvm::find_if(used, isLong);
  return anchor == used.end() ? Access::none()
                              : Access::window(*anchor, used.getArrayRef());
}

/// Whether one factor determines the position of two dims of a port.
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

/// The loops of one iteration that can be padded: each dim that one of them
/// indexes has one element and no other index, and is the only such dim of its
/// tensor.
static llvm::SmallBitVector getPaddableUnitLoops(linalg::LinalgOp op,
                                                 ArrayRef<Factor> factors) {
  llvm::SmallBitVector paddable(factors.size());
  for (auto [loop, factor] : llvm::enumerate(factors))
    paddable[loop] = factor.extent == 1;
  for (OpOperand &operand : op->getOpOperands()) {
    llvm::SmallBitVector seen(factors.size());
    for (auto [expr, size] :
         llvm::zip_equal(op.getMatchingIndexingMap(&operand).getResults(),
                         getIndexedShape(operand)))
      for (unsigned loop : paddable.set_bits()) {
        if (!expr.isFunctionOfDim(loop))
          continue;
        if (size != 1 || !isa<AffineDimExpr>(expr) || seen[loop])
          paddable.reset(loop);
        seen.set(loop);
      }
  }
  return paddable;
}

std::optional<LayoutRule> layout::getLinalgRule(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return std::nullopt;
  std::optional<SmallVector<Factor>> factors = getFactors(op);
  if (!factors)
    return std::nullopt;

  LayoutRuleBuilder rule;
  for (const Factor &factor : *factors)
    rule.addFactor(factor.extent, factor.isReduction);
  llvm::SmallBitVector paddable = getPaddableUnitLoops(op, *factors);
  // A dim of size 1 that no loop indexes can be padded: the op reads and writes
  // only its first place. Such dims in one place of several operands have one
  // factor, so that what an elementwise op writes is padded as what it reads.
  llvm::SmallDenseMap<unsigned, unsigned> unitFactors;
  auto getUnitAccess = [&](unsigned dim) {
    auto [place, isNew] = unitFactors.try_emplace(dim);
    if (isNew)
      place->second = rule.addUnitFactor();
    return Access::whole(place->second, 1);
  };
  auto getPort = [&](Type type, AffineMap map) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return PortRule::scalar();
    // An encoding may depend on the order of dims: keep the layout.
    PortRule port = PortRule::whole(tensor);
    for (auto [dim, access, expr, size] :
         llvm::enumerate(port.dims, map.getResults(), port.shape)) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (size == 1 && expr == 0)
        access = getUnitAccess(dim);
      else if (loop && paddable[loop.getPosition()])
        access = Access::whole(loop.getPosition(), 1);
      else
        access = getAccess(expr, size, *factors);
    }
    port.isPinned |= hasDiagonal(port);
    return port;
  };
  for (OpOperand &operand : op->getOpOperands())
    rule.addPort(
        getPort(operand.get().getType(), op.getMatchingIndexingMap(&operand)));
  for (OpResult result : op->getResults()) {
    PortRule port = getPort(
        result.getType(), op.getMatchingIndexingMap(
                              op.getDpsInitOperand(result.getResultNumber())));
    // The destination would have to be pinned as well, and is rebuilt.
    if (port.isPinned)
      return std::nullopt;
    rule.addPort(std::move(port));
  }
  return rule.build();
}

bool layout::producesSplat(linalg::LinalgOp op) {
  // Test the operands first, before the body: nearly every op reads a tensor.
  if (getNumInits(op) != 1 ||
      llvm::any_of(
          op->getOperands().drop_back(),
          [](Value input) { return isa<ShapedType>(input.getType()); }) ||
      !op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
      !isMemoryEffectFree(op) || op.getNumParallelLoops() != op.getNumLoops() ||
      op.getBlock()->getNumArguments() != op->getNumOperands())
    return false;
  return llvm::none_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.payloadUsesValueFromOperand(&init);
  });
}

/// Whether what `combiner` combines has a neutral element. Floats without
/// infinities have none of their maximum: upstream converts an infinity to NaN.
static bool hasNeutralElement(Operation *combiner) {
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  if (!neutral)
    return false;
  auto number = dyn_cast<FloatAttr>(*neutral);
  return !number || !number.getValue().isNaN() ||
         APFloat::semanticsHasInf(number.getValue().getSemantics());
}

bool layout::reducesInAnyOrder(linalg::LinalgOp op) {
  ArrayRef<BlockArgument> accumulators = op.getRegionOutputArgs();
  return llvm::all_of(
      llvm::seq<unsigned>(0, accumulators.size()), [&](unsigned index) {
        SmallVector<Operation *> combiners;
        return matchReduction(accumulators, index, combiners) &&
               combiners.size() == 1 && hasNeutralElement(combiners.front());
      });
}
