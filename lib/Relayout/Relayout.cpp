//===- Relayout.cpp - Other layouts on request ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relayout.h"
#include "Analysis/ValueLayout.h"
#include "Interfaces/LoopRanges.h"
#include "LoopRelayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::layout;

FailureOr<ValueRelayout> layout::relayoutValue(RewriterBase &rewriter,
                                               Value value, StringRef text,
                                               std::string &reason) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getEncoding()) {
    llvm::raw_string_ostream(reason)
        << "requires a ranked tensor without encoding, found "
        << value.getType();
    return failure();
  }
  llvm::Expected<ValueLayout> layout =
      ValueLayout::get(text, type, /*names=*/"");
  if (!layout) {
    reason = llvm::toString(layout.takeError());
    return failure();
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfterValue(value);
  SmallVector<OpOperand *> uses =
      llvm::map_to_vector(value.getUses(), [](OpOperand &use) { return &use; });
  ValueRelayout relayout;
  relayout.physical = layout->lay(rewriter, value.getLoc(), value);
  relayout.logical = layout->unlay(rewriter, value.getLoc(), relayout.physical);
  for (OpOperand *use : uses)
    rewriter.modifyOpInPlace(use->getOwner(),
                             [&] { use->set(relayout.logical); });
  return relayout;
}

/// The loops that `map` makes of loops of these extents; on failure sets
/// `reason`.
static FailureOr<MixedRadix>
getLoops(const IndexMap &map, ArrayRef<int64_t> extents, std::string &reason) {
  llvm::raw_string_ostream stream(reason);
  if (map.getAffineMap().getNumDims() != extents.size()) {
    stream << "requires a map of the " << extents.size() << " loops, found one "
           << "of " << map.getAffineMap().getNumDims();
    return failure();
  }
  std::optional<MixedRadixMap> digits = getExplicitDigits(map, extents);
  bool isSplit = digits && llvm::all_of(*digits, [](const MixedRadix &list) {
                   return list.size() == 1;
                 });
  if (!isSplit) {
    stream << "requires a map each of whose results is a part of one loop, "
              "found "
           << map.getAffineMap();
    return failure();
  }
  // Parts of one loop stay apart, also around a loop that runs once.
  return MixedRadix(llvm::map_range(
      *digits, [](const MixedRadix &list) { return list.front(); }));
}

/// The index of each of `numOld` loops, whose digits are the new loops.
static SmallVector<AffineExpr>
getOldLoops(ArrayRef<Digit> loops, unsigned numOld, MLIRContext *context) {
  SmallVector<AffineExpr> old(numOld, getAffineConstantExpr(0, context));
  for (auto [number, digit] : llvm::enumerate(loops))
    if (digit.extent != 1)
      old[digit.dim] =
          old[digit.dim] + getAffineDimExpr(number, context) * digit.stride;
  return old;
}

/// The loops whose extent linalg cannot infer, because no dim of an operand is
/// indexed by the loop alone.
static SmallVector<unsigned> getUnboundLoops(const LoopRelayout &relayout) {
  llvm::SmallBitVector isUnbound(relayout.loops.size(), true);
  for (AffineMap access : relayout.maps)
    for (AffineExpr index : access.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(index))
        isUnbound.reset(dim.getPosition());
  return llvm::to_vector_of<unsigned>(isUnbound.set_bits());
}

/// Adds an operand of which the op reads no element, whose dims give loops
/// their extents. With the loops d0 and d2 of
///
///   %r = linalg.generic {
///       indexing_maps = [affine_map<(d0, d1, d2) -> (d0 * 4 + d2, d1)>,
///                        affine_map<(d0, d1, d2) -> (d0 * 4 + d2, d1)>], ...}
///       ins(%a : tensor<8x5xf32>) outs(%b : tensor<8x5xf32>)
///
/// becomes
///
///   %e = tensor.empty() : tensor<2x4xf32>
///   %r = linalg.generic {
///       indexing_maps = [affine_map<(d0, d1, d2) -> (d0 * 4 + d2, d1)>,
///                        affine_map<(d0, d1, d2) -> (d0, d2)>,
///                        affine_map<(d0, d1, d2) -> (d0 * 4 + d2, d1)>], ...}
///       ins(%a, %e : tensor<8x5xf32>, tensor<2x4xf32>)
///       outs(%b : tensor<8x5xf32>)
static linalg::GenericOp bindLoops(RewriterBase &rewriter, linalg::GenericOp op,
                                   ArrayRef<unsigned> loops,
                                   ArrayRef<int64_t> extents) {
  MLIRContext *context = op.getContext();
  unsigned position = op.getNumDpsInputs();
  Type element = getElementTypeOrSelf(op.getDpsInits().front());
  SmallVector<AffineExpr> dims = llvm::map_to_vector(
      loops, [&](unsigned loop) { return getAffineDimExpr(loop, context); });
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + position,
              AffineMap::get(op.getNumLoops(), 0, dims, context));
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(
      tensor::EmptyOp::create(rewriter, op.getLoc(), extents, element));
  auto bound = linalg::GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray(), /*bodyBuild=*/nullptr,
      op->getDiscardableAttrDictionary().getValue());
  bound.getRegion().takeBody(op.getRegion());
  bound.getBody()->insertArgument(position, element, op.getLoc());
  rewriter.eraseOp(op);
  return bound;
}

FailureOr<linalg::LinalgOp> layout::relayoutLoops(RewriterBase &rewriter,
                                                  linalg::LinalgOp op,
                                                  const IndexMap &map,
                                                  std::string &reason) {
  FailureOr<MixedRadix> loops = getLoops(map, getLoopRanges(op), reason);
  if (failed(loops))
    return failure();
  LoopRelayout relayout;
  relayout.loops = *loops;
  relayout.oldLoops = getOldLoops(*loops, op.getNumLoops(), op.getContext());
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (const Digit &digit : *loops)
    relayout.iterators.push_back(iterators[digit.dim]);
  for (AffineMap access : op.getIndexingMapsArray())
    relayout.maps.push_back(
        access.replaceDimsAndSymbols(relayout.oldLoops, {}, loops->size(), 0));
  SmallVector<unsigned> unbound = getUnboundLoops(relayout);
  SmallVector<int64_t> extents = llvm::map_to_vector(
      unbound, [&](unsigned loop) { return (*loops)[loop].extent; });
  if (!unbound.empty() &&
      (!op.hasPureTensorSemantics() || ShapedType::isDynamicShape(extents))) {
    llvm::raw_string_ostream(reason)
        << "requires each loop to run along a dim of an operand"
        << (op.hasPureTensorSemantics() ? ", or to have a static extent" : "")
        << ", found " << map.getAffineMap() << ", by which " << unbound.size()
        << " run along parts of dims";
    return failure();
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  linalg::GenericOp rebuilt =
      rebuildAsGeneric(rewriter, op, relayout, op->getOperands());
  if (!unbound.empty())
    rebuilt = bindLoops(rewriter, rebuilt, unbound, extents);
  rewriter.replaceOp(op, rebuilt->getResults());
  return cast<linalg::LinalgOp>(rebuilt.getOperation());
}
