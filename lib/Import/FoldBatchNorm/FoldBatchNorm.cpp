//===- FoldBatchNorm.cpp - Scales of results in filters -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At inference, batch normalisation is scale * x + shift, with constants for
// each channel (Ioffe and Szegedy, arXiv:1502.03167; folded as in Jacob et al.,
// arXiv:1712.05877, section 3.2):
//
//   %0 = linalg.conv_2d_nchw_fchw ins(%image, %filter) outs(%zeros)
//   %1 = linalg.generic ins(%0, %gamma, %beta, %mean, %variance) {
//        (x - mean) * rsqrt(variance + epsilon) * gamma + beta }
//
// becomes
//
//   %0 = linalg.conv_2d_nchw_fchw ins(%image, %scaled) outs(%zeros)
//   %1 = linalg.generic ins(%0, %shift) { x + shift }
//
//===----------------------------------------------------------------------===//

#include "AffineElements.h"
#include "Analysis/CarriedAttributes.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Marks.h"
#include "layout/Import/Passes.h"
#include "layout/Support/Debug.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include <cstring>

#define DEBUG_TYPE "layout-fold-batch-norm"
ALWAYS_ENABLED_STATISTIC(numFolded, "Filters that scales were folded into");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFOLDBATCHNORM
#include "layout/Import/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;
using llvm::APFloat;

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

/// Returns the inputs of `op` if it adds up products of two of them, of the
/// type of the result; else nothing.
static SmallVector<OpOperand *> getFactors(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() == 0)
    return {};
  auto sum = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  Value result = op.getRegionOutputArgs()[0];
  if (!sum || !llvm::is_contained(sum->getOperands(), result))
    return {};
  Value term = sum.getLhs() == result ? sum.getRhs() : sum.getLhs();
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (!product || !result.hasOneUse())
    return {};
  SmallVector<OpOperand *> factors;
  for (Value factor : product->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(factor);
    if (!argument || argument.getOwner() != op.getBlock())
      return {};
    factors.push_back(&op->getOpOperand(argument.getArgNumber()));
  }
  // A square would be scaled twice.
  if (factors[0] == factors[1])
    return {};
  return factors;
}

//===----------------------------------------------------------------------===//
// What can be folded
//===----------------------------------------------------------------------===//

namespace {
/// A scale that can be folded into a filter.
struct Folding {
  linalg::LinalgOp source;             ///< the sum of products
  SmallVector<linalg::LinalgOp> chain; ///< the elementwise ops behind it
  Value value; ///< scale * x + shift, in the body of the last one
  /// The loop of the last one for each dim of the result of the source.
  SmallVector<unsigned> loops;
  OpOperand *filter = nullptr;
  /// The loops of the last one on which scale and shift depend, and the dim of
  /// the filter for each.
  SmallVector<unsigned> channels, filterDims;
  SmallVector<int64_t> extents;        ///< of `channels`
  SmallVector<APFloat> scales, shifts; ///< for each point of `channels`

  linalg::LinalgOp getRoot() const { return chain.back(); }
};
} // namespace

/// Returns the one value of the body that is a function of x and computes
/// anything else, or null.
static Value getLastFunction(linalg::LinalgOp op,
                             const llvm::DenseMap<Value, KnownValue> &values) {
  llvm::SmallSetVector<Value, 2> last;
  for (auto &[value, known] : values) {
    if (!known.function)
      continue;
    bool isUsed = llvm::any_of(value.getUsers(), [&](Operation *user) {
      return user->getNumResults() != 1 ||
             !values.lookup(user->getResult(0)).function;
    });
    if (isUsed)
      last.insert(value);
  }
  return last.size() == 1 ? last.front() : Value();
}

/// Returns the elementwise op that alone reads `value`, as one of its elements.
static linalg::LinalgOp getReader(Value value) {
  if (value.use_empty() || !llvm::all_equal(value.getUsers()))
    return nullptr;
  auto op = dyn_cast<linalg::LinalgOp>(*value.user_begin());
  if (!op || !AffineElements::isElementwise(op) || isSkipped(op) ||
      llvm::any_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
        return isMark(attribute.getName());
      }))
    return nullptr;
  unsigned reads = llvm::count_if(value.getUses(), [&](OpOperand &use) {
    return !op.getMatchingBlockArgument(&use).use_empty();
  });
  return reads == 1 ? op : nullptr;
}

