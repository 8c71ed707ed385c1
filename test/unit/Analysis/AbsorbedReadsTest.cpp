//===- AbsorbedReadsTest.cpp - Tests of hidden rewrites -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/AbsorbedReads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

/// Builds the generic op that `operands` describe: one word per dim, the loops
/// that are added up in it ("hi" is h + i). The last operand is the result;
/// loops it lacks are reductions. Loops run four times, those in `units` once.
/// The body multiplies and adds.
///
/// Returns one digit per input: 1 if it is read in another order.
static std::string read(ArrayRef<StringRef> operands, StringRef units = "") {
  MLIRContext context;
  context.loadDialect<linalg::LinalgDialect, tensor::TensorDialect,
                      arith::ArithDialect>();
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());

  std::string loops;
  for (StringRef operand : llvm::reverse(operands))
    for (char c : operand)
      if (c != ' ' && !StringRef(loops).contains(c))
        loops += c;
  auto getLoop = [&](char c) { return StringRef(loops).find(c); };
  auto getExtent = [&](char c) { return units.contains(c) ? 1 : 4; };

  SmallVector<AffineMap> maps;
  SmallVector<Value> values;
  for (StringRef operand : operands) {
    SmallVector<AffineExpr> indices;
    SmallVector<int64_t> shape;
    for (StringRef word : llvm::split(operand, ' ')) {
      AffineExpr index = builder.getAffineConstantExpr(0);
      int64_t size = 1;
      for (char c : word) {
        index = index + builder.getAffineDimExpr(getLoop(c));
        size += getExtent(c) - 1;
      }
      indices.push_back(index);
      shape.push_back(size);
    }
    maps.push_back(AffineMap::get(loops.size(), 0, indices, &context));
    values.push_back(
        tensor::EmptyOp::create(builder, loc, shape, builder.getF32Type()));
  }
  SmallVector<utils::IteratorType> iterators;
  for (char c : loops)
    iterators.push_back(operands.back().contains(c)
                            ? utils::IteratorType::parallel
                            : utils::IteratorType::reduction);
  Value init = values.pop_back_val();
  auto op = linalg::GenericOp::create(
      builder, loc, init.getType(), values, init, maps, iterators,
      [](OpBuilder &b, Location loc, ValueRange arguments) {
        Value value = arguments[0];
        for (Value input : arguments.drop_front().drop_back())
          value = arith::MulFOp::create(b, loc, value, input);
        value = arith::AddFOp::create(b, loc, arguments.back(), value);
        linalg::YieldOp::create(b, loc, value);
      });
  EXPECT_TRUE(succeeded(verify(op)));
  CriticalOpAnalysis criticalOps(op.getOperation());
  OperandAccesses accesses(op, criticalOps.lookup(op));
  std::string verdicts;
  for (unsigned input : llvm::seq<unsigned>(0, op.getNumDpsInputs()))
    verdicts += readsInAnotherOrder(accesses, input) ? '1' : '0';
  return verdicts;
}

TEST(AbsorbedReads, AgnosticOps) {
  EXPECT_EQ(read({"a b c", "a b c"}), "0");
  EXPECT_EQ(read({"a c b", "a b c"}), "1");
  // Only unit dims move.
  EXPECT_EQ(read({"a c b", "a b c"}, "b"), "0");
  // Three inputs are no contraction: the second one is transposed.
  EXPECT_EQ(read({"a b", "b a", "b", "a b"}), "010");
  // Reductions and broadcasts: the loops both have decide.
  EXPECT_EQ(read({"a r b", "a b"}), "0");
  EXPECT_EQ(read({"b r a", "a b"}), "1");
  EXPECT_EQ(read({"b", "a b"}), "0");
  // A pooling window counts by the loop it shares with the result.
  EXPECT_EQ(read({"n c hi wj", "i j", "n c h w"}), "00");
  EXPECT_EQ(read({"n hi wj c", "i j", "n c h w"}), "10");
}

