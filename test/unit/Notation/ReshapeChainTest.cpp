//===- ReshapeChainTest.cpp - Layouts as reshapes and transposes ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Case: S2-e, S0-c
// Covers: B28
//
//===----------------------------------------------------------------------===//

#include "Notation/ReshapeChain.h"
#include "LayoutChecks.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using layoutchecks::getError;
using layoutchecks::isSame;
using layoutchecks::Random;

namespace {
constexpr auto getColumn = layoutchecks::getColumn<ReshapeChain>;

ReshapeChain parse(StringRef text) {
  return llvm::cantFail(ReshapeChain::parse(text));
}

class ReshapeChainTest : public ::testing::Test {
protected:
  PhysicalLayout getLayout(StringRef text, ArrayRef<int64_t> shape) {
    return llvm::cantFail(parse(text).getPhysicalLayout(shape, &context));
  }
  std::string getLayoutError(StringRef text, ArrayRef<int64_t> shape) {
    return getError(parse(text).getPhysicalLayout(shape, &context));
  }
  PhysicalLayout getLayout(ArrayRef<AffineExpr> results,
                           ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> box = {}) {
    IndexMap map(AffineMap::get(shape.size(), 0, results, &context));
    return llvm::cantFail(PhysicalLayout::get(map, shape, box));
  }
  std::string getText(const PhysicalLayout &layout) {
    return llvm::cantFail(ReshapeChain::get(layout)).str();
  }
  AffineExpr dim(unsigned i) { return getAffineDimExpr(i, &context); }

  MLIRContext context;
};

/// An array as NumPy has it: a shape, and values in row-major order.
struct Array {
  SmallVector<int64_t> shape;
  std::vector<int64_t> values;

  void apply(const ReshapeChain::Reshape &reshape) {
    int64_t known = 1;
    for (int64_t extent : reshape.shape)
      known *= extent == -1 ? 1 : extent;
    shape = reshape.shape;
    for (int64_t &extent : shape)
      if (extent == -1)
        extent = static_cast<int64_t>(values.size()) / known;
  }
  void apply(const ReshapeChain::Transpose &transpose) {
    SmallVector<int64_t> next;
    for (int64_t dim : transpose.permutation)
      next.push_back(shape[dim]);
    std::vector<int64_t> moved;
    for (size_t at = 0; at < values.size(); ++at) {
      bruteforce::Index index = bruteforce::delinearize(at, next), old(index);
      for (auto [i, dim] : llvm::zip_equal(index, transpose.permutation))
        old[dim] = i;
      moved.push_back(values[bruteforce::linearize(old, shape)]);
    }
    shape = next;
    values = moved;
  }
  void apply(const ReshapeChain::Pad &pad) {
    SmallVector<int64_t> next(shape);
    for (auto [extent, width] : llvm::zip_equal(next, pad.widths))
      extent += width.low + width.high;
    std::vector<int64_t> padded(bruteforce::product(next), -1);
    for (size_t at = 0; at < values.size(); ++at) {
      bruteforce::Index index = bruteforce::delinearize(at, shape);
      for (auto [i, width] : llvm::zip_equal(index, pad.widths))
        i += width.low;
      padded[bruteforce::linearize(index, next)] = values[at];
    }
    shape = next;
    values = padded;
  }
};
} // namespace

/// The numbers of the elements after a chain, -1 for padding.
static Array run(const ReshapeChain &chain, ArrayRef<int64_t> shape) {
  Array array{SmallVector<int64_t>(shape), {}};
  for (int64_t i = 0; i < bruteforce::product(shape); ++i)
    array.values.push_back(i);
  for (const ReshapeChain::Step &step : chain.getSteps())
    std::visit([&](const auto &kind) { array.apply(kind); }, step);
  return array;
}

/// Whether a layout puts the elements where they stand in `array`.
static bool describes(const PhysicalLayout &layout, const Array &array) {
  std::vector<int64_t> values(layout.getNumPositions(), -1);
  int64_t number = 0;
  for (int64_t offset : layoutchecks::getOffsets(layout))
    values[offset] = number++;
  return values == array.values;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

TEST_F(ReshapeChainTest, BlocksOfChannels) {
  StringRef text =
      "reshape(16,64,64,32,4).transpose(0,3,1,2,4).reshape(16,32,64,64,4)";
  PhysicalLayout layout = getLayout(text, {16, 64, 64, 128});
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({16, 32, 64, 64, 4}));
  EXPECT_EQ(layout.getOffset({0, 0, 0, 3}), 3);
  EXPECT_EQ(layout.getOffset({0, 0, 0, 4}), 16384);
  EXPECT_EQ(layout.getOffset({11, 37, 23, 101}), 6186333);
  // One map, without the detour.
  IndexMap expected(AffineMap::get(
      4, 0, {dim(0), dim(3).floorDiv(4), dim(1), dim(2), dim(3) % 4},
      &context));
  EXPECT_EQ(layout.getMap(), expected);
  // The last step did nothing.
  EXPECT_EQ(getText(layout), "reshape(16,64,64,32,4).transpose(0,3,1,2,4)");
  EXPECT_EQ(getText(getLayout("reshape(16,64,-1,32,4).transpose(0,3,1,2,4)"
                              ".reshape(-1,16384)",
                              {16, 64, 64, 128})),
            "reshape(16,64,64,32,4).transpose(0,3,1,2,4).reshape(512,16384)");
}