/// Returns the operand that the body of `op` reads of those that are `value`.
static OpOperand &getRead(linalg::LinalgOp op, Value value) {
  return *llvm::find_if(op->getOpOperands(), [&](OpOperand &operand) {
    return operand.get() == value &&
           !op.getMatchingBlockArgument(&operand).use_empty();
  });
}

/// Finds the chain of elementwise ops behind `source` that computes functions
/// of its result, up to one that computes something else with them.
static std::optional<Folding> findChain(linalg::LinalgOp source,
                                        AffineElements &elements) {
  Folding folding;
  folding.source = source;
  Value value = source->getResult(0);
  SmallVector<unsigned> loops = llvm::to_vector(
      llvm::seq<unsigned>(cast<RankedTensorType>(value.getType()).getRank()));
  while (linalg::LinalgOp reader = getReader(value)) {
    SmallVector<int64_t> origin(reader.getNumLoops(), 0);
    auto values = elements.getBody(reader, origin);
    Value last = getLastFunction(reader, values);
    AffineMap read = reader.getMatchingIndexingMap(&getRead(reader, value));
    if (!last || !read.isPermutation())
      break;
    for (unsigned &loop : loops)
      loop = read.getDimPosition(loop);
    folding.chain.push_back(reader);
    folding.value = last;
    folding.loops = loops;
    if (last != reader.getBlock()->getTerminator()->getOperand(0))
      break;
    value = reader->getResult(0);
    AffineMap result = reader.getIndexingMapsArray().back();
    for (unsigned &loop : loops)
      loop = *result.getResultPosition(
          getAffineDimExpr(loop, source.getContext()));
  }
  if (folding.chain.empty())
    return std::nullopt;
  return folding;
}

/// Evaluates scale and shift for each channel.
static bool evaluateChannels(Folding &folding, AffineElements &elements) {
  linalg::LinalgOp root = folding.getRoot();
  SmallVector<int64_t> ranges = root.getStaticLoopRanges();
  llvm::SmallBitVector loops = elements.getLoops(root);
  for (unsigned loop : loops.set_bits())
    folding.channels.push_back(loop);
  int64_t count = 1;
  for (unsigned loop : folding.channels) {
    if (ShapedType::isDynamic(ranges[loop]))
      return false;
    folding.extents.push_back(ranges[loop]);
    count *= ranges[loop];
  }
  SmallVector<int64_t> strides = computeStrides(folding.extents);
  for (int64_t at : llvm::seq(count)) {
    SmallVector<int64_t> point(root.getNumLoops(), 0);
    for (auto [loop, index] :
         llvm::zip_equal(folding.channels, delinearize(at, strides)))
      point[loop] = index;
    KnownValue known = elements.getBody(root, point).lookup(folding.value);
    if (!known.function || !known.function->scale.isFinite() ||
        !known.function->shift.isFinite())
      return false;
    folding.scales.push_back(known.function->scale);
    folding.shifts.push_back(known.function->shift);
  }
  return true;
}

