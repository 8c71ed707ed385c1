//===- NamedLayoutTest.cpp - Named dims with alignment --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Case: S0-a
// Covers: G1, G2, G3, G4, G5, G6, G9, G10, G14, G25, G27, G31
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/NamedLayout.h"
#include "LayoutChecks.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using layoutchecks::getError;
using layoutchecks::isSame;
using layoutchecks::Random;

namespace {
constexpr auto getColumn = layoutchecks::getColumn<NamedLayout>;

NamedLayout parse(StringRef text) {
  return llvm::cantFail(NamedLayout::parse(text));
}

SmallVector<int64_t> getAlignments(const NamedLayout &layout) {
  return llvm::map_to_vector(layout.getDims(),
                             [](const NamedDim &dim) { return dim.alignment; });
}

/// Why a tensor does not satisfy a layout; "" if it does.
std::string getUnsatisfied(StringRef wanted, ArrayRef<int64_t> shape,
                           StringRef given = "") {
  if (given.empty())
    return parse(wanted).getUnsatisfied(shape).value_or("");
  NamedLayout layout = parse(given);
  return parse(wanted).getUnsatisfied(shape, &layout).value_or("");
}

/// The permutation from `source` to `target`, or why there is none.
std::string getPermutation(StringRef source, StringRef target) {
  auto permutation = parse(target).getPermutationFrom(parse(source));
  if (!permutation)
    return llvm::toString(permutation.takeError());
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(*permutation, os);
  return text;
}
} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST(NamedLayout, ReadsThePublishedExamples) {
  StringRef text = "N[a=32][namespace_for_unsupported:<bla>]HWC";
  NamedLayout layout = parse(text);
  EXPECT_EQ(layout.str(), text);
  EXPECT_EQ(layout.getRank(), 4u);
  EXPECT_EQ(getAlignments(layout), (SmallVector<int64_t>{32, 1, 1, 1}));
  EXPECT_EQ(layout.getDims().front().blobs.front(),
            "namespace_for_unsupported:<bla>");

  text = "N[a=32]*H*[a=64]";
  layout = parse(text);
  EXPECT_EQ(layout.str(), text);
  EXPECT_EQ(getAlignments(layout), (SmallVector<int64_t>{32, 1, 1, 64}));
  EXPECT_EQ(
      llvm::map_to_vector(layout.getDims(),
                          [](const NamedDim &dim) { return dim.isAny(); }),
      (SmallVector<bool>{false, true, false, true}));
  EXPECT_NE(layout, NamedLayout::getDefault(4, NamedLayout::Defaults::Any));
}

TEST(NamedLayout, ParsesPrintedText) {
  for (StringRef text :
       {"", "*", "****", "NHWC", "nhwc", "nN", "N[a=32]HW[a=64]C", "*[a=64]",
        "N[a=32][ns:opaque]C", "N[x:][y:a=1][x:]", "N[a:b]", "N[a-b.c_9:[[::]",
        "N[ns: <a:b> \t\n]", "{batch}{channel}[a=64]HW", "{b_2}[ns:x]*",
        "N[a=4294967295]"})
    EXPECT_EQ(parse(text).str(), text);
  // One text for each meaning, apart from the order of alignment and blobs.
  EXPECT_EQ(parse("N[ns:x][a=32][a:2]").str(), "N[a=32][ns:x][a:2]");
  EXPECT_EQ(parse("N[a=1]C").str(), "NC");
  EXPECT_EQ(parse("N[a=032]C").str(), "N[a=32]C");
}

TEST(NamedLayout, KeepsBlobsByteForByte) {
  std::string blob = "ns:";
  for (int c = 0; c < 256; ++c)
    if (c != ']')
      blob += static_cast<char>(c);
  EXPECT_EQ(parse("N[" + blob + "]C").getDims().front().blobs.front(), blob);
  EXPECT_EQ(parse("N[" + blob + "]C").str(), "N[" + blob + "]C");
}

