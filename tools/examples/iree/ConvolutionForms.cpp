//===- ConvolutionForms.cpp - Convolutions as other structured ops --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace iree_forms;

//===----------------------------------------------------------------------===//
// WindowOp
//===----------------------------------------------------------------------===//

/// Returns the position in `filterLoop` of the loop that moves along the same
/// dim of the image as the loop over the result at `position`, or nothing if
/// the index of that dim is not the sum of the two, times stride and dilation.
static std::optional<unsigned>
findFilterLoop(AffineMap image, const linalg::ConvolutionDimensions &loops,
               unsigned position) {
  auto getTerm = [&](unsigned loop, int64_t factor) {
    return getAffineDimExpr(loop, image.getContext()) * factor;
  };
  unsigned loop = loops.outputImage[position];
  int64_t stride = loops.strides[position];
  for (auto [at, inWindow, dilation] :
       llvm::enumerate(loops.filterLoop, loops.dilations)) {
    AffineExpr sum = getTerm(loop, stride) + getTerm(inWindow, dilation);
    unsigned equal = 0, others = 0;
    for (AffineExpr index : image.getResults())
      if (index.isFunctionOfDim(loop) || index.isFunctionOfDim(inWindow))
        ++(simplifyAffineExpr(index - sum, image.getNumDims(), 0) == 0
               ? equal
               : others);
    if (equal == 1 && others == 0 && stride > 0 && dilation > 0)
      return at;
  }
  return std::nullopt;
}

/// Orders the loops over the window as those over the result with which they
/// move along the image: upstream orders both by their number. Returns failure
/// if they do not move in pairs.
static LogicalResult pairLoops(AffineMap image,
                               linalg::ConvolutionDimensions &loops) {
  SmallVector<unsigned> filterLoop;
  SmallVector<int64_t> dilations;
  for (unsigned position : llvm::seq<unsigned>(loops.outputImage.size())) {
    std::optional<unsigned> at = findFilterLoop(image, loops, position);
    if (!at)
      return failure();
    filterLoop.push_back(loops.filterLoop[*at]);
    dilations.push_back(loops.dilations[*at]);
  }
  if (filterLoop.size() != loops.filterLoop.size())
    return failure();
  llvm::copy(filterLoop, loops.filterLoop.begin());
  llvm::copy(dilations, loops.dilations.begin());
  return success();
}

std::optional<WindowOp> WindowOp::get(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.hasIndexSemantics())
    return std::nullopt;
  FailureOr<linalg::ConvolutionDimensions> loops =
      linalg::inferConvolutionDims(op);
  if (failed(loops) ||
      failed(pairLoops(op.getMatchingIndexingMap(op.getDpsInputOperand(0)),
                       *loops)))
    return std::nullopt;
  return WindowOp{op, *loops, op.getDpsInputOperand(0),
                  op.getDpsInputOperand(1), op.getDpsInitOperand(0)};
}

bool WindowOp::isUnit() const {
  return llvm::all_of(loops.filterLoop,
                      [&](unsigned loop) { return getExtent(loop) == 1; });
}

bool WindowOp::isLine() const {
  return llvm::none_of(loops.filterLoop,
                       [&](unsigned loop) {
                         return ShapedType::isDynamic(getExtent(loop));
                       }) &&
         llvm::count_if(loops.filterLoop, [&](unsigned loop) {
           return getExtent(loop) > 1;
         }) == 1;
}

bool WindowOp::isEmpty() const {
  return llvm::is_contained(linalg::LinalgOp(op).getStaticLoopRanges(), 0);
}

std::optional<unsigned> WindowOp::getDim(OpOperand *operand,
                                         unsigned loop) const {
  return getMap(operand).getResultPosition(
      getAffineDimExpr(loop, operand->getOwner()->getContext()));
}

/// Returns the dim of the image that a loop over the result moves along.
static unsigned getImageDim(const WindowOp &window, unsigned loop) {
  ArrayRef<AffineExpr> indices = window.getMap(window.image).getResults();
  return std::distance(indices.begin(),
                       llvm::find_if(indices, [&](AffineExpr index) {
                         return index.isFunctionOfDim(loop);
                       }));
}

/// Returns a tensor of the type, all of whose elements are what `fill` writes.
static Value createFill(RewriterBase &rewriter, linalg::FillOp fill,
                        ArrayRef<OpFoldResult> sizes) {
  Location loc = fill.getLoc();
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, sizes, getElementTypeOrSelf(fill.result().getType()));
  return linalg::FillOp::create(rewriter, loc, fill.value(), empty)
      .getResult(0);
}