/// Finds the constant factor that has all channels on which the scale depends.
/// Returns what is missing, or an empty string.
static StringRef findFilter(Folding &folding) {
  bool hasConstant = false;
  AffineMap result = folding.source.getIndexingMapsArray().back();
  for (OpOperand *factor : getFactors(folding.source)) {
    std::optional<FloatConstant> constant = FloatConstant::get(factor->get());
    if (!constant)
      continue;
    hasConstant = true;
    AffineMap map = folding.source.getMatchingIndexingMap(factor);
    SmallVector<unsigned> dims;
    for (unsigned loop : folding.channels) {
      unsigned dim =
          std::distance(folding.loops.begin(), llvm::find(folding.loops, loop));
      if (std::optional<unsigned> position =
              map.getResultPosition(result.getResult(dim)))
        dims.push_back(*position);
    }
    if (dims.size() != folding.channels.size())
      continue;
    folding.filter = factor;
    folding.filterDims = dims;
    return "";
  }
  return hasConstant ? "the scale varies along a dim that its filter lacks"
                     : "no factor is a constant whose data is available";
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

/// Writes a number, rounded to `type`.
static void store(double number, FloatType type, char *data) {
  if (type.isF32()) {
    auto rounded = static_cast<float>(number);
    std::memcpy(data, &rounded, sizeof(rounded));
    return;
  }
  APFloat rounded(number);
  bool losesInfo;
  rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  llvm::StoreIntToMemory(rounded.bitcastToAPInt(),
                         reinterpret_cast<uint8_t *>(data),
                         type.getWidth() / 8);
}

/// Returns the filter times the scale of each channel.
static ElementsAttr scaleFilter(const Folding &folding) {
  FloatConstant filter = *FloatConstant::get(folding.filter->get());
  RankedTensorType type = filter.getType();
  SmallVector<int64_t> strides = computeStrides(type.getShape()),
                       channelStrides = computeStrides(folding.extents);
  // So many elements that follow each other have the same scale.
  int64_t run = type.getNumElements();
  for (unsigned dim : folding.filterDims)
    run = std::min(run, strides[dim]);
  auto element = cast<FloatType>(type.getElementType());
  int64_t size = element.getWidth() / 8;
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(type.getNumElements() * size, /*align=*/64);
  char *data = blob.getMutableData().data();
  for (int64_t start = 0; start < type.getNumElements(); start += run) {
    int64_t channel = 0;
    for (auto [dim, stride] :
         llvm::zip_equal(folding.filterDims, channelStrides))
      channel += start / strides[dim] % type.getDimSize(dim) * stride;
    double scale = folding.scales[channel].convertToDouble();
    for (int64_t at : llvm::seq(start, start + run))
      store(filter.getElement(at) * scale, element, data + at * size);
  }
  ElementsAttr constant;
  matchPattern(folding.filter->get(), m_Constant(&constant));
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  if (!resource)
    return DenseElementsAttr::getFromRawBuffer(type, blob.getData());
  return DenseResourceElementsAttr::get(
      type, (resource.getRawHandle().getKey() + "_scaled").str(),
      std::move(blob));
}

/// Makes `source` add to zeros; what it added to is part of the shift.
static void startFromZero(RewriterBase &rewriter, linalg::LinalgOp source) {
  OpOperand *init = source.getDpsInitOperand(0);
  auto fill = init->get().getDefiningOp<linalg::FillOp>();
  if (fill && matchPattern(fill.value(), m_AnyZeroFloat()))
    return;
  Location loc = source.getLoc();
  rewriter.setInsertionPoint(source);
  Type element = getElementTypeOrSelf(init->get());
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, init->get()),
      element);
  Value zero =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(element));
  init->set(linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0));
}

/// Returns the ops of the root's body that are needed if `value` is given.
static SetVector<Operation *> getOtherOps(const Folding &folding) {
  Block *body = folding.getRoot().getBlock();
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *op) {
    return op->getBlock() == body && op != folding.value.getDefiningOp();
  };
  SetVector<Operation *> needed;
  (void)getBackwardSlice(body->getTerminator(), &needed, options);
  return needed;
}

/// Returns the inputs that `ops` of the root's body read.
static SmallVector<OpOperand *> getInputs(const Folding &folding,
                                          const SetVector<Operation *> &ops) {
  linalg::LinalgOp root = folding.getRoot();
  return llvm::filter_to_vector(
      root.getDpsInputOperands(), [&](OpOperand *input) {
        Value element = root.getMatchingBlockArgument(input);
        return element != folding.value &&
               llvm::any_of(element.getUsers(), [&](Operation *user) {
                 return ops.contains(user);
               });
      });
}

/// Returns what the op that replaces the root overwrites.
static Value getInit(RewriterBase &rewriter, const Folding &folding) {
  Value init = folding.getRoot().getDpsInits()[0];
  auto producer = init.getDefiningOp<linalg::LinalgOp>();
  if (producer != folding.source &&
      !llvm::is_contained(folding.chain, producer))
    return init;
  Location loc = folding.getRoot().getLoc();
  return tensor::EmptyOp::create(rewriter, loc,
                                 tensor::getMixedSizes(rewriter, loc, init),
                                 getElementTypeOrSelf(init));
}

