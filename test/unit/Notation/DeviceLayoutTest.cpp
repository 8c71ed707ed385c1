//===- DeviceLayoutTest.cpp - Loops between host and device ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Case: S4-a, S4-b, S4-c, S4-d
// Covers: P1, P2, P3, P4, P5, P6, P9, P10, P11, P27, P28
//
//===----------------------------------------------------------------------===//

#include "Notation/DeviceLayout.h"
#include "LayoutChecks.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;
using layoutchecks::getError;
using layoutchecks::isSame;
using layoutchecks::Random;

namespace {
constexpr auto getColumn = layoutchecks::getColumn<DeviceLayout>;

DeviceLayout parse(StringRef text) {
  return llvm::cantFail(DeviceLayout::parse(text));
}

class DeviceLayoutTest : public ::testing::Test {
protected:
  PhysicalLayout getLayout(StringRef text, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> hostStrides = {}) {
    return llvm::cantFail(
        parse(text).getPhysicalLayout(shape, hostStrides, &context));
  }
  std::string getLayoutError(StringRef text, ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> hostStrides = {}) {
    return getError(
        parse(text).getPhysicalLayout(shape, hostStrides, &context));
  }

  MLIRContext context;
};
} // namespace

/// Calls `visit` for every iteration of the loops.
static void run(ArrayRef<DeviceLoop> loops,
                llvm::function_ref<void(ArrayRef<int64_t> index, int64_t device,
                                        int64_t host)>
                    visit) {
  SmallVector<int64_t> ranges = llvm::map_to_vector(
      loops, [](const DeviceLoop &loop) { return loop.range; });
  for (int64_t at = 0, e = bruteforce::product(ranges); at < e; ++at) {
    bruteforce::Index index = bruteforce::delinearize(at, ranges);
    int64_t device = 0, host = 0;
    for (auto [i, loop] : llvm::zip_equal(index, loops)) {
      device += i * loop.deviceStride;
      host += i * loop.hostStride;
    }
    visit(index, device, host);
  }
}

static int64_t getHostOffset(ArrayRef<int64_t> index,
                             ArrayRef<int64_t> hostStrides) {
  int64_t offset = 0;
  for (auto [i, stride] : llvm::zip_equal(index, hostStrides))
    offset += i * stride;
  return offset;
}

/// Whether the valid iterations of the copy bring every element, and nothing
/// else, to where the layout says that it lies.
static bool copiesInto(const DeviceCopy &copy, const PhysicalLayout &layout,
                       ArrayRef<int64_t> hostStrides) {
  std::map<int64_t, int64_t> hostToDevice, expected;
  bool isOnce = true;
  run(copy.loops, [&](ArrayRef<int64_t> index, int64_t device, int64_t host) {
    if (copy.isValid(index))
      isOnce &= hostToDevice.emplace(host, device).second;
  });
  ArrayRef<int64_t> shape = layout.getShape();
  for (int64_t at = 0, e = bruteforce::product(shape); at < e; ++at) {
    bruteforce::Index index = bruteforce::delinearize(at, shape);
    expected[getHostOffset(index, hostStrides)] = layout.getOffset(index);
  }
  return isOnce && hostToDevice == expected;
}

//===----------------------------------------------------------------------===//
// Published examples
//===----------------------------------------------------------------------===//

TEST_F(DeviceLayoutTest, SticksOfARowMajorTensor) {
  StringRef text = "((4,1024,64),(65536,64,1),(64,256,1))";
  DeviceLayout sticks =
      llvm::cantFail(DeviceLayout::getSticked({1024, 256}, 2, 1));
  EXPECT_EQ(sticks.str(), text);
  EXPECT_EQ(parse("((4, 1024, 64), (65536, 64, 1), (64, 256, 1))"), sticks);
  EXPECT_EQ(sticks.getNumPositions(), 1024 * 256);

  PhysicalLayout layout = getLayout(text, {1024, 256});
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({4, 1024, 64}));
  EXPECT_EQ(layout.getOffset({3, 130}), 131266);
  // No one number says by how much columns are apart.
  EXPECT_EQ(layout.getStrides(), std::nullopt);

  DeviceCopy copy = llvm::cantFail(sticks.getCopy({1024, 256}));
  EXPECT_TRUE(copy.bounds.empty());
  EXPECT_EQ(copy.getRun(), 64);
  EXPECT_TRUE(copiesInto(copy, layout, {256, 1}));
  EXPECT_EQ(llvm::cantFail(DeviceLayout::get(layout)), sticks);
}

