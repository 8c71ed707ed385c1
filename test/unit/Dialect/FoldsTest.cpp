//===- FoldsTest.cpp - Folded chains compute what they did ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Covers: R12, R13, R14, R32, R46, R49
// Case: S1-j

#include "../Algebra/RandomMaps.h"
#include "Interpreter.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using interpreter::Element;
using interpreter::Interpreter;
using interpreter::Tensor;

namespace {

MLIRContext &getContext() {
  static MLIRContext *context = [] {
    DialectRegistry registry;
    registry.insert<LayoutDialect, func::FuncDialect, tensor::TensorDialect,
                    arith::ArithDialect, affine::AffineDialect>();
    affine::registerValueBoundsOpInterfaceExternalModels(registry);
    arith::registerValueBoundsOpInterfaceExternalModels(registry);
    tensor::registerValueBoundsOpInterfaceExternalModels(registry);
    auto *context = new MLIRContext(registry);
    context->loadAllAvailableDialects();
    return context;
  }();
  return *context;
}

/// A function that is built, and run, one op at a time.
class Chain {
public:
  Chain(unsigned seed, bool dynamic)
      : generator(&getContext(), seed), dynamic(dynamic),
        builder(&getContext()) {
    SmallVector<int64_t> shape, type;
    for (int64_t rank = pick(1, 2); rank > 0; --rank) {
      shape.push_back(pick(1, 5));
      type.push_back(dynamic && pick(0, 3) != 0 ? ShapedType::kDynamic
                                                : shape.back());
    }
    SmallVector<Type> arguments = {
        RankedTensorType::get(type, builder.getI32Type())};
    arguments.append(kNumIndices, builder.getIndexType());
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
    function = func::FuncOp::create(builder, builder.getUnknownLoc(), "chain",
                                    builder.getFunctionType(arguments, {}));
    builder.setInsertionPointToEnd(function.addEntryBlock());

    Tensor input(shape);
    for (auto [i, element] : llvm::enumerate(input.elements))
      element = pick(0, 1) == 0 ? 0 : 100 + i;
    inputs.push_back(std::move(input));
    current = function.getArgument(0);
    interpreter.set(current, inputs.front());
    for (unsigned i = 0; i < kNumIndices; ++i) {
      indices.push_back(pick(0, 3));
      interpreter.set(function.getArgument(i + 1), indices.back());
    }
  }

  void addRandomOp() {
    int64_t kind = pick(0, 9);
    if (kind < 2)
      return addPad();
    if (kind < 5)
      return addCrop();
    if (kind < 8)
      return undo();
    addTransform();
  }

  void finish() {
    func::ReturnOp::create(builder, builder.getUnknownLoc(), current);
    function.setFunctionType(builder.getFunctionType(
        function.getArgumentTypes(), current.getType()));
  }

  /// The result of the function as it stands now.
  Tensor run() {
    Interpreter fresh;
    fresh.set(function.getArgument(0), inputs.front());
    for (auto [i, index] : llvm::enumerate(indices))
      fresh.set(function.getArgument(i + 1), index);
    Operation *terminator = function.front().getTerminator();
    for (Operation &op : function.front())
      fresh.run(&op);
    return fresh.getTensor(terminator->getOperand(0));
  }

  void canonicalize() {
    PassManager passes(&getContext());
    passes.addPass(createCanonicalizerPass());
    ASSERT_TRUE(succeeded(passes.run(*module)));
  }

  int64_t countRewrites() {
    int64_t count = 0;
    function.walk([&](Operation *op) {
      count += isa<LayoutTransformOp, PadOp, CropOp>(op);
    });
    return count;
  }

  std::string print() {
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    return text;
  }

  bool verify() { return succeeded(mlir::verify(*module)); }

private:
  static constexpr unsigned kNumIndices = 4;

  int64_t pick(int64_t low, int64_t high) { return generator.pick(low, high); }
  Location getLoc() { return builder.getUnknownLoc(); }
  Tensor &getCurrent() { return interpreter.getTensor(current); }

