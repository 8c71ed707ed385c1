//===- Apply.h - Puts ops in the layouts that were decided ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only this file changes the layouts of ops, and only it reports the decisions
// about them, as remarks and errors.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_APPLY_H
#define LAYOUT_LIB_PLANNING_FREEZE_APPLY_H

#include "DecisionReport.h"

namespace mlir::layout {

/// Remarks what an op does not have of the layouts that were asked for.
void announce(Operation *op, const Decision &decision, DecisionReport &report);

/// Emits the error that an op cannot have what a target requires, or the op
/// itself if `target` is null.
LogicalResult emitRefusal(Operation *op, StringRef kind,
                          const LayoutTarget *target,
                          ArrayRef<Refusal> refusals);

/// Marks an op as frozen: no pass changes its layout any more.
void markFrozen(Operation *op);

/// Attaches options to an op, from which `layout-flow` chooses.
void attachOptions(Operation *op, ArrayRef<LayoutOption> options);

/// Removes the layouts that an op states itself if the decision drops them: a
/// required value overrides them.
void dropStated(Operation *op, const Decision &decision);

/// Marks an op with the number of the decision about it, or with none.
void setNumber(Operation *op, std::optional<int64_t> number);

class Applier {
public:
  Applier(OptionCache &cache, Absorb absorb) : cache(cache), absorb(absorb) {}

  /// Puts an op in the layouts that were decided, and returns what became of
  /// it. The operands of one that gets layouts at once are rewritten, and so is
  /// its result. With NCHW16c, OIHW16i16o as the only choice
  ///
  ///   %r = linalg.conv_2d_nchw_fchw
  ///       ins(%x, %w : tensor<1x32x8x8xf32>, tensor<64x32x3x3xf32>)
  ///       outs(%o : tensor<1x64x6x6xf32>) -> tensor<1x64x6x6xf32>
  ///
  /// becomes
  ///
  ///   %x16 = layout.layout_transform %x
  ///       by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
  ///       : tensor<1x32x8x8xf32> to tensor<1x2x8x8x16xf32>
  ///   %w16 = layout.layout_transform %w
  ///       by <(d0, d1, d2, d3) -> (d0 floordiv 16, d1 floordiv 16, d2, d3,
  ///                                d1 mod 16, d0 mod 16)>
  ///       : tensor<64x32x3x3xf32> to tensor<4x2x3x3x16x16xf32>
  ///   %o16 = layout.layout_transform %o
  ///       by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
  ///       : tensor<1x64x6x6xf32> to tensor<1x4x6x6x16xf32>
  ///   %r16 = linalg.generic {layout.frozen,
  ///       indexing_maps = [
  ///         affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8)
  ///                    -> (d0, d5, d2 + d7, d3 + d8, d6)>,
  ///         affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8)
  ///                    -> (d1, d5, d7, d8, d6, d4)>,
  ///         affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8)
  ///                    -> (d0, d1, d2, d3, d4)>], ...}
  ///       ins(%x16, %w16 : tensor<1x2x8x8x16xf32>,
  ///                        tensor<4x2x3x3x16x16xf32>)
  ///       outs(%o16 : tensor<1x4x6x6x16xf32>) {
  ///     // the body of the convolution: multiply and add
  ///   } -> tensor<1x4x6x6x16xf32>
  ///   %r = layout.layout_transform %r16
  ///       by <(d0, d1, d2, d3, d4) -> (d0, d1 * 16 + d4, d2, d3)>
  ///       : tensor<1x4x6x6x16xf32> to tensor<1x64x6x6xf32>
  ///
  /// With several choices it stays in its place:
  ///
  ///   %r = linalg.conv_2d_nchw_fchw {layout.op_layout = [...]} ...
  ///
  /// and an op that keeps its layouts gets `layout.frozen`.
  ///
  /// Fails with an error if the op must have layouts that it cannot have. If an
  /// op refuses to be built in its only choice, `decision` becomes a refusal.
  FailureOr<Operation *> apply(Operation *op, const CriticalOp *critical,
                               Decision &decision);

  /// Freezes an op in its present layout, or lets it read its operands in other
  /// orders if `order`, which not every contraction may have, or the option
  /// `absorb` allows that; with `keepsKernel`, `order` does not hold for the
  /// kernel.
  void keepLayout(linalg::LinalgOp op, OperandOrder order = OperandOrder::Given,
                  bool keepsKernel = false);

private:
  void applyKept(Operation *op, const Kept &kept, const Decision &decision);
  void applyFree(Operation *op, const Free &free, const Decision &decision);
  FailureOr<Operation *> applyStated(Operation *op, const CriticalOp *critical,
                                     const Stated &stated);
  FailureOr<Operation *> applyOptions(Operation *op, const Options &options,
                                      Decision &decision);
  void freeze(Operation *op, const Options &options, const Decision &decision);
  LogicalResult applyRefused(Operation *op, const Refused &refused,
                             const Decision &decision);

  OptionCache &cache;
  Absorb absorb;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_APPLY_H
