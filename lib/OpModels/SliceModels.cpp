//===- SliceModels.cpp - Layout rules of slices of tensors ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalModels.h"
#include "Interfaces/BoxRules.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the port of a slice of a tensor whose dims are the factors of
/// `rule`. `dropped` are the dims that the slice does not have. One index of a
/// dim is one index of each of its parts if it is a constant, so that the slice
/// follows no part; otherwise the dim is kept whole.
static PortRule getSlicePort(RankedTensorType slice, LayoutRuleBuilder &rule,
                             ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> strides,
                             const llvm::SmallBitVector &dropped) {
  PortRule port = PortRule::whole(slice);
  auto access = port.dims.begin();
  for (unsigned factor : llvm::seq<unsigned>(0, rule.getNumFactors())) {
    rule.padBehindPieces(factor);
    if (dropped.test(factor)) {
      if (!getConstantIntValue(offsets[factor]))
        rule.keepWhole(factor);
      continue;
    }
    *access = getPieceAccess(factor, rule.getExtent(factor), offsets[factor],
                             port.shape[access - port.dims.begin()]);
    // Strided slices move as whole dims.
    if (!isConstantIntValue(strides[factor], 1))
      *access = Access::piece(factor, ShapedType::kDynamic);
    else if (slice.getDimSize(access - port.dims.begin()) == 1 &&
             getConstantIntValue(offsets[factor]))
      *access = Access::none();
    ++access;
  }
  return port;
}

/// Returns an offset, size or stride list of a slice op on the physical dims.
template <typename OpTy>
static SmallVector<OpFoldResult> splitList(PerDim kind, OpTy op,
                                           RankedTensorType larger,
                                           const MixedRadixMap &layout) {
  SmallVector<OpFoldResult> entries =
      kind == PerDim::Offset ? op.getMixedOffsets()
      : kind == PerDim::Size ? op.getMixedSizes()
                             : op.getMixedStrides();
  return splitEntries(kind, entries, layout, larger.getShape(),
                      op.getContext());
}

/// Reshapes `value` to `type`, which differs by dims of size 1 only, or by
/// which sizes are known. Each other dim is taken as it is, as several of them
/// may be dynamic:
///
///   %1 = layout.layout_transform %0 by <(i, j, k) -> (i, k)>
///          : tensor<?x1x?xf32> to tensor<?x?xf32>
static Value reshapeTo(RewriterBase &rewriter, Location loc, Value value,
                       RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  if (tensor::CastOp::areCastCompatible(from, type))
    return tensor::CastOp::create(rewriter, loc, type, value);
  SmallVector<int64_t> source = treatEmptyAsDynamic(from.getShape());
  MixedRadixMap kept = getIdentityDigits(source);
  llvm::erase_if(kept, [](const MixedRadix &list) { return list.empty(); });
  MixedRadixMap results(type.getRank());
  auto next = kept.begin();
  for (auto [size, list] : llvm::zip_equal(type.getShape(), results))
    if (size != 1)
      list = *next++;
  assert(next == kept.end() && "the types differ by dims of size 1 only");
  return LayoutTransformOp::create(
      rewriter, loc, value, IndexMap::get(results, source, type.getContext()));
}

/// Returns `type` with the given sizes. That of a value is dynamic, also if the
/// value is a constant.
static RankedTensorType getBoxType(RankedTensorType type,
                                   ArrayRef<OpFoldResult> sizes) {
  return type.clone(decomposeMixedValues(sizes).first);
}

/// The rule of an insertion: the dims of the destination are the factors.
template <typename OpTy>
static LayoutRuleBuilder getInsertionRule(OpTy op) {
  RankedTensorType dest = op.getDestType();
  LayoutRuleBuilder rule(dest.getShape());
  rule.addPort(getSlicePort(op.getSourceType(), rule, op.getMixedOffsets(),
                            op.getMixedStrides(), op.getDroppedDims()));
  rule.addPort(dest);
  rule.addScalars(op->getNumOperands() - 2);
  return rule;
}

