//===- SymbolicShapeTest.cpp ----------------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: D1, D4
// Case: S3-a
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/SymbolicShape.h"
#include "BruteForce.h"
#include "RandomMaps.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class SymbolicShapes : public ::testing::Test {
protected:
  AffineMap parseMap(StringRef text) {
    return cast<AffineMapAttr>(
               parseAttribute(("affine_map<" + text + ">").str(), &context))
        .getValue();
  }

  IndexMap parse(StringRef text) { return IndexMap(parseMap(text)); }

  /// Extents such as "s0 * 16, s1" over the symbols s0, s1, s2.
  SymbolicShape shape(StringRef extents) {
    return SymbolicShape(
        parseMap(("()[s0, s1, s2] -> (" + extents + ")").str()).getResults());
  }

  std::string physical(StringRef map, StringRef extents) {
    std::optional<SymbolicShape> result =
        shape(extents).getPhysicalShape(parse(map));
    if (!result)
      return "not known";
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(result->getExtents(), os);
    return text;
  }

  Verdict bijective(StringRef map, StringRef extents) {
    return shape(extents).isBijective(parse(map));
  }

  MLIRContext context;
};
} // namespace

TEST_F(SymbolicShapes, PhysicalShape) {
  constexpr char split[] = "(i) -> (i floordiv 4, i mod 4)";
  EXPECT_EQ(physical(split, "s0"), "s0 ceildiv 4, 4");
  EXPECT_EQ(physical(split, "s0 * 4"), "s0, 4");
  EXPECT_EQ(physical(split, "64"), "16, 4");
  constexpr char tile[] = "(i, j) -> (i floordiv 16, j, i mod 16)";
  EXPECT_EQ(physical(tile, "s0 * 16, s1"), "s0, s1, 16");
  EXPECT_EQ(physical("(i, j) -> (i * 8 + j)", "s0, 8"), "s0 * 8");
  EXPECT_EQ(physical("(i, j) -> (i * 8 + j)", "8, s0"), "not known");
}

TEST_F(SymbolicShapes, DivisibilityDecides) {
  constexpr char tile[] = "(i, j) -> (i floordiv 16, j, i mod 16)";
  EXPECT_EQ(bijective(tile, "s0 * 16, s1"), Verdict::Proved);
  EXPECT_EQ(bijective(tile, "s0 * 32, s1"), Verdict::Proved);
  EXPECT_EQ(bijective(tile, "s0 * 8, s1"), Verdict::Unknown);
  EXPECT_EQ(bijective(tile, "s0, s1"), Verdict::Unknown);
  EXPECT_EQ(bijective(tile, "s0 * 16 + 3, s1"), Verdict::Refuted);
  EXPECT_EQ(bijective(tile, "(s0 ceildiv 16) * 16, s1"), Verdict::Proved);
  EXPECT_EQ(bijective("(i, j) -> (j, i)", "s0, s1"), Verdict::Proved);
  EXPECT_EQ(bijective("(i, j) -> (j, j)", "s0, s1"), Verdict::Unknown);
  EXPECT_EQ(bijective("(i) -> (i mod 16)", "s0 * 16"), Verdict::Unknown);
}

TEST_F(SymbolicShapes, Equality) {
  auto isEqual = [&](StringRef a, StringRef b, StringRef extents) {
    return shape(extents).isEqual(parse(a), parse(b));
  };
  EXPECT_EQ(isEqual("(i) -> ((i mod 16) floordiv 4)",
                    "(i) -> ((i floordiv 4) mod 4)", "s0"),
            Verdict::Proved);
  EXPECT_EQ(
      isEqual("(i, j) -> (i * 4 + j)", "(i, j) -> (i * 4 + j mod 4)", "s0, 4"),
      Verdict::Proved);
  // On extent 1 they are the same.
  EXPECT_EQ(isEqual("(i, j) -> (i, j)", "(i, j) -> (j, i)", "s0, s1"),
            Verdict::Unknown);
}

/// What is said of all sizes holds for each: the symbols 1 to 4.
TEST_F(SymbolicShapes, HoldsForEverySize) {
  randommaps::Generator generator(&context, 8);
  int64_t proved = 0, known = 0;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    randommaps::Sample sample = generator.digitMap();
    if (bruteforce::product(sample.shape) > 256)
      continue;
    // The first extent is multiplied by the symbol, or takes it on top.
    bool scales = generator.pick(0, 2) != 0;
    AffineExpr symbol = getAffineSymbolExpr(0, &context);
    SmallVector<AffineExpr> extents;
    for (int64_t size : sample.shape)
      extents.push_back(getAffineConstantExpr(size, &context));
    extents[0] = scales ? symbol * sample.shape[0] : symbol + sample.shape[0];
    SymbolicShape shape(extents);
    IndexMap map(sample.map);
    Verdict bijective = shape.isBijective(map);
    std::optional<SymbolicShape> physical = shape.getPhysicalShape(map);
    proved += bijective == Verdict::Proved;
    known += physical.has_value();
    for (int64_t value = 1; value <= 4; ++value) {
      SmallVector<int64_t> sizes(sample.shape);
      sizes[0] = scales ? sizes[0] * value : sizes[0] + value;
      bruteforce::Facts facts(sample.map, sizes);
      if (facts.unfilledTile)
        continue;
      if (bijective != Verdict::Unknown)
        EXPECT_EQ(facts.bijective, bijective == Verdict::Proved);
      if (!physical)
        continue;
      for (auto [extent, size] :
           llvm::zip_equal(physical->getExtents(), facts.extents)) {
        AffineExpr constant =
            extent.replaceSymbols(getAffineConstantExpr(value, &context));
        int64_t claimed = cast<AffineConstantExpr>(constant).getValue();
        // A tile counts whole, also where the elements end within it.
        if (scales)
          EXPECT_EQ(claimed, size);
        else
          EXPECT_GE(claimed, size);
      }
    }
  }
  EXPECT_GT(proved, 100);
  EXPECT_GT(known, 400);
}
