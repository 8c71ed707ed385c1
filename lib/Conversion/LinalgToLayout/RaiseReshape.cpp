//===- RaiseReshape.cpp - Reshapes that are index maps --------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raise.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Transforms/DynamicSizes.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

namespace {
/// Dims of the source that become dims of the result, in row-major order.
struct ReshapeGroup {
  ReassociationIndices from, to;
};
} // namespace

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

/// The groups of a reshape; one group of all dims where it does not say.
static SmallVector<ReshapeGroup> getGroups(Operation *op, int64_t fromRank,
                                           int64_t toRank) {
  auto all = [](int64_t rank) {
    return llvm::to_vector<2>(llvm::seq<int64_t>(0, rank));
  };
  SmallVector<ReshapeGroup> groups;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    for (auto [dim, group] : llvm::enumerate(expand.getReassociationIndices()))
      groups.push_back({{static_cast<int64_t>(dim)}, group});
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    for (auto [dim, group] :
         llvm::enumerate(collapse.getReassociationIndices()))
      groups.push_back({group, {static_cast<int64_t>(dim)}});
  if (groups.empty())
    groups.push_back({all(fromRank), all(toRank)});
  return groups;
}

LogicalResult raise::raiseReshape(RewriterBase &rewriter, Operation *op) {
  auto source = op->getOperand(0);
  auto from = dyn_cast<RankedTensorType>(source.getType());
  auto to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!from || !to || !isPlain(from) || !isPlain(to))
    return failure();
  if (isa<tensor::ReshapeOp>(op) &&
      (!from.hasStaticShape() || !to.hasStaticShape()))
    return leave(op, "requires static shapes");
  std::optional<IndexMap> map =
      getReshape(from.getShape(), to.getShape(),
                 getGroups(op, from.getRank(), to.getRank()), op->getContext());
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
