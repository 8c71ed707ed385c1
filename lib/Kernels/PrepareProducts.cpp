//===- PrepareProducts.cpp - Zero points and signs in front of products ---===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions for sums of products of narrow integers take the elements as
// they are, and many processors have them for some combinations of signs only.
// With x = X - a, where X has the sign that an instruction takes, and w = W -
// b,
//
//   sum x * w = sum X * W - a * sum W - b * sum X + K * a * b
//
// modulo 2^32, where K is the number of products. Sums over filters that are
// constants are constants, too.
//
//===----------------------------------------------------------------------===//

#include "Analysis/AdjacentElements.h"
#include "GroupedProducts.h"
#include "Processor.h"
#include "ProductSums.h"
#include "TransposedOperands.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Kernels/Passes.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Matchers.h"

#define DEBUG_TYPE "layout-prepare-products"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPREPAREPRODUCTS
#include "layout/Kernels/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static Value createNumber(OpBuilder &builder, Location loc, int64_t value,
                          unsigned bits) {
  return arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(builder.getIntegerType(bits),
                             APInt(bits, value, /*isSigned=*/true,
                                   /*implicitTrunc=*/true)));
}

static Value extend(OpBuilder &builder, Location loc, Value value,
                    bool isSigned) {
  Type wide = builder.getI32Type();
  if (isSigned)
    return arith::ExtSIOp::create(builder, loc, wide, value);
  return arith::ExtUIOp::create(builder, loc, wide, value);
}

using ElementFn = function_ref<Value(OpBuilder &, Location, Value)>;