  template <typename OpTy, typename... Args>
  void add(Args &&...args) {
    auto op = OpTy::create(builder, getLoc(), std::forward<Args>(args)...);
    interpreter.run(op);
    current = op->getResult(0);
  }

  /// An index with a value of at most `limit`, known now or at run time.
  OpFoldResult getIndex(int64_t limit) {
    unsigned i = pick(0, kNumIndices - 1);
    if (dynamic && pick(0, 2) != 0 && indices[i] <= limit)
      return function.getArgument(i + 1);
    return builder.getIndexAttr(pick(0, std::min<int64_t>(limit, 3)));
  }

  /// a + b - c.
  OpFoldResult combine(OpFoldResult a, OpFoldResult b, OpFoldResult c) {
    AffineExpr expr = builder.getAffineSymbolExpr(0) +
                      builder.getAffineSymbolExpr(1) -
                      builder.getAffineSymbolExpr(2);
    OpBuilder::InsertPoint point = builder.saveInsertionPoint();
    OpFoldResult result = affine::makeComposedFoldedAffineApply(
        builder, getLoc(), expr, {a, b, c});
    if (auto value = dyn_cast<Value>(result))
      interpreter.set(value, interpreter.getIndex(a) + interpreter.getIndex(b) -
                                 interpreter.getIndex(c));
    builder.restoreInsertionPoint(point);
    return result;
  }

  /// The sizes of a tensor, as the program sees them.
  SmallVector<OpFoldResult> getSizes(Value tensor) {
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, size] :
         llvm::enumerate(cast<RankedTensorType>(tensor.getType()).getShape())) {
      if (!ShapedType::isDynamic(size)) {
        sizes.push_back(builder.getIndexAttr(size));
        continue;
      }
      auto op = tensor::DimOp::create(builder, getLoc(), tensor, dim);
      interpreter.set(op.getIndex(), dim);
      interpreter.run(op);
      sizes.push_back(op.getResult());
    }
    return sizes;
  }

  Attribute pickValue() {
    switch (pick(0, 2)) {
    case 0:
      return ub::PoisonAttr::get(&getContext());
    case 1:
      return builder.getI32IntegerAttr(0);
    default:
      return builder.getI32IntegerAttr(5);
    }
  }

  void addPad() {
    SmallVector<OpFoldResult> low, high;
    for (size_t dim = 0; dim < getCurrent().shape.size(); ++dim) {
      low.push_back(getIndex(3));
      high.push_back(getIndex(3));
    }
    add<PadOp>(current, low, high, pickValue());
  }

  void addCrop() {
    SmallVector<OpFoldResult> offsets, sizes;
    for (auto [extent, all] :
         llvm::zip_equal(getCurrent().shape, getSizes(current))) {
      OpFoldResult offset = getIndex(extent);
      int64_t rest = extent - interpreter.getIndex(offset);
      OpFoldResult size = getIndex(rest);
      if (pick(0, 1) == 0) // All but what is cut off at the end.
        size = combine(all, builder.getIndexAttr(0),
                       combine(offset, size, builder.getIndexAttr(0)));
      offsets.push_back(offset);
      sizes.push_back(size);
    }
    addCrop(offsets, sizes);
  }

  void addCrop(ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes) {
    add<CropOp>(current, offsets, sizes, pickPromise(offsets, sizes));
  }

  /// Nothing, poison, or a value that all removed elements have.
  Attribute pickPromise(ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes) {
    if (pick(0, 3) == 0)
      return {};
    std::set<Element> removed;
    getCurrent().forEachIndex([&](ArrayRef<int64_t> index) {
      for (auto [i, offset, size] : llvm::zip_equal(index, offsets, sizes)) {
        int64_t first = interpreter.getIndex(offset);
        if (i < first || i >= first + interpreter.getIndex(size))
          removed.insert(getCurrent().at(index));
      }
    });
    if (removed.size() == 1 && *removed.begin())
      return builder.getI32IntegerAttr(**removed.begin());
    return pick(0, 1) == 0 ? Attribute() : ub::PoisonAttr::get(&getContext());
  }

  /// Takes back the last op, or several crops at once.
  void undo() {
    Operation *last = current.getDefiningOp();
    if (auto pad = dyn_cast_or_null<PadOp>(last))
      return addCrop(pad.getMixedLow(), getSizes(pad.getSource()));
    if (auto crop = dyn_cast_or_null<CropOp>(last))
      return undo(crop);
    auto transform = dyn_cast_or_null<LayoutTransformOp>(last);
    if (!transform)
      return;
    if (auto inverse = transform.getIndexMap().inverse(
            transform.getSource().getType().getShape()))
      add<LayoutTransformOp>(current, *inverse);
  }

  void undo(CropOp crop) {
    OpFoldResult zero = builder.getIndexAttr(0);
    SmallVector<OpFoldResult> low = crop.getMixedOffsets(), high;
    SmallVector<Attribute> values = {crop.getCroppedAttr()};
    while (auto inner = crop.getSource().getDefiningOp<CropOp>()) {
      if (pick(0, 1) == 0)
        break;
      for (auto [sum, offset] : llvm::zip_equal(low, inner.getMixedOffsets()))
        sum = combine(sum, offset, zero);
      values.push_back(inner.getCroppedAttr());
      crop = inner;
    }
    for (auto [all, offset, size] :
         llvm::zip_equal(getSizes(crop.getSource()), low, getSizes(current)))
      high.push_back(combine(all, zero, combine(offset, size, zero)));
    Attribute value = values[pick(0, values.size() - 1)];
    add<PadOp>(current, low, high,
               value && pick(0, 2) != 0 ? value : pickValue());
  }

  void addTransform() {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(current.getType()).getShape();
    if (llvm::any_of(shape, [](int64_t size) { return size <= 0; }))
      return;
    IndexMap map(generator.digitMap(shape).map);
    if (isProved(map.isBijective(shape)))
      add<LayoutTransformOp>(current, map);
  }

  randommaps::Generator generator;
  bool dynamic;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  std::vector<Tensor> inputs;
  SmallVector<int64_t> indices;
  Interpreter interpreter;
  Value current;
};

