//===- Profile.h - What each kernel takes -----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_PROFILE_H
#define LAYOUT_RUN_PROFILE_H

#include "mlir/IR/BuiltinOps.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout::run {

/// The functions that are called before and after each kernel, with its number.
inline constexpr llvm::StringLiteral beginKernelSymbol = "layout_run_kernel";
inline constexpr llvm::StringLiteral endKernelSymbol = "layout_run_kernel_end";

/// A function marked `layout.kernel`.
struct KernelInfo {
  /// The location of its reduction, or of its last op, and the types of the
  /// operands of that: "1x8xf32, 8x4xf32 -> 1x4xf32".
  std::string location, types;
  /// "f32" or "f64" if it computes in nothing else; empty otherwise.
  std::string computes;
  /// The additions, multiplications and other arithmetic operations of a call;
  /// 0 if its shape is dynamic.
  double operations = 0;
  /// The bytes of the buffers that a call reads or writes, each once; 0 if a
  /// shape is dynamic.
  uint64_t bytes = 0;
};

/// What the machine computes in a type at most (Peak.h).
struct Peak {
  std::string type; ///< "f32" or "f64"
  double operationsPerSecond = 0;
};

/// The time of one kernel in one run of the program, over all its calls.
struct KernelTime {
  double seconds = 0;
  int64_t calls = 0;
};

/// The kernels of a program and what they took.
struct Profile {
  std::vector<KernelInfo> kernels;
  /// For each run, the times of all kernels.
  std::vector<std::vector<KernelTime>> runs;
  /// One for each type that `KernelInfo::computes` names.
  std::vector<Peak> peaks;
};

/// Calls the functions above around each call of a kernel. Returns the kernels
/// by number.
std::vector<KernelInfo> instrumentKernels(ModuleOp module);

/// What one kernel took in all calls of a run: medians over all runs.
struct KernelFigures {
  const KernelInfo &kernel;
  int64_t calls;
  double seconds;
  double operations;
  double bytes;
  /// The share of the machine's peak; nothing if that is unknown.
  std::optional<double> share;
};

/// Returns the figures of all kernels by number.
std::vector<KernelFigures> getFigures(const Profile &profile);

/// The time of all kernels.
double sumSeconds(ArrayRef<KernelFigures> all);

/// The kernels that take longest first.
SmallVector<const KernelFigures *> sortByTime(ArrayRef<KernelFigures> all);

/// What a run took as a whole.
struct RunFigures {
  StringRef file; ///< the program
  double median, least;
  size_t numRuns;
  uint64_t peakBytes;
  unsigned threads;
};

/// Prints "peak: 270.00 GFLOP/s f32, measured" if there are any.
void printPeaks(ArrayRef<Peak> peaks, raw_ostream &os);

/// Prints the figures, those of kernels that take longest first.
void printProfile(const Profile &profile, raw_ostream &os);

/// The same by number as JSON: {"machine": {"cpu", "features"}, "seconds",
/// "least", "peak": {"f32"}, "kernels": [{"location", "types", "calls",
/// "seconds", "operations", "bytes", "share"}]}. The first two times are the
/// median and the least of whole runs.
void writeProfile(const Profile &profile, const RunFigures &run,
                  raw_ostream &os);

/// The same as an HTML page that needs nothing else. ProfilePage.cpp.
void writeProfilePage(const Profile &profile, const RunFigures &run,
                      raw_ostream &os);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_PROFILE_H