/// Applies a function to each element, in front of pads by a constant, so that
/// what computes the elements can do it:
///
///   %1 = tensor.pad %0 ... { tensor.yield %zero }
///
/// becomes a tensor.pad with f(%zero) of an elementwise op that computes f of
/// %0.
static Value applyToElements(OpBuilder &builder, Location loc, Value tensor,
                             Type element, ElementFn f) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto result = RankedTensorType::get(type.getShape(), element);
  auto pad = tensor.getDefiningOp<tensor::PadOp>();
  if (pad && pad.getSourceType().hasStaticShape())
    if (Value padding = pad.getConstantPaddingValue();
        padding && padding.getParentBlock() != &pad.getRegion().front()) {
      Value source = applyToElements(builder, loc, pad.getSource(), element, f);
      return tensor::PadOp::create(builder, loc, result, source,
                                   pad.getMixedLowPad(), pad.getMixedHighPad(),
                                   f(builder, loc, padding), pad.getNofold());
    }
  AffineMap identity =
      builder.getMultiDimIdentityMap(static_cast<unsigned>(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, tensor), element);
  return linalg::GenericOp::create(
             builder, loc, result, tensor, empty, {identity, identity}, loops,
             [&](OpBuilder &builder, Location loc, ValueRange elements) {
               linalg::YieldOp::create(builder, loc,
                                       f(builder, loc, elements.front()));
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Rewrite
//===----------------------------------------------------------------------===//

namespace {
/// Replaces one op by products of elements as they are, and a correction.
class Preparation {
public:
  Preparation(IRRewriter &rewriter, linalg::GenericOp op,
              const GroupedProducts &products, bool flips)
      : rewriter(rewriter), op(op), products(products), flips(flips),
        data(1 - products.packedOperand), filter(products.packedOperand) {}

  LogicalResult run() {
    rewriter.setInsertionPoint(op);
    if (flips || getZeroPoint(data))
      if (failed(addSum(filter)))
        return failure();
    if (getZeroPoint(filter))
      if (failed(addSum(data)))
        return failure();
    rewriter.replaceOp(op, correct(createProducts()));
    return success();
  }

private:
  /// The zero point of an operand; null if there is none or it is zero.
  Value getZeroPoint(unsigned operand) {
    Value value = products.zeroPoints[operand];
    return value && matchPattern(value, m_Zero()) ? Value() : value;
  }

  LogicalResult addSum(unsigned operand) {
    FailureOr<OperandSum> sum =
        sumOperand(rewriter, op, *op.getDpsInputOperand(operand),
                   products.isSigned[operand]);
    if (failed(sum))
      return failure();
    sums[operand] = *sum;
    return success();
  }

  /// Adds up the products of the elements without zero points, those of the
  /// data with the other sign if `flips`.
  Value createProducts() {
    std::array<bool, 2> isSigned = products.isSigned;
    SmallVector<Value> inputs = {op.getDpsInputs()[0], op.getDpsInputs()[1]};
    if (flips) {
      isSigned[data] = !isSigned[data];
      inputs[data] = applyToElements(
          rewriter, op.getLoc(), inputs[data], rewriter.getI8Type(),
          [](OpBuilder &builder, Location loc, Value element) -> Value {
            return arith::XOrIOp::create(builder, loc, element,
                                         createNumber(builder, loc, -128, 8));
          });
    }
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    return linalg::GenericOp::create(
               rewriter, op.getLoc(), op->getResultTypes(), inputs,
               op.getDpsInits(), {maps[0], maps[1], maps.back()},
               op.getIteratorTypesArray(),
               [&](OpBuilder &builder, Location loc, ValueRange elements) {
                 Value product = arith::MulIOp::create(
                     builder, loc,
                     extend(builder, loc, elements[0], isSigned[0]),
                     extend(builder, loc, elements[1], isSigned[1]));
                 Value sum =
                     arith::AddIOp::create(builder, loc, elements[2], product);
                 linalg::YieldOp::create(builder, loc, sum);
               })
        .getResult(0);
  }

  /// The parallel loops of `op` as the loops of an elementwise op, given a map
  /// over all of its loops.
  AffineMap projectToParallel(AffineMap map) {
    llvm::SmallBitVector reductions(op.getNumLoops());
    for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray()))
      if (type == utils::IteratorType::reduction)
        reductions.set(loop);
    return compressDims(map, reductions);
  }

  /// Subtracts from sums of X * w what belongs to zero points, where
  /// x = X - offset:
  ///
  ///   (x0 + offset) * sum w + w0 * sum x - K * x0 * w0
  Value correct(Value products) {
    SmallVector<Value> inputs = {products};
    AffineMap result =
        projectToParallel(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
    SmallVector<AffineMap> maps = {result};
    auto addInput = [&](Value value, AffineMap map) -> unsigned {
      inputs.push_back(value);
      maps.push_back(map);
      return inputs.size() - 1;
    };
    std::array<unsigned, 2> sumInputs = {0, 0}, zeroInputs = {0, 0};
    for (unsigned operand : {0, 1}) {
      if (sums[operand])
        sumInputs[operand] = addInput(sums[operand]->value,
                                      projectToParallel(sums[operand]->map));
      if (Value zeroPoint = getZeroPoint(operand))
        zeroInputs[operand] = addInput(
            zeroPoint, AffineMap::get(result.getNumDims(), 0, op.getContext()));
    }
    maps.push_back(result);
    auto type = cast<RankedTensorType>(products.getType());
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(),
        tensor::getMixedSizes(rewriter, op.getLoc(), op.getDpsInits().front()),
        type.getElementType());
    SmallVector<utils::IteratorType> loops(result.getNumDims(),
                                           utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               rewriter, op.getLoc(), type, inputs, empty, maps, loops,
               [&](OpBuilder &builder, Location loc, ValueRange elements) {
                 auto get = [&](unsigned input) {
                   return input == 0 ? Value() : elements[input];
                 };
                 yieldCorrected(builder, loc, elements[0],
                                {get(sumInputs[0]), get(sumInputs[1])},
                                {get(zeroInputs[0]), get(zeroInputs[1])});
               })
        .getResult(0);
  }

  void yieldCorrected(OpBuilder &builder, Location loc, Value value,
                      std::array<Value, 2> sums,
                      std::array<Value, 2> zeroPoints) {
    auto multiply = [&](Value a, Value b) -> Value {
      return arith::MulIOp::create(builder, loc, a, b);
    };
    if (sums[filter]) {
      int64_t offset = !flips ? 0 : products.isSigned[data] ? 128 : -128;
      Value factor = createNumber(builder, loc, offset, 32);
      if (zeroPoints[data])
        factor = arith::AddIOp::create(builder, loc, factor, zeroPoints[data]);
      value = arith::SubIOp::create(builder, loc, value,
                                    multiply(factor, sums[filter]));
    }
    if (sums[data])
      value = arith::SubIOp::create(builder, loc, value,
                                    multiply(zeroPoints[filter], sums[data]));
    if (zeroPoints[data] && zeroPoints[filter]) {
      Value both = multiply(zeroPoints[data], zeroPoints[filter]);
      Value count = createNumber(builder, loc, countProducts(), 32);
      value = arith::AddIOp::create(builder, loc, value, multiply(count, both));
    }
    linalg::YieldOp::create(builder, loc, value);
  }

  int64_t countProducts() {
    int64_t count = 1;
    for (auto [range, type] :
         llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
      if (type == utils::IteratorType::reduction)
        count *= range;
    return count;
  }

  IRRewriter &rewriter;
  linalg::GenericOp op;
  GroupedProducts products;
  bool flips;
  unsigned data, filter; ///< operands
  std::array<std::optional<OperandSum>, 2> sums;
};
} // namespace

//===----------------------------------------------------------------------===//
// Half precision
//===----------------------------------------------------------------------===//

/// Whether an op in the body extends `argument` to f32, and nothing else uses
/// it.
static bool isExtendedToF32(BlockArgument argument) {
  return argument.hasOneUse() && argument.getType().isFloat(16) &&
         isa<arith::ExtFOp>(*argument.user_begin()) &&
         (*argument.user_begin())->getResult(0).getType().isF32();
}

/// How often a vector of the result is computed from the same element of an
/// operand, which vectors do not run along.
static int64_t countVectorUses(linalg::GenericOp op, AffineMap map,
                               int64_t lanes) {
  // What is not known is taken for a vector.
  int64_t count = 1;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    if (!map.isFunctionOfDim(loop))
      count *= ShapedType::isDynamic(range) ? lanes : range;
  return count / lanes;
}

/// Extends an operand to f32 in front of `op`:
///
///   %0 = linalg.generic ins(%x, %w : tensor<8x64xf16>, tensor<4x64x16xf16>) {
///     ... arith.extf %x : f16 to f32 ... }
///
/// becomes
///
///   %x1 = linalg.generic ins(%x) { arith.extf %x : f16 to f32 }
///   %0 = linalg.generic ins(%x1, %w : tensor<8x64xf32>, tensor<4x64x16xf16>)
static void extendOperand(IRRewriter &rewriter, linalg::GenericOp op,
                          OpOperand &operand) {
  rewriter.setInsertionPoint(op);
  Value extended = applyToElements(
      rewriter, op.getLoc(), operand.get(), rewriter.getF32Type(),
      [](OpBuilder &builder, Location loc, Value element) -> Value {
        return arith::ExtFOp::create(builder, loc, builder.getF32Type(),
                                     element);
      });
  BlockArgument argument = op.getMatchingBlockArgument(&operand);
  Operation *extension = *argument.user_begin();
  rewriter.modifyOpInPlace(op, [&] {
    operand.set(extended);
    argument.setType(rewriter.getF32Type());
    rewriter.replaceOp(extension, argument);
  });
}

/// Whether an input has elements of less than 32 bits.
static bool hasNarrowOperand(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInputs(), [](Value input) {
    Type element = getElementTypeOrSelf(input);
    return element.isInteger(8) || element.isFloat(16);
  });
}