TEST_F(ReshapeChainTest, ATransposeStaysInFrontOfAReshape) {
  EXPECT_FALSE(isSame(getLayout("transpose(2,1,0).reshape(24)", {2, 3, 4}),
                      getLayout("reshape(24)", {2, 3, 4})));
  EXPECT_TRUE(
      isSame(getLayout("reshape(24)", {2, 3, 4}), getLayout("", {2, 3, 4})));
}

TEST_F(ReshapeChainTest, PadsInFrontOfASplit) {
  StringRef text = "pad((0,0),(0,56)).reshape(1000,4,64).transpose(1,0,2)";
  PhysicalLayout layout = getLayout(text, {1000, 200});
  EXPECT_EQ(layout.getNumPositions(), 256000);
  EXPECT_EQ(layout.getOffset({3, 130}), 2 * 64000 + 3 * 64 + 2);
  EXPECT_EQ(getText(layout), text);
  // In memory as well: rows of 40 places, then 8 further rows.
  text = "pad((0,0),(0,8))";
  EXPECT_EQ(getLayout(text, {20, 32}).getOffset({1, 0}), 40);
  EXPECT_EQ(getText(getLayout(text, {20, 32})), text);
  text = "transpose(1,0).pad((0,8),(2,3))";
  EXPECT_EQ(getLayout(text, {20, 32}).getOffset({1, 1}), 25 + 3);
  EXPECT_EQ(getText(getLayout(text, {20, 32})), text);
  // Low padding within a tile.
  layout = getLayout("pad((1,2)).reshape(4,4).transpose(1,0)", {13});
  EXPECT_EQ(layout.getOffset({0}), 4);
  EXPECT_EQ(layout.getOffset({3}), 1);
}

TEST_F(ReshapeChainTest, RadicesMayClash) {
  // 6 as 2 x 3 and as 3 x 2, apart by a transpose.
  StringRef text = "reshape(2,3).transpose(1,0).reshape(2,3).transpose(1,0)";
  PhysicalLayout layout = getLayout(text, {6});
  EXPECT_TRUE(describes(layout, run(parse(text), {6})));
  EXPECT_EQ(layoutchecks::getOffsets(layout),
            (std::vector<int64_t>{0, 4, 3, 2, 1, 5}));
  EXPECT_EQ(getError(ReshapeChain::get(layout)).substr(0, 60),
            "requires a layout that deals out the digits of its dims, fou");
  // Reshapes without a transpose in between do not clash.
  layout = getLayout("reshape(2,3).reshape(3,2).reshape(6)", {6});
  EXPECT_EQ(layout.getMap(), IndexMap::getIdentity(1, &context));
  // On a tensor too large to prove that anew.
  layout = getLayout("transpose(1,0).reshape(2536,630666)", {2061, 776016});
  EXPECT_EQ(layout.getOffset({5, 700000}), int64_t(700000) * 2061 + 5);
}

TEST_F(ReshapeChainTest, RadicesMayClashWithoutEnd) {
  constexpr StringRef clash = ".reshape(3,2).transpose(1,0)";
  std::string text = "transpose(1,0)";
  for (unsigned i = 0; i < 200; ++i)
    text += clash;
  EXPECT_EQ(getLayoutError(text, {3, 2}).substr(0, 58),
            "requires reshapes whose map has at most 1000 terms, found ");
  // Also with padding in between.
  text = "transpose(1,0)";
  int64_t rows = 2;
  for (unsigned i = 0; i < 200; ++i, rows += 6)
    text += ".reshape(3," + std::to_string(rows) +
            ").transpose(1,0).pad((0,6),(0,0))";
  EXPECT_EQ(getLayoutError(text, {3, 2}).substr(0, 58),
            "requires reshapes whose map has at most 1000 terms, found ");
}

