//===- Calibration.h - What moving data takes on a machine ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite takes longer than a copy of as many bytes, the longer the shorter
// the runs of elements are that stay beside each other. A calibration says how
// long, for one machine, in a unit of its choice, as JSON:
//
//   {"version": 1, "unit": "ps", "per_byte": 62.5,
//    "efficiency": [{"run": 4, "of_copy": 0.21}, {"run": 64, "of_copy": 0.73}]}
//
// `per_byte` is what a copy takes for a byte that is read or written. Runs of
// at least `run` bytes, up to the next entry, are moved at `of_copy` of that
// speed; shorter ones than the first as the first.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALIBRATION_H
#define LAYOUT_ANALYSIS_CALIBRATION_H

#include "layout/Support/Saturating.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::layout {

struct Calibration {
  struct Efficiency {
    int64_t run = 1;     ///< bytes, rising
    double ofCopy = 1.0; ///< more than 0, at most 1
  };

  std::string unit;
  double perByte = 0; ///< more than 0
  std::vector<Efficiency> efficiency;

  /// Reads a file as above; an error says what is wrong with it.
  static llvm::Expected<Calibration> read(llvm::StringRef path);

  /// What a copy of as many bytes, read and written, takes; rounded.
  int64_t getCost(int64_t bytes) const;
  /// The same of a rewrite that moves runs of `run` bytes.
  int64_t getCost(int64_t bytes, int64_t run) const;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALIBRATION_H