/// Whether `processor` has an instruction on whole vectors for elements of
/// these signs, in any order.
static bool hasDotProduct(const Processor &processor, bool isSignedA,
                          bool isSignedB) {
  return processor.findDotProduct(processor.vectorBytes, isSignedA,
                                  isSignedB) ||
         processor.findDotProduct(processor.vectorBytes, isSignedB, isSignedA);
}

/// The op itself, or what takes its place.
static FailureOr<linalg::GenericOp> toGeneric(IRRewriter &rewriter,
                                              linalg::LinalgOp op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(*op))
    return generic;
  rewriter.setInsertionPoint(op);
  return linalg::generalizeNamedOp(rewriter, op);
}

namespace {
struct LayoutPrepareProducts
    : layout::impl::LayoutPrepareProductsBase<LayoutPrepareProducts> {
  using LayoutPrepareProductsBase::LayoutPrepareProductsBase;

  LogicalResult initialize(MLIRContext *context) override {
    FailureOr<Processor> found = getProcessor(context, cpu);
    if (failed(found))
      return failure();
    known = *found;
    if (!target.empty())
      return readMachine(context, target, known);
    return success();
  }

  void runOnProgram() override {
    processor = known;
    if (target.empty() && failed(readMachine(getOperation(), processor)))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> found, others;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() && op.getNumReductionLoops() != 0)
        (hasNarrowOperand(op) ? found : others).push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : others)
      transposeOperands(rewriter, op);
    SmallVector<linalg::GenericOp> ops;
    for (linalg::LinalgOp op : found)
      if (FailureOr<linalg::GenericOp> generic = toGeneric(rewriter, op);
          succeeded(generic))
        ops.push_back(*generic);
    for (linalg::GenericOp op : ops)
      if (auto products = getQuantizedGroupedProducts(op))
        prepare(rewriter, op, *products);
      else
        extendOperands(rewriter, op);
  }

