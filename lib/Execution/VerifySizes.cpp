//===- VerifySizes.cpp - Checks of sizes at run time ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifySizes.h"
#include "Run.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::layout::execution {
namespace {

constexpr llvm::StringLiteral verifierSymbol = "layout_verify_sizes";

/// A check: what the first size has to be, compared to the second one.
struct SizeCheck {
  enum class Relation { Equal, AtLeast };
  Location loc;
  Relation relation;
  /// The requirement in words, which the second size follows.
  std::string required;
};
} // namespace

/// The checks of this process, by the numbers that calls pass.
static std::vector<SizeCheck> &getChecks() {
  static std::vector<SizeCheck> checks;
  return checks;
}

static void verify(int64_t number, int64_t found, int64_t expected) {
  const SizeCheck &check = getChecks()[number];
  bool isEqual = check.relation == SizeCheck::Relation::Equal;
  if (isEqual ? found == expected : found >= expected)
    return;
  emitError(check.loc) << check.required << (isEqual ? ", " : " of at least ")
                       << expected << ", found " << found;
  endChild(ChildEnd::SizesDiffer);
}

namespace {
class SizeVerifier {
public:
  explicit SizeVerifier(ModuleOp module) : builder(module.getContext()) {}

  void visit(Operation *op);

private:
  using Relation = SizeCheck::Relation;

  /// Requires a size, unless both are known at compile time.
  void require(const llvm::Twine &what, OpFoldResult found,
               OpFoldResult expected, Relation relation = Relation::Equal);

  OpFoldResult getSize(Value tensor, int64_t dim) {
    return tensor::getMixedSize(builder, loc, tensor, dim);
  }
  OpFoldResult compute(AffineExpr expr, ArrayRef<OpFoldResult> symbols) {
    return affine::makeComposedFoldedAffineApply(builder, loc, expr, symbols);
  }

  void visitLinalg(linalg::LinalgOp op);
  void visitElementwise(Operation *op);
  void visitCast(tensor::CastOp op);
  void visitExpandShape(tensor::ExpandShapeOp op);
  void visitSlice(OffsetSizeAndStrideOpInterface op, Value whole);
  void visitInsertedSlice(tensor::InsertSliceOp op);
  void visitConcat(tensor::ConcatOp op);
  void visitAssert(cf::AssertOp op);

  OpBuilder builder;
  Location loc = builder.getUnknownLoc();
  StringRef name;
};
} // namespace

void SizeVerifier::require(const llvm::Twine &what, OpFoldResult found,
                           OpFoldResult expected, Relation relation) {
  if (found == expected ||
      (getConstantIntValue(found) && getConstantIntValue(expected)))
    return;
  std::string text =
      name.empty() ? what.str() : ("'" + name + "' op requires " + what).str();
  getChecks().push_back({loc, relation, std::move(text)});
  Value number =
      arith::ConstantIndexOp::create(builder, loc, getChecks().size() - 1);
  func::CallOp::create(
      builder, loc, verifierSymbol, TypeRange(),
      ValueRange{number, getValueOrCreateConstantIndexOp(builder, loc, found),
                 getValueOrCreateConstantIndexOp(builder, loc, expected)});
}

/// The operands have the sizes that the loops have by the first operand which
/// states them. What an operand is read at, as the window of a convolution, is
/// inside.
void SizeVerifier::visitLinalg(linalg::LinalgOp op) {
  struct Extent {
    OpFoldResult size;
    unsigned operand;
    int64_t dim;
  };
  SmallVector<std::optional<Extent>> extents(op.getNumLoops());
  SmallVector<std::pair<OpOperand *, int64_t>> windows;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    for (auto [dim, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop) {
        windows.emplace_back(&operand, dim);
        continue;
      }
      OpFoldResult size = getSize(operand.get(), dim);
      std::optional<Extent> &extent = extents[loop.getPosition()];
      if (!extent)
        extent = Extent{size, operand.getOperandNumber(), int64_t(dim)};
      else
        require(llvm::formatv("a size along dim {0} of operand {1} as along "
                              "dim {2} of operand {3}",
                              dim, operand.getOperandNumber(), extent->dim,
                              extent->operand)
                    .str(),
                size, extent->size);
    }
  }
  if (!llvm::all_of(extents, [](auto &extent) { return extent.has_value(); }))
    return;
  SmallVector<OpFoldResult> sizes;
  SmallVector<AffineExpr> last;
  for (auto [number, extent] : llvm::enumerate(extents)) {
    sizes.push_back(extent->size);
    last.push_back(builder.getAffineSymbolExpr(number) - 1);
  }
  for (auto [operand, dim] : windows) {
    AffineExpr expr = op.getMatchingIndexingMap(operand).getResult(dim);
    if (!expr.isPureAffine())
      continue;
    OpFoldResult end = compute(expr.replaceDims(last) + 1, sizes);
    require(llvm::formatv("a size along dim {0} of operand {1}", dim,
                          operand->getOperandNumber())
                .str(),
            getSize(operand->get(), dim), end, Relation::AtLeast);
  }
}

