//===- Region.cpp - What oneDNN computes by one primitive -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Region.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;
using namespace onednn;

//===----------------------------------------------------------------------===//
// Dims
//===----------------------------------------------------------------------===//

namespace {
enum OperandNumber { Source, Weights, Result };

/// Finds out which dims of oneDNN the dims of the operands of a root are.
class DimReader {
public:
  DimReader(linalg::LinalgOp root, const CriticalOp &critical,
            OffloadedRegion &region)
      : root(root), critical(critical), region(region) {}

  LogicalResult read(std::string &reason);

private:
  LogicalResult readOrder(OperandNumber number, DimOrder &order);
  std::optional<unsigned> getDim(OperandNumber number, unsigned loop);
  std::optional<unsigned> getConvolutionDim(OperandNumber number,
                                            unsigned loop);
  std::optional<unsigned> getMatmulDim(OperandNumber number, unsigned loop);
  std::optional<unsigned> getSpatial(unsigned imageLoop) const;
  std::optional<unsigned> readWindow(AffineExpr index);
  bool haveEqualLoopOrders();

  AffineMap getMap(OperandNumber number) {
    return root.getMatchingIndexingMap(&getOperand(number));
  }
  OpOperand &getOperand(OperandNumber number) {
    return number == Result ? *root.getDpsInitOperand(0)
                            : *root.getDpsInputOperand(number);
  }

  linalg::LinalgOp root;
  const CriticalOp &critical;
  OffloadedRegion &region;
  /// Image loops in the order in which the result has them.
  SmallVector<unsigned> imageLoops;
  /// For each operand, the loops of each role, as its dims have them.
  std::map<LoopRole, SmallVector<unsigned>> loops[3];
};
} // namespace

std::optional<unsigned> DimReader::getSpatial(unsigned imageLoop) const {
  const auto *found = llvm::find(imageLoops, imageLoop);
  if (found == imageLoops.end())
    return std::nullopt;
  return found - imageLoops.begin();
}

/// Source and result are (image, channel, spatial dims), weights (group, output
/// channel, input channel, spatial dims), or without groups.
std::optional<unsigned> DimReader::getConvolutionDim(OperandNumber number,
                                                     unsigned loop) {
  bool isWeights = number == Weights;
  unsigned group = isWeights && region.isDepthwise ? 1 : 0;
  switch (critical.roles[loop]) {
  case LoopRole::Batch:
    return 0;
  case LoopRole::Depth:
  case LoopRole::OutputChannel:
    return isWeights ? 0 : 1;
  case LoopRole::InputChannel:
    return 1;
  case LoopRole::OutputImage:
    if (std::optional<unsigned> spatial = getSpatial(loop))
      return 2 + *spatial;
    return std::nullopt;
  case LoopRole::FilterLoop: {
    std::optional<unsigned> image =
        getImageLoop(getMap(Source), critical, loop);
    if (!image || !getSpatial(*image))
      return std::nullopt;
    return group + 2 + *getSpatial(*image);
  }
  default:
    return std::nullopt;
  }
}

/// All operands are (batch, row, column), or without batches.
std::optional<unsigned> DimReader::getMatmulDim(OperandNumber number,
                                                unsigned loop) {
  unsigned row = critical.has(LoopRole::Batch) ? 1 : 0;
  switch (critical.roles[loop]) {
  case LoopRole::Batch:
    return 0;
  case LoopRole::M:
    return row;
  case LoopRole::K:
    return number == Source ? row + 1 : row;
  case LoopRole::N:
    return row + 1;
  default:
    return std::nullopt;
  }
}

std::optional<unsigned> DimReader::getDim(OperandNumber number, unsigned loop) {
  return critical.isConvolution() ? getConvolutionDim(number, loop)
                                  : getMatmulDim(number, loop);
}