TEST_F(ReshapeChainTest, PrintsShortestChains) {
  EXPECT_EQ(getText(getLayout({dim(0), dim(1)}, {4, 5})), "");
  EXPECT_EQ(getText(getLayout({dim(1), dim(0)}, {4, 5})), "transpose(1,0)");
  EXPECT_EQ(getText(getLayout({dim(0) * 5 + dim(1)}, {4, 5})), "reshape(20)");
  EXPECT_EQ(getText(getLayout(dim(0) * 3 + 1, {4}, {12})),
            "reshape(4,1).pad((0,0),(1,1)).reshape(12)");
  // Dims of one element keep their place.
  EXPECT_EQ(getText(getLayout({dim(0), dim(3), dim(1), dim(2)}, {1, 7, 5, 3})),
            "transpose(0,3,1,2)");
  // A block of 16 with 3 elements.
  EXPECT_EQ(
      getText(getLayout({dim(1).floorDiv(16), dim(0), dim(1) % 16}, {5, 3})),
      "pad((0,0),(0,13)).reshape(1,5,16)");
}

TEST_F(ReshapeChainTest, UnsupportedMaps) {
  auto get = [&](const PhysicalLayout &layout) {
    return getError(ReshapeChain::get(layout));
  };
  EXPECT_EQ(get(getLayout((dim(0) + 1) % 4, {4})),
            "requires a layout that deals out the digits of its dims, found "
            "(d0) -> ((d0 + 1) mod 4)");
  EXPECT_EQ(get(getLayout(dim(0) * 7 + dim(1) * 2, {4, 3}, {28})),
            "requires strides that divide each other, found 7 and 2");
  EXPECT_EQ(get(getLayout({dim(0), dim(1)}, {0, 3})),
            "requires a tensor that is not empty");
  EXPECT_EQ(get(getLayout(dim(0) * 4 + dim(1) + 2, {2, 3}, {12})),
            "requires 3 places of 1 from place 2 on, found 4");
}