/// Returns an op that adds the shift to the result of the source, and does what
/// else the root does.
static linalg::GenericOp addShift(RewriterBase &rewriter,
                                  const Folding &folding) {
  linalg::LinalgOp root = folding.getRoot();
  Location loc = root.getLoc();
  auto getMap = [&](ArrayRef<unsigned> loops) {
    return AffineMap::getMultiDimMapWithTargets(root.getNumLoops(), loops,
                                                rewriter.getContext());
  };
  Value sum = folding.source->getResult(0);
  auto type = RankedTensorType::get(folding.extents, getElementTypeOrSelf(sum));
  Value shift = arith::ConstantOp::create(
      rewriter, loc, DenseElementsAttr::get(type, folding.shifts));
  SmallVector<Value> operands = {sum, shift};
  SmallVector<AffineMap> maps = {getMap(folding.loops),
                                 getMap(folding.channels)};
  SetVector<Operation *> ops = getOtherOps(folding);
  SmallVector<OpOperand *> inputs = getInputs(folding, ops);
  for (OpOperand *input : inputs) {
    operands.push_back(input->get());
    maps.push_back(root.getMatchingIndexingMap(input));
  }
  OpOperand *init = root.getDpsInitOperand(0);
  maps.push_back(root.getMatchingIndexingMap(init));

  auto buildBody = [&](OpBuilder &builder, Location, ValueRange elements) {
    Value value = arith::AddFOp::create(builder, loc, elements[0], elements[1]);
    IRMapping mapping;
    mapping.map(folding.value, value);
    for (auto [input, element] :
         llvm::zip_equal(inputs, elements.drop_front(2).drop_back()))
      mapping.map(root.getMatchingBlockArgument(input), element);
    mapping.map(root.getMatchingBlockArgument(init), elements.back());
    for (Operation &op : *root.getBlock())
      if (ops.contains(&op))
        builder.clone(op, mapping);
  };
  return linalg::GenericOp::create(
      rewriter, loc, root->getResultTypes(), operands,
      getInit(rewriter, folding), maps, root.getIteratorTypesArray(), buildBody,
      getCarriedAttributes(root, CarriedMarks::None));
}

static void apply(RewriterBase &rewriter, const Folding &folding) {
  rewriter.setInsertionPoint(folding.source);
  Value filter = arith::ConstantOp::create(
      rewriter, folding.filter->get().getLoc(), scaleFilter(folding));
  folding.filter->set(filter);
  startFromZero(rewriter, folding.source);
  rewriter.setInsertionPoint(folding.getRoot());
  rewriter.replaceOp(folding.getRoot(), addShift(rewriter, folding));
  for (linalg::LinalgOp op : llvm::reverse(ArrayRef(folding.chain).drop_back()))
    if (op->use_empty())
      rewriter.eraseOp(op);
}

/// Folds the scale of what reads the result of `source` if there is one.
static void foldScale(linalg::LinalgOp source) {
  AffineElements elements(source);
  std::optional<Folding> folding = findChain(source, elements);
  if (!folding || !evaluateChannels(*folding, elements) ||
      llvm::all_of(folding->scales, [](const APFloat &scale) {
        return scale.isExactlyValue(1);
      }))
    return;
  if (StringRef reason = findFilter(*folding); !reason.empty()) {
    remark::missed(source->getLoc(),
                   getRemark("batch-norm", DEBUG_TYPE, source))
        << remark::add("scale of the result stays: {0}", reason);
    return;
  }
  IRRewriter rewriter(source->getContext());
  apply(rewriter, *folding);
  ++numFolded;
  remark::passed(source->getLoc(), getRemark("batch-norm", DEBUG_TYPE, source))
      << remark::add("scale of the result folded into the filter");
}

namespace {
struct FoldBatchNorm : layout::impl::LayoutFoldBatchNormBase<FoldBatchNorm> {
  void runOnProgram() override {
    SmallVector<linalg::LinalgOp> sources;
    for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
      function.walk([&](linalg::LinalgOp op) {
        if (!isSkipped(op) && !getFactors(op).empty())
          sources.push_back(op);
      });
    for (linalg::LinalgOp source : sources)
      foldScale(source);
  }
};
} // namespace
