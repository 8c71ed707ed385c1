//===- RespellMovement.cpp - Reshapes, pads, concatenations in parts ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Respell.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// tensor.concat becomes tensor.insert_slice ops into a tensor.empty.
static bool respellConcat(RewriterBase &rewriter, Operation *op) {
  auto concat = dyn_cast<tensor::ConcatOp>(op);
  if (!concat)
    return false;
  FailureOr<SmallVector<Value>> results = concat.decomposeOperation(rewriter);
  if (failed(results))
    return false;
  rewriter.replaceOp(op, *results);
  return true;
}

/// tensor.concat of three parts or more joins all but the last one first.
static bool respellNestedConcat(RewriterBase &rewriter, Operation *op) {
  auto concat = dyn_cast<tensor::ConcatOp>(op);
  if (!concat || concat.getInputs().size() < 3)
    return false;
  Value first = tensor::ConcatOp::create(
      rewriter, op->getLoc(), concat.getDim(), concat.getInputs().drop_back());
  rewriter.replaceOpWithNewOp<tensor::ConcatOp>(
      op, concat.getType(), concat.getDim(),
      ValueRange{first, concat.getInputs().back()});
  return true;
}

/// Pads with constants at the low ends first, then at the high ends:
///
///   tensor.pad %x low[1, 1] high[1, 1]
///
/// becomes
///
///   %low = tensor.pad %x low[1, 1] high[0, 0]
///   tensor.pad %low low[0, 0] high[1, 1]
static bool respellPad(RewriterBase &rewriter, Operation *op) {
  auto pad = dyn_cast<tensor::PadOp>(op);
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (!pad || !pad.getConstantPaddingValue() || !pad.getLow().empty() ||
      !pad.getHigh().empty() || !pad.getResultType().hasStaticShape() ||
      llvm::all_of(pad.getStaticLow(), isZero) ||
      llvm::all_of(pad.getStaticHigh(), isZero))
    return false;
  SmallVector<OpFoldResult> none(pad.getResultType().getRank(),
                                 rewriter.getIndexAttr(0));
  Value content = pad.getConstantPaddingValue();
  SmallVector<int64_t> shape(pad.getSourceType().getShape());
  for (auto [extent, amount] : llvm::zip_equal(shape, pad.getStaticLow()))
    extent += amount;
  auto low = tensor::PadOp::create(
      rewriter, op->getLoc(), pad.getResultType().clone(shape), pad.getSource(),
      pad.getMixedLowPad(), none, content, pad.getNofold());
  auto high = tensor::PadOp::create(rewriter, op->getLoc(), pad.getResultType(),
                                    low, none, pad.getMixedHighPad(), content,
                                    pad.getNofold());
  rewriter.replaceOp(op, high);
  return true;
}

/// Returns the scalar that a linalg.fill writes to all elements of `tensor`.
static Value getFilledWith(Value tensor) {
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  return fill ? fill.value() : Value();
}

/// A pad with a constant is an insertion into a filled tensor:
///
///   tensor.pad %x low[0, 1] high[0, 1] { ... tensor.yield %c : f32 }
///
/// becomes
///
///   %f = linalg.fill ins(%c : f32) outs(%e : tensor<8x8xf32>)
///   tensor.insert_slice %x into %f[0, 1] [8, 6] [1, 1]
static bool respellInsertedPad(RewriterBase &rewriter, Operation *op) {
  auto pad = dyn_cast<tensor::PadOp>(op);
  auto isNegative = [](int64_t amount) { return amount < 0; };
  if (!pad || !pad.getConstantPaddingValue() || pad.getNofold() ||
      !pad.getResultType().hasStaticShape() ||
      !pad.getSourceType().hasStaticShape() ||
      llvm::any_of(pad.getStaticLow(), isNegative) ||
      llvm::any_of(pad.getStaticHigh(), isNegative))
    return false;
  Location loc = op->getLoc();
  Value content = pad.getConstantPaddingValue();
  if (content.getParentRegion() == &pad.getRegion())
    content = rewriter.clone(*content.getDefiningOp())->getResult(0);
  RankedTensorType type = pad.getResultType();
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  Value filled = linalg::FillOp::create(rewriter, loc, content, empty).result();
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
      op, pad.getSource(), filled, pad.getMixedLowPad(),
      getAsIndexOpFoldResult(op->getContext(), pad.getSourceType().getShape()),
      strides);
  return true;
}