private:
  void prepare(IRRewriter &rewriter, linalg::GenericOp op,
               const GroupedProducts &products) {
    unsigned filter = products.packedOperand, data = 1 - filter;
    bool isSignedData = products.isSigned[data],
         isSignedFilter = products.isSigned[filter];
    bool flips = !hasDotProduct(processor, isSignedData, isSignedFilter) &&
                 hasDotProduct(processor, !isSignedData, isSignedFilter);
    if (!flips && !products.hasZeroPoints())
      return;
    // The op does not live on behind its replacement.
    Location loc = op.getLoc();
    remark::RemarkOpts about = getRemark("products", DEBUG_TYPE, op);
    if (hasDynamicReduction(op) ||
        failed(Preparation(rewriter, op, products, flips).run()))
      remark::missed(loc, about)
          << "keeps signs and zero points: a filter or a reduction is dynamic, "
             "or reads parts of a dim";
    else
      remark::passed(loc, about)
          << (flips ? "takes the data with the other sign"
                    : "takes the elements without zero points");
  }

  static bool hasDynamicReduction(linalg::GenericOp op) {
    for (auto [range, type] :
         llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
      if (type == utils::IteratorType::reduction &&
          ShapedType::isDynamic(range))
        return true;
    return false;
  }

  /// Extends operands of which each element is multiplied by several vectors.
  void extendOperands(IRRewriter &rewriter, linalg::GenericOp op) {
    std::optional<unsigned> vector = getVectorLoop(op);
    if (!vector)
      return;
    int64_t lanes = std::max<int64_t>(processor.vectorBytes / 4, 1);
    for (OpOperand *operand : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(operand);
      if (map.isFunctionOfDim(*vector) ||
          !isa<RankedTensorType>(operand->get().getType()) ||
          !isExtendedToF32(op.getMatchingBlockArgument(operand)) ||
          countVectorUses(op, map, lanes) < 2)
        continue;
      extendOperand(rewriter, op, *operand);
      remark::passed(op.getLoc(), getRemark("products", DEBUG_TYPE, op))
          << "takes the data in f32";
    }
  }

  /// Transposes operands that keep an op from vectors.
  void transposeOperands(IRRewriter &rewriter, linalg::LinalgOp op) {
    int64_t lanes = processor.vectorBytes / 4;
    if (lanes == 0)
      return;
    TransposedOperands transposed =
        findOperandsToTranspose(op, lanes, processor);
    if (transposed.operands.empty())
      return;
    FailureOr<linalg::GenericOp> generic = toGeneric(rewriter, op);
    if (failed(generic))
      return;
    for (unsigned number : transposed.operands)
      remark::passed(generic->getLoc(),
                     getRemark("products", DEBUG_TYPE, *generic))
          << "transposes operand " << std::to_string(number) << " in front";
    layout::transposeOperands(rewriter, *generic, transposed);
  }

  /// The processor without and with what the module states.
  Processor known, processor;
};
} // namespace