TEST(NamedLayout, ErrorOffsets) {
  EXPECT_EQ(getColumn("N[a=0]C"),
            "5: an alignment from 1 to 4294967295, found '0]C'");
  EXPECT_EQ(getColumn("N[a=]"),
            "5: an alignment from 1 to 4294967295, found ']'");
  EXPECT_EQ(getColumn("N[a=4294967296]"),
            "5: an alignment from 1 to 4294967295, found '4294967296]'");
  EXPECT_EQ(getColumn("N[a=99999999999999999999999]"),
            "5: an alignment from 1 to 4294967295, found "
            "'99999999999999999999999]'");
  EXPECT_EQ(getColumn("N[a=32x]"), "7: ']' after alignment 32, found 'x]'");
  EXPECT_EQ(getColumn("NC[a=2][ns:x][a=2]"),
            "15: one alignment for each dim, found 'a=2]'");
  EXPECT_EQ(getColumn("N[a=1][a=2]"),
            "8: one alignment for each dim, found 'a=2]'");
  EXPECT_EQ(getColumn("NHWN"), "4: each name once, found 'N' again");
  EXPECT_EQ(getColumn("N{ab}[a=2]{ab}"),
            "11: each name once, found 'ab' again");
  EXPECT_EQ(getColumn("N[opaque]"),
            "9: ':' after namespace 'opaque', found ']'");
  EXPECT_EQ(getColumn("N[:x]"),
            "3: an alignment 'a=', or a namespace and ':', found ':x]'");
  EXPECT_EQ(getColumn("N[n s:x]"), "4: ':' after namespace 'n', found ' s:x]'");
  EXPECT_EQ(getColumn("N[]C"),
            "3: an alignment 'a=', or a namespace and ':', found ']C'");
  EXPECT_EQ(getColumn("NC[a=32"), "3: a ']' for every '[', found '[a=32'");
  EXPECT_EQ(getColumn("NC[ns:x"), "3: a ']' for every '[', found '[ns:x'");
  EXPECT_EQ(getColumn("[a=32]N"), "1: a dim in front of '[', found '[a=32]N'");
  EXPECT_EQ(getColumn("N C"), "2: a letter, '*' or a name in braces, found "
                              "' C'");
  EXPECT_EQ(getColumn("N16c"), "2: a letter, '*' or a name in braces, found "
                               "'16c'");
  EXPECT_EQ(getColumn("N]"), "2: a letter, '*' or a name in braces, found ']'");
  EXPECT_EQ(getColumn(StringRef("N\0C", 3)).substr(0, 2), "2:");
  EXPECT_EQ(getColumn("N{C}"), "3: a name of several letters, digits and '_' "
                               "in braces, a letter first, found 'C'");
  EXPECT_EQ(getColumn("{2d}"), "2: a name of several letters, digits and '_' "
                               "in braces, a letter first, found '2d'");
  EXPECT_EQ(getColumn("{batch"), "7: '}' after name 'batch', found ''");
}

TEST(NamedLayout, TakesNamesOfSeveralLetters) {
  NamedLayout layout = llvm::cantFail(
      NamedLayout::get({{"batch"}, {"channel", 64}, {"H"}, {"W", 1, {"b:x"}}}));
  EXPECT_EQ(layout.str(), "{batch}{channel}[a=64]HW[b:x]");
  EXPECT_EQ(parse(layout.str()), layout);
  EXPECT_EQ(llvm::cantFail(NamedLayout::getNamed({"batch", "*", "C"})).str(),
            "{batch}*C");

  EXPECT_EQ(getError(NamedLayout::getNamed({"batch", "C", "batch"})),
            "requires each name once, found 'batch' again");
  for (StringRef name : {"", "2d", "a}b", "a b", "**", "_"})
    EXPECT_EQ(getError(NamedLayout::getNamed({name})),
              "requires '*' or a name of a letter, then letters, digits and "
              "'_', found '" +
                  name.str() + "'");
  EXPECT_EQ(getError(NamedLayout::get({{"N", 0}})),
            "requires an alignment from 1 to 4294967295 for N, found 0");
  for (std::string blob : {"", "x", ":x", "ns:]", "n s:x"})
    EXPECT_EQ(getError(NamedLayout::get({{"N", 1, {blob}}})),
              "requires a namespace, ':' and a text without ']' for N, found "
              "'" +
                  blob + "'");
}

TEST(NamedLayout, HasPredefinedLayouts) {
  using Defaults = NamedLayout::Defaults;
  auto print = [](Defaults defaults) {
    std::string text;
    for (const NamedLayout &layout : NamedLayout::getPredefined(defaults))
      text += layout.str() + ";";
    return text;
  };
  EXPECT_EQ(print(Defaults::Any), ";*;**;***;****;*****;******;");
  EXPECT_EQ(print(Defaults::Canonical), ";*;**;***;NHWC;*****;******;");
  EXPECT_EQ(NamedLayout::getDefault(8, Defaults::Canonical).str(), "********");
}

