//===- RaiseReshape.cpp - Reshapes that are index maps --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raise.h"
#include "ReshapeGroups.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/DynamicSizes.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

static SmallVector<int64_t> select(ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(dims, [&](int64_t dim) { return shape[dim]; });
}

/// Whether only the outermost dim, unit dims apart, has a dynamic extent.
static bool isDynamicOutermostOnly(ArrayRef<int64_t> shape) {
  shape = shape.drop_while([](int64_t size) { return size == 1; });
  return shape.empty() ||
         llvm::none_of(shape.drop_front(), ShapedType::isDynamic);
}

/// The reshape from one shape to another group by group; nothing if some group
/// is not an index map.
static std::optional<IndexMap> getReshape(ArrayRef<int64_t> from,
                                          ArrayRef<int64_t> to,
                                          ArrayRef<ReshapeGroup> groups,
                                          MLIRContext *context) {
  SmallVector<AffineExpr> results(to.size());
  for (const ReshapeGroup &group : groups) {
    SmallVector<int64_t> fromSizes = select(from, group.from);
    SmallVector<int64_t> toSizes = select(to, group.to);
    if (!isDynamicOutermostOnly(fromSizes) || !isDynamicOutermostOnly(toSizes))
      return std::nullopt;
    std::optional<IndexMap> map =
        IndexMap::getReshape(fromSizes, toSizes, context);
    if (!map)
      return std::nullopt;
    SmallVector<AffineExpr> dims =
        llvm::map_to_vector(group.from, [&](int64_t dim) {
          return getAffineDimExpr(dim, context);
        });
    for (auto [dim, expr] :
         llvm::zip_equal(group.to, map->getAffineMap().getResults()))
      results[dim] = expr.replaceDims(dims);
  }
  return IndexMap(AffineMap::get(from.size(), 0, results, context))
      .canonicalize(from);
}

LogicalResult raise::raiseReshape(RewriterBase &rewriter, Operation *op) {
  auto dynamic = dyn_cast<tensor::ReshapeOp>(op);
  // Upstream leaves a cast that hides sizes in front of this op alone.
  if (auto cast = op->getOperand(0).getDefiningOp<tensor::CastOp>();
      dynamic && tensor::canFoldIntoConsumerOp(cast)) {
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, cast.getSource()); });
    if (cast->use_empty())
      rewriter.eraseOp(cast);
  }
  Value source = op->getOperand(0);
  auto from = dyn_cast<RankedTensorType>(source.getType());
  auto to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!from || !to || !isPlain(from) || !isPlain(to))
    return failure();
  std::optional<ReshapeShape> shape =
      dynamic ? getProvedGroups(dynamic) : getNamedGroups(op);
  if (!shape)
    return leave(op, "requires a shape of constants and of the source's sizes");
  std::optional<IndexMap> map =
      getReshape(from.getShape(), shape->to, shape->groups, op->getContext());
  if (!map)
    return leave(op, "requires an index map, found a dynamic inner extent or "
                     "radices that do not nest");
  if (!hasProvedSplits(source, *map))
    return leave(op, "requires the split of a dynamic dim to be proved to "
                     "divide");
  return replace(
      rewriter, op,
      LayoutTransformOp::create(rewriter, op->getLoc(), source, *map));
}
