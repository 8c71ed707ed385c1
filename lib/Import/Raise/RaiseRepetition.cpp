//===- RaiseRepetition.cpp - Raises loops that repeat elements ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upsampling reads each pixel several times. Of the ways to write that, a
// broadcast to new dims, which are joined with those of the image, keeps
// neither from having another layout.
//
//===----------------------------------------------------------------------===//

#include "CopyLoop.h"
#include "Raise.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Dialect/Layout.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

namespace {
/// How a dim of the result is read: as a dim of the source, alone or with a dim
/// outside or inside of it along which elements are repeated; or not at all.
struct RepeatedDim {
  bool isRead = false;
  int64_t outer = 1; ///< times that the whole dim is repeated
  int64_t inner = 1; ///< times that each element is repeated
};
} // namespace

/// Returns the constant by which `index` divides, as `kind` does, and sets it
/// to what is divided; nothing if it is another expression.
static std::optional<int64_t> takeDivisor(AffineExpr &index,
                                          AffineExprKind kind) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  if (!binary || binary.getKind() != kind ||
      !isa<AffineConstantExpr>(binary.getRHS()))
    return std::nullopt;
  index = binary.getLHS();
  return cast<AffineConstantExpr>(binary.getRHS()).getValue();
}

/// Returns the dim of the result that `index`, that of a dim of size `size` of
/// the source, reads, and sets how: d, d floordiv 2, d mod 4, or
/// (d floordiv 2) mod 4. Returns nothing if it is read in another way, or not
/// all of it.
static std::optional<unsigned> readIndex(AffineExpr index, int64_t size,
                                         ArrayRef<int64_t> result,
                                         RepeatedDim &repeated) {
  auto modulus = takeDivisor(index, AffineExprKind::Mod);
  auto divisor = takeDivisor(index, AffineExprKind::FloorDiv);
  auto dim = dyn_cast<AffineDimExpr>(index);
  if (!dim)
    return std::nullopt;
  int64_t extent = result[dim.getPosition()];
  if (!modulus && !divisor)
    return extent == size ? std::optional(dim.getPosition()) : std::nullopt;
  if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(size))
    return std::nullopt;
  repeated.inner = divisor.value_or(1);
  int64_t once = size * repeated.inner;
  if (extent % once != 0 || modulus.value_or(size) != size)
    return std::nullopt;
  repeated.outer = extent / once;
  if (!modulus && repeated.outer != 1)
    return std::nullopt;
  return dim.getPosition();
}

/// Returns for each dim of the source the dim of the result that `indices` read
/// it at, in ascending order, and sets how. A dim of size 1 whose index is 0 is
/// repeated along one that no other is read at. Fails if there are no such
/// dims.
static FailureOr<SmallVector<unsigned>>
readIndices(ArrayRef<AffineExpr> indices, ArrayRef<int64_t> source,
            ArrayRef<int64_t> result, MutableArrayRef<RepeatedDim> repeated) {
  SmallVector<unsigned> dims;
  unsigned end = result.size(); // those of the dims behind are read
  for (unsigned number : llvm::reverse(llvm::seq<unsigned>(0, source.size()))) {
    std::optional<unsigned> dim;
    if (indices[number] == 0 && source[number] == 1) {
      if (end == 0 || ShapedType::isDynamic(result[end - 1]))
        return failure();
      dim = end - 1;
      repeated[number].outer = result[*dim];
    } else {
      dim =
          readIndex(indices[number], source[number], result, repeated[number]);
    }
    if (!dim || *dim >= end)
      return failure();
    end = *dim;
    dims.push_back(*dim);
  }
  std::reverse(dims.begin(), dims.end());
  return dims;
}