TEST_F(DeviceLayoutTest, SticksOfAColumnMajorTensor) {
  StringRef text = "((4,1024,64),(65536,64,1),(65536,1,1024))";
  DeviceLayout sticks =
      llvm::cantFail(DeviceLayout::getSticked({1024, 256}, 2, 1, {1, 1024}));
  EXPECT_EQ(sticks.str(), text);
  PhysicalLayout layout = getLayout(text, {1024, 256}, {1, 1024});
  EXPECT_EQ(layout.getOffset({3, 130}), 131266);
  DeviceCopy copy = llvm::cantFail(sticks.getCopy({1024, 256}, {1, 1024}));
  EXPECT_EQ(copy.getRun(), 1);
  EXPECT_TRUE(copiesInto(copy, layout, {1, 1024}));
  EXPECT_EQ(llvm::cantFail(DeviceLayout::get(layout, {1, 1024})), sticks);
}

TEST_F(DeviceLayoutTest, SticksThatAreNotFull) {
  StringRef text = "((4,1000,64),(64000,64,1),(64,200,1))";
  DeviceLayout sticks =
      llvm::cantFail(DeviceLayout::getSticked({1000, 200}, 2, 1));
  EXPECT_EQ(sticks.str(), text);
  PhysicalLayout layout = getLayout(text, {1000, 200});
  EXPECT_EQ(sticks.getNumPositions() * 2, 512000);
  EXPECT_EQ((layout.getNumPositions() - layout.getNumElements()) * 2, 112000);

  DeviceCopy copy = llvm::cantFail(sticks.getCopy({1000, 200}));
  ASSERT_EQ(copy.bounds.size(), 1u);
  const CopyBound &bound = copy.bounds.front();
  EXPECT_EQ(bound.dim, 1u);
  EXPECT_EQ(bound.size, 200);
  ASSERT_EQ(bound.terms.size(), 2u);
  EXPECT_EQ(bound.terms[0].loop, 0u);
  EXPECT_EQ(bound.terms[0].stride, 64);
  EXPECT_EQ(bound.terms[1].loop, 2u);
  EXPECT_EQ(bound.terms[1].stride, 1);
  EXPECT_TRUE(copy.isValid({3, 999, 7}));
  EXPECT_FALSE(copy.isValid({3, 0, 8}));

  // Without the bound other rows would be read, or what lies behind them.
  int64_t wrong = 0;
  run(copy.loops, [&](ArrayRef<int64_t> index, int64_t, int64_t) {
    wrong += !copy.isValid(index);
  });
  EXPECT_EQ(wrong, 56000);
  EXPECT_TRUE(copiesInto(copy, layout, {200, 1}));
  EXPECT_EQ(llvm::cantFail(DeviceLayout::get(layout)), sticks);
}

TEST_F(DeviceLayoutTest, ASingleElementForEachStick) {
  DeviceLayout sparse = llvm::cantFail(DeviceLayout::getSparse({1024}, 2));
  EXPECT_EQ(sparse.str(), "((1,1024,1),(65536,64,1),(64,1,1))");
  EXPECT_EQ(sparse.getNumPositions() * 2, 131072);
  PhysicalLayout layout =
      llvm::cantFail(sparse.getPhysicalLayout({1024}, &context));
  EXPECT_EQ(layout.getOffset({3}), 192);
  EXPECT_EQ(layout.getNumPositions(), 65536);
  EXPECT_EQ(llvm::cantFail(DeviceLayout::get(layout)).str(),
            "((1024),(64),(1))");
  EXPECT_TRUE(isSame(getLayout("((1024),(64),(1))", {1024}), layout));
  // A tensor of the same size in full sticks.
  DeviceLayout full = llvm::cantFail(DeviceLayout::getSticked({1024}, 2, 0));
  EXPECT_EQ(full.str(), "((16,64),(64,1),(64,1))");
  EXPECT_EQ(full.getNumPositions() * 2, 2048);
}

