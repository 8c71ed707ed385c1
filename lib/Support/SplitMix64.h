//===- SplitMix64.h - A seeded pseudorandom number generator ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SUPPORT_SPLITMIX64_H
#define LAYOUT_LIB_SUPPORT_SPLITMIX64_H

#include <cstdint>

namespace mlir::layout {

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014). Value i of a sequence depends on the seed,
/// the stream and i only, so that sequences are equal on all platforms. Not for
/// cryptography.
class SplitMix64 {
public:
  /// Starts sequence number `stream` of a seed.
  SplitMix64(uint64_t seed, uint64_t stream) : state(mix(mix(seed) + stream)) {}

  uint64_t next() { return mix(state += 0x9e3779b97f4a7c15); }
  /// Returns a number in [0, 1) with 53 random bits.
  double nextUnit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Returns a number in [low, high).
  double nextInRange(double low, double high) {
    return low + (high - low) * nextUnit();
  }

private:
  static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  uint64_t state;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SUPPORT_SPLITMIX64_H