/// Returns how the dims of the result are read, if the dims of the source have
/// the order of theirs; nothing if no element is repeated along a dim of the
/// source.
static std::optional<SmallVector<RepeatedDim>>
getRepeatedDims(const CopyLoop &loop) {
  if (!loop.write.isPermutation())
    return std::nullopt;
  AffineMap read = loop.read.compose(inversePermutation(loop.write));
  auto isDivided = [](AffineExpr index) {
    return isa<AffineBinaryOpExpr>(index);
  };
  if (llvm::none_of(read.getResults(), isDivided))
    return std::nullopt;
  SmallVector<RepeatedDim> ofSource(read.getNumResults());
  FailureOr<SmallVector<unsigned>> dims =
      readIndices(read.getResults(), loop.source.getType().getShape(),
                  loop.resultType.getShape(), ofSource);
  if (failed(dims))
    return std::nullopt;
  SmallVector<RepeatedDim> ofResult(loop.resultType.getRank());
  for (auto [number, dim] : llvm::enumerate(*dims)) {
    ofResult[dim] = ofSource[number];
    ofResult[dim].isRead = true;
  }
  return ofResult;
}

namespace {
/// The tensor with new dims for those along which elements are repeated.
struct SplitResult {
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> newDims;
  SmallVector<AffineExpr> joined; ///< the dims of the result
};
} // namespace

static SplitResult splitResult(OpBuilder &builder, ArrayRef<RepeatedDim> dims,
                               ArrayRef<OpFoldResult> sizes) {
  SplitResult split;
  auto add = [&](OpFoldResult size, bool isNew) {
    int64_t dim = split.sizes.size();
    if (isNew)
      split.newDims.push_back(dim);
    split.sizes.push_back(size);
    return builder.getAffineDimExpr(dim);
  };
  for (auto [repeated, size] : llvm::zip_equal(dims, sizes)) {
    int64_t times = repeated.outer * repeated.inner;
    if (times == 1) {
      split.joined.push_back(add(size, !repeated.isRead));
      continue;
    }
    int64_t extent = *getConstantIntValue(size) / times;
    AffineExpr index = builder.getAffineConstantExpr(0);
    if (repeated.outer > 1)
      index = add(builder.getIndexAttr(repeated.outer), true) * extent;
    index = index + add(builder.getIndexAttr(extent), false);
    if (repeated.inner > 1)
      index = index * repeated.inner +
              add(builder.getIndexAttr(repeated.inner), true);
    split.joined.push_back(index);
  }
  return split;
}

/// Raises a loop that repeats elements along dims of its source:
///
///   %0 = linalg.generic {
///       indexing_maps = [affine_map<(i, j) -> (i, j floordiv 2)>,
///                        affine_map<(i, j) -> (i, j)>],
///       iterator_types = ["parallel", "parallel"]}
///       ins(%a : tensor<8x4xf32>) outs(%b : tensor<8x8xf32>) {
///   ^bb0(%in: f32, %out: f32):
///     linalg.yield %in : f32
///   } -> tensor<8x8xf32>
///
/// becomes
///
///   %0 = linalg.broadcast ins(%a : tensor<8x4xf32>)
///       outs(%c : tensor<8x4x2xf32>) dimensions = [2]
///   %1 = layout.layout_transform %0 by <(d0, d1, d2) -> (d0, d1 * 2 + d2)>
///       : tensor<8x4x2xf32> to tensor<8x8xf32>
LogicalResult raise::raiseRepetition(RewriterBase &rewriter,
                                     linalg::LinalgOp op) {
  std::optional<CopyLoop> loop = matchCopyLoop(op);
  if (!loop || !isPlain(loop->source.getType()) || !isPlain(loop->resultType))
    return failure();
  std::optional<SmallVector<RepeatedDim>> dims = getRepeatedDims(*loop);
  if (!dims)
    return failure();
  Location loc = op.getLoc();
  SplitResult split = splitResult(
      rewriter, *dims,
      tensor::getMixedSizes(rewriter, loc, op.getDpsInitOperand(0)->get()));
  Value empty = tensor::EmptyOp::create(rewriter, loc, split.sizes,
                                        loop->resultType.getElementType());
  Value repeated = linalg::BroadcastOp::create(rewriter, loc, loop->source,
                                               empty, split.newDims)
                       ->getResult(0);
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(repeated.getType()).getShape();
  IndexMap map(AffineMap::get(split.sizes.size(), 0, split.joined,
                              rewriter.getContext()));
  return replace(rewriter, op,
                 LayoutTransformOp::create(rewriter, loc, repeated,
                                           map.canonicalize(shape)));
}