//===----------------------------------------------------------------------===//
// Sticks
//===----------------------------------------------------------------------===//

TEST_F(DeviceLayoutTest, SticksAlongAnyDim) {
  auto getText = [](ArrayRef<int64_t> shape, int64_t bytes, unsigned dim,
                    ArrayRef<int64_t> strides = {}) {
    return llvm::cantFail(DeviceLayout::getSticked(shape, bytes, dim, strides))
        .str();
  };
  EXPECT_EQ(getText({6, 100, 5}, 4, 1),
            "((4,6,5,32),(960,160,32,1),(160,500,1,5))");
  EXPECT_EQ(getText({2, 3, 128}, 1, 2),
            "((1,2,3,128),(768,384,128,1),(128,384,128,1))");
  // Equal device strides: the larger range is outside.
  EXPECT_EQ(getText({1, 256}, 2, 1), "((4,1,64),(64,64,1),(64,256,1))");
  // One element takes a stick; there is nothing to walk along.
  EXPECT_EQ(getText({1000, 1}, 2, 1), "((1,1000,1),(64000,64,1),(64,1,1))");
  EXPECT_EQ(getError(DeviceLayout::getSticked({4}, 3, 0)),
            "requires elements whose size divides a stick of 128 bytes, found "
            "3");
  EXPECT_EQ(getError(DeviceLayout::getSticked({4}, 2, 1)),
            "requires one of 1 dims for the sticks, found dim 1");
  EXPECT_EQ(getError(DeviceLayout::getSticked({4, 0}, 2, 1)),
            "requires a tensor that is static and not empty");
  EXPECT_EQ(getError(DeviceLayout::getSticked({4, 4}, 2, 1, {1})),
            "requires 2 host strides, found 1");
  EXPECT_EQ(getError(DeviceLayout::getSticked({int64_t(1) << 62, 1}, 2, 1)),
            "requires sticks whose number fits 63 bits");
  EXPECT_EQ(llvm::cantFail(DeviceLayout::getSparse({}, 2)).getNumPositions(),
            64);
}

TEST_F(DeviceLayoutTest, SticksOfRandomTensors) {
  Random random(5);
  for (unsigned i = 0; i < 500; ++i) {
    SmallVector<int64_t> shape, strides;
    for (int64_t rank = random.pick(1, 3); rank > 0; --rank)
      shape.push_back(random.pick(1, rank == 1 ? 40 : 6));
    random.shuffle(shape);
    strides.resize(shape.size());
    int64_t stride = random.pick(1, 2);
    for (int64_t dim : random.permutation(shape.size())) {
      strides[dim] = stride;
      stride *= shape[dim] + random.pick(0, 2);
    }
    unsigned dim = random.pick(0, shape.size() - 1);
    int64_t bytes = int64_t(8) << random.pick(0, 4), stick = 128 / bytes;
    DeviceLayout device =
        llvm::cantFail(DeviceLayout::getSticked(shape, bytes, dim, strides));
    PhysicalLayout layout =
        llvm::cantFail(device.getPhysicalLayout(shape, strides, &context));
    // Sticks, the other dims, the element of the stick.
    SmallVector<int64_t> box(shape);
    box.erase(box.begin() + dim);
    box.insert(box.begin(), (shape[dim] + stick - 1) / stick);
    box.push_back(stick);
    EXPECT_EQ(layout.getNumPositions(), bruteforce::product(box));
    for (int64_t at = 0; at < bruteforce::product(shape); ++at) {
      bruteforce::Index index = bruteforce::delinearize(at, shape), place;
      place = index;
      place.erase(place.begin() + dim);
      place.insert(place.begin(), index[dim] / stick);
      place.push_back(index[dim] % stick);
      ASSERT_EQ(layout.getOffset(index), bruteforce::linearize(place, box));
    }
    EXPECT_TRUE(copiesInto(llvm::cantFail(device.getCopy(shape, strides)),
                           layout, strides));
  }
}