/// Reads the index of a spatial dim, `stride * image + dilation * filter`.
std::optional<unsigned> DimReader::readWindow(AffineExpr index) {
  SmallVector<int64_t> coefficients;
  if (failed(getFlattenedAffineExpr(index, root.getNumLoops(), 0,
                                    &coefficients)) ||
      coefficients.size() != root.getNumLoops() + 1 || coefficients.back() != 0)
    return std::nullopt;
  std::optional<unsigned> spatial;
  int64_t stride = 0, dilation = 1;
  unsigned numFilterLoops = 0;
  for (unsigned loop : llvm::seq(root.getNumLoops())) {
    if (coefficients[loop] == 0)
      continue;
    if (critical.roles[loop] == LoopRole::OutputImage && !spatial) {
      spatial = getSpatial(loop);
      stride = coefficients[loop];
    } else if (critical.roles[loop] == LoopRole::FilterLoop &&
               ++numFilterLoops == 1) {
      dilation = coefficients[loop];
    } else {
      return std::nullopt;
    }
  }
  if (!spatial || stride < 1 || dilation < 1)
    return std::nullopt;
  region.strides[*spatial] = stride;
  region.dilations[*spatial] = dilation;
  return 2 + *spatial;
}

LogicalResult DimReader::readOrder(OperandNumber number, DimOrder &order) {
  auto type = cast<RankedTensorType>(getOperand(number).get().getType());
  for (auto [index, extent] :
       llvm::zip_equal(getMap(number).getResults(), type.getShape())) {
    std::optional<unsigned> dim;
    auto loop = dyn_cast<AffineDimExpr>(index);
    bool isImage =
        number == Source && critical.isConvolution() &&
        (!loop || critical.roles[loop.getPosition()] == LoopRole::OutputImage);
    if (isImage)
      dim = readWindow(index);
    else if (loop)
      dim = getDim(number, loop.getPosition());
    if (!dim)
      return failure();
    order.dims.push_back(*dim);
    order.extents.push_back(extent);
    if (loop && !isImage)
      loops[number][critical.roles[loop.getPosition()]].push_back(
          loop.getPosition());
  }
  return success();
}

/// Whether the loops of a dim that is in blocks go from outer to inner in all
/// operands alike.
bool DimReader::haveEqualLoopOrders() {
  for (LoopRole role :
       {LoopRole::Batch, LoopRole::OutputChannel, LoopRole::InputChannel,
        LoopRole::Depth, LoopRole::M, LoopRole::N, LoopRole::K}) {
    SmallVector<unsigned> first;
    for (auto &ofOperand : loops)
      if (auto found = ofOperand.find(role); found != ofOperand.end()) {
        if (!first.empty() && first != found->second)
          return false;
        first = found->second;
      }
  }
  return true;
}

