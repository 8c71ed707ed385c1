//===- RespellStructured.cpp - Structured ops by other names --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Respell.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::layout;

static bool respellAsGeneric(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured &&
         succeeded(linalg::generalizeNamedOp(rewriter, structured));
}

static bool respellAsNamed(RewriterBase &rewriter, Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && succeeded(linalg::specializeGenericOp(rewriter, generic));
}

/// linalg.exp becomes linalg.elementwise kind=#linalg.elementwise_kind<exp>.
static bool respellAsElementwise(RewriterBase &, Operation *op) {
  if (!isa<linalg::LinalgOp>(op))
    return false;
  RewritePatternSet patterns(op->getContext());
  linalg::populateLinalgNamedToElementwisePatterns(patterns);
  bool changed = false;
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  config.enableFolding(false);
  (void)applyOpPatternsGreedily({op}, std::move(patterns), config, &changed);
  return changed;
}

/// Whether `op` multiplies and adds elements of one type, without casts, with
/// loops that index at most one dim of each operand.
static bool isPlainContraction(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || !isStaticOnTensors(op) ||
      !llvm::all_equal(op.getBlock()->getArgumentTypes()))
    return false;
  for (AffineMap map : op.getIndexingMapsArray())
    if (!map.isProjectedPermutation())
      return false;
  return linalg::detail::isContractionBody(
      *op.getBlock(), [](Operation *product, Operation *sum) {
        return (isa<arith::MulFOp>(product) && isa<arith::AddFOp>(sum)) ||
               (isa<arith::MulIOp>(product) && isa<arith::AddIOp>(sum));
      });
}

/// linalg.matmul becomes linalg.contract.
static bool respellAsContract(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || isa<linalg::ContractOp>(op) ||
      !isPlainContraction(structured))
    return false;
  auto contract = linalg::ContractOp::create(
      rewriter, op->getLoc(), op->getResultTypes(), structured.getDpsInputs(),
      structured.getDpsInits(), structured.getIndexingMaps());
  rewriter.replaceOp(op, contract);
  return true;
}

/// Builds a generic op as `op` with other inputs, maps and iterators.
static linalg::GenericOp buildLike(RewriterBase &rewriter, linalg::LinalgOp op,
                                   ValueRange inputs, ArrayRef<AffineMap> maps,
                                   ArrayRef<utils::IteratorType> iterators) {
  auto generic =
      linalg::GenericOp::create(rewriter, op.getLoc(), op->getResultTypes(),
                                inputs, op.getDpsInits(), maps, iterators);
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().begin());
  return generic;
}

/// The loops of an einsum come in another order: last first.
static bool respellLoopOrder(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumLoops() < 2 ||
      structured.hasIndexSemantics() || !isStaticOnTensors(structured) ||
      isa<linalg::FillOp>(op))
    return false;
  unsigned numLoops = structured.getNumLoops();
  SmallVector<AffineExpr> names;
  for (unsigned loop = 0; loop < numLoops; ++loop)
    names.push_back(rewriter.getAffineDimExpr(numLoops - 1 - loop));
  SmallVector<AffineMap> maps;
  for (AffineMap map : structured.getIndexingMapsArray())
    maps.push_back(map.replaceDimsAndSymbols(names, {}, numLoops, 0));
  SmallVector<utils::IteratorType> iterators =
      llvm::to_vector(llvm::reverse(structured.getIteratorTypesArray()));
  rewriter.replaceOp(op, buildLike(rewriter, structured,
                                   structured.getDpsInputs(), maps, iterators));
  return true;
}

/// The factors of a contraction change places: ij = ik,kj is ij = kj,ik.
static bool respellFactorOrder(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isPlainContraction(structured))
    return false;
  SmallVector<AffineMap> maps = structured.getIndexingMapsArray();
  std::swap(maps[0], maps[1]);
  SmallVector<Value> inputs = structured.getDpsInputs();
  std::swap(inputs[0], inputs[1]);
  rewriter.replaceOp(op, buildLike(rewriter, structured, inputs, maps,
                                   structured.getIteratorTypesArray()));
  return true;
}

/// Whether each element of `attribute` is 1.
static bool isAllOnes(DenseIntElementsAttr attribute) {
  return llvm::all_of(attribute.getValues<APInt>(),
                      [](const APInt &value) { return value.isOne(); });
}