//===----------------------------------------------------------------------===//
// Loops in general
//===----------------------------------------------------------------------===//

TEST_F(DeviceLayoutTest, GapsAreUnused) {
  // Rows of 13 places, of which 9 are taken, not a multiple of the 4 between
  // elements.
  PhysicalLayout layout = getLayout("((5,3),(13,4),(3,1))", {5, 3});
  EXPECT_EQ(layout.getOffset({4, 2}), 60);
  EXPECT_EQ(layout.getNumPositions(), 65);
  EXPECT_EQ(llvm::cantFail(DeviceLayout::get(layout)).str(),
            "((5,3),(13,4),(3,1))");
  // A loop that only takes up places, in front of all others or in between.
  EXPECT_EQ(getLayout("((1,4),(100,1),(0,1))", {4}).getNumPositions(), 100);
  layout = getLayout("((2,1,4),(64,32,1),(4,7,1))", {2, 4});
  EXPECT_EQ(layout.getOffset({1, 3}), 67);
  EXPECT_EQ(layout.getNumPositions(), 128);
  // Strides that interleave: 0, 3, 2, 5, 4, 7.
  layout = getLayout("((2,3),(3,2),(1,2))", {3, 2});
  EXPECT_EQ(layoutchecks::getOffsets(layout),
            (std::vector<int64_t>{0, 3, 2, 5, 4, 7}));
}

TEST_F(DeviceLayoutTest, LoopsBeyondADimArePadding) {
  // 60 of 5 x 64 elements: only the first stick holds any.
  DeviceLayout device = parse("((5,10,64),(640,64,1),(64,60,1))");
  PhysicalLayout layout =
      llvm::cantFail(device.getPhysicalLayout({10, 60}, &context));
  EXPECT_EQ(layout.getNumPositions(), 3200);
  EXPECT_EQ(layout.getOffset({9, 59}), 635);
  DeviceCopy copy = llvm::cantFail(device.getCopy({10, 60}));
  EXPECT_TRUE(copy.isValid({0, 0, 59}));
  EXPECT_FALSE(copy.isValid({0, 0, 60}));
  EXPECT_FALSE(copy.isValid({1, 0, 0}));
  EXPECT_TRUE(copiesInto(copy, layout, {60, 1}));
  EXPECT_EQ(llvm::cantFail(DeviceLayout::get(layout)).str(),
            "((1,10,60),(3200,64,1),(0,60,1))");
}

TEST_F(DeviceLayoutTest, ErrorsOfMissingElements) {
  EXPECT_EQ(
      getLayoutError("((4,1024,64),(65536,64,1),(64,256,1))", {1024, 300}),
      "requires loops that take the 1024 elements of dim 0 once, found "
      "[]");
  EXPECT_EQ(getLayoutError("((4,2),(2,1),(1,7))", {4}),
            "requires host strides that step through dims or go on where one "
            "ends, found 7");
  EXPECT_EQ(getLayoutError("((3,8),(8,1),(8,1))", {32}),
            "requires loops that take the 32 elements of dim 0 once, found "
            "[3 by 8, 8 by 1]");
  EXPECT_EQ(getLayoutError("((8,8),(8,1),(4,1))", {32}),
            "requires loops that take the 32 elements of dim 0 once, found "
            "[8 by 4, 8 by 1]");
  EXPECT_EQ(getLayoutError("((16),(1),(2))", {32}),
            "requires loops that take the 32 elements of dim 0 once, found "
            "[16 by 2]");
  EXPECT_EQ(getLayoutError("((4),(1),(1))", {4, 4}),
            "requires loops that take the 4 elements of dim 0 once, found []");
  EXPECT_EQ(getLayoutError("((4,4),(4,1),(1,1))", {4, 4}, {1, 1}),
            "requires host strides that tell dims apart, found dims 0 and 1 at "
            "distance 1");
  EXPECT_EQ(getLayoutError("((4,4),(4,1),(4,1))", {4, 4}, {4}),
            "requires 2 host strides, found 1");
  EXPECT_EQ(getLayoutError("((4,4),(4,1),(4,1))", {4, 4}, {4, 0}),
            "requires host strides of at least 1, found 0");
  EXPECT_EQ(getLayoutError("((4,4),(1,1),(4,1))", {4, 4}).substr(0, 38),
            "requires a map that is proved injectiv");
  EXPECT_EQ(getLayoutError("((4),(1),(1))", {ShapedType::kDynamic}),
            "requires a tensor that is static and not empty");
  EXPECT_EQ(getLayoutError("((4),(1),(1))", {0}),
            "requires a tensor that is static and not empty");
  EXPECT_EQ(getLayoutError("((4),(1),(1))", {INT64_MAX, 2}),
            "requires a shape whose element count fits 63 bits");
  EXPECT_EQ(getLayoutError("((2),(1),(1))", {}),
            "requires host strides that step through dims or go on where one "
            "ends, found 1");
}

