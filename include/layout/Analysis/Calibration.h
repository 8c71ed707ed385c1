//===- Calibration.h - Measured costs of moving data ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite takes longer than a copy of the same number of bytes. The shorter
// the runs of elements that stay contiguous, the longer it takes. A convolution
// takes longer in some layouts than in others. A calibration holds the costs
// measured on one machine, in a unit of its choice, as JSON:
//
//   {"version": 1, "unit": "ps", "per_byte": 62.5,
//    "efficiency": [{"run": 4, "of_copy": 0.21}, {"run": 64, "of_copy": 0.73}]}
//
// `per_byte` is the cost of a copy per byte that is read or written. Runs of at
// least `run` bytes, and less than the next entry, are moved at the fraction
// `of_copy` of the speed of a copy; runs shorter than the first entry count as
// the first.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALIBRATION_H
#define LAYOUT_ANALYSIS_CALIBRATION_H

#include "layout/Support/Saturating.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm::json {
class Value;
} // namespace llvm::json

namespace mlir::layout {

struct Calibration {
  struct Efficiency {
    int64_t run = 1;     ///< bytes; entries are in ascending order
    double ofCopy = 1.0; ///< more than 0, at most 1
  };

  std::string unit;
  double perByte = 0; ///< more than 0
  std::vector<Efficiency> efficiency;
  /// What a rewrite costs that changes the innermost dim, in costs of another
  /// one of as many bytes; at least 0. A target states it, not a file.
  double restickify = 1;

  /// Costs are bytes.
  static Calibration getBytes() { return {"bytes", 1, {}, 1}; }
  /// Reads a file in the format above.
  static llvm::Expected<Calibration> read(llvm::StringRef path);
  /// Reads a value in the format above.
  static llvm::Expected<Calibration> get(const llvm::json::Value &value);

  /// Returns the cost of a copy that reads and writes `bytes` in total,
  /// rounded.
  int64_t getCost(int64_t bytes) const;
  /// Returns the cost of a rewrite of `bytes` in contiguous runs of `run`
  /// bytes, which may change the innermost dim.
  int64_t getCost(int64_t bytes, int64_t run, bool restickifies = false) const;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALIBRATION_H
