//===- LayoutOption.h - Preferences as options of an op ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a preference for a kind of op, which names dims by letters, into a
// layout option (one element of `layout.op_layout`) of one op. Letters are
// matched with dims by the roles of the loops that index the dims. A block that
// does not divide the extent of its dim is left out or padded.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_LAYOUTOPTION_H
#define LAYOUT_LIB_PLANNING_FREEZE_LAYOUTOPTION_H

#include "Reason.h"
#include "Targets/DimLetters.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Planning/Passes.h"
#include "layout/Targets/Preferences.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::layout {

/// A layout option of one op and its difference from what was asked for.
struct LayoutOption {
  /// The layouts, with their cost and the bytes of padding.
  OpLayoutAttr attribute;
  /// As they were asked for, without the blocks and letters that the op cannot
  /// have.
  std::string layouts;
  /// Why blocks were left out or padded.
  SmallVector<Reason, 2> concessions;
  /// The orders that data and result may have besides.
  OperandOrder order = OperandOrder::Given;
};

/// What an option may lack of the layouts that were asked for: anything that
/// does not fit, or nothing but exact extents.
enum class Concessions { Any, OnlyPadding };

/// How the loops of an op that blocks do not divide get along without: those
/// that are marked here are padded, the others lose their blocks.
struct BlockFit {
  llvm::SmallBitVector padded; ///< one bit per loop
  /// Whether the plan chooses among several of these.
  bool isChoice = false;

  bool padsAll() const { return padded.all(); }
};

/// Whether zeros in the padding of the factors of a critical op add nothing to
/// its sums. An op that subtracts a zero point from each factor adds the
/// product of the zero points.
bool addsNothingOnZeros(linalg::LinalgOp op);

/// Returns the ways in which `op` may take the layouts of `alternative`: one
/// for `Indivisible::Plain` and `Indivisible::Pad`, and all combinations for
/// `Indivisible::Priced`, the one that pads nothing first. A matmul pads all or
/// nothing then, and any op with `Concessions::OnlyPadding` all.
SmallVector<BlockFit, 1>
getBlockFits(linalg::LinalgOp op, const CriticalOp &critical, OpKind kind,
             const Alternative &alternative, const UnitBytes &sizes,
             Indivisible indivisible, Concessions allowed);

/// Returns the option that gives `op` the layouts of `alternative`. If a block
/// does not divide a channel of a convolution, the channel is padded if `fit`
/// says so, else not blocked; a matmul, and any op with
/// `Concessions::OnlyPadding`, takes all its blocks or none. A
/// dim with an alignment is padded to it, and a dim in sticks to whole sticks;
/// `sizes` are those of units in the layouts. Sets `reason` on failure.
FailureOr<LayoutOption>
getLayoutOption(linalg::LinalgOp op, const CriticalOp &critical, OpKind kind,
                const Alternative &alternative, const UnitBytes &sizes,
                const BlockFit &fit, Concessions allowed, Reason &reason);

/// Returns the layouts that an op has; nothing if a dim has no role, or if dims
/// with one letter are apart.
std::optional<CriticalOpLayouts> getPresentLayouts(linalg::LinalgOp op,
                                                   const DimLetters &letters);

/// Returns the option in which an op without a block of `alternative` keeps the
/// layouts that it has.
LayoutOption getPresentOption(linalg::LinalgOp op, const CriticalOp &critical,
                              OpKind kind, const Alternative &alternative);

/// Returns the cost in bytes for a price, a share of the bytes of the result. A
/// dynamic size counts as 1.
int64_t getPricedBytes(double price, ShapedType result);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_LAYOUTOPTION_H
