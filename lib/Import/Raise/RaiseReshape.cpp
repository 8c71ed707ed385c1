//===- RaiseReshape.cpp - Raises reshapes ---------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshape is split into groups of dims that keep their number of elements:
// the reassociation of tensor.expand_shape and tensor.collapse_shape, or the
// groups that are proved for tensor.reshape. Every group must be an index map.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ProvedSizes.h"
#include "Raise.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

using Bounds = ValueBoundsConstraintSet;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
/// Dims of the source that become dims of the result, in row-major order.
struct ReshapeGroup {
  ReassociationIndices from, to;
};

/// The shape of a reshape's result, and the groups of dims that it reshapes.
struct ReshapeShape {
  /// The sizes of the result; kDynamic where they are not constant.
  SmallVector<int64_t> to;
  /// Groups that cover all dims of source and result, in order.
  SmallVector<ReshapeGroup> groups;
  /// The sizes of a tensor.reshape's result; empty if they are not listed.
  SmallVector<Value> sizes = {};
};
} // namespace

/// Returns the dims from `begin` to `end`, exclusive.
static ReassociationIndices getRange(int64_t begin, int64_t end) {
  return llvm::to_vector<2>(llvm::seq<int64_t>(begin, end));
}

/// Returns the groups that a tensor.expand_shape or tensor.collapse_shape
/// names.
static ReshapeShape getNamedGroups(Operation *op) {
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  ReshapeShape reshape{llvm::to_vector(to.getShape()), {}};
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    for (auto [dim, group] : llvm::enumerate(expand.getReassociationIndices()))
      reshape.groups.push_back({getRange(dim, dim + 1), group});
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    for (auto [dim, group] :
         llvm::enumerate(collapse.getReassociationIndices()))
      reshape.groups.push_back({group, getRange(dim, dim + 1)});
  if (reshape.groups.empty()) // rank 0
    reshape.groups.push_back(
        {getRange(
             0, cast<RankedTensorType>(op->getOperand(0).getType()).getRank()),
         getRange(0, to.getRank())});
  return reshape;
}

namespace {
/// Splits a tensor.reshape of dynamic shape into groups. Exporters compute the
/// shape operand from sizes of the source and constants. Leading and trailing
/// dims that have the same size on both sides form groups of their own; the
/// dims between form one group with at most one dynamic dim on each side, or
/// with a single dim on one side.
class ReshapeProof {
public:
  explicit ReshapeProof(tensor::ReshapeOp op)
      : source(op.getSource()),
        from(cast<RankedTensorType>(source.getType()).getShape()),
        to(cast<RankedTensorType>(op.getResult().getType()).getShape()) {
    if (auto elements = op.getShape().getDefiningOp<tensor::FromElementsOp>())
      for (auto [number, element] : llvm::enumerate(elements.getElements())) {
        auto cast = element.getDefiningOp<arith::IndexCastOp>();
        sizes.push_back(cast ? cast.getIn() : element);
        if (std::optional<int64_t> size = getConstantIntValue(sizes.back()))
          to[number] = *size;
      }
  }

