//===- TuningRecords.h - Measured times of ops in layouts -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout-tune` measures critical ops in the layouts among which they can
// choose, each op by itself, and writes
//
//   {"version": 1,
//    "machines": [{"cpu": "znver4", "features": "avx,avx2",
//                  "seconds_per_byte": 8.5e-11}],
//    "records": [{"machine": 0, "op": ...,
//                 "layouts": ["NCHW16c", "OIHW16i16o", "NCHW16c"],
//                 "seconds": 1.2e-4}]}
//
// TunedOp.h describes ops. `seconds_per_byte` is what a copy takes for each
// byte that it reads or writes. Of several records of the same op in the same
// layouts the last one counts.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TARGETS_TUNINGRECORDS_H
#define LAYOUT_LIB_TARGETS_TUNINGRECORDS_H

#include "TunedOp.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace mlir::layout {

/// A processor as LLVM names it.
struct TunedMachine {
  std::string cpu;
  std::string features; ///< those that it has, in order, "avx,avx2"

  static TunedMachine getHost();
};

class TuningRecords {
public:
  /// Times that differ by less than this share of the fastest one differ as
  /// much from run to run; they count as equal.
  static constexpr double kNoise = 0.05;

  /// Reads a file and keeps the records of one processor: `host`, this one with
  /// just its features, or a name. An error says what is wrong with the file,
  /// or that it has several machines of that name.
  static llvm::Expected<TuningRecords> read(StringRef path, StringRef cpu);

  /// The processor whose records were asked for.
  StringRef getProcessor() const { return processor; }
  /// All processors that the file has records of, in order.
  const std::set<std::string> &getProcessors() const { return processors; }
  /// Whether the file has no record of that processor.
  bool isEmpty() const { return seconds.empty(); }

  /// Returns, for each choice of layouts of an op, the bytes that a copy moves
  /// in the time that the op takes longer than in the fastest of them. Fails
  /// with a reason if a choice was not measured.
  FailureOr<SmallVector<int64_t>>
  getCosts(const TunedOp &op, ArrayRef<std::vector<std::string>> choices,
           std::string &reason) const;

private:
  std::string processor;
  std::set<std::string> processors;
  double secondsPerByte = 0;
  /// By the texts of the op and its layouts as JSON.
  llvm::StringMap<double> seconds;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_TARGETS_TUNINGRECORDS_H
