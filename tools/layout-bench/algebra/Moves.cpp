//===- Moves.cpp - Maps applied to raw data, beside memcpy ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/RawElements.h"
#include "AlgebraBench.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include <benchmark/benchmark.h>
#include <chrono>

using namespace mlir;
using namespace mlir::layout;
using Clock = std::chrono::steady_clock;

static double getSeconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

static double getMedian(std::vector<double> &values) {
  llvm::sort(values);
  return values[values.size() / 2];
}

/// Measures transformElements, alternating with memcpy, on memory that has been
/// written before.
static void move(benchmark::State &state, StringRef text,
                 ArrayRef<int64_t> shape, size_t elementSize) {
  MLIRContext context;
  auto attribute = cast<AffineMapAttr>(
      parseAttribute(("affine_map<" + text + ">").str(), &context));
  IndexMap map(attribute.getValue());
  size_t size = *getNumPoints(shape) * elementSize;
  std::vector<char> source(size, 1), target(size, 2);
  std::vector<double> copies, moves;
  for (auto _ : state) {
    auto start = Clock::now();
    std::memcpy(target.data(), source.data(), size);
    benchmark::ClobberMemory();
    auto middle = Clock::now();
    transformElements(map, shape, elementSize, source, target);
    benchmark::ClobberMemory();
    auto end = Clock::now();
    copies.push_back(getSeconds(start, middle));
    moves.push_back(getSeconds(middle, end));
    state.SetIterationTime(moves.back());
  }
  state.counters["memcpy"] = getMedian(copies);
  state.counters["move"] = getMedian(moves);
  state.counters["bytes"] = static_cast<double>(size);
}

namespace {
/// Registers benchmarks for `count` elements of one type.
struct Elements {
  StringRef name;
  size_t elementSize;
  int64_t count, runs;

  void add(StringRef what, StringRef map, ArrayRef<int64_t> shape) const;
  void addPermutations() const;
  void addCases() const;
};
} // namespace

void Elements::add(StringRef what, StringRef map,
                   ArrayRef<int64_t> shape) const {
  benchmark::RegisterBenchmark(
      ("moves/" + name + "/" + what).str().c_str(),
      [size = elementSize, map = map.str(),
       shape = SmallVector<int64_t>(shape)](benchmark::State &state) {
        move(state, map, shape, size);
      })
      ->UseManualTime()
      ->Iterations(runs)
      ->Unit(benchmark::kMillisecond);
}

/// Registers all permutations of four dims but the identity.
void Elements::addPermutations() const {
  SmallVector<std::string> dims{"d0", "d1", "d2", "d3"};
  SmallVector<std::string> order(dims);
  while (std::next_permutation(order.begin(), order.end())) {
    std::string list = llvm::join(order, ", ");
    add(list, "(d0, d1, d2, d3) -> (" + list + ")",
        {4, 64, 256, count / (4 * 64 * 256)});
  }
}

void Elements::addCases() const {
  int64_t run = 64 / static_cast<int64_t>(elementSize);
  add("identity", "(i) -> (i)", {count});
  add("runs of 64 bytes", "(i, j, k) -> (j, i, k)",
      {count / run / 256, 256, run});
  add("runs of 256 bytes", "(i, j, k) -> (j, i, k)",
      {count / run / 1024, 256, 4 * run});
  add("runs of 1024 bytes", "(i, j, k) -> (j, i, k)",
      {count / run / 1024, 64, 16 * run});

  SmallVector<int64_t> nchw{1, 64, 512, count / (64 * 512)};
  SmallVector<int64_t> nhwc{1, 512, count / (64 * 512), 64};
  SmallVector<int64_t> blocked{1, 4, 512, count / (64 * 512), 16};
  add("NCHW -> NHWC", "(n, c, h, w) -> (n, h, w, c)", nchw);
  add("NHWC -> NCHW", "(n, h, w, c) -> (n, c, h, w)", nhwc);
  add("NCHW -> NCHW16c", "(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)",
      nchw);
  add("NCHW16c -> NCHW", "(n, c, h, w, b) -> (n, c * 16 + b, h, w)", blocked);
  add("NHWC -> NCHW16c", "(n, h, w, c) -> (n, c floordiv 16, h, w, c mod 16)",
      nhwc);
  add("NCHW16c -> NHWC", "(n, c, h, w, b) -> (n, h, w, c * 16 + b)", blocked);
  add("NCHW16c -> NCHW8c",
      "(n, c, h, w, b) -> (n, c * 2 + b floordiv 8, h, w, b mod 8)", blocked);
  add("OIHW -> OIHW16i16o",
      "(o, i, h, w) -> (o floordiv 16, i floordiv 16, h, w, i mod 16, o "
      "mod 16)",
      {count / (144 * 64) / 16 * 16, 64, 12, 12});
  add("NCHW -> NHWC, 3 channels", "(n, c, h, w) -> (n, h, w, c)",
      {1, 3, 512, count / (3 * 512)});
  add("NHWC -> NCHW, 3 channels", "(n, h, w, c) -> (n, c, h, w)",
      {1, 512, count / (3 * 512), 3});
  add("NCHW -> NHWC, 7x7", "(n, c, h, w) -> (n, h, w, c)",
      {count / (512 * 49), 512, 7, 7});
  add("NHWC -> NCHW, 7x7", "(n, h, w, c) -> (n, c, h, w)",
      {count / (512 * 49), 7, 7, 512});
  add("transpose of 4096 rows", "(i, j) -> (j, i)", {4096, count / 4096});
  add("transpose of 1021 rows", "(i, j) -> (j, i)", {1021, count / 1021});
}

void algebrabench::registerMoves(int64_t bytes, int64_t runs) {
  for (auto [name, size] :
       {std::pair("f32", 4), std::pair("f16", 2), std::pair("i8", 1)}) {
    Elements elements{name, static_cast<size_t>(size), bytes / size, runs};
    elements.addCases();
    elements.addPermutations();
  }
}
