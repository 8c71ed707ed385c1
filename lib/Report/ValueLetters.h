//===- ValueLetters.h - Letters of the dims of values -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions and matmuls say what the dims of their operands are: batch,
// channels, image. Every op with a layout rule, every rewrite, loop and call
// tells which dims of its operands and results are the same. So the letters
// reach the values between them, also in a program that nobody planned:
//
//   %0 = linalg.transpose ins(%x : tensor<1x64x56x56xf32>) ...
//            permutation = [0, 2, 3, 1]
//   %1 = linalg.exp ins(%0 : tensor<1x56x56x64xf32>) ...           N, H, W, C
//   %2 = linalg.conv_2d_nhwc_hwcf ins(%1, ...) ...
//
// Here %x has the letters N, C, H, W, and the rewrite goes from NCHW to NHWC.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_REPORT_VALUELETTERS_H
#define LAYOUT_LIB_REPORT_VALUELETTERS_H

#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/Rewrites.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/IntEqClasses.h"

namespace mlir::layout {
class LayoutRules;

class ValueLetters {
public:
  ValueLetters(ModuleOp module, const CriticalOpAnalysis &criticalOps);

  /// Returns what a rewrite does in letters, "NCHW -> NHWC" or "NHWC ->
  /// NCHW16c". Returns an empty text if the letters of some dims are not known
  /// or two dims have the same, or if a layout is not one of letters
  /// (LetterLayout.h). Padding is left out, as in the maps.
  std::string describe(const Rewrite &rewrite, const RewriteMaps &maps) const;

private:
  void join(Value a, unsigned dimOfA, Value b, unsigned dimOfB);
  void joinDims(Value a, Value b);
  void addOp(Operation *op, const CriticalOpAnalysis &criticalOps,
             LayoutRules &rules);
  void addCritical(linalg::LinalgOp op, const CriticalOp &critical);
  void addRewrite(const Rewrite &rewrite);
  void addReshape(Value source, Value result,
                  ArrayRef<SmallVector<int64_t, 2>> groups, bool isExpansion);
  void addRule(Operation *op, LayoutRules &rules);
  void addFlow(Operation *op);
  char getLetter(Value value, unsigned dim) const;
  /// The dims from which the maps of a rewrite go: a letter for each, 0 if it
  /// is not known, and the extent, dynamic if it is not known.
  struct CommonDims {
    SmallVector<char> letters;
    SmallVector<int64_t> shape;
  };
  CommonDims getCommonDims(const Rewrite &rewrite,
                           const RewriteMaps &maps) const;
  std::string write(Value value, AffineMap map, const CommonDims &dims) const;

  /// The number of the axis of a value's dim 0; the others follow it.
  DenseMap<Value, unsigned> firstAxes;
  llvm::IntEqClasses axes;
  /// Letters of axes, in program order.
  using AxisLetters = SmallVector<std::pair<unsigned, char>, 0>;
  AxisLetters imageLetters, matrixLetters;
  /// The letter of each class of axes; 0 if there is none. Letters of images go
  /// before those of matrices.
  std::string letters;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_REPORT_VALUELETTERS_H
