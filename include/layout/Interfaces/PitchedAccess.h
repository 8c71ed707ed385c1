//===- PitchedAccess.h - Operands inside of larger buffers ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is *at a pitch* if its buffer is a part of a larger one such that its
// elements are not contiguous in row-major order, as the rows of a matrix that
// are parts of longer rows. A value at an offset whose elements are contiguous
// is not at a pitch.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_PITCHEDACCESS_H
#define LAYOUT_INTERFACES_PITCHEDACCESS_H

#include "layout/Support/Saturating.h"
#include <cmath>
#include <optional>

namespace mlir::layout {

/// What it costs an op to read or write a value at a pitch.
class PitchedAccess {
public:
  /// The price is a share of the bytes of the value. A copy costs 2, because it
  /// reads and writes them.
  explicit PitchedAccess(double price) : price(price) {}
  /// The op requires contiguous elements.
  static PitchedAccess getRefused() { return PitchedAccess(); }

  bool isFree() const { return price == 0; }
  bool isRefused() const { return !price; }
  /// Whether a copy costs more.
  bool isCheaperThanCopy() const { return price && *price < 2; }
  /// The cost for a value of `bytes` bytes. Precondition: it is not refused.
  int64_t getCost(int64_t bytes) const {
    constexpr int64_t most = std::numeric_limits<int64_t>::max();
    double cost = *price * static_cast<double>(bytes);
    return cost < static_cast<double>(most) ? std::llround(cost) : most;
  }

private:
  PitchedAccess() = default;

  std::optional<double> price;
};

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_PITCHEDACCESS_H
