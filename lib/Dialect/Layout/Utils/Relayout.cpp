//===- Relayout.cpp - Other layouts on request ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/Relayout.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Dialect/Layout/Utils/ValueLayout.h"
#include "layout/Interfaces/LoopRanges.h"
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
  return concat(*digits);
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

FailureOr<linalg::LinalgOp> layout::relayoutLoops(RewriterBase &rewriter,
                                                  linalg::LinalgOp op,
                                                  const IndexMap &map,
                                                  std::string &reason) {
  FailureOr<MixedRadix> loops = getLoops(map, getLoopRanges(op), reason);
  if (failed(loops))
    return failure();
  MLIRContext *context = op.getContext();
  LoopRelayout relayout;
  relayout.loops = *loops;
  relayout.oldLoops = getOldLoops(*loops, op.getNumLoops(), context);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (const Digit &digit : *loops)
    relayout.iterators.push_back(iterators[digit.dim]);
  for (AffineMap access : op.getIndexingMapsArray())
    relayout.maps.push_back(
        access.replaceDimsAndSymbols(relayout.oldLoops, {}, loops->size(), 0));
  // The extent of a loop is that of the dim which it runs along alone.
  llvm::SmallDenseSet<unsigned> inferred;
  for (AffineMap access : relayout.maps)
    for (AffineExpr index : access.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(index))
        inferred.insert(dim.getPosition());
  if (inferred.size() != loops->size()) {
    llvm::raw_string_ostream(reason)
        << "requires each loop to run along a dim of an operand, found "
        << map.getAffineMap() << ", by which "
        << loops->size() - inferred.size() << " run along parts of dims";
    return failure();
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  linalg::LinalgOp rebuilt =
      rebuildAsGeneric(rewriter, op, relayout, op->getOperands());
  rewriter.replaceOp(op, rebuilt->getResults());
  return rebuilt;
}
