//===- RaiseConcat.cpp - Raises concatenations of strided slices ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patch merging, focus layers and pixel unshuffles are written as slices with
// strides that are concatenated. If the slices are all of their source, each
// element once, they are one index map.
//
//===----------------------------------------------------------------------===//

#include "Raise.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

namespace {
/// Elements of `source` at constant offsets, with constant strides.
struct StridedPart {
  Value source;
  SmallVector<int64_t> offsets, strides;
};
} // namespace

/// Whether a slice takes all of a dim whose size is known at run time only.
static bool isWhole(tensor::ExtractSliceOp slice, unsigned dim) {
  using Bounds = ValueBoundsConstraintSet;
  if (slice.getStaticOffsets()[dim] != 0 || slice.getStaticStrides()[dim] != 1)
    return false;
  FailureOr<bool> isEqual =
      Bounds::areEqual(Bounds::Variable(slice.getMixedSizes()[dim]),
                       Bounds::Variable(slice.getSource(), dim));
  return succeeded(isEqual) && *isEqual;
}

/// Whether the elements of a slice are known, in as many dims as it is taken
/// of.
static bool isKnown(tensor::ExtractSliceOp slice) {
  RankedTensorType source = slice.getSourceType(), type = slice.getType();
  if (source.getRank() != type.getRank() || isMarked(slice) ||
      ShapedType::isDynamicShape(slice.getStaticOffsets()) ||
      ShapedType::isDynamicShape(slice.getStaticStrides()))
    return false;
  return llvm::all_of(
      llvm::seq<unsigned>(0, type.getRank()), [&](unsigned dim) {
        bool isDynamic = source.isDynamicDim(dim) || type.isDynamicDim(dim);
        return !isDynamic || isWhole(slice, dim);
      });
}

/// The part that slices of slices are, of the first value that is no slice of
/// known elements.
static StridedPart getStridedPart(Value value) {
  size_t rank = cast<RankedTensorType>(value.getType()).getRank();
  StridedPart part = {value, SmallVector<int64_t>(rank, 0),
                      SmallVector<int64_t>(rank, 1)};
  while (auto slice = part.source.getDefiningOp<tensor::ExtractSliceOp>()) {
    if (!isKnown(slice))
      break;
    for (size_t dim : llvm::seq(rank)) {
      part.offsets[dim] = slice.getStaticOffsets()[dim] +
                          slice.getStaticStrides()[dim] * part.offsets[dim];
      part.strides[dim] *= slice.getStaticStrides()[dim];
    }
    part.source = slice.getSource();
  }
  return part;
}

/// Returns the distances in the list of `parts` by which the offsets of the
/// dims count, so that part j begins at (j floordiv distance) mod stride in
/// each dim; nothing if they do not count so.
static std::optional<SmallVector<int64_t>>
getDistances(ArrayRef<StridedPart> parts) {
  ArrayRef<int64_t> strides = parts.front().strides;
  SmallVector<int64_t> distances(strides.size(), 0);
  for (size_t dim : llvm::seq(strides.size())) {
    if (strides[dim] == 1)
      continue;
    const auto *next = llvm::find_if(
        parts, [&](const StridedPart &part) { return part.offsets[dim] == 1; });
    if (next == parts.end())
      return std::nullopt;
    distances[dim] = next - parts.begin();
  }
  int64_t count = 1;
  for (int64_t stride : strides)
    count = multiplySaturating(count, stride);
  if (count != int64_t(parts.size()))
    return std::nullopt;
  for (auto [number, part] : llvm::enumerate(parts)) {
    int64_t expected = 0;
    for (auto [distance, offset] : llvm::zip_equal(distances, part.offsets))
      expected += distance * offset;
    if (expected != int64_t(number))
      return std::nullopt;
  }
  return distances;
}

/// Raises a concatenation of all slices of a value:
///
///   %0 = tensor.extract_slice %x[0, 0] [4, 8] [2, 1]
///   %1 = tensor.extract_slice %x[1, 0] [4, 8] [2, 1]
///   %2 = tensor.concat dim(1) %0, %1
///       : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
///
/// becomes
///
///   %2 = layout.layout_transform %x
///       by <(d0, d1) -> (d0 floordiv 2, (d0 mod 2) * 8 + d1)>
///       : tensor<8x8xf32> to tensor<4x16xf32>
LogicalResult raise::raiseConcat(RewriterBase &rewriter, tensor::ConcatOp op) {
  auto type = op.getResultType();
  if (!isPlain(type) || type.isDynamicDim(op.getDim()) ||
      op.getInputs().size() < 2)
    return failure();
  SmallVector<StridedPart> parts =
      llvm::map_to_vector(op.getInputs(), getStridedPart);
  Value source = parts.front().source;
  // The stride of a dim of which a part has one index may be any.
  Type partType = op.getInputs().front().getType();
  ArrayRef<int64_t> shape = cast<RankedTensorType>(partType).getShape();
  for (StridedPart &part : parts)
    for (auto [size, stride, whole] :
         llvm::zip(shape, part.strides,
                   cast<RankedTensorType>(part.source.getType()).getShape()))
      stride = size == 1 ? whole : stride;
  auto sourceType = cast<RankedTensorType>(source.getType());
  ArrayRef<int64_t> strides = parts.front().strides;
  auto isAlike = [&](const auto &pair) {
    auto [part, input] = pair;
    return part.source == source && ArrayRef(part.strides) == strides &&
           input.getType() == partType;
  };
  if (!isPlain(sourceType) ||
      !llvm::all_of(llvm::zip_equal(parts, op.getInputs()), isAlike))
    return failure();
  for (auto [size, stride, whole] :
       llvm::zip_equal(shape, strides, sourceType.getShape()))
    if (ShapedType::isDynamic(size)
            ? stride != 1 || !ShapedType::isDynamic(whole)
            : stride < 1 || size * stride != whole)
      return failure();
  std::optional<SmallVector<int64_t>> distances = getDistances(parts);
  if (!distances)
    return failure();

  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> indices;
  AffineExpr number = getAffineConstantExpr(0, context);
  for (size_t dim : llvm::seq(shape.size())) {
    AffineExpr index = getAffineDimExpr(dim, context);
    indices.push_back(index.floorDiv(strides[dim]));
    number = number + (index % strides[dim]) * (*distances)[dim];
  }
  AffineExpr &joined = indices[op.getDim()];
  joined = joined + number * shape[op.getDim()];
  IndexMap map(AffineMap::get(shape.size(), 0, indices, context));
  return replace(
      rewriter, op,
      LayoutTransformOp::create(rewriter, op.getLoc(), source,
                                map.canonicalize(sourceType.getShape())));
}