static SmallVector<OpFoldResult> getZeros(Builder &builder, int64_t rank) {
  return SmallVector<OpFoldResult>(rank, builder.getIndexAttr(0));
}

static SmallVector<OpFoldResult> getOnes(Builder &builder, int64_t rank) {
  return SmallVector<OpFoldResult>(rank, builder.getIndexAttr(1));
}

//===----------------------------------------------------------------------===//
// Windows element by element
//===----------------------------------------------------------------------===//

/// Returns what the element of the window at the indices `at` reads of the
/// image, over all positions of the window.
static Value readImage(RewriterBase &rewriter, const WindowOp &window,
                       ArrayRef<int64_t> at) {
  Value image = window.image->get();
  auto type = cast<RankedTensorType>(image.getType());
  Location loc = window.op->getLoc();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, image),
                            offsets = getZeros(rewriter, type.getRank()),
                            strides = getOnes(rewriter, type.getRank());
  bool readsAll = true;
  for (auto [loop, index, stride, dilation] :
       llvm::zip_equal(window.loops.outputImage, at, window.loops.strides,
                       window.loops.dilations)) {
    unsigned dim = getImageDim(window, loop);
    readsAll &= stride == 1 && !type.isDynamicDim(dim) &&
                type.getDimSize(dim) == window.getExtent(loop);
    offsets[dim] = rewriter.getIndexAttr(index * dilation);
    sizes[dim] = tensor::getMixedSize(rewriter, loc, window.init->get(),
                                      *window.getDim(window.init, loop));
    strides[dim] = rewriter.getIndexAttr(stride);
  }
  if (readsAll)
    return image;
  return tensor::ExtractSliceOp::create(rewriter, loc, image, offsets, sizes,
                                        strides);
}

/// Returns the part of the filter for one element of the window, without the
/// dims of the window.
static Value readFilter(RewriterBase &rewriter, const WindowOp &window,
                        ArrayRef<int64_t> at) {
  Value filter = window.filter->get();
  Location loc = window.op->getLoc();
  int64_t rank = window.getMap(window.filter).getNumResults();
  SmallVector<OpFoldResult> sizes =
                                tensor::getMixedSizes(rewriter, loc, filter),
                            offsets = getZeros(rewriter, rank);
  llvm::SmallBitVector dropped(rank);
  for (auto [loop, index] : llvm::zip_equal(window.loops.filterLoop, at)) {
    unsigned dim = *window.getDim(window.filter, loop);
    dropped.set(dim);
    offsets[dim] = rewriter.getIndexAttr(index);
    sizes[dim] = rewriter.getIndexAttr(1);
  }
  if (!window.isUnit())
    filter = tensor::ExtractSliceOp::create(rewriter, loc, filter, offsets,
                                            sizes, getOnes(rewriter, rank));
  return tensor::dropGivenUnitDims(rewriter, loc, filter, dropped);
}

/// Returns an op for one element of the window, which adds to `init` and has no
/// loops over the window.
static linalg::GenericOp dropWindowLoops(RewriterBase &rewriter,
                                         const WindowOp &window,
                                         ArrayRef<int64_t> at, Value init) {
  linalg::LinalgOp op = window.op;
  SmallVector<AffineExpr> replacements(op.getNumLoops());
  SmallVector<utils::IteratorType> kinds;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    bool isDropped = llvm::is_contained(window.loops.filterLoop, loop);
    replacements[loop] = isDropped ? rewriter.getAffineConstantExpr(0)
                                   : rewriter.getAffineDimExpr(kinds.size());
    if (!isDropped)
      kinds.push_back(kind);
  }
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    SmallVector<AffineExpr> indices;
    for (AffineExpr index : op.getMatchingIndexingMap(&operand).getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(index);
      if (dim && llvm::is_contained(window.loops.filterLoop, dim.getPosition()))
        continue;
      for (unsigned loop : window.loops.outputImage)
        if (index.isFunctionOfDim(loop))
          index = rewriter.getAffineDimExpr(loop);
      indices.push_back(index.replaceDims(replacements));
    }
    maps.push_back(
        AffineMap::get(kinds.size(), 0, indices, rewriter.getContext()));
  }
  auto buildBody = [&](OpBuilder &builder, Location, ValueRange elements) {
    IRMapping mapping;
    mapping.map(op.getBlock()->getArguments(), elements);
    for (Operation &inner : *op.getBlock())
      builder.clone(inner, mapping);
  };
  return linalg::GenericOp::create(rewriter, op.getLoc(), op->getResultTypes(),
                                   ValueRange{readImage(rewriter, window, at),
                                              readFilter(rewriter, window, at)},
                                   init, maps, kinds, buildBody,
                                   llvm::to_vector(op->getDiscardableAttrs()));
}