LogicalResult DimReader::read(std::string &reason) {
  reason = "requires the loops of a convolution or matmul";
  for (AffineExpr index : getMap(Result).getResults())
    if (auto loop = dyn_cast<AffineDimExpr>(index))
      if (critical.roles[loop.getPosition()] == LoopRole::OutputImage)
        imageLoops.push_back(loop.getPosition());
  if (critical.getLoops(LoopRole::OutputImage).size() != imageLoops.size())
    return failure();
  unsigned numSpatial = imageLoops.size();
  unsigned rank = critical.isConvolution() ? 2 + numSpatial
                                           : 2 + critical.has(LoopRole::Batch);
  region.sourceOrder.rank = region.resultOrder.rank = rank;
  region.weightsOrder.rank = rank + region.isDepthwise;
  for (auto *numbers :
       {&region.strides, &region.dilations, &region.low, &region.high})
    numbers->assign(numSpatial,
                    numbers == &region.strides || numbers == &region.dilations);
  if (failed(readOrder(Source, region.sourceOrder)) ||
      failed(readOrder(Weights, region.weightsOrder)) ||
      failed(readOrder(Result, region.resultOrder)))
    return failure();
  for (DimOrder *order :
       {&region.sourceOrder, &region.weightsOrder, &region.resultOrder})
    if (!order->getTag())
      return failure();
  return success(haveEqualLoopOrders());
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

namespace {
/// A pad with zeros around dims of its source.
struct ZeroPad {
  Value source;
  SmallVector<int64_t> low, high;
};
} // namespace

static std::optional<ZeroPad> getZeroPad(Value value) {
  auto isZero = [](Attribute content) {
    auto number = dyn_cast_or_null<FloatAttr>(content);
    return number && number.getValue().isPosZero();
  };
  if (auto pad = value.getDefiningOp<tensor::PadOp>()) {
    Attribute content;
    Value constant = pad.getConstantPaddingValue();
    if (!constant || !matchPattern(constant, m_Constant(&content)) ||
        !isZero(content) || isSkipped(pad))
      return std::nullopt;
    auto low = getConstantIntValues(pad.getMixedLowPad()),
         high = getConstantIntValues(pad.getMixedHighPad());
    if (low && high)
      return ZeroPad{pad.getSource(), *low, *high};
  }
  if (auto pad = value.getDefiningOp<layout::PadOp>())
    if (pad.isStatic() && isZero(pad.getValue()) && !isSkipped(pad))
      return ZeroPad{pad.getSource(), SmallVector<int64_t>(pad.getStaticLow()),
                     SmallVector<int64_t>(pad.getStaticHigh())};
  return std::nullopt;
}

/// Lets the convolution read the source of the pad in front of it.
static void absorbPad(OffloadedRegion &region) {
  std::optional<ZeroPad> pad = getZeroPad(region.source);
  if (!pad)
    return;
  DimOrder order = region.sourceOrder;
  SmallVector<int64_t> low(region.low), high(region.high);
  for (auto [position, dim] : llvm::enumerate(order.dims)) {
    if (pad->low[position] == 0 && pad->high[position] == 0)
      continue;
    if (dim < 2 || pad->low[position] < 0 || pad->high[position] < 0)
      return;
    low[dim - 2] += pad->low[position];
    high[dim - 2] += pad->high[position];
    order.extents[position] -= pad->low[position] + pad->high[position];
  }
  region.source = pad->source;
  region.sourceOrder = order;
  region.low = low;
  region.high = high;
}

/// Leaves out the end of the source that no window reads, as oneDNN expects of
/// the padding. Fails if more than the rest of a stride is not read.
static LogicalResult trimPadding(OffloadedRegion &region) {
  SmallVector<int64_t> image = region.sourceOrder.getSizes(),
                       filter = region.weightsOrder.getSizes(),
                       result = region.resultOrder.getSizes();
  for (unsigned i : llvm::seq(region.strides.size())) {
    int64_t window =
        (filter[2 + region.isDepthwise + i] - 1) * region.dilations[i] + 1;
    int64_t read = (result[2 + i] - 1) * region.strides[i] + window;
    int64_t present = image[2 + i] + region.low[i];
    region.high[i] = std::clamp<int64_t>(read - present, 0, region.high[i]);
    if ((present + region.high[i] - window) / region.strides[i] + 1 !=
        result[2 + i])
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The sum
//===----------------------------------------------------------------------===//

/// The input of an op that only repeats elements of it; null for other ops.
static OpOperand *getBroadcast(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumLoops() != op.getNumParallelLoops() ||
      op.getBlock()->getTerminator()->getOperand(0) !=
          op.getBlock()->getArgument(0))
    return nullptr;
  return op.getDpsInputOperand(0);
}

static bool isZero(Value value) {
  FloatAttr number;
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)) && elements.isSplat() &&
      isa<FloatType>(elements.getElementType()))
    return elements.getSplatValue<APFloat>().isZero();
  if (auto op = value.getDefiningOp<linalg::LinalgOp>())
    if (OpOperand *input = getBroadcast(op))
      return matchPattern(input->get(), m_Constant(&number)) &&
             number.getValue().isZero();
  return false;
}

