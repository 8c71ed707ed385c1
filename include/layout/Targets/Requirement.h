//===- Requirement.h - What ops require of layouts --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op requires something of the layout of each operand and result: a
// layout, that of its neighbours, or nothing. A requirement is taken from the
// first of these that states one:
//
//   * `layout.op_layout` on the op, which overrides the others;
//   * the key `requires` of the target: of an op that is offloaded, the entries
//     of kind `offload` (only `verifyRequirements` knows those);
//   * what the op states that it requires (LayoutRequest.h; LayoutTarget.h says
//     whether it counts before the target);
//   * the op itself: a convolution or matmul, and an op without a layout rule,
//     requires the layouts that it has; an op with a rule, such as an
//     elementwise op, has those of its neighbours; constants, function
//     arguments and reshapes accept any.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_REQUIREMENT_H
#define LAYOUT_TARGETS_REQUIREMENT_H

#include "layout/Algebra/IndexMap.h"
#include "layout/Targets/LayoutTarget.h"

namespace mlir::layout {

/// A layout that a value must have, and whether it has it.
struct RequiredLayout {
  /// In letters, as a tag, or as a map, as it was stated.
  std::string text;
  /// The present layout in the same notation.
  std::string given;
  /// From the present dims to the required ones; null if the present ones are
  /// blocked, or if the layout is not stated of the present ones.
  IndexMap map;
  /// What the extent of each present dim must be a multiple of; 1 if that does
  /// not matter. Empty if unknown.
  SmallVector<int64_t> alignment;
  /// Nothing if it cannot be read off the op: see `verifyRequirements`.
  std::optional<bool> isMet;
};

/// What an op requires of one operand or result.
struct Requirement {
  enum class Kind {
    Any,          ///< nothing
    AsNeighbours, ///< the layout that the neighbours agree on
    Layout
  };
  enum class Source {
    Op, ///< what ops of its kind require
    Override,
    Target,
    Stated ///< by the op
  };

  Kind kind = Kind::Any;
  Source source = Source::Op;
  /// Of `Kind::Layout`: the alternatives, the preferred one first.
  SmallVector<RequiredLayout, 1> layouts = {};

  /// Whether one of the layouts is there, or none is required; nothing if that
  /// cannot be read off the op.
  std::optional<bool> isMet() const;
};

/// The requirement of an operand or result. `target` may be null, `critical` is
/// null for an op that is not critical.
Requirement getRequirement(OpOperand &operand, const LayoutTarget *target,
                           const CriticalOp *critical);
Requirement getRequirement(OpResult result, const LayoutTarget *target,
                           const CriticalOp *critical);

/// The requirement of an operand or result of an op that is offloaded.
Requirement getOffloadedRequirement(OpOperand &operand,
                                    const LayoutTarget &target,
                                    const CriticalOp *critical);
Requirement getOffloadedRequirement(OpResult result, const LayoutTarget &target,
                                    const CriticalOp *critical);

/// How much `verifyRequirements` has seen.
struct VerifiedRequirements {
  unsigned numVerified = 0;
  /// Operands and results of which the target requires something that cannot be
  /// read off the op any more.
  unsigned numUnread = 0;
  Operation *firstUnread = nullptr; ///< the op of the first of these
};

/// The devices whose ops are verified: all, or those whose targets ask for it.
enum class VerifiedDevices { All, Asked };

/// Verifies that all operands and results of ops in `root` have the layouts
/// that the targets, or the ops themselves, require, and emits an error for
/// each op that has not: with the operands, the layouts, and notes at the
/// producers of the values. Ops that have options to choose from, those that
/// are skipped, and those of other devices are left out. The targets are those
/// of all devices, among which each op has its own.
///
/// Letters are read off any convolution, matmul or pooling, named or generic,
/// blocked or not, as of the kind that the pipeline writes them as
/// (OpJudgement.h). Positions of dims are those of the program before planning:
/// they are read off an op as long as it has the attribute `layout.chosen`,
/// which `layout-materialize` or the end of the pipeline erases, and if the
/// required layout has another number of dims. A missed remark says what is not
/// read.
FailureOr<VerifiedRequirements> verifyRequirements(Operation *root,
                                                   const LayoutTargets &targets,
                                                   VerifiedDevices devices);

/// Whether a target requires layouts of any op, beyond what it prefers.
bool requiresLayouts(const LayoutTarget &target);

/// Emits a warning at the first op in `root` that is marked `layout.frozen`, so
/// that it keeps its layouts, if they are others than the targets require.
void warnAboutFrozenOps(Operation *root, const LayoutTargets &targets);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_REQUIREMENT_H