/// Returns the sequences of loops that are adjacent in the same order in every
/// operand that they index, and that index the same operands.
static SmallVector<ReassociationIndices>
getAdjacentLoops(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<ReassociationIndices> sequences;
  // Upstream collapses loops that other indices compute with, and is wrong.
  if (!llvm::all_of(maps, [](AffineMap map) {
        return map.isProjectedPermutation(/*allowZeroInResults=*/true);
      }))
    return sequences;
  llvm::SmallBitVector found(op.getNumLoops());
  // Loops over the result first, in its order.
  for (AffineMap map : llvm::reverse(maps)) {
    ReassociationIndices sequence;
    auto end = [&] {
      if (sequence.size() > 1)
        sequences.push_back(sequence);
      sequence.clear();
    };
    for (AffineExpr index : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(index);
      if (!dim || found[dim.getPosition()]) {
        end();
        continue;
      }
      found.set(dim.getPosition());
      sequence.push_back(dim.getPosition());
      if (!linalg::areDimSequencesPreserved(maps, sequence)) {
        sequence.pop_back();
        end();
        sequence.push_back(dim.getPosition());
      }
    }
    end();
  }
  return sequences;
}

/// Whether the body multiplies two elements, extended by their sign if they are
/// narrower, and adds the product, as that of `linalg.matmul` does.
static bool multipliesAndAdds(linalg::GenericOp op) {
  Block *body = op.getBlock();
  unsigned products = 0, sums = 0;
  for (Operation &inner : body->without_terminator()) {
    if (isa<arith::MulIOp, arith::MulFOp>(inner))
      ++products;
    else if (isa<arith::AddIOp, arith::AddFOp>(inner))
      ++sums;
    else if (!isa<arith::ExtSIOp, arith::ExtFOp>(inner))
      return false;
  }
  return products == 1 && sums == 1 &&
         llvm::all_of(body->getArguments(),
                      [](Value element) { return element.hasOneUse(); });
}

/// Whether `op` is a `linalg.matmul`, whatever the order of its loops. (The
/// specialization of upstream does not tell square operands that are transposed
/// from others, nor unsigned elements from signed ones.)
static bool isMatmul(linalg::GenericOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(cast<linalg::LinalgOp>(op.getOperation()));
  if (failed(dims) || op.getNumLoops() != 3 || dims->m.size() != 1 ||
      dims->n.size() != 1 || dims->k.size() != 1 || !multipliesAndAdds(op))
    return false;
  auto getMap = [&](unsigned row, unsigned column) {
    return AffineMap::getMultiDimMapWithTargets(3, {row, column},
                                                op.getContext());
  };
  unsigned m = dims->m.front(), n = dims->n.front(), k = dims->k.front();
  return op.getIndexingMapsArray() ==
         SmallVector<AffineMap>{getMap(m, k), getMap(k, n), getMap(m, n)};
}

/// Makes adjacent loops of `contraction` one, and a `linalg.matmul` of it if it
/// is one. Returns its result.
static Value simplifyContraction(RewriterBase &rewriter,
                                 linalg::GenericOp contraction) {
  Value result = contraction->getResult(0);
  SmallVector<ReassociationIndices> adjacent = getAdjacentLoops(contraction);
  if (!adjacent.empty()) {
    rewriter.setInsertionPoint(contraction);
    FailureOr<linalg::CollapseResult> collapsed =
        linalg::collapseOpIterationDims(contraction, adjacent, rewriter);
    if (succeeded(collapsed)) {
      result = collapsed->results.front();
      rewriter.eraseOp(contraction);
      contraction =
          cast<linalg::GenericOp>(collapsed->collapsedOp.getOperation());
    }
  }
  if (!isMatmul(contraction))
    return result;
  rewriter.setInsertionPoint(contraction);
  auto matmul = linalg::MatmulOp::create(
      rewriter, contraction.getLoc(), contraction->getResultTypes(),
      contraction.getInputs(), contraction.getOutputs(),
      llvm::to_vector(contraction->getDiscardableAttrs()));
  if (result == contraction->getResult(0))
    result = matmul->getResult(0);
  rewriter.replaceOp(contraction, matmul);
  return result;
}

