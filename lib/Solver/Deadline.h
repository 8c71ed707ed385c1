//===- Deadline.h - When solvers return what they have ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_DEADLINE_H
#define LAYOUT_LIB_SOLVER_DEADLINE_H

#include <chrono>
#include <optional>

namespace mlir::layout {

class Deadline {
  using Clock = std::chrono::steady_clock;

public:
  /// In so many seconds; 0 is never, and so is what clocks cannot count to.
  explicit Deadline(double seconds) {
    if (seconds > 0 && seconds < 1e9)
      end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(seconds));
  }

  bool isOver() const { return end && Clock::now() >= *end; }

private:
  std::optional<Clock::time_point> end;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_DEADLINE_H
