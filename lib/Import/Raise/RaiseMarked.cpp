//===- RaiseMarked.cpp - Ops that are said to be rewrites -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgToLayout.h"
#include "Raise.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"

using namespace mlir;
using namespace mlir::layout;

/// The map from the indices of the source to those of the result; nothing if
/// the rewrite writes through a map that is not inverted.
static std::optional<IndexMap> getForwardMap(const Rewrite &rewrite) {
  RewriteMaps maps = getMaps(rewrite);
  if (!maps.from || !maps.to)
    return std::nullopt;
  if (maps.from.isIdentity())
    return IndexMap(maps.to);
  if (!maps.to.isIdentity())
    return std::nullopt;
  return IndexMap(maps.from).inverse(rewrite.getResultType().getShape());
}

static std::string toText(const IndexMap &map) {
  std::string text;
  llvm::raw_string_ostream(text) << map.getAffineMap();
  return text;
}

/// Whether what the body of an op does is known.
static bool hasKnownBody(Operation *op) {
  return isa<linalg::LinalgOp, linalg::PackOp, linalg::UnPackOp,
             tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ReshapeOp>(
      op);
}

/// Checks that the body of `op` moves elements as its mark says.
static LogicalResult checkBody(Operation *op, IndexMapAttr map) {
  std::optional<Rewrite> rewrite = getRewriteBy(op);
  std::optional<IndexMap> found =
      rewrite ? getForwardMap(*rewrite) : std::optional<IndexMap>();
  if (!found)
    return op->emitOpError("requires a body that moves elements by an index "
                           "map for 'layout.rewrite', found one that is not "
                           "proved to");
  if (!map || isProved(found->isEqual(map.getIndexMap(),
                                      rewrite->getSourceType().getShape())))
    return success();
  return op->emitOpError()
         << "requires the map of 'layout.rewrite' to be that of the body, "
         << toText(*found) << ", found " << toText(map.getIndexMap());
}

/// Replaces an op of which nothing is known but its mark:
///
///   %1 = call @pack(%0) {layout.rewrite = #layout.index_map<(i, j) -> (j, i)>}
///          : (tensor<4x8xf32>) -> tensor<8x4xf32>
///
/// becomes
///
///   %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
///          : tensor<4x8xf32> to tensor<8x4xf32>
static LogicalResult trustMark(RewriterBase &rewriter, Operation *op,
                               IndexMapAttr map) {
  if (!map)
    return op->emitOpError("requires an index map as value of "
                           "'layout.rewrite', because the body is not known");
  Value source = *llvm::find_if(op->getOperands(), [](Value operand) {
    return isa<RankedTensorType>(operand.getType());
  });
  auto from = cast<RankedTensorType>(source.getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  IndexMap index = map.getIndexMap();
  if (!isProved(index.isBijective(from.getShape())))
    return op->emitOpError() << "requires the map of 'layout.rewrite' to be "
                                "bijective on "
                             << from << ", found " << toText(index);
  std::optional<SmallVector<int64_t>> shape =
      index.getPhysicalShape(from.getShape());
  if (!shape || to != from.clone(*shape))
    return op->emitOpError()
           << "requires the result type that the map of 'layout.rewrite' gives"
           << (shape ? ", " : "") << (shape ? from.clone(*shape) : from)
           << ", found " << to;
  rewriter.setInsertionPoint(op);
  remark::passed(op->getLoc(), getRemark("raise", "layout-raise", op))
      << remark::add("{0} is taken for the rewrite that it is marked as",
                     op->getName().getStringRef());
  rewriter.replaceOpWithNewOp<LayoutTransformOp>(op, source, index);
  return success();
}

LogicalResult raise::raiseMarked(RewriterBase &rewriter, Operation *op) {
  auto map = dyn_cast<IndexMapAttr>(op->getAttr(LayoutDialect::kRewrite));
  if (!hasKnownBody(op))
    return trustMark(rewriter, op, map);
  if (failed(checkBody(op, map)))
    return failure();
  op->removeDiscardableAttr(LayoutDialect::kRewrite);
  return success();
}