void iree_forms::contractWindow(RewriterBase &rewriter,
                                const WindowOp &window) {
  SmallVector<int64_t> extents;
  for (unsigned loop : window.loops.filterLoop)
    extents.push_back(window.getExtent(loop));
  SmallVector<int64_t> strides = computeStrides(extents);
  Value sum = window.init->get();
  for (int64_t element : llvm::seq(computeProduct(extents))) {
    rewriter.setInsertionPoint(window.op);
    sum = simplifyContraction(
        rewriter,
        dropWindowLoops(rewriter, window, delinearize(element, strides), sum));
  }
  rewriter.replaceOp(window.op, sum);
}

//===----------------------------------------------------------------------===//
// Rows of another width
//===----------------------------------------------------------------------===//

/// Returns zero as `arith.constant` has it, or nothing: it has no complex
/// numbers, and no integers with a sign.
static TypedAttr getZero(Type type) {
  TypedAttr zero = Builder(type.getContext()).getZeroAttr(type);
  return zero && arith::ConstantOp::isBuildableWith(zero, type) ? zero
                                                                : TypedAttr();
}

/// Returns `tensor` with `amount` more elements at the end of `dim`, whose
/// values do not matter.
static Value extend(RewriterBase &rewriter, Location loc, Value tensor,
                    unsigned dim, int64_t amount) {
  if (amount <= 0)
    return tensor;
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> low = getZeros(rewriter, type.getRank()),
                            high = low;
  high[dim] = rewriter.getIndexAttr(amount);
  // Pads of the same value become one.
  auto pad = tensor.getDefiningOp<tensor::PadOp>();
  Value value = pad ? pad.getConstantPaddingValue() : Value();
  if (!value)
    value = arith::ConstantOp::create(rewriter, loc,
                                      getZero(type.getElementType()));
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] += amount;
  return tensor::PadOp::create(rewriter, loc, type.clone(shape), tensor, low,
                               high, value);
}

/// Returns how many elements of the image rows of `width` read, or nothing if
/// no type has so many.
static std::optional<int64_t> getImageWidth(const WindowOp &window,
                                            unsigned row, int64_t width) {
  int64_t taps = window.getExtent(window.loops.filterLoop[row]), steps, reach,
          last, read;
  if (llvm::MulOverflow(width - 1, window.loops.strides[row], steps) ||
      llvm::MulOverflow(taps - 1, window.loops.dilations[row], reach) ||
      llvm::AddOverflow(steps, reach, last) ||
      llvm::AddOverflow(last, int64_t(1), read))
    return std::nullopt;
  return read;
}

StringRef iree_forms::getWhyNotWider(const WindowOp &window, unsigned row,
                                     int64_t width) {
  // The elements that nothing uses are computed from zeros.
  if (!isSpeculatable(window.op))
    return "its body may divide by zero";
  if (!getZero(getElementTypeOrSelf(window.image->get())) ||
      !getZero(getElementTypeOrSelf(window.init->get())))
    return "arith has no zero of the element type";
  if (!getImageWidth(window, row, width))
    return "no type has so wide an image";
  return StringRef();
}

linalg::LinalgOp iree_forms::widenRows(RewriterBase &rewriter,
                                       const WindowOp &window, unsigned row,
                                       int64_t width) {
  Location loc = window.op->getLoc();
  unsigned loop = window.loops.outputImage[row];
  unsigned imageDim = getImageDim(window, loop),
           resultDim = *window.getDim(window.init, loop);
  int64_t read = *getImageWidth(window, row, width);
  auto imageType = cast<RankedTensorType>(window.image->get().getType());

  rewriter.setInsertionPoint(window.op);
  SmallVector<Value> operands(window.op->getOperands());
  operands[window.image->getOperandNumber()] =
      extend(rewriter, loc, window.image->get(), imageDim,
             read - imageType.getDimSize(imageDim));
  Value init = window.init->get(), wide;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init),
                            wideSizes = sizes;
  wideSizes[resultDim] = rewriter.getIndexAttr(width);
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    wide = createFill(rewriter, fill, wideSizes);
  else
    wide =
        extend(rewriter, loc, init, resultDim, width - window.getExtent(loop));
  operands[window.init->getOperandNumber()] = wide;

  Operation *wider = mlir::clone(rewriter, window.op, wide.getType(), operands);
  int64_t rank = sizes.size();
  auto slice = tensor::ExtractSliceOp::create(
      rewriter, loc, wider->getResult(0), getZeros(rewriter, rank), sizes,
      getOnes(rewriter, rank));
  rewriter.replaceOp(window.op, slice);
  sinkSlice(rewriter, slice, resultDim);
  return cast<linalg::LinalgOp>(wider);
}

