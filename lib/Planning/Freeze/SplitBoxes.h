//===- SplitBoxes.h - Slices and the like that fit no blocks ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice of channels 5 to 20 cannot be taken of NCHW16c: the value has to be
// rewritten to a layout with whole channels first. The rest of the slice fits,
// and so does the one that takes the blocks with these channels; what they
// leave is all that has to be rewritten. An insertion into these channels
// takes the same blocks and puts them back. A pad of 3 channels in front comes
// before that of the image, while there is less to rewrite. Of 8, 8 and 16
// channels that are concatenated, the first two are joined first.
//
// Two times 7 channels that are concatenated and shuffled fill blocks of 8 if
// each 7 become 8. That is a pad of a dim if they are concatenated along a dim
// of their own.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_SPLITBOXES_H
#define LAYOUT_LIB_PLANNING_FREEZE_SPLITBOXES_H

#include "layout/Targets/LayoutTarget.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Divides slices, insertions, pads and concatenations (layout::splitBox) where
/// a part of them fits the blocks in which the options of ops, and the rewrites
/// around frozen ops, have the larger value. Returns the number of ops that it
/// divided.
unsigned splitBoxes(func::FuncOp function);

/// Joins parts along a dim of their own (layout::separateParts) wherever that
/// is possible and the device of the op has layouts of so many dims. Returns
/// the number of ops that it replaced.
unsigned separateParts(func::FuncOp function, const LayoutTargets &targets);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_SPLITBOXES_H