//===----------------------------------------------------------------------===//
// Requirements
//===----------------------------------------------------------------------===//

TEST(NamedLayout, AlignmentConstrainsAType) {
  EXPECT_EQ(getUnsatisfied("N[a=32]HWC", {64, 3, 3, 3}), "");
  EXPECT_EQ(getUnsatisfied("N[a=32]HWC", {20, 3, 3, 3}),
            "requires dim 0 (N) to be a multiple of 32, found 20");
  EXPECT_EQ(getUnsatisfied("N[a=32]*H*[a=64]", {32, 1, 1, 100}),
            "requires dim 3 (*) to be a multiple of 64, found 100");
  EXPECT_EQ(getUnsatisfied("N[a=32]C", {ShapedType::kDynamic, 1}),
            "requires dim 0 (N) to be a multiple of 32, found ?");
  EXPECT_EQ(getUnsatisfied("NC[a=2]", {ShapedType::kDynamic, 4}), "");
  EXPECT_EQ(getUnsatisfied("NC", {1, 2, 3}), "requires 2 dims, found 3");
  // Sizes include the padding.
  EXPECT_EQ(getUnsatisfied("N[a=32]C", {20, 1}, "N[a=64]C"), "");
  EXPECT_EQ(getUnsatisfied("N[a=32]C", {20, 1}, "N[a=16]C"), "");
  EXPECT_EQ(getUnsatisfied("N[a=32]C", {10, 1}, "N[a=16]C"),
            "requires dim 0 (N) to be a multiple of 32, found 16");
}

TEST(NamedLayout, NamedDimsMustAgree) {
  EXPECT_EQ(getUnsatisfied("NHWC", {1, 2, 3, 4}, "NHWC"), "");
  EXPECT_EQ(getUnsatisfied("NHWC", {1, 2, 3, 4}, "NCHW"),
            "requires dim 1 to be H, found C");
  EXPECT_EQ(getUnsatisfied("****", {1, 2, 3, 4}, "NCHW"), "");
  EXPECT_EQ(getUnsatisfied("NHWC", {1, 2, 3, 4}, "****"), "");
  EXPECT_EQ(getUnsatisfied("N**C", {1, 2, 3, 4}, "*HW*"), "");
  EXPECT_EQ(getUnsatisfied("N*", {1, 2}, "*N"),
            "requires dim 0 to be N, found N in dim 1");
  EXPECT_EQ(getUnsatisfied("n", {1}, "N"), "requires dim 0 to be n, found N");
  EXPECT_EQ(getUnsatisfied("NC", {1, 2}, "N"), "requires 2 dims, found 1");
  EXPECT_TRUE(parse("NC").isSatisfiedBy({1, 2}));
}

//===----------------------------------------------------------------------===//
// Permutations
//===----------------------------------------------------------------------===//

TEST(NamedLayout, DeducesPermutations) {
  EXPECT_EQ(getPermutation("NHWC", "NCHW"), "0, 3, 1, 2");
  EXPECT_EQ(getPermutation("NCHW", "NHWC"), "0, 2, 3, 1");
  EXPECT_EQ(getPermutation("{batch}HC", "C{batch}H"), "2, 0, 1");
  // A name that is missing is that of the only dim without one.
  EXPECT_EQ(getPermutation("N*WC", "NCHW"), "0, 3, 1, 2");
  // `*` takes what is left.
  EXPECT_EQ(getPermutation("NCHW", "N**C"), "0, 2, 3, 1");
  EXPECT_EQ(getPermutation("NCHW", "****"), "0, 1, 2, 3");
  EXPECT_EQ(getPermutation("*C", "NC"), "0, 1");
  EXPECT_EQ(getPermutation("NC", "NCHW"), "requires 4 dims for NCHW, found NC");
  EXPECT_EQ(getPermutation("NCHW", "NHWK"),
            "requires a dim K to bring NCHW into the order of NHWK, found "
            "none");
  EXPECT_EQ(getPermutation("C**", "NHC"),
            "requires a name for all dims of C** but one to know which is N, "
            "found 2 without");
}

TEST(NamedLayout, PermutesNames) {
  NamedLayout layout = parse("N[a=32]HWC[a=4][ns:x]");
  EXPECT_EQ(llvm::cantFail(layout.permute({0, 3, 1, 2})).str(),
            "N[a=32]C[a=4][ns:x]HW");
  for (const SmallVector<int64_t> &wrong : {SmallVector<int64_t>{0, 1, 2},
                                            {0, 1, 2, 2},
                                            {0, 1, 2, 4},
                                            {0, 1, 2, -1},
                                            {0, 1, 2, INT64_MAX}})
    EXPECT_EQ(getError(layout.permute(wrong)).substr(0, 45),
              "requires a permutation of 4 dims, found [0, 1");
}

