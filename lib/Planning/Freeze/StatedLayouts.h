//===- StatedLayouts.h - Which layouts critical ops should have -*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the options of layout-freeze and targets state about critical ops and
// poolings, and which layouts an op may have by that. Changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_STATEDLAYOUTS_H
#define LAYOUT_LIB_PLANNING_FREEZE_STATEDLAYOUTS_H

#include "LayoutOption.h"
#include "Relayout/OpLayout.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Targets/LayoutTarget.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::layout {

/// Returns the options of a remark of layout-freeze about `op`.
remark::RemarkOpts getFreezeRemark(Operation *op);

/// Whether the op or one of its operands has no elements.
bool hasNoElements(Operation *op);

/// Fails with a reason if a layout of the option has more than `maxRank` dims.
LogicalResult checkRank(OpLayoutAttr option, std::optional<int64_t> maxRank,
                        Reason &reason);

/// What an op does not have of the layouts that were asked for.
struct GivenUp {
  enum class What {
    Layouts,        ///< it cannot have them
    Groups,         ///< its kernel has none
    Block,          ///< it has, or may have, the layouts without it
    RequiredValues, ///< its values do not have theirs
  };
  What what;
  std::string layouts;
  Reason reason;
  bool isChoice = false; ///< of `Block`: it may have other layouts
};

/// The layouts that an op can have of those that were asked for.
struct FoundOptions {
  SmallVector<LayoutOption, 1> options = {};
  SmallVector<Refusal, 0> refusals = {};
  SmallVector<GivenUp, 0> givenUp = {};

  /// Adds a refusal to both lists.
  void refuse(size_t number, StringRef layouts, Reason reason) {
    refusals.push_back({number, layouts.str(), std::move(reason)});
    givenUp.push_back({GivenUp::What::Layouts, refusals.back().layouts,
                       refusals.back().reason});
  }
};

/// The preference that counts for one op, with the alternatives whose
/// conditions hold.
struct OpRequest {
  OpKind kind;
  Preference preference;
  /// The target that requires it; null if it is a preference.
  const LayoutTarget *requiring = nullptr;

  /// Whether an op that has none of the layouts is wrong. Any op has one of the
  /// orders that are stated without layouts.
  bool isRequired() const {
    return requiring && !preference.alternatives.empty();
  }
};

/// Whether a requested layout has blocks of image dims.
bool cutsImages(const OpRequest &request);

/// Returns what is stated for the first kind that has an order of operands or
/// an alternative whose conditions hold.
std::optional<OpRequest> findStated(const Preferences &stated,
                                    linalg::LinalgOp op,
                                    const CriticalOp &critical,
                                    ArrayRef<OpKind> kinds);

/// Which layouts ops should have by the option `prefer` and the targets.
class StatedLayouts {
public:
  /// Reads the text of the option `prefer`, and the target. Reports an error if
  /// one of them is wrong, or if `layout.device` names no device of the target.
  LogicalResult read(ModuleOp module, StringRef prefer, StringRef target,
                     Indivisible indivisible);
  /// Finds the constants that keep their layouts because users disagree, if a
  /// target says so. They must not be rewritten yet.
  void findDisputed(ArrayRef<Operation *> ops,
                    const CriticalOpAnalysis &criticalOps);
  /// Fails, with a reason, if an option lays out anew a constant that the
  /// target keeps as it is because users disagree.
  LogicalResult checkConstants(Operation *op, OpLayoutAttr option,
                               const LayoutTarget *device,
                               Reason &reason) const;

  const Preferences &getPreferred() const { return preferred; }
  const LayoutTargets &getTargets() const { return targets; }
  Indivisible getIndivisible() const { return indivisible; }
  /// What verifies options, and so knows how to apply them.
  OptionCache &getOptionCache() const { return optionCache; }

  /// Returns what the option `prefer` states for an op.
  std::optional<OpRequest> lookupPreferred(linalg::LinalgOp op,
                                           const CriticalOp &critical,
                                           ArrayRef<OpKind> kinds) const;
  /// Returns what counts for an op: what the target requires, else what the
  /// user prefers, else what the target prefers.
  std::optional<OpRequest> lookup(linalg::LinalgOp op,
                                  const CriticalOp &critical,
                                  ArrayRef<OpKind> kinds,
                                  const LayoutTarget *device) const;
  /// Returns the options that a request leaves to one op.
  FoundOptions getOptions(linalg::LinalgOp op, const CriticalOp &critical,
                          const OpRequest &request,
                          const LayoutTarget *device) const;

  /// Returns the ways in which an op may take the layouts of one alternative,
  /// the first one preferred.
  SmallVector<BlockFit, 1> getFits(linalg::LinalgOp op,
                                   const CriticalOp &critical,
                                   const OpRequest &request,
                                   const Alternative &alternative,
                                   const LayoutTarget *device) const;
  /// Returns the option that gives an op the layouts of one alternative in one
  /// of these ways. Fails with a reason.
  FailureOr<LayoutOption> getOption(linalg::LinalgOp op,
                                    const CriticalOp &critical,
                                    const OpRequest &request,
                                    const Alternative &alternative,
                                    const LayoutTarget *device,
                                    const BlockFit &fit, Reason &reason) const;

private:
  void addOptions(linalg::LinalgOp op, const CriticalOp &critical,
                  const OpRequest &request, size_t number,
                  const LayoutTarget *device, FoundOptions &found) const;
  Alternative withGroups(linalg::LinalgOp op, const CriticalOp &critical,
                         const OpRequest &request,
                         const Alternative &alternative, const BlockFit &fit,
                         std::optional<Reason> &reason) const;
  OpLayoutAttr getFirstOption(Operation *op,
                              const CriticalOpAnalysis &criticalOps) const;
  OpLayoutAttr getFirstInLetters(linalg::LinalgOp op, const CriticalOp &roles,
                                 const LayoutTarget *device) const;
  OpLayoutAttr getFirstByPosition(Operation *op,
                                  const LayoutTarget &device) const;

  Preferences preferred;
  LayoutTargets targets;
  Indivisible indivisible = Indivisible::Plain;
  DenseSet<Value> disputed;
  mutable OptionCache optionCache; ///< of the present module
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_STATEDLAYOUTS_H
