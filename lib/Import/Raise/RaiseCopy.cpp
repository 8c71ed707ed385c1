//===- RaiseCopy.cpp - Raises loops that copy elements --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linalg op whose body yields one element of one tensor moves elements:
//
//     result[write(i)] = source[read(i)]      for every iteration i
//
// Copies, transposes, gathers (affine `read`, plain `write`) and scatters
// (plain `read`, affine `write`) have this form. If both maps are bijections
// between the iterations and a whole tensor, the op is the transform
// write * inverse(read). That of a copy is the identity: a tensor is a value,
// of which a second copy is made where buffers need one.
//
//===----------------------------------------------------------------------===//

#include "CopyLoop.h"
#include "FoldIndex.h"
#include "OpModels/AffineIndex.h"
#include "Raise.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Dialect/Layout.h"
#include "layout/Support/Saturating.h"
#include <variant>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

namespace {
/// A transform of the source and the shape of the source, in which sizes that
/// the loops give are static although they are dynamic in the type.
struct CopyTransform {
  SmallVector<int64_t> sourceShape;
  IndexMap map;
};
} // namespace

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// Returns the extents of the loops; static if some operand has a static size.
static SmallVector<int64_t> getExtents(linalg::LinalgOp op) {
  SmallVector<int64_t> extents(op.getNumLoops(), ShapedType::kDynamic);
  for (OpOperand &operand : op->getOpOperands())
    for (auto [expr, size] :
         llvm::zip_equal(op.getMatchingIndexingMap(&operand).getResults(),
                         op.getShape(&operand)))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        if (!ShapedType::isDynamic(size))
          extents[dim.getPosition()] = size;
  return extents;
}

/// Sets `source` and `read` of `loop` from the element that the body yields: an
/// element of an input, or a tensor.extract with affine indices. The extents of
/// `loop` are set.
static LogicalResult matchRead(linalg::LinalgOp op, Value element,
                               CopyLoop &loop) {
  if (auto argument = dyn_cast<BlockArgument>(element)) {
    if (argument.getOwner() != op.getBlock())
      return failure();
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (!op.isDpsInput(operand))
      return failure();
    loop.source = dyn_cast<TypedValue<RankedTensorType>>(operand->get());
    loop.read = op.getMatchingIndexingMap(operand);
    return success(loop.source != nullptr);
  }
  auto extract = element.getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract->getBlock() != op.getBlock() ||
      op->isAncestor(extract.getTensor().getParentRegion()->getParentOp()))
    return failure();
  SmallVector<AffineExpr> indices =
      llvm::map_to_vector(extract.getIndices(), [&](Value index) {
        AffineExpr affine = getAffineIndex(index);
        return affine ? affine : foldIndex(index, loop.extents);
      });
  if (!llvm::all_of(indices, [](AffineExpr expr) -> bool { return !!expr; }))
    return failure();
  loop.source = dyn_cast<TypedValue<RankedTensorType>>(extract.getTensor());
  loop.read = AffineMap::get(op.getNumLoops(), 0, indices, op->getContext());
  // Require a static shape: nothing says that the loops cover all of a dynamic
  // dim of the tensor that is read.
  return success(loop.source && loop.source.getType().hasStaticShape());
}

std::optional<CopyLoop> raise::matchCopyLoop(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
      op->getNumResults() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return std::nullopt;
  for (Operation &inner : op.getBlock()->without_terminator())
    if (!isMemoryEffectFree(&inner))
      return std::nullopt;

  CopyLoop loop;
  loop.extents = getExtents(op);
  Value element = op.getBlock()->getTerminator()->getOperand(0);
  if (failed(matchRead(op, element, loop)))
    return std::nullopt;
  loop.resultType = cast<RankedTensorType>(op->getResult(0).getType());
  loop.write = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return loop;
}

//===----------------------------------------------------------------------===//
// The bijection
//===----------------------------------------------------------------------===//