/// Whether the strides of an insertion leave elements between others.
static bool hasElementsBetween(tensor::InsertSliceOp op) {
  return llvm::any_of(
      llvm::zip_equal(op.getStaticSizes(), op.getStaticStrides()),
      [](auto entry) {
        return std::get<0>(entry) > 1 && std::get<1>(entry) > 1;
      });
}

/// An insertion with strides into a filled tensor is a pad of new dims that
/// are joined with others, a pad, and a slice:
///
///   %f = linalg.fill ins(%c : f32) outs(%e : tensor<8xf32>)
///   tensor.insert_slice %x into %f[1] [4] [2]
///
/// becomes
///
///   %0 = tensor.expand_shape %x [[0, 1]] output_shape [4, 1]
///   %1 = tensor.pad %0 low[0, 0] high[0, 1] { ... tensor.yield %c : f32 }
///   %2 = tensor.collapse_shape %1 [[0, 1]]
///   %3 = tensor.pad %2 low[1] high[0] { ... tensor.yield %c : f32 }
///   tensor.extract_slice %3[0] [8] [1]
static bool respellDilation(RewriterBase &rewriter, Operation *op) {
  auto insertion = dyn_cast<tensor::InsertSliceOp>(op);
  if (!insertion || insertion->getNumOperands() != 2 ||
      !hasElementsBetween(insertion) ||
      insertion.getSourceType().getRank() !=
          insertion.getDestType().getRank() ||
      !insertion.getDestType().hasStaticShape())
    return false;
  Value content = getFilledWith(insertion.getDest());
  if (!content)
    return false;
  Location loc = op->getLoc();
  SmallVector<int64_t> split, high;
  SmallVector<ReassociationIndices> groups;
  for (auto [size, stride] : llvm::zip_equal(insertion.getStaticSizes(),
                                             insertion.getStaticStrides())) {
    int64_t dim = split.size();
    groups.push_back({dim, dim + 1});
    split.append({size, 1});
    high.append({0, stride - 1});
  }
  auto pad = [&](Value value, ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
    return tensor::PadOp::create(rewriter, loc, Type(), value,
                                 getAsIndexOpFoldResult(op->getContext(), low),
                                 getAsIndexOpFoldResult(op->getContext(), high),
                                 content);
  };
  Value value = tensor::ExpandShapeOp::create(
      rewriter, loc, insertion.getSourceType().clone(split),
      insertion.getSource(), groups);
  value = pad(value, SmallVector<int64_t>(split.size(), 0), high);
  value = tensor::CollapseShapeOp::create(rewriter, loc, value, groups);
  RankedTensorType type = insertion.getDestType();
  SmallVector<int64_t> behind;
  for (auto [extent, offset, size, stride] : llvm::zip_equal(
           type.getShape(), insertion.getStaticOffsets(),
           insertion.getStaticSizes(), insertion.getStaticStrides()))
    behind.push_back(std::max<int64_t>(0, extent - offset - size * stride));
  value = pad(value, insertion.getStaticOffsets(), behind);
  rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
      op, type, value,
      SmallVector<OpFoldResult>(type.getRank(), rewriter.getIndexAttr(0)),
      getAsIndexOpFoldResult(op->getContext(), type.getShape()),
      SmallVector<OpFoldResult>(type.getRank(), rewriter.getIndexAttr(1)));
  return true;
}

/// An elementwise op of one slice computes all elements in front of the slice,
/// too, and is sliced:
///
///   %1 = tensor.extract_slice %0[8] [32] [1]
///   linalg.exp ins(%1) ...
///
/// becomes
///
///   %1 = tensor.extract_slice %0[0] [40] [1]
///   %2 = linalg.exp ins(%1) ...
///   tensor.extract_slice %2[8] [32] [1]
static bool respellLateSlice(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isStaticOnTensors(structured) ||
      structured.getNumDpsInputs() != 1 || structured.hasIndexSemantics() ||
      structured.payloadUsesValueFromOperand(structured.getDpsInitOperand(0)) ||
      !llvm::all_of(structured.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return false;
  auto slice = op->getOperand(0).getDefiningOp<tensor::ExtractSliceOp>();
  auto isZero = [](int64_t offset) { return offset == 0; };
  if (!slice || !slice.hasUnitStride() || slice->getNumOperands() != 1 ||
      slice.getType().getRank() != slice.getSourceType().getRank() ||
      llvm::all_of(slice.getStaticOffsets(), isZero))
    return false;
  SmallVector<int64_t> ends;
  for (auto [offset, size] :
       llvm::zip_equal(slice.getStaticOffsets(), slice.getStaticSizes()))
    ends.push_back(offset + size);
  Location loc = op->getLoc();
  MLIRContext *context = op->getContext();
  SmallVector<OpFoldResult> zeros(ends.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(ends.size(), rewriter.getIndexAttr(1));
  Value larger = tensor::ExtractSliceOp::create(
      rewriter, loc, slice.getSource(), zeros,
      getAsIndexOpFoldResult(context, ends), ones);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, ends, type.getElementType());
  Operation *computed =
      clone(rewriter, op, type.clone(ends), ValueRange{larger, empty});
  rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
      op, type, computed->getResult(0), slice.getMixedOffsets(),
      slice.getMixedSizes(), ones);
  return true;
}

