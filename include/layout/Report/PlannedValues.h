//===- PlannedValues.h - Values and ops of a planned program ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report describes ops and values as they were when the plan was made. Later
// passes rewrite the program once more. A compiler that continues with the
// planned program finds the described ops and values in it by their location,
// what the op computes, and the order of the program. Ops that these do not
// tell apart stay unknown.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_PLANNEDVALUES_H
#define LAYOUT_REPORT_PLANNEDVALUES_H

#include "layout/Algebra/MixedRadix.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

/// A tensor that the plan has given a layout, or left in the one it had.
struct PlannedValue {
  /// Of the op that computes the value, or that has it as argument of a block.
  Location location;
  /// What that op computes (`getComputation`).
  std::string computation;
  /// The number of the result or, if `region` has a value, of the argument of
  /// the first block of that region.
  unsigned number = 0;
  std::optional<unsigned> region;
  /// The type in the program as it came.
  RankedTensorType logical;
  /// The digits of the dims of `logical` in the order of memory. They span more
  /// than the extent of a dim if the value is padded.
  MixedRadix order;
  std::string name; ///< "NCHW16c", as reports call the layout

  /// The value in the planned program, as long as that is not changed. Null if
  /// it is not there any more, as a value that was folded, or cannot be told
  /// from others.
  Value value;
  /// From the dims of `logical` to those of `value`; null if that is.
  AffineMap layout;
};

/// Returns what an op computes, whatever its layouts: the body of a structured
/// op, and the name of any other.
std::string getComputation(Operation *op);

/// Returns the position in memory as one list of digits for each dim of a
/// physical shape; nothing if some dim begins within a digit.
///
///   n, c floordiv 16, h, w, c mod 16 and 1x4x56x56x16
///     -> [n], [c floordiv 16], [h], [w], [c mod 16]
std::optional<MixedRadixMap> divideIntoDims(ArrayRef<Digit> order,
                                            ArrayRef<int64_t> shape);

struct PlanReport;

/// Sets the values, ops and layouts in `report` that `module` has: those of
/// `values`, `criticalLayouts` and `remaining`. `module` is the planned program
/// that the report is of.
void findInProgram(PlanReport &report, ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_PLANNEDVALUES_H