  /// Returns nothing unless source and result are proved to have the same
  /// number of elements in every group, for all run-time sizes. The reshape
  /// itself requires it of the whole, so it holds for one group if all others
  /// are static: then none of them is empty.
  std::optional<ReshapeShape> run() {
    if (llvm::is_contained(to, 0))
      return std::nullopt;
    ReshapeShape reshape{to, {}};
    int64_t fromEnd = from.size(), toEnd = to.size(), begin = 0;
    while (begin < fromEnd && begin < toEnd && isSameSize(begin, begin)) {
      reshape.groups.push_back(
          {getRange(begin, begin + 1), getRange(begin, begin + 1)});
      ++begin;
    }
    SmallVector<ReshapeGroup> behind;
    while (begin < fromEnd && begin < toEnd &&
           isSameSize(fromEnd - 1, toEnd - 1)) {
      --fromEnd, --toEnd;
      behind.push_back(
          {getRange(fromEnd, fromEnd + 1), getRange(toEnd, toEnd + 1)});
    }
    ReshapeGroup rest{getRange(begin, fromEnd), getRange(begin, toEnd)};
    bool isOnly =
        llvm::none_of(llvm::concat<ReshapeGroup>(reshape.groups, behind),
                      [&](const ReshapeGroup &group) {
                        return ShapedType::isDynamic(from[group.from.front()]);
                      });
    if (!haveSameElements(rest) &&
        !(isOnly && (joinsDims(rest) || splitsDim(rest))))
      return std::nullopt;
    if (!rest.from.empty() || !rest.to.empty())
      reshape.groups.push_back(std::move(rest));
    llvm::append_range(reshape.groups, llvm::reverse(behind));
    reshape.sizes = sizes;
    return reshape;
  }

private:
  /// Returns whether the size of `toDim` is proved to be `factor / divisor`
  /// times the size of `fromDim`.
  bool isProduct(int64_t toDim, int64_t fromDim, int64_t factor,
                 int64_t divisor) {
    if (sizes.empty() || !sizes[toDim].getType().isIndex())
      return false;
    AffineExpr symbol = getAffineSymbolExpr(0, source.getContext());
    AffineMap times = AffineMap::get(0, 1, (symbol * factor).floorDiv(divisor));
    Bounds::Variable size(source, fromDim);
    return Bounds::compare(OpFoldResult(sizes[toDim]),
                           Bounds::ComparisonOperator::EQ,
                           Bounds::Variable(times, {size}));
  }

  /// Returns whether dims of source and result are proved to have the same
  /// size.
  bool isSameSize(int64_t fromDim, int64_t toDim) {
    bool isDynamic = ShapedType::isDynamic(from[fromDim]);
    if (isDynamic != ShapedType::isDynamic(to[toDim]))
      return false;
    return isDynamic ? isProduct(toDim, fromDim, 1, 1)
                     : from[fromDim] == to[toDim];
  }

  /// Returns the dynamic dim among `dims`, if any, and the product of the other
  /// sizes. Returns nothing if several dims are dynamic.
  static std::optional<std::pair<std::optional<int64_t>, int64_t>>
  multiply(ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
    std::optional<int64_t> dynamic;
    int64_t product = 1;
    for (int64_t dim : dims) {
      if (!ShapedType::isDynamic(shape[dim])) {
        if (llvm::MulOverflow(product, shape[dim], product))
          return std::nullopt;
      } else if (std::exchange(dynamic, dim)) {
        return std::nullopt;
      }
    }
    return std::pair(dynamic, product);
  }

  /// Whether a dim of both sides is dynamic, or none.
  bool areAlikeDynamic(const ReshapeGroup &group) const {
    auto isDynamic = [](ArrayRef<int64_t> shape) {
      return [shape](int64_t dim) { return ShapedType::isDynamic(shape[dim]); };
    };
    return llvm::any_of(group.from, isDynamic(from)) ==
           llvm::any_of(group.to, isDynamic(to));
  }
  /// Whether several dims become one.
  bool joinsDims(const ReshapeGroup &group) const {
    return group.from.size() > 1 && group.to.size() == 1 &&
           areAlikeDynamic(group);
  }
  /// Whether one dim becomes several, whose sizes are known.
  bool splitsDim(const ReshapeGroup &group) const {
    return group.from.size() == 1 && group.to.size() > 1 &&
           areAlikeDynamic(group) && llvm::all_of(group.to, [&](int64_t dim) {
             return ShapedType::isStatic(to[dim]) ||
                    (!sizes.empty() && sizes[dim].getType().isIndex());
           });
  }

  /// Returns whether both sides of a group are proved to have the same number
  /// of elements.
  bool haveSameElements(const ReshapeGroup &group) {
    auto before = multiply(from, group.from), after = multiply(to, group.to);
    if (!before || !after ||
        before->first.has_value() != after->first.has_value())
      return false;
    if (!before->first)
      return before->second == after->second;
    // The caller proves that the divisor divides the size of the source.
    return isProduct(*after->first, *before->first, before->second,
                     after->second);
  }

