//===- ReshapeModels.cpp - Layout rules of expand_shape, collapse_shape ---===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshape that is an index map is part of a net, and needs no rule. One that
// joins H and W of a run-time W is none: the index in the joined dim is
// h * W + w, and W no number. But whatever W is, H and W next to each other are
// the joined dim, wherever they stand and however the other dims are laid out:
//
//   NCHW -> NC(HW), NHWC -> N(HW)C, NCHW16c -> NC(HW)16c
//
// keep the order of all elements. So the joined dim is one factor, and H and W
// are its parts, which follow it together.
//
//===----------------------------------------------------------------------===//

#include "ReshapeModels.h"
#include "Interfaces/BoxRules.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A collapse or an expansion: each group of dims of `wide`, the type with more
/// dims, is a dim of `narrow`.
struct Reshape {
  RankedTensorType wide, narrow;
  SmallVector<ReassociationIndices> groups;
};
} // namespace

static Reshape getReshape(tensor::CollapseShapeOp op) {
  return {op.getSrcType(), op.getResultType(), op.getReassociationIndices()};
}

static Reshape getReshape(tensor::ExpandShapeOp op) {
  return {op.getResultType(), op.getSrcType(), op.getReassociationIndices()};
}

namespace {
/// The rule of a reshape, in parts.
struct ReshapeRule {
  LayoutRuleBuilder builder;
  PortRule wide, narrow;
};
} // namespace

static ReshapeRule getRule(const Reshape &reshape) {
  ReshapeRule rule;
  rule.wide = PortRule::whole(reshape.wide);
  rule.narrow = PortRule::whole(reshape.narrow);
  for (auto [group, joined, size] : llvm::zip_equal(
           reshape.groups, rule.narrow.dims, reshape.narrow.getShape())) {
    SmallVector<int64_t> dims = llvm::filter_to_vector(
        group, [&](int64_t dim) { return reshape.wide.getDimSize(dim) != 1; });
    bool isDigits =
        dims.empty() ||
        llvm::none_of(ArrayRef(dims).drop_front(), [&](int64_t dim) {
          return reshape.wide.isDynamicDim(dim);
        });
    if (!isDigits) {
      unsigned factor = rule.builder.addFactor(size);
      rule.builder.keepWhole(factor);
      joined = Access::whole(factor, size);
      for (int64_t dim : dims)
        rule.wide.dims[dim] = Access::window(factor, factor);
      continue;
    }
    MixedRadix digits;
    for (int64_t dim : dims) {
      int64_t extent = reshape.wide.getDimSize(dim);
      unsigned factor = rule.builder.addFactor(extent);
      rule.wide.dims[dim] = Access::whole(factor, extent);
      digits.push_back({factor, 1, extent});
    }
    joined =
        digits.empty() ? Access::none() : Access::spelled(std::move(digits));
  }
  return rule;
}

//===----------------------------------------------------------------------===//
// Reshapes in other layouts
//===----------------------------------------------------------------------===//

namespace {
/// A physical shape of the wide type in which the parts of each factor are
/// joined.
struct JoinedParts {
  /// The dims of the physical shape of the wide type that are joined.
  SmallVector<ReassociationIndices> groups;
  /// The sizes of the joined shape.
  SmallVector<int64_t> shape;
  /// Per dim of the joined shape, digits of the dims of the narrow type.
  MixedRadixMap layout;
};
} // namespace

/// Expresses a layout of the wide type in digits of the narrow one, and joins
/// what are parts of one dim of that.
static JoinedParts joinParts(const Reshape &reshape, const PortRule &wide,
                             ArrayRef<MixedRadix> layout) {
  // Per dim of the wide type, the dim of the narrow one and its weight in it.
  SmallVector<std::pair<unsigned, int64_t>> places(wide.shape.size(), {0, 1});
  for (auto [joined, group] : llvm::enumerate(reshape.groups)) {
    int64_t weight = 1;
    for (int64_t dim : llvm::reverse(group)) {
      places[dim] = {static_cast<unsigned>(joined), weight};
      if (!ShapedType::isDynamic(wide.shape[dim]))
        weight *= wide.shape[dim];
    }
  }
  JoinedParts result;
  std::optional<unsigned> last; // The factor of the last part.
  for (auto [position, list] : llvm::enumerate(layout)) {
    const Digit &digit = list.front();
    const Access &access = wide.dims[digit.dim];
    bool isPart = access.kind == Access::Kind::Window;
    if (isPart && last == access.factor) {
      result.groups.back().push_back(position);
      continue;
    }
    // A unit dim between parts belongs to them.
    if (digit.extent == 1 && last) {
      result.groups.back().push_back(position);
      continue;
    }
    last = isPart ? std::optional(access.factor) : std::nullopt;
    result.groups.push_back({static_cast<int64_t>(position)});
    auto [joined, weight] = places[digit.dim];
    int64_t size =
        reshape.narrow.getRank() == 0 ? 1 : reshape.narrow.getDimSize(joined);
    result.layout.push_back(
        isPart ? MixedRadix{{joined, 1, size}}
               : normalize(Digit{joined, digit.stride * weight, digit.extent}));
    result.shape.push_back(isPart ? size : digit.extent);
  }
  return result;
}

