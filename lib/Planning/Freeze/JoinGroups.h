//===- JoinGroups.h - Groups of channels that fit no blocks -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A norm of groups of 10 channels cannot read NCHW16c through the reshape from
// 80 channels to 8 groups of 10, because blocks of 16 lie across groups. On 80
// channels, with a sum for each and the mean of its group for each, it can.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_JOINGROUPS_H
#define LAYOUT_LIB_PLANNING_FREEZE_JOINGROUPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Joins the loops over groups and their members (GroupedLoops.h) of the ops
/// behind a reshape that splits a dim into groups, if ops want this dim in
/// blocks of which no whole number is a group, nor a whole number of groups a
/// block. Returns the number of ops that it replaced.
unsigned joinGroups(func::FuncOp function);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_JOINGROUPS_H