TEST_F(DeviceLayoutTest, UnsupportedMaps) {
  AffineExpr i = getAffineDimExpr(0, &context);
  auto get = [&](AffineExpr expr, ArrayRef<int64_t> shape,
                 ArrayRef<int64_t> box) {
    IndexMap map(AffineMap::get(1, 0, expr));
    return getError(DeviceLayout::get(
        llvm::cantFail(PhysicalLayout::get(map, shape, box))));
  };
  EXPECT_EQ(get(i + 2, {4}, {8}), "requires an element in the first place, "
                                  "found 2 places in front");
  EXPECT_EQ(get((i + 2) % 4, {4}, {4}),
            "requires a layout that deals out the digits of its dims, found "
            "(d0) -> ((d0 + 2) mod 4)");
  EXPECT_EQ(get(i * 4, {3}, {9}), "requires 12 places, a whole stride for each "
                                  "step of the loops, found 9");
  IndexMap blocks(AffineMap::get(1, 0, {i % 4, i.floorDiv(4)}, &context));
  PhysicalLayout layout = llvm::cantFail(PhysicalLayout::get(blocks, {16}));
  EXPECT_EQ(getError(DeviceLayout::get(layout, {int64_t(1) << 62})),
            "requires a host buffer whose size fits 63 bits");
}

TEST_F(DeviceLayoutTest, RandomLoops) {
  Random random(6);
  for (unsigned i = 0; i < 3000; ++i) {
    // Every dim cut at random, its outermost digit large enough.
    SmallVector<int64_t> shape, strides;
    for (int64_t rank = random.pick(0, 3); rank > 0; --rank)
      shape.push_back(random.pick(1, 9));
    strides.resize(shape.size());
    int64_t stride = random.pick(1, 3);
    for (int64_t dim : random.permutation(shape.size())) {
      strides[dim] = stride;
      stride *= shape[dim] + random.pick(0, 3);
    }
    SmallVector<DeviceLoop> loops;
    SmallVector<Digit> digits;
    for (auto [dim, size] : llvm::enumerate(shape))
      for (int64_t step = 1; step < size;) {
        int64_t range =
            random.pick(0, 1) ? (size + step - 1) / step : random.pick(2, 4);
        loops.push_back({range, 1, strides[dim] * step});
        digits.push_back({static_cast<unsigned>(dim), step, range});
        step *= range;
      }
    int64_t weight = random.pick(1, 3);
    for (int64_t loop : random.permutation(loops.size())) {
      loops[loop].deviceStride = weight;
      weight = weight * loops[loop].range + random.pick(0, 2);
    }
    DeviceLayout device = llvm::cantFail(DeviceLayout::get(loops));
    ASSERT_EQ(parse(device.str()), device);

    PhysicalLayout layout =
        llvm::cantFail(device.getPhysicalLayout(shape, strides, &context));
    EXPECT_EQ(layout.getNumPositions(), device.getNumPositions());
    for (int64_t at = 0; at < bruteforce::product(shape); ++at) {
      bruteforce::Index index = bruteforce::delinearize(at, shape);
      int64_t offset = 0;
      for (auto [digit, loop] : llvm::zip_equal(digits, loops))
        offset +=
            index[digit.dim] / digit.stride % digit.extent * loop.deviceStride;
      ASSERT_EQ(layout.getOffset(index), offset);
    }
    EXPECT_TRUE(copiesInto(llvm::cantFail(device.getCopy(shape, strides)),
                           layout, strides));
    DeviceLayout again = llvm::cantFail(DeviceLayout::get(layout, strides));
    EXPECT_TRUE(isSame(
        llvm::cantFail(again.getPhysicalLayout(shape, strides, &context)),
        layout));
  }
}