/// Poison may become anything; everything else stays.
bool refines(const Tensor &before, const Tensor &after) {
  if (before.shape != after.shape)
    return false;
  for (auto [old, now] : llvm::zip_equal(before.elements, after.elements))
    if (old && old != now)
      return false;
  return true;
}

/// Runs random chains before and after canonicalization; returns how many ops
/// there were and how many are left.
std::pair<int64_t, int64_t> checkChains(unsigned count, bool dynamic) {
  int64_t before = 0, after = 0;
  for (unsigned seed = 1; seed <= count; ++seed) {
    Chain chain(seed, dynamic);
    for (unsigned i = 0, length = 2 + seed % 5; i < length; ++i)
      chain.addRandomOp();
    chain.finish();
    std::string source = chain.print();
    SCOPED_TRACE(source);
    EXPECT_TRUE(chain.verify());
    before += chain.countRewrites();
    Tensor expected = chain.run();
    chain.canonicalize();
    after += chain.countRewrites();
    EXPECT_TRUE(chain.verify());
    EXPECT_TRUE(refines(expected, chain.run())) << chain.print();
    if (testing::Test::HasFailure())
      break;
  }
  return {before, after};
}

TEST(Folds, StaticChains) {
  auto [before, after] = checkChains(6000, /*dynamic=*/false);
  EXPECT_LT(after, before * 3 / 5);
}

TEST(Folds, DynamicChains) {
  auto [before, after] = checkChains(2000, /*dynamic=*/true);
  EXPECT_LT(after, before * 2 / 3);
}

} // namespace
