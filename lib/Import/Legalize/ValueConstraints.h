//===- ValueConstraints.h - Requirements and preferences --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout.require` and `layout.prefer` of values become `layout.constraint`
// ops, which the planner knows. A requirement of NHWC for %0 of
//
//   %0 = linalg.exp {layout.require = "NCHW -> NHWC"} ins(%x : ...) ...
//   %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : ...) ...
//
// becomes
//
//   %0 = linalg.exp ins(%x : ...) ...
//   %2 = layout.layout_transform %0 by <(n, c, h, w) -> (n, h, w, c)>
//   %3 = layout.constraint %2
//   %4 = layout.layout_transform %3 by <(n, h, w, c) -> (n, c, h, w)>
//   %1 = linalg.conv_2d_nchw_fchw ins(%4, %w : ...) ...
//
// so that every user sees the value in that layout, or a rewrite of it. An op
// that is no convolution or matmul, such as this one, is rebuilt and frozen in
// the layout instead if its rule allows that (FreezeInLayout.h).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_LEGALIZE_VALUECONSTRAINTS_H
#define LAYOUT_LIB_IMPORT_LEGALIZE_VALUECONSTRAINTS_H

#include "Analysis/ValueLayout.h"
#include "Dialect/ValueAnnotations.h"
#include "DimNames.h"
#include "layout/Report/UnmetHints.h"
#include "layout/Targets/LayoutTarget.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// The constraints of one function: read first, because the names of dims
/// depend on the ops around a value, then inserted.
class ValueConstraints {
public:
  /// `hints` outlives this: what is asked for in vain is added to it.
  ValueConstraints(func::FuncOp function, std::vector<UnmetHint> &hints)
      : function(function), hints(hints) {}

  /// Reads all annotations. Fails, with an error at the value, if one cannot
  /// have the layout that is required; a preference that it cannot have, or
  /// that is of a value for which another layout is required, and any
  /// annotation of a value without users, is a missed remark and an unmet hint.
  /// `device` is null if there is no target.
  LogicalResult read(DimNames &names, const LayoutTarget *device);
  /// Inserts the constraints and erases the annotations.
  void apply();

private:
  struct Constraint {
    Value value; ///< null once the constraint has been inserted
    /// What reads the constrained value; null for all its uses.
    OpOperand *use;
    ValueLayout layout;
    Attribute preferred; ///< an EdgeLayoutAttr; null if it is required
    double price;
  };

  LogicalResult read(Value value, OpOperand *use,
                     std::optional<StatedLayout> stated, bool isPreference,
                     DimNames &names);
  void addUnused(Value value, const StatedLayout &stated, bool isPreference,
                 const Twine &reason);
  ArrayRef<size_t> getNumbers(Value value) const;
  const Constraint *findRequirement(Value value, OpOperand *use) const;
  LogicalResult readOptions(const Constraint &required);
  bool canFreeze(const Constraint &required) const;
  Constraint *findFreezable(OpResult result);
  void replace(Value value, Value by);
  LogicalResult freeze(const Constraint &required);
  void apply(const Constraint &constraint);

  func::FuncOp function;
  std::vector<UnmetHint> &hints;
  const CriticalOpAnalysis *criticalOps = nullptr;
  const LayoutTarget *device = nullptr;
  SmallVector<Constraint, 0> constraints;
  /// Which constraints are of each value, inserted ones among them.
  llvm::DenseMap<Value, SmallVector<size_t, 1>> numbers;
  /// The options of `layout.op_layout` in which the results of an op that is
  /// not critical lie as required; empty if preferences give way.
  llvm::MapVector<Operation *, SmallVector<Attribute>> options;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_LEGALIZE_VALUECONSTRAINTS_H