/// Collapses and expands of static shapes become tensor.reshape, with the shape
/// as a constant.
static bool respellReshape(RewriterBase &rewriter, Operation *op) {
  if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type.hasStaticShape() || !source.hasStaticShape() ||
      type.getEncoding() || source.getEncoding() || type.getRank() == 0)
    return false;
  Value shape = arith::ConstantOp::create(
      rewriter, op->getLoc(), rewriter.getI64TensorAttr(type.getShape()));
  rewriter.replaceOpWithNewOp<tensor::ReshapeOp>(op, type, op->getOperand(0),
                                                 shape);
  return true;
}

/// Whether `op` collapses or expands a tensor of static shape.
static bool isStaticReshape(Operation *op) {
  if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  return type.hasStaticShape() && source.hasStaticShape() &&
         !type.getEncoding() && !source.getEncoding();
}

/// Returns groups that join the first two dims which `groups` joins, of
/// `rank`, and the groups that join the rest behind them; nothing if these are
/// the only ones.
static std::optional<std::pair<SmallVector<ReassociationIndices>,
                               SmallVector<ReassociationIndices>>>
splitGroups(ArrayRef<ReassociationIndices> groups, int64_t rank) {
  int64_t first = -1;
  SmallVector<ReassociationIndices> rest;
  for (const ReassociationIndices &group : groups) {
    ReassociationIndices joined;
    for (int64_t dim : group) {
      if (dim != group.front() && first == -1)
        first = dim - 1;
      if (first == -1 || dim != first + 1)
        joined.push_back(dim - (first != -1 && dim > first));
    }
    rest.push_back(joined);
  }
  if (first == -1 || int64_t(groups.size()) >= rank - 1)
    return std::nullopt;
  SmallVector<ReassociationIndices> joins;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim != first + 1)
      joins.emplace_back();
    joins.back().push_back(dim);
  }
  return std::pair(joins, rest);
}

/// A reshape that joins or splits several pairs of dims is one of the first
/// pair and one of the others:
///
///   tensor.collapse_shape %x [[0, 1], [2, 3]]
///
/// becomes
///
///   %0 = tensor.collapse_shape %x [[0, 1], [2], [3]]
///   tensor.collapse_shape %0 [[0], [1, 2]]
static bool respellTwoReshapes(RewriterBase &rewriter, Operation *op) {
  if (!isStaticReshape(op))
    return false;
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
  Value split = collapse ? collapse.getSrc() : expand.getResult();
  auto groups = collapse ? collapse.getReassociationIndices()
                         : expand.getReassociationIndices();
  auto type = cast<RankedTensorType>(split.getType());
  auto parts = splitGroups(groups, type.getRank());
  if (!parts)
    return false;
  const auto &[joins, rest] = *parts;
  if (collapse) {
    Value first = tensor::CollapseShapeOp::create(rewriter, op->getLoc(),
                                                  collapse.getSrc(), joins);
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
        op, collapse.getResultType(), first, rest);
    return true;
  }
  auto between = tensor::CollapseShapeOp::inferCollapsedType(
      type, SmallVector<ReassociationIndices>(joins));
  Value first = tensor::ExpandShapeOp::create(rewriter, op->getLoc(), between,
                                              expand.getSrc(), rest);
  rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(op, type, first, joins);
  return true;
}

