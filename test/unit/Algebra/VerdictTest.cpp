//===- VerdictTest.cpp - Proofs on large boxes and their cache ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/IndexMap.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <atomic>
#include <chrono>
#include <thread>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A map on a box of more than kEnumerationLimit points and the expected
/// verdicts.
struct LargeCase {
  const char *map;
  SmallVector<int64_t> shape;
  Verdict bijective, injective;
};

constexpr Verdict yes = Verdict::Proved, no = Verdict::Refuted,
                  open = Verdict::Unknown;

IndexMap parse(MLIRContext &context, StringRef text) {
  std::string source = ("affine_map<" + text + ">").str();
  return IndexMap(
      cast<AffineMapAttr>(parseAttribute(source, &context)).getValue());
}

TEST(VerdictTest, LargeBoxes) {
  MLIRContext context;
  const LargeCase cases[] = {
      // Skews, which only Presburger arithmetic decides.
      {"(i,j) -> (i, (i + j) mod 512)", {512, 512}, yes, yes},
      {"(i,j) -> (i, (i + j) mod 512)", {512, 513}, no, no},
      {"(i,j) -> (i, (i + j) mod 512)", {512, 511}, no, yes},
      {"(i,j,k) -> (k, i, (i + j) mod 64)", {64, 64, 4096}, yes, yes},
      // Reversals of dims and of tiles.
      {"(i,j) -> (99999 - i, j)", {100000, 3}, yes, yes},
      {"(i,j) -> (99998 - i, j)", {100000, 3}, no, no},
      {"(i) -> (i floordiv 8, 7 - i mod 8)", {1 << 20}, yes, yes},
      {"(n,c,h,w) -> (n, h, 55 - w, c)", {16, 64, 56, 56}, yes, yes},
      // Radices without common refinement: never surjective.
      {"(i) -> (i floordiv 3, i mod 2)", {1 << 20}, no, no},
      {"(i) -> (i floordiv 2, i mod 3)", {3 << 20}, no, yes},
      // Injective iff the moduli are coprime (Chinese remainder theorem).
      {"(i) -> (i mod 257, i mod 256)", {257 * 256}, yes, yes},
      {"(i) -> (i mod 254, i mod 260)", {254 * 260}, no, no},
      // An offset leaves a row unused.
      {"(i,j) -> (i + 1, j)", {1000, 1000}, no, yes},
      {"(i,j) -> (i, 0)", {1000, 1000}, no, no},
      {"(i,j) -> (i + j, i - j + 999)", {1000, 1000}, no, yes},
      // Independent components are decided separately.
      {"(a,b,c,d,e) -> (a, 15 - b, c, (d + e) mod 16, e)",
       {4096, 16, 4096, 16, 16},
       yes,
       yes},
      {"(a,b,c,d) -> (b, 15 - c, d, a)",
       {ShapedType::kDynamic, 1 << 20, 16, 4096},
       open,
       yes},
      {"(a,b,c) -> (b, (b + c) mod 16)", {1 << 20, 16, 16}, no, no},
      {"(a,b,c) -> (a floordiv 3, b, c)",
       {4, ShapedType::kDynamic, 16},
       no,
       no},
      // Beyond the limits of Presburger arithmetic: unknown.
      {"(a,b,c,d,e) -> (a, b, c, d, (a + b + c + d + e) mod 16)",
       {16, 16, 16, 16, 16},
       open,
       open},
      {"(a,b) -> ((a + b) mod 64, a mod 63, b mod 65, a floordiv 62, b "
       "floordiv 66)",
       {4096, 4096},
       no,
       open},
      // Decomposition reduces these maps to trivial ones.
      {"(a,b) -> ((a + b) mod 64, a mod 64, b mod 64, a floordiv 64, (b + a) "
       "floordiv 64)",
       {4096, 4096},
       no,
       yes},
      {"(a,b,c,d) -> (((((c * 153 + d) * 229 + a) * 317 + b) mod 776016) "
       "floordiv 306, ((((c * 153 + d) * 229 + a) * 317 + b) mod 306) * 2061 + "
       "(((c * 153 + d) * 229 + a) * 317 + b) floordiv 776016)",
       {229, 317, 144, 153},
       yes,
       yes},
      {"(a,b,c,d) -> (((((c * 153 + d) * 228 + a) * 317 + b) mod 776016) "
       "floordiv 306, ((((c * 153 + d) * 228 + a) * 317 + b) mod 306) * 2061 + "
       "(((c * 153 + d) * 228 + a) * 317 + b) floordiv 776016)",
       {229, 317, 144, 153},
       no,
       no},
      {"(a,b) -> (7 - 2 * a, 6 * b + 5)", {4, 1 << 20}, no, yes},
      {"(a,b) -> (7 - 2 * a, 6 * b - 5)", {4, 1 << 20}, no, no},
  };
  for (const LargeCase &test : cases) {
    SCOPED_TRACE(test.map);
    ASSERT_TRUE(!getNumPoints(test.shape) ||
                *getNumPoints(test.shape) > kEnumerationLimit);
    IndexMap map = parse(context, test.map);
    auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(map.isBijective(test.shape), test.bijective);
    EXPECT_EQ(map.isInjective(test.shape), test.injective);
    auto stop = std::chrono::steady_clock::now();
    // Presburger arithmetic cannot be interrupted: the limits bound its time.
    EXPECT_LT(stop - start, std::chrono::seconds(2));
  }
}

