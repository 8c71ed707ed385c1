//===- Condition.h - For which ops a preference holds -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction or a library kernel takes some ops of a kind only: fewer than
// 16 channels, windows of 3, half precision. A target says so under `when`:
//
//     "when" = #dlti.map<"C" = "< 16", "strides" = "== 1", "data_type" = "f16">
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_CONDITION_H
#define LAYOUT_TARGETS_CONDITION_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>

namespace mlir::layout {

/// A comparison of a number with a constant: `< 16`, `<= 16`, `> 16`, `>= 16`,
/// `== 16`, `!= 16`, or of the remainder of a division: `% 16 == 0`,
/// `% 16 != 0`.
class Condition {
public:
  static llvm::Expected<Condition> parse(StringRef text);
  bool holds(int64_t number) const;

private:
  enum class Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual
  };

  Comparison comparison = Comparison::Equal;
  /// The divisor of a remainder; 0 for a number itself.
  int64_t divisor = 0;
  int64_t constant = 0;
};

/// What holds for an op together. A list that is empty demands nothing.
struct Conditions {
  /// The extents of dims by their letters: those of the data, else those of the
  /// kernel, else those of the result. A dynamic extent fulfils no condition.
  std::map<char, SmallVector<Condition, 1>> extents;
  /// For every image dim.
  SmallVector<Condition, 1> window, strides, dilation;
  /// The number of groups: 1 for a dense convolution, the channels of a
  /// depthwise one.
  SmallVector<Condition, 1> groups;
  /// The element types, as MLIR writes them, of which the operand has one.
  SmallVector<std::string, 2> dataTypes, kernelTypes, resultTypes;
  /// Whether the kernel is known before the program runs (isConstantData).
  std::optional<bool> hasConstantKernel;
};

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_CONDITION_H