  Value source;
  ArrayRef<int64_t> from;
  SmallVector<int64_t> to;
  /// The sizes of the result; empty if the shape is not built from elements.
  SmallVector<Value> sizes;
};
} // namespace

/// Returns the groups of a tensor.reshape: a single one if both shapes are
/// static, else those that ReshapeProof finds.
static std::optional<ReshapeShape> getProvedGroups(tensor::ReshapeOp op) {
  auto from = cast<RankedTensorType>(op.getSource().getType());
  auto to = cast<RankedTensorType>(op.getResult().getType());
  if (from.hasStaticShape() && to.hasStaticShape())
    return ReshapeShape{
        llvm::to_vector(to.getShape()),
        {{getRange(0, from.getRank()), getRange(0, to.getRank())}}};
  return ReshapeProof(op).run();
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

/// Returns the sizes of `dims`.
static SmallVector<int64_t> select(ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(dims, [&](int64_t dim) { return shape[dim]; });
}

/// Returns whether all dims after the first one that is not a unit dim are
/// static.
static bool isDynamicOutermostOnly(ArrayRef<int64_t> shape) {
  shape = shape.drop_while([](int64_t size) { return size == 1; });
  return shape.empty() ||
         llvm::none_of(shape.drop_front(), ShapedType::isDynamic);
}

/// Returns the index map of a reshape, composed of the maps of its groups, or
/// nothing if some group is not an index map.
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

/// Creates an op that names the groups of a tensor.reshape which joins or
/// splits dims of run-time sizes; null if it does neither, or both. For
/// example,
///
///   %shape = tensor.from_elements %n, %c8, %hw : tensor<3xindex>
///   %0 = tensor.reshape %a(%shape)
///       : (tensor<?x8x?x?xf32>, tensor<3xindex>) -> tensor<?x8x?xf32>
///
/// becomes
///
///   %0 = tensor.collapse_shape %a [[0], [1], [2, 3]]
///       : tensor<?x8x?x?xf32> into tensor<?x8x?xf32>
static Operation *createGrouped(OpBuilder &builder, tensor::ReshapeOp op,
                                const ReshapeShape &reshape) {
  Value source = op.getSource();
  RankedTensorType type =
      cast<RankedTensorType>(source.getType()).clone(reshape.to);
  auto all = [&](auto side) {
    return llvm::all_of(reshape.groups, [&](const ReshapeGroup &group) {
      return (group.*side).size() == 1;
    });
  };
  auto get = [&](auto side) {
    return llvm::map_to_vector(
        reshape.groups, [&](const ReshapeGroup &group) { return group.*side; });
  };
  if (all(&ReshapeGroup::to))
    return tensor::CollapseShapeOp::create(builder, op.getLoc(), type, source,
                                           get(&ReshapeGroup::from));
  if (!all(&ReshapeGroup::from) || reshape.sizes.empty())
    return nullptr;
  SmallVector<OpFoldResult> sizes;
  for (auto [size, value] : llvm::zip_equal(reshape.to, reshape.sizes))
    sizes.push_back(ShapedType::isStatic(size)
                        ? OpFoldResult(builder.getIndexAttr(size))
                        : OpFoldResult(value));
  return tensor::ExpandShapeOp::create(builder, op.getLoc(), type, source,
                                       get(&ReshapeGroup::to), sizes);
}

/// Returns a shape that `from` joins dims to and that `to` splits, with as many
/// dims as possible: [2, 10, 3] between [2, 5, 2, 3] and [2, 2, 5, 3]. Both
/// shapes are static and have the same number of elements, which is not 0.
static SmallVector<int64_t> getJoinedShape(ArrayRef<int64_t> from,
                                           ArrayRef<int64_t> to) {
  SmallVector<int64_t> joined;
  while (!from.empty() && !to.empty()) {
    int64_t before = from.consume_front(), after = to.consume_front();
    while (before != after)
      (before < after ? before : after) *=
          (before < after ? from : to).consume_front();
    joined.push_back(before);
  }
  return joined;
}

/// Creates the two reshapes that a tensor.reshape of static shapes consists of,
/// if the sizes that it splits and joins do not nest:
///
///   %0 = tensor.reshape %a(%shape)
///       : (tensor<4x5x2xf32>, tensor<3xi64>) -> tensor<4x2x5xf32>
///
/// becomes
///
///   %0 = layout.layout_transform %a by <(d0, d1, d2) -> (d0, d1 * 2 + d2)>
///       : tensor<4x5x2xf32> to tensor<4x10xf32>
///   %1 = layout.layout_transform %0
///       by <(d0, d1) -> (d0, d1 floordiv 5, d1 mod 5)>
///       : tensor<4x10xf32> to tensor<4x2x5xf32>
///
/// Returns null for other shapes.
static Operation *createTwoReshapes(OpBuilder &builder, tensor::ReshapeOp op) {
  auto from = cast<RankedTensorType>(op.getSource().getType());
  auto to = cast<RankedTensorType>(op.getResult().getType());
  if (!from.hasStaticShape() || !to.hasStaticShape() ||
      from.getNumElements() == 0)
    return nullptr;
  SmallVector<int64_t> joined = getJoinedShape(from.getShape(), to.getShape());
  MLIRContext *context = op.getContext();
  std::optional<IndexMap> join =
      IndexMap::getReshape(from.getShape(), joined, context);
  std::optional<IndexMap> split =
      IndexMap::getReshape(joined, to.getShape(), context);
  if (!join || !split)
    return nullptr;
  Value whole = LayoutTransformOp::create(builder, op.getLoc(), op.getSource(),
                                          join->canonicalize(from.getShape()));
  return LayoutTransformOp::create(builder, op.getLoc(), whole,
                                   split->canonicalize(joined));
}

/// Raises a row-major reshape, for example
///
///   %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 5]
///       : tensor<8x5xf32> into tensor<2x4x5xf32>
///
/// becomes
///
///   %0 = layout.layout_transform %a
///       by <(d0, d1) -> (d0 floordiv 4, d0 mod 4, d1)>
///       : tensor<8x5xf32> to tensor<2x4x5xf32>
///
/// and with a dynamic outer dim
///
///   %size = tensor.dim %a, %c0 : tensor<?x6xf32>
///   %shape = tensor.from_elements %size, %c2, %c3 : tensor<3xindex>
///   %0 = tensor.reshape %a(%shape)
///       : (tensor<?x6xf32>, tensor<3xindex>) -> tensor<?x2x3xf32>
///
/// becomes
///
///   %0 = layout.layout_transform %a
///       by <(d0, d1) -> (d0, d1 floordiv 3, d1 mod 3)>
///       : tensor<?x6xf32> to tensor<?x2x3xf32>
LogicalResult raise::raiseReshape(RewriterBase &rewriter, Operation *op) {
  auto dynamic = dyn_cast<tensor::ReshapeOp>(op);
  // Upstream does not fold a cast that hides static sizes into tensor.reshape.
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
    return skip(op, "requires a shape of constants and of the source's sizes");
  std::optional<IndexMap> map =
      getReshape(from.getShape(), shape->to, shape->groups, op->getContext());
  if (!map && dynamic)
    if (Operation *reshaped = createTwoReshapes(rewriter, dynamic))
      return replace(rewriter, op, reshaped);
  if (!map && dynamic)
    if (Operation *grouped = createGrouped(rewriter, dynamic, *shape))
      return replace(rewriter, op, grouped);
  if (!map)
    return skip(op, "requires an index map, found a dynamic inner extent or "
                    "radices that do not nest");
  if (!hasProvedSplits(source, *map))
    return skip(op, "requires the split of a dynamic dim to be proved to "
                    "divide");
  return replace(
      rewriter, op,
      LayoutTransformOp::create(rewriter, op->getLoc(), source, *map));
}