/// Returns the shape of `type` with the static sizes that the loops give, or
/// nothing unless `map` is known to cover the whole shape. A dynamic dim is
/// covered only if a loop alone indexes it: then it has the extent of the loop.
static std::optional<SmallVector<int64_t>>
getCoveredShape(AffineMap map, RankedTensorType type,
                ArrayRef<int64_t> extents) {
  std::optional<SmallVector<int64_t>> shape =
      IndexMap(map).getPhysicalShape(extents);
  if (!shape)
    return std::nullopt;
  for (auto [expr, covered, size] :
       llvm::zip_equal(map.getResults(), *shape, type.getShape())) {
    bool follows = isa<AffineDimExpr>(expr) && ShapedType::isDynamic(size);
    if (!follows && (covered != size || ShapedType::isDynamic(size)))
      return std::nullopt;
  }
  return shape;
}

/// Returns the transform that `loop` computes, or the reason why it is none.
static std::variant<CopyTransform, StringRef>
getTransform(const CopyLoop &loop) {
  IndexMap read(loop.read), write(loop.write);
  auto sourceShape =
      getCoveredShape(loop.read, loop.source.getType(), loop.extents);
  if (!sourceShape)
    return "requires loops that are known to run over the whole source";
  if (!getCoveredShape(loop.write, loop.resultType, loop.extents))
    return "requires loops that are known to run over the whole result";
  if (!isProved(read.isBijective(loop.extents)))
    return "requires every element of the source to be read exactly once";
  if (!isProved(write.isBijective(loop.extents)))
    return "requires every element of the result to be written exactly once";
  std::optional<IndexMap> inverse = read.inverse(loop.extents);
  if (!inverse)
    return "requires a read map whose inverse is known";
  return CopyTransform{
      *sourceShape,
      write.compose(*inverse, *sourceShape).canonicalize(*sourceShape)};
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

/// Returns whether the result has at least twice as many elements as the
/// source.
static bool isBroadcast(const CopyLoop &loop) {
  auto count = [](RankedTensorType type) {
    int64_t elements = 1;
    for (int64_t size : type.getShape())
      if (!ShapedType::isDynamic(size))
        elements = multiplySaturating(elements, size);
    return elements;
  };
  return count(loop.source.getType()) <= count(loop.resultType) / 2;
}

/// Raises a loop that moves every element of its source once:
///
///   %0 = linalg.transpose ins(%a : tensor<8x5xf32>)
///       outs(%b : tensor<5x8xf32>) permutation = [1, 0]
///
/// becomes
///
///   %0 = layout.layout_transform %a by <(d0, d1) -> (d1, d0)>
///       : tensor<8x5xf32> to tensor<5x8xf32>
///
/// and so does
///
///   %0 = linalg.generic {
///       indexing_maps = [affine_map<(i, j) -> (i, j)>],
///       iterator_types = ["parallel", "parallel"]}
///       outs(%b : tensor<5x8xf32>) {
///   ^bb0(%out: f32):
///     %i = linalg.index 0 : index
///     %j = linalg.index 1 : index
///     %element = tensor.extract %a[%j, %i] : tensor<8x5xf32>
///     linalg.yield %element : f32
///   } -> tensor<5x8xf32>
LogicalResult raise::raiseCopy(RewriterBase &rewriter, linalg::LinalgOp op) {
  std::optional<CopyLoop> loop = matchCopyLoop(op);
  if (!loop || !isPlain(loop->source.getType()))
    return failure();
  auto transform = getTransform(*loop);
  if (auto *why = std::get_if<StringRef>(&transform))
    return isBroadcast(*loop) ? failure() : skip(op, *why);

  auto [shape, map] = std::get<CopyTransform>(transform);
  RankedTensorType sourceType = loop->source.getType().clone(shape);
  RankedTensorType type = LayoutTransformOp::inferType(sourceType, map);
  if (!isProved(map.isBijective(shape)) || !type ||
      !tensor::CastOp::areCastCompatible(type, loop->resultType))
    return skip(op, "requires an index map proved bijective");
  Value source = castTo(rewriter, loop->source, sourceType);
  return replace(rewriter, op,
                 LayoutTransformOp::create(rewriter, op.getLoc(), source, map));
}
