//===- GroupSnapshot.h - Undoes changes of functions ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_APPLY_GROUPSNAPSHOT_H
#define LAYOUT_LIB_PLANNING_APPLY_GROUPSNAPSHOT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::layout {

/// Functions as they are now, to which they can be restored. The snapshot is a
/// clone of each of them that is in no module, so that others do not see it.
class GroupSnapshot {
public:
  explicit GroupSnapshot(ArrayRef<func::FuncOp> functions);

  /// Gives the functions the bodies, types and attributes that they had. All
  /// ops in them are replaced by their clones. Called at most once.
  void restore();

  /// The op that stands for `op`, which was there when the snapshot was taken,
  /// after `restore`. A function stands for itself.
  Operation *lookup(Operation *op) const;

  /// Maps the ops in the functions to their clones.
  const IRMapping &getClones() const { return clones; }

private:
  SmallVector<func::FuncOp> functions;
  SmallVector<OwningOpRef<func::FuncOp>> snapshots; ///< one per function
  IRMapping clones;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_APPLY_GROUPSNAPSHOT_H