namespace {
struct ExtractSliceModel
    : LayoutRuleOpInterface::ExternalModel<ExtractSliceModel,
                                           tensor::ExtractSliceOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::ExtractSliceOp>(self);
    LayoutRuleBuilder rule(op.getSourceType().getShape());
    rule.addPort(op.getSourceType());
    rule.addScalars(op->getNumOperands() - 1);
    rule.addPort(getSlicePort(op.getType(), rule, op.getMixedOffsets(),
                              op.getMixedStrides(), op.getDroppedDims()));
    return rule.build();
  }

  /// Slices the physical dims, and drops dims of size 1 by a reshape. With
  /// source layout (d1 floordiv 8, d0, d1 mod 8),
  ///
  ///   %1 = tensor.extract_slice %0[2, 16] [1, 16] [1, 1]
  ///          : tensor<4x32xf32> to tensor<16xf32>
  ///
  /// becomes
  ///
  ///   %1 = tensor.extract_slice %0[2, 2, 0] [2, 1, 8] [1, 1, 1]
  ///          : tensor<4x4x8xf32> to tensor<2x1x8xf32>
  ///   %2 = layout.layout_transform %1 by <(i, j, k) -> (i, k)>
  ///          : tensor<2x1x8xf32> to tensor<2x8xf32>
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::ExtractSliceOp>(self);
    auto split = [&](PerDim kind) {
      return splitList(kind, op, op.getSourceType(), layouts.front());
    };
    SmallVector<OpFoldResult> sizes = split(PerDim::Size);
    Value box = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), getBoxType(op.getType(), sizes),
        operands.front(), split(PerDim::Offset), sizes, split(PerDim::Stride));
    return {reshapeTo(rewriter, op.getLoc(), box,
                      getPhysicalType(op.getType(), layouts.back()))};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *, ArrayRef<PadContent> operands) const {
    return joinPadContents(operands.front());
  }
};

struct InsertSliceModel
    : LayoutRuleOpInterface::ExternalModel<InsertSliceModel,
                                           tensor::InsertSliceOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::InsertSliceOp>(self);
    return getInsertionRule(op).addPort(op.getType()).build();
  }

  /// Reshapes the source to a box of the rank of the destination, and inserts
  /// it into the physical dims. With result layout
  /// (d1 floordiv 8, d0, d1 mod 8),
  ///
  ///   %2 = tensor.insert_slice %0 into %1[2, 16] [1, 16] [1, 1]
  ///          : tensor<16xf32> into tensor<4x32xf32>
  ///
  /// becomes
  ///
  ///   %2 = layout.layout_transform %0 by <(i, k) -> (i, 0, k)>
  ///          : tensor<2x8xf32> to tensor<2x1x8xf32>
  ///   %3 = tensor.insert_slice %2 into %1[2, 2, 0] [2, 1, 8] [1, 1, 1]
  ///          : tensor<2x1x8xf32> into tensor<4x4x8xf32>
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::InsertSliceOp>(self);
    auto split = [&](PerDim kind) {
      return splitList(kind, op, op.getDestType(), layouts.back());
    };
    SmallVector<OpFoldResult> sizes = split(PerDim::Size);
    Value source = reshapeTo(rewriter, op.getLoc(), operands[0],
                             getBoxType(op.getSourceType(), sizes));
    auto inserted = tensor::InsertSliceOp::create(
        rewriter, op.getLoc(), source, operands[1], split(PerDim::Offset),
        sizes, split(PerDim::Stride));
    return {inserted};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *, ArrayRef<PadContent> operands) const {
    return joinPadContents(operands.take_front(2));
  }
};

struct ParallelInsertSliceModel
    : LayoutRuleOpInterface::ExternalModel<ParallelInsertSliceModel,
                                           tensor::ParallelInsertSliceOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    return getInsertionRule(cast<tensor::ParallelInsertSliceOp>(self)).build();
  }

  /// Inserts into the physical dims, as InsertSliceModel. The reshape is done
  /// by each iteration, in front of `scf.forall.in_parallel`. In layout
  /// (d1, d0),
  ///
  ///   scf.forall.in_parallel {
  ///     tensor.parallel_insert_slice %0 into %out[%i, 0] [1, 32] [1, 1]
  ///       : tensor<32xf32> into tensor<4x32xf32>
  ///   }
  ///
  /// becomes
  ///
  ///   %1 = layout.layout_transform %0 by <(i) -> (i, 0)>
  ///          : tensor<32xf32> to tensor<32x1xf32>
  ///   scf.forall.in_parallel {
  ///     tensor.parallel_insert_slice %1 into %out[0, %i] [32, 1] [1, 1]
  ///       : tensor<32x1xf32> into tensor<32x4xf32>
  ///   }
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::ParallelInsertSliceOp>(self);
    auto split = [&](PerDim kind) {
      return splitList(kind, op, op.getDestType(), layouts[1]);
    };
    SmallVector<OpFoldResult> sizes = split(PerDim::Size);
    Value source;
    {
      // The op may be built elsewhere, as a trial.
      OpBuilder::InsertionGuard guard(rewriter);
      if (rewriter.getInsertionBlock() == op->getBlock())
        rewriter.setInsertionPoint(op->getParentOp());
      source = reshapeTo(rewriter, op.getLoc(), operands[0],
                         getBoxType(op.getSourceType(), sizes));
    }
    tensor::ParallelInsertSliceOp::create(rewriter, op.getLoc(), source,
                                          operands[1], split(PerDim::Offset),
                                          sizes, split(PerDim::Stride));
    return {};
  }
};
} // namespace

void layout::registerSliceModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(*context);
    tensor::InsertSliceOp::attachInterface<InsertSliceModel>(*context);
    tensor::ParallelInsertSliceOp::attachInterface<ParallelInsertSliceModel>(
        *context);
  });
}