static Value collapseTo(RewriterBase &rewriter, Location loc, Value value,
                        ArrayRef<ReassociationIndices> groups) {
  return tensor::CollapseShapeOp::create(rewriter, loc, value, groups);
}

/// A convolution by 1x1 is a contraction over channels:
///
///   linalg.conv_2d_nchw_fchw ins(%x, %w : ..., tensor<8x4x1x1xf32>)
///
/// becomes the einsum nchw,oc->nohw with the kernel as a tensor<8x4xf32>.
static bool respellPointwise(RewriterBase &rewriter, Operation *op) {
  auto conv = dyn_cast<linalg::Conv2DNchwFchwOp>(op);
  if (!conv || !isStaticOnTensors(cast<linalg::LinalgOp>(op)) ||
      !isAllOnes(conv.getStrides()))
    return false;
  auto kernelType = cast<RankedTensorType>(conv.getInputs()[1].getType());
  if (kernelType.getDimSize(2) != 1 || kernelType.getDimSize(3) != 1)
    return false;
  Value kernel =
      collapseTo(rewriter, op->getLoc(), conv.getInputs()[1], {{0}, {1, 2, 3}});
  AffineExpr n, o, h, w, c;
  bindDims(op->getContext(), n, o, h, w, c);
  auto getMap = [&](ArrayRef<AffineExpr> indices) {
    return AffineMap::get(5, 0, indices, op->getContext());
  };
  AffineMap maps[] = {getMap({n, c, h, w}), getMap({o, c}),
                      getMap({n, o, h, w})};
  using utils::IteratorType;
  SmallVector<IteratorType> iterators(4, IteratorType::parallel);
  iterators.push_back(IteratorType::reduction);
  rewriter.replaceOp(op,
                     buildLike(rewriter, cast<linalg::LinalgOp>(op),
                               {conv.getInputs()[0], kernel}, maps, iterators));
  return true;
}

static Value addGroup(RewriterBase &rewriter, Value value, unsigned at) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + at, 1);
  SmallVector<ReassociationIndices> groups;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    // The unit dim joins the dim at its place.
    unsigned first = dim + (dim > at);
    groups.push_back(dim == at ? ReassociationIndices{at, at + 1}
                               : ReassociationIndices{first});
  }
  return tensor::ExpandShapeOp::create(rewriter, value.getLoc(),
                                       type.clone(shape), value, groups);
}

/// Replaces a convolution by a grouped one of these operands, whose groups and
/// channels become the channels of the result.
template <typename ConvOp>
static void replaceByGrouped(RewriterBase &rewriter, ConvOp conv, Value image,
                             Value kernel, Value init) {
  auto grouped = linalg::Conv2DNgchwGfchwOp::create(
      rewriter, conv.getLoc(), init.getType(), ValueRange{image, kernel},
      ValueRange{init}, conv.getStrides(), conv.getDilations());
  rewriter.replaceOp(conv,
                     collapseTo(rewriter, conv.getLoc(), grouped->getResult(0),
                                {{0}, {1, 2}, {3}, {4}}));
}

/// A convolution has one group:
///
///   linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x8x8xf32>, ...)
///
/// becomes a linalg.conv_2d_ngchw_gfchw of a tensor<1x1x4x8x8xf32>.
static bool respellOneGroup(RewriterBase &rewriter, Operation *op) {
  auto conv = dyn_cast<linalg::Conv2DNchwFchwOp>(op);
  if (!conv || !isStaticOnTensors(cast<linalg::LinalgOp>(op)))
    return false;
  Value image = addGroup(rewriter, conv.getInputs()[0], 1);
  Value kernel = addGroup(rewriter, conv.getInputs()[1], 0);
  Value init = addGroup(rewriter, conv.getOutputs()[0], 1);
  replaceByGrouped(rewriter, conv, image, kernel, init);
  return true;
}