void SizeVerifier::visitElementwise(Operation *op) {
  Value first;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    if (!first) {
      first = operand.get();
      continue;
    }
    for (int64_t dim : llvm::seq(type.getRank()))
      require(llvm::formatv("a size along dim {0} of operand {1} as of the "
                            "first one",
                            dim, operand.getOperandNumber())
                  .str(),
              getSize(operand.get(), dim), getSize(first, dim));
  }
}

void SizeVerifier::visitCast(tensor::CastOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !isa<RankedTensorType>(op.getSource().getType()))
    return;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(size))
      require("a size along dim " + llvm::Twine(dim) + " as in its result",
              getSize(op.getSource(), dim), builder.getIndexAttr(size));
}

/// A dim has as many elements as the dims into which it is split.
void SizeVerifier::visitExpandShape(tensor::ExpandShapeOp op) {
  SmallVector<OpFoldResult> parts =
      getMixedValues(op.getStaticOutputShape(), op.getOutputShape(), builder);
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    SmallVector<OpFoldResult> sizes;
    AffineExpr product = builder.getAffineConstantExpr(1);
    for (int64_t part : group) {
      product = product * builder.getAffineSymbolExpr(sizes.size());
      sizes.push_back(parts[part]);
    }
    require("a size along dim " + llvm::Twine(dim) +
                " that is the product of those it is split into",
            getSize(op.getSrc(), dim), compute(product, sizes));
  }
}

void SizeVerifier::visitSlice(OffsetSizeAndStrideOpInterface op, Value whole) {
  AffineExpr offset, size, stride;
  bindSymbols(builder.getContext(), offset, size, stride);
  for (auto [dim, begin, extent, step] : llvm::enumerate(
           op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
    // An empty slice ends where it begins.
    OpFoldResult end =
        compute(offset + (size - 1) * stride + 1, {begin, extent, step});
    require("a size along dim " + llvm::Twine(dim) + " of what is sliced",
            getSize(whole, dim), end, Relation::AtLeast);
  }
}

/// The slice that is inserted has the sizes that are stated.
void SizeVerifier::visitInsertedSlice(tensor::InsertSliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  int64_t dim = 0;
  for (auto [number, size] : llvm::enumerate(op.getMixedSizes())) {
    if (dropped.test(number))
      continue;
    require("a size along dim " + llvm::Twine(dim) + " of the slice",
            getSize(op.getSource(), dim), size);
    ++dim;
  }
}

void SizeVerifier::visitConcat(tensor::ConcatOp op) {
  Value first = op.getInputs().front();
  for (auto [number, input] : llvm::enumerate(op.getInputs()))
    for (int64_t dim : llvm::seq(op.getResultType().getRank()))
      if (number != 0 && dim != int64_t(op.getDim()))
        require(llvm::formatv("a size along dim {0} of operand {1} as of the "
                              "first one",
                              dim, number)
                    .str(),
                getSize(input, dim), getSize(first, dim));
}

/// An assertion that two sizes are equal states both.
void SizeVerifier::visitAssert(cf::AssertOp op) {
  auto comparison = op.getArg().getDefiningOp<arith::CmpIOp>();
  if (!comparison || comparison.getPredicate() != arith::CmpIPredicate::eq ||
      comparison.getLhs().getType().isInteger(1))
    return;
  name = "";
  auto toIndex = [&](Value value) -> Value {
    if (value.getType().isIndex())
      return value;
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      value);
  };
  require(op.getMsg() + ": requires equal numbers",
          toIndex(comparison.getLhs()), toIndex(comparison.getRhs()));
}

void SizeVerifier::visit(Operation *op) {
  builder.setInsertionPoint(op);
  loc = op->getLoc();
  name = op->getName().getStringRef();
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](linalg::LinalgOp op) { visitLinalg(op); })
      .Case([&](tensor::CastOp op) { visitCast(op); })
      .Case([&](tensor::ConcatOp op) { visitConcat(op); })
      .Case([&](tensor::ExtractSliceOp op) { visitSlice(op, op.getSource()); })
      .Case([&](tensor::InsertSliceOp op) {
        visitSlice(op, op.getDest());
        visitInsertedSlice(op);
      })
      .Case([&](tensor::ExpandShapeOp op) { visitExpandShape(op); })
      .Case([&](cf::AssertOp op) { visitAssert(op); })
      .Default([&](Operation *op) {
        if (OpTrait::hasElementwiseMappableTraits(op))
          visitElementwise(op);
      });
}

void verifySizes(ModuleOp module) {
  MLIRContext *context = module.getContext();
  context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                       func::FuncDialect, tensor::TensorDialect>();
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    // Ops in bodies of structured ops compute elements, which have no sizes.
    if (!op->getParentOfType<linalg::LinalgOp>())
      ops.push_back(op);
  });
  size_t numBefore = getChecks().size();
  SizeVerifier verifier(module);
  for (Operation *op : ops)
    verifier.visit(op);
  if (getChecks().size() == numBefore)
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type index = builder.getIndexType();
  func::FuncOp::create(builder, module.getLoc(), verifierSymbol,
                       builder.getFunctionType({index, index, index}, {}))
      .setPrivate();
}

HostFunction getSizeVerifier() {
  return {verifierSymbol, reinterpret_cast<void *>(verify)};
}

} // namespace mlir::layout::execution