/// A reshape goes over a tensor of one dim, as tosa.reshape and
/// stablehlo.reshape do that neither collapse nor expand:
///
///   tensor.expand_shape %x [[0, 1], [2]] : tensor<8x3xf32> into ...
///
/// becomes
///
///   %0 = tensor.collapse_shape %x [[0, 1]] : tensor<8x3xf32> into
///   tensor<24xf32> tensor.expand_shape %0 [[0, 1, 2]] : tensor<24xf32> into
///   tensor<2x4x3xf32>
static bool respellOverOneDim(RewriterBase &rewriter, Operation *op) {
  if (!isStaticReshape(op))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  if (type.getRank() < 2 || source.getRank() < 2)
    return false;
  auto getAll = [](int64_t rank) {
    return SmallVector<ReassociationIndices>{
        llvm::to_vector<2>(llvm::seq<int64_t>(0, rank))};
  };
  Value flat = tensor::CollapseShapeOp::create(
      rewriter, op->getLoc(), op->getOperand(0), getAll(source.getRank()));
  rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(op, type, flat,
                                                     getAll(type.getRank()));
  return true;
}

/// Builds a generic op that copies `source` to `destination` with the given
/// maps in place of `op`.
static bool replaceByCopy(RewriterBase &rewriter, Operation *op, Value source,
                          AffineMap read, Value destination,
                          AffineMap written) {
  auto copy = linalg::GenericOp::create(
      rewriter, op->getLoc(), op->getResultTypes(), source, destination,
      ArrayRef<AffineMap>{read, written},
      SmallVector<utils::IteratorType>(read.getNumDims(),
                                       utils::IteratorType::parallel),
      [](OpBuilder &builder, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(builder, loc, arguments[0]);
      });
  rewriter.replaceOp(op, copy);
  return true;
}

/// A broadcast whose new dims are joined with others is a generic op that
/// divides indices:
///
///   %0 = linalg.broadcast ins(%x) outs(%e : tensor<8x4x2xf32>) dimensions =
///   [2] tensor.collapse_shape %0 [[0], [1, 2]]
///
/// becomes
///
///   linalg.generic {indexing_maps = [(i, j) -> (i, j floordiv 2), ...]}
static bool respellRepetition(RewriterBase &rewriter, Operation *op) {
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  auto broadcast = collapse
                       ? collapse.getSrc().getDefiningOp<linalg::BroadcastOp>()
                       : linalg::BroadcastOp();
  if (!broadcast || !isStaticReshape(op) || !isStaticOnTensors(broadcast))
    return false;
  SmallVector<AffineExpr> indices;
  ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
  for (auto [number, group] :
       llvm::enumerate(collapse.getReassociationIndices())) {
    int64_t inner = 1;
    SmallVector<AffineExpr> digits;
    for (int64_t dim : llvm::reverse(group)) {
      AffineExpr digit = rewriter.getAffineDimExpr(number).floorDiv(inner);
      digits.push_back(dim == group.front() ? digit : digit % shape[dim]);
      inner *= shape[dim];
    }
    llvm::append_range(indices, llvm::reverse(digits));
  }
  SmallVector<AffineExpr> read;
  for (auto [dim, index] : llvm::enumerate(indices))
    if (!llvm::is_contained(broadcast.getDimensions(), dim))
      read.push_back(index);
  RankedTensorType type = collapse.getResultType();
  Value empty = tensor::EmptyOp::create(rewriter, op->getLoc(), type.getShape(),
                                        type.getElementType());
  return replaceByCopy(
      rewriter, op, broadcast.getInput(),
      AffineMap::get(type.getRank(), 0, read, op->getContext()), empty,
      rewriter.getMultiDimIdentityMap(type.getRank()));
}

/// Returns the permutation by which a structured op reads its input and does
/// nothing else: dim i of the result is dim permutation[i] of the input.
static std::optional<SmallVector<int64_t>> getPermutation(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isStaticOnTensors(structured) ||
      structured.getNumDpsInputs() != 1 ||
      !isa<RankedTensorType>(op->getOperand(0).getType()) ||
      !llvm::hasSingleElement(*structured.getBlock()) ||
      structured.getBlock()->getTerminator()->getOperand(0) !=
          structured.getBlock()->getArgument(0))
    return std::nullopt;
  SmallVector<AffineMap> maps = structured.getIndexingMapsArray();
  if (!maps[0].isPermutation() || !maps[1].isPermutation() ||
      maps[0] == maps[1])
    return std::nullopt;
  AffineMap read = maps[1].compose(inversePermutation(maps[0]));
  SmallVector<int64_t> permutation;
  for (AffineExpr index : read.getResults())
    permutation.push_back(cast<AffineDimExpr>(index).getPosition());
  return permutation;
}