TEST(VerdictTest, EqualityOnLargeBoxes) {
  MLIRContext context;
  SmallVector<int64_t> shape = {1024, 1024};
  IndexMap skew = parse(context, "(i,j) -> (i, (i + j) mod 1024)");
  IndexMap back = parse(context, "(i,j) -> (i, (j - i) mod 1024)");
  EXPECT_EQ(skew.compose(back).isIdentity(shape), yes);
  EXPECT_EQ(skew.compose(skew).isIdentity(shape), no);
  EXPECT_EQ(skew.isRowMajorReshape(shape), no);
  IndexMap reversal = parse(context, "(i,j) -> (1023 - i, j)");
  EXPECT_EQ(reversal.compose(reversal).isIdentity(shape), yes);
  EXPECT_EQ(reversal.isIdentity(shape), no);
  EXPECT_EQ(parse(context, "(i,j) -> (1023 - (1023 - i) , j mod 1024, 0)")
                .isRowMajorReshape(shape),
            yes);
}

TEST(VerdictTest, ForEachIndexIsRowMajorAndStops) {
  SmallVector<SmallVector<int64_t>> seen;
  EXPECT_TRUE(forEachIndex({2, 1, 2}, [&](ArrayRef<int64_t> index) {
    seen.push_back(SmallVector<int64_t>(index));
    return true;
  }));
  EXPECT_EQ(seen, (SmallVector<SmallVector<int64_t>>{
                      {0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}}));
  int visits = 0;
  EXPECT_FALSE(
      forEachIndex({5, 5}, [&](ArrayRef<int64_t>) { return ++visits < 7; }));
  EXPECT_EQ(visits, 7);
  EXPECT_TRUE(forEachIndex({3, 0}, [](ArrayRef<int64_t>) { return false; }));
}

TEST(VerdictTest, BoxEvaluatorAgreesWithEvaluation) {
  MLIRContext context;
  // All results are linear: in order, transposed, of a dim that occurs twice
  // and behind an offset. With a remainder they are not.
  for (StringRef text :
       {"(i,j,k) -> (12 * i + 4 * j + k)", "(i,j,k) -> (k * 6 + i * 3 + j, i)",
        "(i,j,k) -> (4 * (i + j) + j, 7 + k, 5)", "(i,j,k) -> ()",
        "(i,j,k) -> (12 * i + 4 * j + k, j mod 2)", "(i,j,k) -> (3 - j + k)"}) {
    auto map = cast<AffineMapAttr>(
        parseAttribute(("affine_map<" + text + ">").str(), &context));
    ArrayRef<AffineExpr> exprs = map.getValue().getResults();
    for (const SmallVector<int64_t> &shape :
         {SmallVector<int64_t>{2, 3, 4}, {1, 3, 1}, {2, 0, 4}}) {
      SmallVector<SmallVector<int64_t>> found, expected;
      EXPECT_TRUE(BoxEvaluator(exprs, shape).forEach([&](auto values) {
        found.push_back(SmallVector<int64_t>(values));
        return true;
      }));
      forEachIndex(shape, [&](ArrayRef<int64_t> index) {
        SmallVector<int64_t> values;
        for (AffineExpr expr : exprs)
          values.push_back(evaluate(expr, index));
        expected.push_back(values);
        return true;
      });
      EXPECT_EQ(found, expected) << text.str();
      found.clear();
      EXPECT_TRUE(BoxEvaluator(exprs, shape)
                      .forEachRow([&](ArrayRef<int64_t> first,
                                      ArrayRef<int64_t> steps, int64_t count) {
                        for (int64_t point : llvm::seq(count)) {
                          found.emplace_back(first);
                          for (auto [value, step] :
                               llvm::zip_equal(found.back(), steps))
                            value += point * step;
                        }
                        return true;
                      }));
      EXPECT_EQ(found, expected) << text.str();
    }
  }
}

TEST(VerdictCache, IsThreadSafeAndProvesOnce) {
  MLIRContext context;
  VerdictCache cache;
  SmallVector<IndexMap> maps;
  for (int i = 0; i < 20; ++i)
    maps.push_back(parse(context, "(i,j) -> (i, (i + j) mod " +
                                      std::to_string(10 + i) + ")"));
  std::atomic<int> wrong = 0;
  SmallVector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 50; ++round)
        for (int i = 0; i < 20; ++i) {
          // The skew is bijective iff its period is the extent of j.
          int64_t j = 10 + (i + t + round) % 20;
          Verdict verdict = maps[i].isBijective({8, j}, &cache);
          wrong += verdict != (j == 10 + i ? yes : no);
        }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);

  int proofs = 0;
  auto prove = [&] {
    ++proofs;
    return Verdict::Unknown;
  };
  AffineMap map = maps[0].getAffineMap();
  EXPECT_EQ(cache.getOrProve(map, {3, 3}, prove), open);
  EXPECT_EQ(cache.getOrProve(map, {3, 3}, prove), open);
  EXPECT_EQ(cache.getOrProve(map, {3, 4}, prove), open);
  EXPECT_EQ(proofs, 2);
}

} // namespace
