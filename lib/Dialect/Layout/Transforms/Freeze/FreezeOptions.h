//===- FreezeOptions.h - The layouts one op is to take ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns what is preferred for a kind of op into the entry of one op: letters
// are matched with dims by what the loops behind them are for, and blocks are
// held against extents.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_FREEZEOPTIONS_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_FREEZEOPTIONS_H

#include "LayoutPreferences.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Transforms/Passes.h"

namespace mlir::layout {

struct FreezeOption {
  OpLayoutAttr entry;
  /// The layouts less the blocks and letters that the op cannot have.
  OperandLayouts layouts;
  /// Why which blocks were left out or padded, one text for each.
  SmallVector<std::string, 2> concessions;
};

/// The entry that gives `op` the layouts. A convolution takes a channel that
/// does not divide whole, or with `Indivisible::Pad` pads it; a matmul takes
/// all its blocks or none. On failure `reason` says why there is no such entry
/// ("requires …, found …").
FailureOr<FreezeOption> getFreezeEntry(linalg::LinalgOp op,
                                       const CriticalOp &critical, OpKind kind,
                                       const Choice &choice,
                                       Indivisible indivisible,
                                       std::string &reason);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_FREEZEOPTIONS_H