static MixedRadixMap normalizeLists(ArrayRef<MixedRadix> lists) {
  MixedRadixMap result;
  for (const MixedRadix &list : lists)
    result.push_back(normalize(list));
  return result;
}

/// Reshapes `value`, whose dims are the digits `from` of a tensor of rank
/// `rank`, such that they are `to`, which has them in the same order.
static Value regroup(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<MixedRadix> from, ArrayRef<MixedRadix> to,
                     int64_t rank) {
  MixedRadixMap before = normalizeLists(from), after = normalizeLists(to);
  if (before == after)
    return value;
  std::optional<MixedRadixMap> map =
      composeAll(after, invert(before, getSpannedShape(concat(before), rank)));
  return LayoutTransformOp::create(
      builder, loc, value,
      IndexMap::get(*map, cast<RankedTensorType>(value.getType()).getShape(),
                    builder.getContext()));
}

namespace {
struct CollapseModel
    : LayoutRuleOpInterface::ExternalModel<CollapseModel,
                                           tensor::CollapseShapeOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    ReshapeRule rule = getRule(getReshape(cast<tensor::CollapseShapeOp>(self)));
    return rule.builder.addPort(std::move(rule.wide))
        .addPort(std::move(rule.narrow))
        .build();
  }

  /// Collapses the parts of each factor. In the layout (n, h, w, c),
  ///
  ///   %1 = tensor.collapse_shape %0 [[0], [1], [2, 3]]
  ///          : tensor<2x8x6x?xf32> into tensor<2x8x?xf32>
  ///
  /// becomes
  ///
  ///   %1 = tensor.collapse_shape %0 [[0], [1, 2], [3]]
  ///          : tensor<2x6x?x8xf32> into tensor<2x?x8xf32>
  ///
  /// Groups that the layout splits are joined by an index map, which keeps the
  /// order of all elements as well.
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::CollapseShapeOp>(self);
    Reshape reshape = getReshape(op);
    JoinedParts parts =
        joinParts(reshape, getRule(reshape).wide, layouts.front());
    Value value = operands.front();
    if (parts.groups.size() != layouts.front().size())
      value = tensor::CollapseShapeOp::create(rewriter, op.getLoc(),
                                              reshape.narrow.clone(parts.shape),
                                              value, parts.groups);
    return {regroup(rewriter, op.getLoc(), value, parts.layout, layouts.back(),
                    reshape.narrow.getRank())};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *, ArrayRef<PadContent> operands) const {
    return SmallVector<PadContent>{operands.front()};
  }
};

struct ExpandModel
    : LayoutRuleOpInterface::ExternalModel<ExpandModel, tensor::ExpandShapeOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::ExpandShapeOp>(self);
    ReshapeRule rule = getRule(getReshape(op));
    return rule.builder.addPort(std::move(rule.narrow))
        .addScalars(op.getOutputShape().size())
        .addPort(std::move(rule.wide))
        .build();
  }

  /// Expands the parts of each factor. In the layout (n, hw, c),
  ///
  ///   %1 = tensor.expand_shape %0 [[0], [1], [2, 3]]
  ///          output_shape [2, 8, 6, %w]
  ///          : tensor<2x8x?xf32> into tensor<2x8x6x?xf32>
  ///
  /// becomes
  ///
  ///   %1 = tensor.expand_shape %0 [[0], [1, 2], [3]]
  ///          output_shape [2, 6, %w, 8]
  ///          : tensor<2x?x8xf32> into tensor<2x6x?x8xf32>
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::ExpandShapeOp>(self);
    Reshape reshape = getReshape(op);
    JoinedParts parts =
        joinParts(reshape, getRule(reshape).wide, layouts.back());
    Value value =
        regroup(rewriter, op.getLoc(), operands.front(), layouts.front(),
                parts.layout, reshape.narrow.getRank());
    if (parts.groups.size() == layouts.back().size())
      return {value};
    SmallVector<OpFoldResult> sizes =
        splitEntries(PerDim::Size, op.getMixedOutputShape(), layouts.back(),
                     reshape.wide.getShape(), op.getContext());
    return {tensor::ExpandShapeOp::create(
        rewriter, op.getLoc(), getPhysicalType(reshape.wide, layouts.back()),
        value, parts.groups, sizes)};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *, ArrayRef<PadContent> operands) const {
    return SmallVector<PadContent>{operands.front()};
  }
};
} // namespace

void layout::attachReshapeModels(MLIRContext &context) {
  tensor::CollapseShapeOp::attachInterface<CollapseModel>(context);
  tensor::ExpandShapeOp::attachInterface<ExpandModel>(context);
}