TEST(AbsorbedReads, Images) {
  // For each layout of the result: N C spatial, N spatial C, N C1 spatial C0.
  for (StringRef result : {"n f h w", "n h w f", "n f h w e"}) {
    StringRef filter = result.contains('e') ? "f c i j e" : "f c i j";
    EXPECT_EQ(read({"n c hi wj", filter, result}), "00");
    EXPECT_EQ(read({"n hi wj c", filter, result}), "00");
  }
  EXPECT_EQ(read({"n c hi wj d", "f c i j d e", "n f h w e"}), "00");
  // One and three spatial dims, groups, depthwise.
  EXPECT_EQ(read({"n c hi", "f c i", "n f h"}), "00");
  EXPECT_EQ(read({"n hi wj vk c", "i j k c f", "n h w v f"}), "00");
  EXPECT_EQ(read({"n g c hi wj", "g f c i j", "n g f h w"}), "00");
  EXPECT_EQ(read({"n hi wj g c", "g f i j c", "n h w g f"}), "00");
  EXPECT_EQ(read({"n c hi wj", "c i j", "n c h w"}), "00");
  EXPECT_EQ(read({"n c hi wj d", "c i j d", "n c h w d"}), "00");
  // Channels first of all, in between, or the image turned round.
  EXPECT_EQ(read({"c n hi wj", "f c i j", "n f h w"}), "10");
  EXPECT_EQ(read({"n hi c wj", "f c i j", "n f h w"}), "10");
  EXPECT_EQ(read({"n c wj hi", "f c i j", "n f h w"}), "10");
  EXPECT_EQ(read({"n c wj hi", "f c i j", "n f h w"}, "w"), "00");
}

TEST(AbsorbedReads, Filters) {
  EXPECT_EQ(read({"n hi wj c", "f i j c", "n h w f"}), "00");
  EXPECT_EQ(read({"n hi wj c", "i j c f", "n h w f"}), "00");
  EXPECT_EQ(read({"n g c hi wj", "f g c i j", "n g f h w"}), "00");
  EXPECT_EQ(read({"n hi wj c", "i j c m", "n h w c m"}), "00");
  EXPECT_EQ(read({"n c hi wj", "c f i j", "n f h w"}), "01");
  EXPECT_EQ(read({"n c hi wj", "f c j i", "n f h w"}), "01");
  EXPECT_EQ(read({"n c hi wj", "i f c j", "n f h w"}), "01");
  // Blocks in another order than their channels: the smaller input counts.
  EXPECT_EQ(read({"n c hi wj d", "f d i j c e", "n f h w e"}), "10");
  EXPECT_EQ(read({"n c hi wj d", "f d i j c e", "n f h w e"}, "f"), "01");
}

TEST(AbsorbedReads, Contractions) {
  EXPECT_EQ(read({"m k", "k n", "m n"}), "00");
  EXPECT_EQ(read({"b m k", "b k n", "b m n"}), "00");
  EXPECT_EQ(read({"m k", "n k", "m n"}), "01");
  // Contracted loops in different orders: the smaller input counts, or the
  // second one.
  EXPECT_EQ(read({"m k l", "l k n", "m n"}), "01");
  EXPECT_EQ(read({"m k l", "l k n", "m n"}, "m"), "10");
  EXPECT_EQ(read({"m k l", "l k n", "m n"}, "n"), "01");
  EXPECT_EQ(read({"k m", "k n", "m n"}), "10");
  EXPECT_EQ(read({"m k", "k", "m"}), "00");
  // Heads: batches (s and h) must come first, in the result's order.
  EXPECT_EQ(read({"s m h k", "s h k n", "s h m n"}), "10");
  EXPECT_EQ(read({"h s m k", "s h k n", "s h m n"}), "10");
  EXPECT_EQ(read({"h s m k", "s h k n", "s h m n"}, "s"), "00");
  // Several m, n and k.
  EXPECT_EQ(read({"a m k", "k n", "a m n"}), "00");
  EXPECT_EQ(read({"m a k", "k n", "a m n"}), "10");
  EXPECT_EQ(read({"m k l", "l k n", "m n"}), "01");
  // A 1x1 convolution in NCHW is one with n, h and w around k.
  EXPECT_EQ(read({"f c", "n c h w", "n f h w"}), "00");
}

TEST(AbsorbedReads, BlockedContractions) {
  // Outer loops m, n, k; inner a, b, c.
  EXPECT_EQ(read({"m k a c", "n k b c", "m n a b"}), "00");
  EXPECT_EQ(read({"m k a c", "k n c b", "m n a b"}), "00");
  EXPECT_EQ(read({"m k a c", "n k b c", "m n a b"}, "mnk"), "00");
  EXPECT_EQ(read({"k m a c", "n k b c", "m n a b"}), "10");
  EXPECT_EQ(read({"k c m a", "n b k c", "m n a b"}), "11");
  // Only n in blocks.
  EXPECT_EQ(read({"m k", "n k b", "m n b"}), "00");
}