TEST_F(DeviceLayoutTest, LargeTensors) {
  DeviceLayout device =
      llvm::cantFail(DeviceLayout::getSticked({1000003, 1000003}, 2, 1));
  PhysicalLayout layout =
      llvm::cantFail(device.getPhysicalLayout({1000003, 1000003}, &context));
  EXPECT_EQ(layout.getNumPositions(), int64_t(15626) * 64 * 1000003);
  EXPECT_EQ(layout.getOffset({5, 1000002}),
            (int64_t(15625) * 1000003 + 5) * 64 + 2);
  EXPECT_EQ(llvm::cantFail(DeviceLayout::get(layout)), device);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST_F(DeviceLayoutTest, ParsesPrintedText) {
  for (StringRef text :
       {"((),(),())", "((4),(1),(1))", "((1),(9223372036854775807),(0))",
        "((4,1024,64),(65536,64,1),(64,256,1))", "((3,2),(1,1),(1,3))"})
    EXPECT_EQ(parse(text).str(), text);
  EXPECT_EQ(parse("((1,3),(4,4),(5,1))").str(), "((3,1),(4,4),(1,5))");
  EXPECT_EQ(parse("((),(),())"), DeviceLayout());
}

TEST_F(DeviceLayoutTest, ErrorOffsets) {
  EXPECT_EQ(getColumn(""), "1: '(', found ''");
  EXPECT_EQ(getColumn("(4)"), "2: '(', found '4)'");
  EXPECT_EQ(getColumn("((4,0),(1,1),(1,1))"),
            "5: a range of at least 1, found '0),(1,1),(1,1))'");
  EXPECT_EQ(getColumn("((4),(-1),(1))"),
            "7: a device stride of at least 1, found '-1),(1))'");
  EXPECT_EQ(getColumn("((4),(1),(x))"), "11: a host stride, found 'x))'");
  EXPECT_EQ(getColumn("((4),(1),(9223372036854775808))"),
            "11: a host stride, found '9223372036854775808))'");
  EXPECT_EQ(getColumn("((4 ),(1),(1))"), "4: ',' or ')', found ' ),(1),(1))'");
  EXPECT_EQ(getColumn("((4,2),(2),(1,1))"),
            "8: as many strides as ranges, 2, found 1");
  EXPECT_EQ(getColumn("((4),(1))"), "9: ranges, device strides and host "
                                    "strides, found 2 of these");
  EXPECT_EQ(getColumn("((4),(1),(1),(1))"),
            "14: ')' behind the host strides, found '(1))'");
  EXPECT_EQ(getColumn("((4),(1),(1)"), "13: ',' or ')', found ''");
  EXPECT_EQ(getColumn("((4),(1),(1)) "),
            "14: nothing behind the last ')', found ' '");
  EXPECT_EQ(getColumn("((4,2),(1,4),(1,4))"),
            "11: device strides that do not rise, found 4 after 1");
  EXPECT_EQ(getColumn("((4,2),(4,1),(1,0))"),
            "17: a host stride of at least 1 for range 2, found 0");
  EXPECT_EQ(getColumn("((4,4),(4611686018427387904,1),(1,4))"),
            "1: buffers whose sizes fit 63 bits");
  EXPECT_EQ(getError(DeviceLayout::get({{0, 1, 1}})),
            "requires a range and strides of at least 1, found range 0, device "
            "stride 1 and host stride 1");
  constexpr int64_t half = int64_t(1) << 32;
  EXPECT_EQ(getError(DeviceLayout::get({{half, 1, 1}, {half, half, half}})),
            "requires a device and a host buffer whose sizes fit 63 bits");
}