/// The vector that is repeated in `init`, to which a sum is added; null if
/// there is none.
static OpOperand *getBias(Value init, const OffloadedRegion &region) {
  auto op = init.getDefiningOp<linalg::LinalgOp>();
  OpOperand *input = op ? getBroadcast(op) : nullptr;
  if (!input)
    return nullptr;
  PostOpInput output = {init, region.resultOrder,
                        region.isConvolution ? 1 : region.resultOrder.rank - 1};
  bool isWhole =
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation();
  return isWhole && getReadKind(op, *input, output) == ReadKind::Vector
             ? input
             : nullptr;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Whether all operands are tensors of static shape, with elements of f32.
static bool hasKnownTensors(linalg::LinalgOp root) {
  return root.getNumDpsInputs() == 2 && root.getNumDpsInits() == 1 &&
         llvm::all_of(root->getOperandTypes(), [](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return tensor && tensor.hasStaticShape() &&
                  tensor.getElementType().isF32() && !tensor.getEncoding();
         });
}

FailureOr<OffloadedRegion> onednn::matchRegion(linalg::LinalgOp root,
                                               const CriticalOp &critical,
                                               std::string &reason) {
  OffloadedRegion region;
  region.root = root;
  region.isConvolution = critical.isConvolution();
  region.isDepthwise = critical.has(LoopRole::Depth);
  if (!hasKnownTensors(root)) {
    reason = "requires two tensors of f32 with static shapes";
    return failure();
  }
  if (region.isDepthwise && (critical.has(LoopRole::OutputChannel) ||
                             critical.has(LoopRole::InputChannel))) {
    reason = "requires one channel in each group";
    return failure();
  }
  region.source = root.getDpsInputOperand(0)->get();
  region.weights = root.getDpsInputOperand(1)->get();
  if (failed(DimReader(root, critical, region).read(reason)))
    return failure();
  Value init = root.getDpsInitOperand(0)->get();
  if (!isZero(init) && !getBias(init, region)) {
    reason = "requires a sum that begins with zero or a bias";
    return failure();
  }
  if (region.isConvolution) {
    absorbPad(region);
    if (failed(trimPadding(region))) {
      reason = "requires windows up to the end of the image";
      return failure();
    }
  }
  return region;
}

void onednn::addPostOps(OffloadedRegion &region) {
  OpBuilder builder(region.root);
  Value init = region.root.getDpsInitOperand(0)->get();
  if (!isZero(init))
    region.postOps.push_back({PostOp::Kind::Add, 0, 0,
                              getVector(builder, getBias(init, region)->get()),
                              true});
  PostOpInput input = {region.root->getResult(0), region.resultOrder,
                       region.isConvolution ? 1 : region.resultOrder.rank - 1};
  while (input.value.hasOneUse()) {
    auto next = dyn_cast<linalg::LinalgOp>(*input.value.getUsers().begin());
    if (!next || isFrozen(next) || next->getBlock() != region.root->getBlock())
      return;
    FailureOr<SmallVector<PostOp>> postOps = matchPostOps(next, input);
    if (failed(postOps))
      return;
    for (const PostOp &postOp : *postOps)
      append(region.postOps, postOp);
    region.tail.push_back(next);
    input.value = next->getResult(0);
  }
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// What oneDNN 3 chooses among formats with blocks for f32 on AVX-512:
///
///   channels            source    weights      result
///   of depthwise        aBcd16b   Abcde16a     aBcd16b
///   fewer than 16       abcd      Acdb16a      aBcd16b
///   multiples of 16     aBcd16b   ABcd16b16a   aBcd16b
///
/// The result has a multiple of 16 in all cases. For whole networks in NHWC it
/// has other kernels, which are not used here.
FailureOr<Formats> onednn::getFastFormats(const OffloadedRegion &region,
                                          std::string &reason) {
  int64_t from = region.sourceOrder.getSizes()[1],
          to = region.resultOrder.getSizes()[1];
  unsigned numSpatial = region.strides.size();
  SmallVector<unsigned> plain =
      llvm::to_vector(llvm::seq<unsigned>(2 + numSpatial));
  SmallVector<unsigned> blocked = plain;
  blocked.push_back(1);
  Formats formats = {blocked, plain, blocked};
  if (to % kBlock != 0 || (from % kBlock != 0 && from >= kBlock)) {
    reason = llvm::formatv("requires channels in blocks of {0}, found {1} and "
                           "{2}",
                           kBlock, from, to)
                 .str();
    return failure();
  }
  if (region.isDepthwise) {
    formats.weights.push_back(2 + numSpatial);
    formats.weights.push_back(0);
  } else if (from < kBlock) {
    formats.source = plain;
    formats.weights.erase(formats.weights.begin() + 1);
    formats.weights.append({1, 0});
  } else {
    formats.weights.append({1, 0});
  }
  return formats;
}
