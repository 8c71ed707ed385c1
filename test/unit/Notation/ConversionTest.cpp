//===- ConversionTest.cpp - One layout in several notations ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Letters, named dims, device triples and chains of reshapes, where they can
// say the same.
//
// Case: S2-e, S4-a, S4-c
//
//===----------------------------------------------------------------------===//

#include "LayoutChecks.h"
#include "Notation/DeviceLayout.h"
#include "Notation/ReshapeChain.h"
#include "layout/Notation/LetterLayout.h"
#include "layout/Notation/NamedLayout.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using layoutchecks::isSame;
using layoutchecks::Random;

namespace {
class ConversionTest : public ::testing::Test {
protected:
  PhysicalLayout getLetters(StringRef text, StringRef dims,
                            ArrayRef<int64_t> shape) {
    LetterLayout layout = llvm::cantFail(LetterLayout::parse(text));
    return llvm::cantFail(
        PhysicalLayout::get(*layout.getIndexMap(dims, &context), shape));
  }
  PhysicalLayout getDevice(StringRef text, ArrayRef<int64_t> shape) {
    return llvm::cantFail(llvm::cantFail(DeviceLayout::parse(text))
                              .getPhysicalLayout(shape, &context));
  }
  PhysicalLayout getChain(StringRef text, ArrayRef<int64_t> shape) {
    return llvm::cantFail(llvm::cantFail(ReshapeChain::parse(text))
                              .getPhysicalLayout(shape, &context));
  }
  PhysicalLayout getNamed(StringRef text, ArrayRef<StringRef> names,
                          ArrayRef<int64_t> shape) {
    return llvm::cantFail(llvm::cantFail(NamedLayout::parse(text))
                              .getPhysicalLayout(shape, names, &context));
  }

  MLIRContext context;
};
} // namespace

TEST_F(ConversionTest, BlocksOfChannels) {
  SmallVector<int64_t> shape = {2, 6, 5, 128};
  PhysicalLayout letters = getLetters("NC4cHW", "NHWC", {2, 6, 5, 128});
  PhysicalLayout chain =
      getChain("reshape(2,6,5,32,4).transpose(0,3,4,1,2)", shape);
  PhysicalLayout device =
      getDevice("((2,128,6,5),(3840,30,5,1),(3840,1,640,128))", shape);
  EXPECT_TRUE(isSame(letters, chain));
  EXPECT_TRUE(isSame(letters, device));
  letters = getLetters("NCHW4c", "NHWC", shape);
  chain = getChain("reshape(2,6,5,32,4).transpose(0,3,1,2,4)", shape);
  EXPECT_TRUE(isSame(letters, chain));
  EXPECT_EQ(llvm::cantFail(DeviceLayout::get(letters)).str(),
            "((2,32,6,5,4),(3840,120,20,4,1),(3840,4,640,128,1))");
}

TEST_F(ConversionTest, Sticks) {
  PhysicalLayout sticks =
      getDevice("((4,1024,64),(65536,64,1),(64,256,1))", {1024, 256});
  EXPECT_TRUE(isSame(
      sticks, getChain("reshape(1024,4,64).transpose(1,0,2)", {1024, 256})));
  sticks = getDevice("((4,1000,64),(64000,64,1),(64,200,1))", {1000, 200});
  EXPECT_TRUE(isSame(
      sticks, getChain("pad((0,0),(0,56)).reshape(1000,4,64).transpose(1,0,2)",
                       {1000, 200})));
  EXPECT_EQ(llvm::cantFail(ReshapeChain::get(sticks)).str(),
            "pad((0,0),(0,56)).reshape(1000,4,64).transpose(1,0,2)");
}

TEST_F(ConversionTest, AlignedDims) {
  PhysicalLayout named =
      getNamed("NHWC[a=8]", {"N", "C", "H", "W"}, {2, 3, 5, 7});
  EXPECT_TRUE(isSame(named, getChain("transpose(0,2,3,1)"
                                     ".pad((0,0),(0,0),(0,0),(0,5))",
                                     {2, 3, 5, 7})));
  EXPECT_TRUE(isSame(
      named, getDevice("((2,5,7,3),(280,56,8,1),(105,7,1,35))", {2, 3, 5, 7})));
  // One block that is not full says the same.
  EXPECT_TRUE(isSame(named, getLetters("NHWC8c", "NCHW", {2, 3, 5, 7})));
}

/// Letters in any order, blocks behind some, one pair of blocks fused.
static std::string getRandomLetters(Random &random) {
  std::string letters = "ABCD";
  letters.resize(random.pick(1, 4));
  std::string text = letters;
  random.shuffle(text);
  for (int64_t count = random.pick(0, 3); count > 0; --count) {
    auto getBlock = [&] {
      char letter = letters[random.pick(0, letters.size() - 1)];
      return std::to_string(random.pick(2, 4)) + llvm::toLower(letter);
    };
    text +=
        random.pick(0, 3) ? getBlock() : "[" + getBlock() + getBlock() + "]";
  }
  return text;
}

TEST_F(ConversionTest, RandomLetters) {
  Random random(9);
  unsigned numNamed = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    std::string text = getRandomLetters(random);
    LetterLayout parsed = llvm::cantFail(LetterLayout::parse(text));
    std::string dims = parsed.getLetters();
    llvm::sort(dims);
    SmallVector<int64_t> shape;
    for (size_t dim = 0; dim < dims.size(); ++dim)
      shape.push_back(random.pick(1, 7));
    PhysicalLayout letters = getLetters(text, dims, shape);

    DeviceLayout device = llvm::cantFail(DeviceLayout::get(letters));
    PhysicalLayout fromDevice = getDevice(device.str(), shape);
    ASSERT_TRUE(isSame(fromDevice, letters)) << text << " " << device.str();
    ReshapeChain chain = llvm::cantFail(ReshapeChain::get(fromDevice));
    PhysicalLayout fromChain = getChain(chain.str(), shape);
    ASSERT_TRUE(isSame(fromChain, letters)) << text << " " << chain.str();
    EXPECT_EQ(llvm::cantFail(DeviceLayout::get(fromChain)), device);

    SmallVector<StringRef> names;
    for (char &dim : dims)
      names.push_back(StringRef(&dim, 1));
    llvm::Expected<NamedLayout> named = NamedLayout::get(fromChain, names);
    if (!named) {
      // Only a dim in several pieces, or blocks of which a dim of one element
      // takes a part, have no text there.
      std::string error = llvm::toString(named.takeError());
      ASSERT_TRUE(StringRef(error).starts_with("requires dims in one piece") ||
                  StringRef(error).starts_with("requires elements of the last"))
          << text << " " << error;
      continue;
    }
    ++numNamed;
    ASSERT_TRUE(isSame(getNamed(named->str(), names, shape), letters));
  }
  EXPECT_GT(numNamed, 500u);
}