/// A depthwise convolution has groups of one channel, as torch-mlir has it:
///
///   linalg.depthwise_conv_2d_nchw_chw
///       ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x3x3xf32>)
///
/// becomes a linalg.conv_2d_ngchw_gfchw of a tensor<1x4x1x8x8xf32>.
static bool respellGroupsOfOne(RewriterBase &rewriter, Operation *op) {
  auto conv = dyn_cast<linalg::DepthwiseConv2DNchwChwOp>(op);
  if (!conv || !isStaticOnTensors(cast<linalg::LinalgOp>(op)))
    return false;
  Value image = addGroup(rewriter, conv.getInputs()[0], 2);
  Value kernel =
      addGroup(rewriter, addGroup(rewriter, conv.getInputs()[1], 1), 1);
  Value init = addGroup(rewriter, conv.getOutputs()[0], 2);
  replaceByGrouped(rewriter, conv, image, kernel, init);
  return true;
}

static Value expandFront(RewriterBase &rewriter, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin(), 1);
  return tensor::ExpandShapeOp::create(rewriter, value.getLoc(),
                                       type.clone(shape), value, {{0, 1}, {2}});
}

/// A product of matrices is one of batches with one matrix each, as torch-mlir
/// has it for a linear layer on sentences:
///
///   linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x6xf32>)
///
/// becomes a linalg.batch_matmul of a tensor<1x4x8xf32>.
static bool respellOneBatch(RewriterBase &rewriter, Operation *op) {
  auto matmul = dyn_cast<linalg::MatmulOp>(op);
  if (!matmul || !isPlainContraction(matmul) || matmul.hasUserDefinedMaps())
    return false;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(expandFront(rewriter, operand));
  auto batched = linalg::BatchMatmulOp::create(
      rewriter, op->getLoc(), operands.back().getType(),
      ArrayRef(operands).drop_back(), operands.back());
  rewriter.replaceOp(op, collapseTo(rewriter, op->getLoc(),
                                    batched->getResult(0), {{0, 1}, {2}}));
  return true;
}

static Value transposeBy(RewriterBase &rewriter, Value value,
                         ArrayRef<int64_t> permutation) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape = llvm::map_to_vector(
      permutation, [&](int64_t dim) { return type.getDimSize(dim); });
  Value empty = tensor::EmptyOp::create(rewriter, value.getLoc(), shape,
                                        type.getElementType());
  return linalg::TransposeOp::create(rewriter, value.getLoc(), value, empty,
                                     permutation)
      ->getResult(0);
}

/// A convolution has its channels last between transpositions, as an importer
/// over TOSA writes one of PyTorch or ONNX:
///
///   linalg.conv_2d_nchw_fchw ins(%x, %w : ...)
///
/// becomes a linalg.conv_2d_nhwc_fhwc of transposed operands, whose result is
/// transposed.
static bool respellChannelsLast(RewriterBase &rewriter, Operation *op) {
  auto conv = dyn_cast<linalg::Conv2DNchwFchwOp>(op);
  if (!conv || !isStaticOnTensors(cast<linalg::LinalgOp>(op)))
    return false;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(transposeBy(rewriter, operand, {0, 2, 3, 1}));
  auto last = linalg::Conv2DNhwcFhwcOp::create(
      rewriter, op->getLoc(), operands.back().getType(),
      ArrayRef(operands).drop_back(), operands.back(), conv.getStrides(),
      conv.getDilations());
  rewriter.replaceOp(op,
                     transposeBy(rewriter, last->getResult(0), {0, 3, 1, 2}));
  return true;
}

/// linalg.softmax becomes a maximum, differences, exponents, sums, quotients.
static bool respellAggregate(RewriterBase &rewriter, Operation *op) {
  auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op);
  if (!aggregate)
    return false;
  FailureOr<SmallVector<Value>> results =
      aggregate.decomposeOperation(rewriter);
  if (failed(results))
    return false;
  rewriter.replaceOp(op, *results);
  return true;
}

ArrayRef<Spelling> layout::getStructuredSpellings() {
  static constexpr Spelling spellings[] = {
      {"generic", respellAsGeneric},
      {"named", respellAsNamed},
      {"elementwise", respellAsElementwise},
      {"contract", respellAsContract},
      {"loop-order", respellLoopOrder},
      {"factor-order", respellFactorOrder},
      {"pointwise", respellPointwise},
      {"one-group", respellOneGroup},
      {"groups-of-one", respellGroupsOfOne},
      {"one-batch", respellOneBatch},
      {"channels-last", respellChannelsLast},
      {"decomposed", respellAggregate},
  };
  return spellings;
}