TEST_F(ReshapeChainTest, ErrorsOfMismatchedShapes) {
  EXPECT_EQ(getLayoutError("reshape(5)", {2, 3}),
            "requires a reshape of 6 elements, found (2, 3) to (5)");
  EXPECT_EQ(getLayoutError("reshape(-1,4)", {2, 3}),
            "requires a reshape of 6 elements, found (2, 3) to (-1, 4)");
  EXPECT_EQ(getLayoutError("reshape(-1,12)", {2, 3}),
            "requires a reshape of 6 elements, found (2, 3) to (-1, 12)");
  EXPECT_EQ(getLayoutError("transpose(1,0)", {2, 3, 4}),
            "requires a transpose of 3 dims, found 2");
  EXPECT_EQ(getLayoutError("pad((0,1))", {2, 3}),
            "requires a pad of 2 dims, found 1");
  EXPECT_EQ(getLayoutError("pad((0,9223372036854775807))", {2}),
            "requires a padded shape whose number of places fits 63 bits");
  EXPECT_EQ(getLayoutError("", {0, 2}),
            "requires a tensor that is static and not empty");
  EXPECT_EQ(getLayoutError("", {INT64_MAX, 2}),
            "requires a shape whose element count fits 63 bits");
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

/// The divisors of `number` above 1, one at random.
static int64_t pickDivisor(Random &random, int64_t number) {
  SmallVector<int64_t> divisors;
  for (int64_t divisor = 2; divisor <= number; ++divisor)
    if (number % divisor == 0)
      divisors.push_back(divisor);
  return divisors[random.pick(0, divisors.size() - 1)];
}

static ReshapeChain::Step pickStep(Random &random, const Array &array) {
  int64_t rank = array.shape.size();
  int64_t kind = random.pick(0, 4);
  if (kind < 2 || rank == 0) {
    ReshapeChain::Reshape reshape;
    for (int64_t left = array.values.size(); left > 1;) {
      reshape.shape.push_back(pickDivisor(random, left));
      left /= reshape.shape.back();
    }
    if (random.pick(0, 3) == 0)
      reshape.shape.push_back(1);
    if (!reshape.shape.empty() && random.pick(0, 3) == 0)
      reshape.shape[random.pick(0, reshape.shape.size() - 1)] = -1;
    return reshape;
  }
  if (kind < 4)
    return ReshapeChain::Transpose{random.permutation(rank)};
  ReshapeChain::Pad pad;
  for (int64_t dim = 0; dim < rank; ++dim)
    pad.widths.push_back({random.pick(0, 5) / 5, random.pick(0, 4) / 3});
  return pad;
}

TEST_F(ReshapeChainTest, RandomChains) {
  Random random(8);
  unsigned numPrinted = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    SmallVector<int64_t> shape;
    for (int64_t rank = random.pick(0, 3); rank > 0; --rank)
      shape.push_back(random.pick(1, 6));
    SmallVector<ReshapeChain::Step> steps;
    for (int64_t count = random.pick(0, 6); count > 0; --count) {
      ReshapeChain chain = llvm::cantFail(ReshapeChain::get(steps));
      Array array = run(chain, shape);
      if (array.values.size() < 2000)
        steps.push_back(pickStep(random, array));
    }
    ReshapeChain chain = llvm::cantFail(ReshapeChain::get(steps));
    ASSERT_EQ(parse(chain.str()), chain);

    PhysicalLayout layout =
        llvm::cantFail(chain.getPhysicalLayout(shape, &context));
    ASSERT_TRUE(describes(layout, run(chain, shape))) << chain.str();
    llvm::Expected<ReshapeChain> again = ReshapeChain::get(layout);
    if (!again) {
      llvm::consumeError(again.takeError());
      continue;
    }
    ++numPrinted;
    ASSERT_TRUE(isSame(
        llvm::cantFail(again->getPhysicalLayout(shape, &context)), layout))
        << chain.str() << " " << again->str();
  }
  EXPECT_GT(numPrinted, 2000u);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST_F(ReshapeChainTest, ParsesPrintedText) {
  for (StringRef text :
       {"", "reshape()", "reshape(-1)", "reshape(2,-1,3)", "transpose(0)",
        "pad((0,0),(3,8))", "reshape(9223372036854775807)",
        "reshape(16,64,64,32,4).transpose(0,3,1,2,4).reshape(16,32,64,64,4)",
        "reshape(1).reshape().reshape(1)"})
    EXPECT_EQ(parse(text).str(), text);
  EXPECT_EQ(parse("pad((0, 0), (0, 8)).reshape(5, -1)").str(),
            "pad((0,0),(0,8)).reshape(5,-1)");
}

TEST_F(ReshapeChainTest, ErrorOffsets) {
  EXPECT_EQ(getColumn("shape(4)"),
            "1: 'reshape', 'transpose' or 'pad', found 'shape(4)'");
  EXPECT_EQ(getColumn("reshape(4)."),
            "12: 'reshape', 'transpose' or 'pad', found ''");
  EXPECT_EQ(getColumn("reshape(4) .reshape(4)"),
            "11: '.' and another step, found ' .reshape(4)'");
  EXPECT_EQ(getColumn("reshape 4"), "8: '(', found ' 4'");
  EXPECT_EQ(getColumn("reshape(4"), "10: ',' or ')', found ''");
  EXPECT_EQ(getColumn("reshape(4,0)"),
            "11: an extent of at least 1, or -1, found '0)'");
  EXPECT_EQ(getColumn("reshape(-1,-1)"), "12: -1 once, found it again");
  EXPECT_EQ(getColumn("reshape(-12)"), "11: ',' or ')', found '2)'");
  EXPECT_EQ(getColumn("reshape(4294967296,4294967296)"),
            "20: extents whose product fits 63 bits");
  EXPECT_EQ(getColumn("transpose()"), "1: at least one dim");
  EXPECT_EQ(getColumn("transpose(0,2)"), "13: dims from 0 to 1, found 2");
  EXPECT_EQ(getColumn("transpose(1,0,1)"), "15: each dim once, found 1 again");
  EXPECT_EQ(getColumn("transpose(-1)"), "11: the number of a dim, found '-1)'");
  EXPECT_EQ(getColumn("reshape(2,3).transpose(0,1,2)"), "24: 2 dims, found 3");
  EXPECT_EQ(getColumn("transpose(1,0).pad((0,1))"), "20: 2 dims, found 1");
  EXPECT_EQ(getColumn("pad(0,1)"), "5: '(', found '0,1)'");
  EXPECT_EQ(getColumn("pad((0,1),(2))"),
            "11: a width in front and one behind, found 1 of these");
  EXPECT_EQ(getColumn("pad((0,-1))"), "8: a padding width, found '-1))'");
  EXPECT_EQ(getColumn("pad((9223372036854775807,1))"),
            "5: widths whose sum fits 63 bits");
  EXPECT_EQ(getError(ReshapeChain::get(
                {ReshapeChain::Reshape{{2, 3}}, ReshapeChain::Pad{{{0, -1}}}})),
            "requires 2 dims, found 1");
  EXPECT_EQ(getError(ReshapeChain::get({ReshapeChain::Pad{{{0, -1}}}})),
            "requires widths of at least 0, found (0,-1)");
}