//===----------------------------------------------------------------------===//
// Blocks of output channels
//===----------------------------------------------------------------------===//

/// Returns the bytes of a constant, one element after the other, or nothing if
/// they are not available. Elements of less than a byte may be packed.
static std::optional<ArrayRef<char>> getBytes(ElementsAttr constant) {
  ShapedType type = constant.getShapedType();
  ArrayRef<char> bytes;
  if (auto dense = dyn_cast<DenseElementsAttr>(constant))
    bytes = dense.getRawData();
  else if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant))
    if (const AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      bytes = blob->getData();
  if (!type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() % 8 != 0 ||
      static_cast<int64_t>(bytes.size()) * 8 !=
          type.getNumElements() * type.getElementTypeBitWidth())
    return std::nullopt;
  return bytes;
}

/// Returns the columns from `start` on of a constant with these bytes; a splat
/// needs none.
static ElementsAttr getColumns(ElementsAttr constant, ArrayRef<char> bytes,
                               int64_t start, int64_t count) {
  auto type = cast<RankedTensorType>(constant.getShapedType());
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = count;
  RankedTensorType partType = type.clone(shape);
  if (constant.isSplat())
    return cast<DenseElementsAttr>(constant).resizeSplat(partType);
  int64_t size = type.getElementTypeBitWidth() / 8,
          pitch = type.getShape().back();
  AsmResourceBlob part = HeapAsmResourceBlob::allocate(
      partType.getNumElements() * size, /*align=*/64);
  char *target = part.getMutableData().data();
  for (int64_t at = start; at < type.getNumElements(); at += pitch) {
    std::memcpy(target, bytes.data() + at * size, count * size);
    target += count * size;
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  if (!resource)
    return DenseElementsAttr::getFromRawBuffer(partType, part.getData());
  std::string name =
      (resource.getRawHandle().getKey() + "_from_" + Twine(start)).str();
  return DenseResourceElementsAttr::get(partType, name, std::move(part));
}

bool iree_forms::splitOutputChannels(RewriterBase &rewriter,
                                     const WindowOp &window, int64_t block) {
  unsigned channels = window.loops.outputChannel.front();
  int64_t count = window.getExtent(channels);
  Location loc = window.op->getLoc();
  unsigned dim = *window.getDim(window.init, channels);
  ElementsAttr filter;
  if (!matchPattern(window.filter->get(), m_Constant(&filter)))
    return false;
  std::optional<ArrayRef<char>> bytes = getBytes(filter);
  if (!bytes && !filter.isSplat())
    return false;

  rewriter.setInsertionPoint(window.op);
  Value init = window.init->get();
  auto fill = init.getDefiningOp<linalg::FillOp>();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init),
                            offsets = getZeros(rewriter, sizes.size());
  SmallVector<Value> parts;
  for (int64_t start = 0; start < count; start += block) {
    int64_t columns = std::min(block, count - start);
    offsets[dim] = rewriter.getIndexAttr(start);
    sizes[dim] = rewriter.getIndexAttr(columns);
    SmallVector<Value> operands(window.op->getOperands());
    operands[window.filter->getOperandNumber()] = arith::ConstantOp::create(
        rewriter, loc,
        getColumns(filter, bytes.value_or(ArrayRef<char>()), start, columns));
    Value part = fill ? createFill(rewriter, fill, sizes)
                      : tensor::ExtractSliceOp::create(
                            rewriter, loc, init, offsets, sizes,
                            getOnes(rewriter, sizes.size()))
                            .getResult();
    operands[window.init->getOperandNumber()] = part;
    parts.push_back(mlir::clone(rewriter, window.op, part.getType(), operands)
                        ->getResult(0));
  }
  rewriter.replaceOpWithNewOp<tensor::ConcatOp>(
      window.op, window.op->getResult(0).getType(), dim, parts);
  return true;
}
