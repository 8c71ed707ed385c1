//===- DotProducts.cpp - Instructions for sums of products ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DotProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// Reads a whole tensor as a vector.
static Value readAll(OpBuilder &builder, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value padding = ub::PoisonOp::create(builder, loc, type.getElementType());
  return vector::TransferReadOp::create(
      builder, loc, VectorType::get(type.getShape(), type.getElementType()),
      tensor, SmallVector<Value>(type.getRank(), zero), padding,
      SmallVector<bool>(type.getRank(), true));
}

/// Extends the elements of a vector to 32 bits.
static Value extend(OpBuilder &builder, Value vector, bool isSigned) {
  Type wide = cast<VectorType>(vector.getType()).clone(builder.getI32Type());
  if (isSigned)
    return arith::ExtSIOp::create(builder, vector.getLoc(), wide, vector);
  return arith::ExtUIOp::create(builder, vector.getLoc(), wide, vector);
}

LogicalResult layout::vectorizeProducts(RewriterBase &rewriter,
                                        linalg::GenericOp op,
                                        const GroupedProducts &products) {
  unsigned packed = products.packedOperand, other = 1 - packed;
  MLIRContext *context = op.getContext();
  AffineExpr lane = getAffineDimExpr(products.vectorLoop, context),
             group = getAffineDimExpr(products.groupLoop, context);
  SmallVector<AffineMap> expected(2);
  expected[packed] = AffineMap::get(2, 0, {lane, group}, context);
  expected[other] = AffineMap::get(2, 0, {group}, context);
  expected.push_back(AffineMap::get(2, 0, {lane}, context));
  if (op.getNumLoops() != 2 || op.getIndexingMapsArray() != expected)
    return failure();

  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> factors;
  for (auto [index, input] : llvm::enumerate(op.getDpsInputs()))
    factors.push_back(extend(rewriter, readAll(rewriter, loc, input),
                             products.isSigned[index]));
  Value destination = op.getDpsInits().front();
  Value sums = readAll(rewriter, loc, destination);
  Value result = vector::ContractionOp::create(
      rewriter, loc, factors[0], factors[1], sums, op.getIndexingMapsAttr(),
      rewriter.getArrayAttr(llvm::map_to_vector(
          op.getIteratorTypesArray(),
          [&](utils::IteratorType type) -> Attribute {
            return vector::IteratorTypeAttr::get(
                context, type == utils::IteratorType::parallel
                             ? vector::IteratorType::parallel
                             : vector::IteratorType::reduction);
          })));
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  auto write =
      vector::TransferWriteOp::create(rewriter, loc, result, destination,
                                      ValueRange{zero}, ArrayRef<bool>{true});
  rewriter.replaceOp(op, write.getResult());
  return success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

namespace {
/// An operand of the products before it is extended, as a vector of groups.
struct Factor {
  Value groups; ///< vector<(4 * lanes)xi8>
  bool isSigned;
};

/// Builds the instructions for vectors of `lanes` sums.
class ProductBuilder {
public:
  ProductBuilder(OpBuilder &builder, Location loc, int64_t lanes)
      : builder(builder), loc(loc), lanes(lanes) {}

  /// The vector<lanes x 4 x i8> or vector<4xi8> of which `extended` is the
  /// extension; vectors of one group are repeated for each lane.
  std::optional<Factor> getFactor(Value extended) {
    Operation *extension = extended.getDefiningOp();
    if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(extension))
      return std::nullopt;
    Value groups = extension->getOperand(0);
    auto type = cast<VectorType>(groups.getType());
    bool isSigned = isa<arith::ExtSIOp>(extension);
    if (type.getRank() == 2)
      return Factor{
          vector::ShapeCastOp::create(builder, loc, getVector(8), groups),
          isSigned};
    Value one = vector::BitCastOp::create(
        builder, loc, VectorType::get(1, builder.getI32Type()), groups);
    Value scalar = vector::ExtractOp::create(builder, loc, one, 0);
    Value all =
        vector::BroadcastOp::create(builder, loc, getVector(32), scalar);
    return Factor{reinterpret(all, 8), isSigned};
  }

  /// sums + products, by an instruction for just that.
  Value addByDotProduct(const Processor &processor, Value sums, Factor a,
                        Factor b) {
    for (auto [first, second] : {std::pair(a, b), std::pair(b, a)})
      if (const DotProduct *product = processor.findDotProduct(
              4 * lanes, first.isSigned, second.isSigned))
        return call(product->intrinsic, {sums, first.groups, second.groups});
    return nullptr;
  }

  /// sums + products, by products of 16 bits: of the elements with even and of
  /// those with odd positions.
  Value addByPairs(const Processor &processor, Value sums, Factor a, Factor b) {
    const PairProduct *product = processor.findPairProduct(4 * lanes);
    if (!product)
      return nullptr;
    for (unsigned position : {0, 1})
      sums = arith::AddIOp::create(
          builder, loc, sums,
          call(product->intrinsic,
               {getElements(a, 16, position), getElements(b, 16, position)}));
    return sums;
  }

  /// sums + products, in lanes of 32 bits.
  Value addByElement(Value sums, Factor a, Factor b) {
    for (unsigned position : llvm::seq(4))
      sums = arith::AddIOp::create(
          builder, loc, sums,
          arith::MulIOp::create(builder, loc, getElements(a, 32, position),
                                getElements(b, 32, position)));
    return sums;
  }

private:
  /// The type of a vector of all lanes, with elements of `bits`.
  VectorType getVector(unsigned bits) {
    return VectorType::get(lanes * 32 / bits, builder.getIntegerType(bits));
  }

  Value reinterpret(Value vector, unsigned bits) {
    return vector::BitCastOp::create(builder, loc, getVector(bits), vector);
  }

  Value getConstant(unsigned bits, int64_t value) {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(getVector(bits), APInt(bits, value)));
  }

  /// The elements at a position in lanes of `bits`, extended to all the lane.
  Value getElements(Factor factor, unsigned bits, unsigned position) {
    Value elements = reinterpret(factor.groups, bits);
    unsigned above = bits - 8 - 8 * position;
    if (above != 0)
      elements = arith::ShLIOp::create(builder, loc, elements,
                                       getConstant(bits, above));
    Value distance = getConstant(bits, bits - 8);
    if (factor.isSigned)
      return arith::ShRSIOp::create(builder, loc, elements, distance);
    return arith::ShRUIOp::create(builder, loc, elements, distance);
  }

  Value call(StringRef intrinsic, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(builder, loc, getVector(32),
                                         builder.getStringAttr(intrinsic),
                                         operands)
        .getResult(0);
  }

  OpBuilder &builder;
  Location loc;
  int64_t lanes;
};
} // namespace