TEST(NamedLayout, NamesMayContradictAPermutation) {
  NamedLayout nhwc = parse("NHWC"), nchw = parse("NCHW");
  auto check = [](const NamedLayout &target, ArrayRef<int64_t> permutation,
                  const NamedLayout &source) {
    return llvm::toString(target.checkPermutation(permutation, source));
  };
  EXPECT_EQ(check(nchw, {0, 3, 1, 2}, nhwc), "");
  EXPECT_EQ(check(nchw, {0, 2, 3, 1}, nhwc),
            "requires a permutation that brings NHWC into the order of NCHW, "
            "found [0, 2, 3, 1], which makes it NWCH");
  EXPECT_EQ(check(parse("N***"), {0, 2, 3, 1}, nhwc), "");
  EXPECT_EQ(check(parse("N**"), {0, 2, 3, 1}, nhwc),
            "requires a permutation that brings NHWC into the order of N**, "
            "found [0, 2, 3, 1], which makes it NWCH");
  EXPECT_EQ(check(nchw, {0, 0, 1, 2}, nhwc),
            "requires a permutation of 4 dims, found [0, 0, 1, 2]");
}

TEST(NamedLayout, PermutationsFollowNames) {
  Random random(7);
  for (unsigned i = 0; i < 3000; ++i) {
    SmallVector<StringRef> names = {"N", "H", "W", "{x}", "C", "d"};
    names[3] = "batch";
    names.resize(random.pick(0, 6));
    NamedLayout source = llvm::cantFail(NamedLayout::getNamed(names));
    SmallVector<int64_t> permutation = random.permutation(source.getRank());
    NamedLayout target = llvm::cantFail(source.permute(permutation));
    EXPECT_EQ(llvm::cantFail(target.getPermutationFrom(source)), permutation);
    EXPECT_FALSE(target.checkPermutation(permutation, source));
    random.shuffle(permutation);
    EXPECT_EQ(
        llvm::toString(target.checkPermutation(permutation, source)).empty(),
        llvm::cantFail(source.permute(permutation)) == target);
  }
}

//===----------------------------------------------------------------------===//
// Layouts of tensors
//===----------------------------------------------------------------------===//

namespace {
class NamedLayoutOfTensor : public ::testing::Test {
protected:
  PhysicalLayout getLayout(StringRef text, ArrayRef<int64_t> shape,
                           ArrayRef<StringRef> names = {}) {
    NamedLayout named = parse(text);
    return llvm::cantFail(
        names.empty() ? named.getPhysicalLayout(shape, &context)
                      : named.getPhysicalLayout(shape, names, &context));
  }
  PhysicalLayout getLayout(AffineMap map, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> box = {}) {
    return llvm::cantFail(PhysicalLayout::get(IndexMap(map), shape, box));
  }

  MLIRContext context;
};
} // namespace

TEST_F(NamedLayoutOfTensor, RoundsAlignedDimsUp) {
  PhysicalLayout layout = getLayout("N[a=32]HW[a=64]C", {20, 7, 100, 3});
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({32, 7, 128, 3}));
  EXPECT_EQ(layout.getOffset({1, 1, 1, 1}), 7 * 128 * 3 + 128 * 3 + 3 + 1);
  EXPECT_EQ(getLayout("", {}).getNumPositions(), 1);
  EXPECT_EQ(getLayout("N[a=4]C", {0, 3}).getNumPositions(), 0);
}

TEST_F(NamedLayoutOfTensor, FollowsTheNamesOfTheTensor) {
  PhysicalLayout layout =
      getLayout("NHWC[a=16]", {2, 3, 5, 7}, {"N", "C", "H", "W"});
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({2, 5, 7, 16}));
  EXPECT_EQ(layout.getOffset({1, 2, 3, 4}), ((1 * 5 + 3) * 7 + 4) * 16 + 2);
  EXPECT_EQ(NamedLayout::get(layout, {"N", "C", "H", "W"})->str(),
            "NHWC[a=16]");
  EXPECT_EQ(NamedLayout::get(layout, {"batch", "c", "*", "*"})->str(),
            "{batch}**c[a=16]");
}

