//===- Maps.cpp - Operations on maps with mixed radix form ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlgebraBench.h"
#include "layout/Algebra/IndexMap.h"
#include "mlir/IR/MLIRContext.h"
#include <benchmark/benchmark.h>

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A map of `rank` dims with two digits each. The outer digits come first. The
/// inner digits of two dims form one physical dim.
struct Example {
  explicit Example(unsigned rank) : shape(rank, 64), numDigits(2 * rank) {
    SmallVector<AffineExpr> outer, inner;
    for (unsigned dim = 0; dim < rank; ++dim) {
      AffineExpr expr = getAffineDimExpr(dim, &context);
      outer.push_back(expr.floorDiv(16));
      if (dim % 2 == 0)
        inner.push_back(expr % 16);
      else
        inner.back() = inner.back() * 16 + expr % 16;
    }
    llvm::append_range(outer, inner);
    map = IndexMap(AffineMap::get(rank, 0, outer, &context));
    back = *map.inverse(shape);
    physicalShape = *map.getPhysicalShape(shape);
    // An equal map, written differently.
    for (unsigned dim = 0; dim < rank; ++dim) {
      AffineExpr expr = getAffineDimExpr(dim, &context);
      outer[dim] = (expr.floorDiv(4) % 16).floorDiv(4);
    }
    respelled = IndexMap(AffineMap::get(rank, 0, outer, &context));
  }

  MLIRContext context;
  SmallVector<int64_t> shape, physicalShape;
  int64_t numDigits;
  IndexMap map, back, respelled;
};
} // namespace

template <typename Operation>
static void add(const char *name, Operation operation) {
  for (unsigned rank = 4; rank <= 8; ++rank)
    benchmark::RegisterBenchmark(
        ("maps/" + std::string(name) + "/" + std::to_string(rank)).c_str(),
        [=](benchmark::State &state) {
          Example example(rank);
          for (auto _ : state)
            benchmark::DoNotOptimize(operation(example));
          state.counters["per_digit"] = benchmark::Counter(
              example.numDigits, benchmark::Counter::kIsIterationInvariantRate |
                                     benchmark::Counter::kInvert);
        });
}

void algebrabench::registerMaps() {
  add("getDigits", [](const Example &e) { return e.map.getDigits(e.shape); });
  add("canonicalize",
      [](const Example &e) { return e.respelled.canonicalize(e.shape); });
  add("compose",
      [](const Example &e) { return e.back.compose(e.map, e.shape); });
  add("inverse", [](const Example &e) { return e.map.inverse(e.shape); });
  add("isBijective",
      [](const Example &e) { return e.map.isBijective(e.shape); });
  add("isEqual",
      [](const Example &e) { return e.map.isEqual(e.respelled, e.shape); });
}
