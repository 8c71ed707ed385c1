//===- Verdicts.cpp - The longest times of proofs -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/RandomMaps.h"
#include "AlgebraBench.h"
#include "layout/Algebra/IndexMap.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>
#include <ctime>

using namespace mlir;
using namespace mlir::layout;

/// Returns the CPU time of this process. Unlike elapsed time, its maximum does
/// not depend on other processes.
static double getSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Returns a random map without mixed radix form, on a box of any size.
static randommaps::Sample pickMap(randommaps::Generator &random) {
  while (true) {
    randommaps::Sample sample = random.otherMap(random.anyBox());
    if (!IndexMap(sample.map).getDigits(sample.shape))
      return sample;
  }
}

/// Returns a map with the same number of results: an equal map written
/// differently, or a slightly different one.
static AffineMap pickOther(randommaps::Generator &random,
                           const randommaps::Sample &sample) {
  return random.pick(0, 1) == 0 ? random.respell(sample.map)
                                : random.change(sample).map;
}

static std::string toText(const randommaps::Sample &sample, AffineMap other) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << sample.map;
  if (other)
    os << " and " << other;
  os << " on ";
  llvm::interleave(sample.shape, os, "x");
  return text;
}

/// Measures `ask` on `count` maps and the results of `pickOther` for them.
static void
run(benchmark::State &state, int64_t count,
    llvm::function_ref<AffineMap(randommaps::Generator &,
                                 const randommaps::Sample &)>
        pickOther,
    llvm::function_ref<Verdict(const randommaps::Sample &, AffineMap)> ask) {
  double worst = 0, total = 0;
  int64_t decided = 0;
  std::string worstText;
  for (auto _ : state) {
    std::unique_ptr<MLIRContext> context;
    std::optional<randommaps::Generator> random;
    for (int64_t i = 0; i < count; ++i) {
      // Use new contexts, because they keep all expressions.
      if (i % 1000 == 0) {
        context = std::make_unique<MLIRContext>();
        random.emplace(context.get(), static_cast<unsigned>(i));
      }
      randommaps::Sample sample = pickMap(*random);
      AffineMap other = pickOther(*random, sample);
      double start = getSeconds();
      Verdict verdict = ask(sample, other);
      double seconds = getSeconds() - start;
      total += seconds;
      decided += verdict != Verdict::Unknown;
      if (seconds > worst) {
        worst = seconds;
        worstText = toText(sample, other);
      }
    }
  }
  state.counters["worst"] = worst;
  state.counters["mean"] = total / static_cast<double>(count);
  state.counters["decided"] =
      static_cast<double>(decided) / static_cast<double>(count);
  state.SetLabel(worstText);
}

void algebrabench::registerVerdicts(int64_t count) {
  auto none = [](auto &, auto &) { return AffineMap(); };
  benchmark::RegisterBenchmark("verdicts/isBijective", [=](benchmark::State
                                                               &state) {
    run(state, count, none, [](auto &sample, AffineMap) {
      return IndexMap(sample.map).isBijective(sample.shape);
    });
  })->Iterations(1);
  benchmark::RegisterBenchmark("verdicts/isEqual", [=](benchmark::State
                                                           &state) {
    run(state, count, pickOther, [](auto &sample, AffineMap other) {
      return IndexMap(sample.map).isEqual(IndexMap(other), sample.shape);
    });
  })->Iterations(1);
}
