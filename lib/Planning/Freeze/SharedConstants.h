//===- SharedConstants.h - Constants that several ops read ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant that ops read in several layouts is stored in each of them, unless
// the target wants one copy (`constants = "agree"`): then it has another layout
// only if all its users agree on it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_SHAREDCONSTANTS_H
#define LAYOUT_LIB_PLANNING_FREEZE_SHAREDCONSTANTS_H

#include "Reason.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::layout {

/// Returns the constants among the operands of `ops` whose users do not agree
/// on a layout. `getOption` returns the layouts that an op wants; null if it
/// keeps those it has, as every op does for which none are stated.
DenseSet<Value> findDisputedConstants(
    ArrayRef<Operation *> ops,
    llvm::function_ref<OpLayoutAttr(Operation *op)> getOption);

/// Fails, with a reason, if `option` lays out a disputed constant anew.
LogicalResult checkConstants(Operation *op, OpLayoutAttr option,
                             const DenseSet<Value> &disputed, Reason &reason);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_SHAREDCONSTANTS_H