TEST_F(NamedLayoutOfTensor, UnsupportedMaps) {
  AffineExpr i = getAffineDimExpr(0, &context),
             j = getAffineDimExpr(1, &context);
  auto get = [&](AffineMap map, ArrayRef<int64_t> shape,
                 ArrayRef<int64_t> box = {}) {
    return getError(NamedLayout::get(getLayout(map, shape, box)));
  };
  AffineMap sticks =
      AffineMap::get(2, 0, {j.floorDiv(64), i, j % 64}, &context);
  EXPECT_EQ(get(sticks, {1024, 256}),
            "requires dims in one piece, since named dims say nothing of "
            "tiles, found dim 1 of 256 in blocks of 64");
  EXPECT_EQ(get(AffineMap::get(2, 0, {j, i}, &context), {2, 3}),
            "requires names for dims in the order [1, 0], found **");
  EXPECT_EQ(get(AffineMap::get(1, 0, i + 1), {4}),
            "requires an element in the first place, found 1 places in front");
  EXPECT_EQ(get(AffineMap::get(1, 0, i * 2), {4}, {8}),
            "requires elements of the last dim next to each other, found a "
            "stride of 2");
  EXPECT_EQ(get(AffineMap::get(2, 0, i * 7 + j * 2), {4, 3}),
            "requires strides that divide each other, found 26 and 7");
  EXPECT_EQ(get(AffineMap::get(1, 0, (i + 1) % 4), {4}),
            "requires a layout that deals out the digits of its dims, found "
            "(d0) -> ((d0 + 1) mod 4)");
  EXPECT_EQ(get(AffineMap::get(2, 0, {i, j}, &context), {0, 3}),
            "requires a tensor that is not empty");
  EXPECT_EQ(get(AffineMap::get(1, 0, i), {1}, int64_t(1) << 33),
            "requires an alignment of at most 4294967295, found 8589934592");
  EXPECT_EQ(getError(NamedLayout::get(getLayout("NC", {2, 3}), {"N"})),
            "requires 2 names, found 1");
  EXPECT_EQ(getError(parse("NC").getPhysicalLayout({2}, &context)),
            "requires a shape of 2 dims for NC, found 1");
  EXPECT_EQ(getError(parse("N[a=4]").getPhysicalLayout({INT64_MAX}, &context)),
            "requires a multiple of 4 in 63 bits, found 9223372036854775807");
  EXPECT_EQ(
      getError(parse("N").getPhysicalLayout({ShapedType::kDynamic}, &context)),
      "requires a static shape");
}

TEST_F(NamedLayoutOfTensor, RoundTripThroughMaps) {
  Random random(11);
  for (unsigned i = 0; i < 3000; ++i) {
    SmallVector<StringRef> names = {"N", "*", "batch", "C", "h"};
    random.shuffle(names);
    names.resize(random.pick(0, 5));
    SmallVector<int64_t> shape;
    for (size_t dim = 0; dim < names.size(); ++dim)
      shape.push_back(random.pick(1, 5));
    NamedLayout logical = llvm::cantFail(NamedLayout::getNamed(names));
    SmallVector<int64_t> order = random.permutation(shape.size());
    SmallVector<NamedDim> dims(
        llvm::cantFail(logical.permute(order)).getDims());
    for (NamedDim &dim : dims)
      if (random.pick(0, 2) == 0)
        dim.alignment = random.pick(1, 9);
    NamedLayout layout = llvm::cantFail(NamedLayout::get(dims));
    ASSERT_EQ(parse(layout.str()), layout);

    PhysicalLayout physical =
        llvm::cantFail(layout.getPhysicalLayout(shape, names, &context));
    SmallVector<int64_t> box;
    for (auto [dim, place] : llvm::zip_equal(dims, order))
      box.push_back((shape[place] + dim.alignment - 1) / dim.alignment *
                    dim.alignment);
    EXPECT_EQ(physical.getNumPositions(), bruteforce::product(box));
    for (int64_t at = 0; at < bruteforce::product(shape); ++at) {
      bruteforce::Index index = bruteforce::delinearize(at, shape), places;
      for (int64_t dim : order)
        places.push_back(index[dim]);
      ASSERT_EQ(physical.getOffset(index), bruteforce::linearize(places, box));
    }

    NamedLayout again = llvm::cantFail(NamedLayout::get(physical, names));
    EXPECT_TRUE(
        isSame(llvm::cantFail(again.getPhysicalLayout(shape, names, &context)),
               physical));
  }
}