/// A transposition is a generic op that writes in another order:
///
///   linalg.transpose ins(%x) outs(%e) permutation = [1, 0]
///
/// becomes
///
///   linalg.generic {indexing_maps = [(a, b) -> (a, b), (a, b) -> (b, a)], ...}
static bool respellScatter(RewriterBase &rewriter, Operation *op) {
  auto permutation = getPermutation(op);
  if (!permutation)
    return false;
  return replaceByCopy(
      rewriter, op, op->getOperand(0),
      rewriter.getMultiDimIdentityMap(permutation->size()), op->getOperand(1),
      AffineMap::getPermutationMap(*permutation, op->getContext()));
}

/// A transposition is a generic op that reads in another order, as it is
/// written by (a, b) -> (b, a) and (a, b) -> (a, b) in the example above.
static bool respellGather(RewriterBase &rewriter, Operation *op) {
  auto permutation = getPermutation(op);
  if (!permutation)
    return false;
  AffineMap written =
      AffineMap::getPermutationMap(*permutation, op->getContext());
  return replaceByCopy(rewriter, op, op->getOperand(0),
                       inversePermutation(written), op->getOperand(1),
                       rewriter.getMultiDimIdentityMap(permutation->size()));
}

/// A generic transposition is a linalg.transpose.
static bool respellTranspose(RewriterBase &rewriter, Operation *op) {
  auto permutation = getPermutation(op);
  if (!permutation || isa<linalg::TransposeOp>(op))
    return false;
  rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
      op, op->getOperand(0), op->getOperand(1), *permutation);
  return true;
}

/// Elementwise ops read what is transposed by a permuted map:
///
///   %t = linalg.transpose ins(%x) outs(%e) permutation = [1, 0]
///   linalg.generic {indexing_maps = [(a, b) -> (a, b), ...]} ins(%t, ...)
///
/// becomes
///
///   linalg.generic {indexing_maps = [(a, b) -> (b, a), ...]} ins(%x, ...)
static bool respellPermutedReads(RewriterBase &rewriter, Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !isStaticOnTensors(cast<linalg::LinalgOp>(op)) ||
      getPermutation(op))
    return false;
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  bool changed = false;
  for (auto [number, input] : llvm::enumerate(generic.getDpsInputOperands())) {
    Operation *producer = input->get().getDefiningOp();
    auto permutation = producer ? getPermutation(producer) : std::nullopt;
    if (!permutation || !producer->hasOneUse())
      continue;
    AffineMap written =
        AffineMap::getPermutationMap(*permutation, op->getContext());
    maps[number] = inversePermutation(written).compose(maps[number]);
    input->set(producer->getOperand(0));
    changed = true;
  }
  if (changed)
    generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  return changed;
}

/// Ops compute on tensors of dynamic extents, as in a program of which an
/// importer has not inferred all shapes:
///
///   linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>)
///
/// reads %x and %e as a tensor<?x?xf32> each, and its result is cast to a
/// tensor<4x8xf32>.
static bool respellCasts(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isStaticOnTensors(structured))
    return false;
  auto getUnknown = [](Type type) -> RankedTensorType {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() == 0 || tensor.getEncoding())
      return nullptr;
    return tensor.clone(
        SmallVector<int64_t>(tensor.getRank(), ShapedType::kDynamic));
  };
  Type type = op->getResult(0).getType();
  if (!getUnknown(type))
    return false;
  Operation *clone = rewriter.clone(*op);
  rewriter.setInsertionPoint(clone);
  for (OpOperand &operand : clone->getOpOperands())
    if (Type unknown = getUnknown(operand.get().getType()))
      operand.set(tensor::CastOp::create(rewriter, op->getLoc(), unknown,
                                         operand.get()));
  clone->getResult(0).setType(getUnknown(type));
  rewriter.setInsertionPointAfter(clone);
  rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, clone->getResult(0));
  return true;
}

ArrayRef<Spelling> layout::getMovementSpellings() {
  static constexpr Spelling spellings[] = {
      {"inserts", respellConcat},
      {"nested-concats", respellNestedConcat},
      {"two-pads", respellPad},
      {"inserted-pads", respellInsertedPad},
      {"dilations", respellDilation},
      {"late-slices", respellLateSlice},
      {"reshape", respellReshape},
      {"two-reshapes", respellTwoReshapes},
      {"over-one-dim", respellOverOneDim},
      {"divided-indices", respellRepetition},
      {"scatter", respellScatter},
      {"gather", respellGather},
      {"transpose", respellTranspose},
      {"permuted-reads", respellPermutedReads},
      {"casts", respellCasts},
  };
  return spellings;
}