/// Reads vectors of groups as vectors of one dim, which they are in memory:
///
///   %0 = vector.transfer_read %w[...] : memref<8x16x4xi8>, vector<16x4xi8>
///
/// becomes, of a memref.collapse_shape of %w,
///
///   %1 = vector.transfer_read %w1[...] : memref<8x64xi8>, vector<64xi8>
static void flattenReads(func::FuncOp kernel) {
  SmallVector<Operation *> reads;
  kernel.walk([&](vector::TransferReadOp read) {
    if (llvm::any_of(read->getUsers(), llvm::IsaPred<vector::ShapeCastOp>))
      reads.push_back(read);
  });
  RewritePatternSet patterns(kernel.getContext());
  vector::populateFlattenVectorTransferPatterns(patterns);
  (void)applyOpPatternsGreedily(reads, std::move(patterns));
}

LogicalResult layout::lowerProducts(RewriterBase &rewriter, func::FuncOp kernel,
                                    const Processor &processor) {
  SmallVector<vector::ContractionOp> ops;
  kernel.walk([&](vector::ContractionOp op) { ops.push_back(op); });
  for (vector::ContractionOp op : ops) {
    auto type = dyn_cast<VectorType>(op.getResultType());
    if (!type || type.getRank() != 1)
      return failure();
    rewriter.setInsertionPoint(op);
    ProductBuilder builder(rewriter, op.getLoc(), type.getDimSize(0));
    std::optional<Factor> a = builder.getFactor(op.getLhs()),
                          b = builder.getFactor(op.getRhs());
    if (!a || !b)
      return failure();
    Value result = builder.addByDotProduct(processor, op.getAcc(), *a, *b);
    if (!result)
      result = builder.addByPairs(processor, op.getAcc(), *a, *b);
    if (!result)
      result = builder.addByElement(op.getAcc(), *a, *b);
    rewriter.replaceOp(op, result);
  }
  if (!ops.empty())
    flattenReads(kernel);
  return success();
}
