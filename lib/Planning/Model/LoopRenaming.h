//===- LoopRenaming.h - The same op on operands in another order -*- C++
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured op computes the same results if the elements along a loop are
// renamed in all operands and results that the loop indexes. For example,
//
//   %t = layout.layout_transform %x by <(m, g, c) -> (m, c * 3 + g)>
//          : tensor<4x3x6xf32> to tensor<4x18xf32>
//   %r = linalg.matmul ins(%t, %w : tensor<4x18xf32>, tensor<18x5xf32>) ...
//
// is equal to
//
//   %c = layout.layout_transform %x by <(m, g, c) -> (m, g * 6 + c)>
//          : tensor<4x3x6xf32> to tensor<4x18xf32>
//   %v = layout.layout_transform %w by <(k, n) -> ((k mod 3) * 6 + k floordiv
//   3, n)>
//          : tensor<18x5xf32> to tensor<18x5xf32>
//   %r = linalg.matmul ins(%c, %v : tensor<4x18xf32>, tensor<18x5xf32>) ...
//
// where %c is a view of %x, and %v is folded if %w is a constant. The op itself
// does not change, so also a frozen op may be renamed.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_LOOPRENAMING_H
#define LAYOUT_LIB_PLANNING_MODEL_LOOPRENAMING_H

#include "layout/Algebra/MixedRadix.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// For each loop of an op the digits of its original loops that its index
/// consists of after the renaming.
class LoopRenaming {
public:
  /// The renaming that changes nothing.
  explicit LoopRenaming(linalg::LinalgOp op);

  /// Returns the renaming under which `operand` has the order `order` of the
  /// digits of its dims. Returns nothing if there is none: some dim would not
  /// have the digits of loops that may be renamed with each other.
  static std::optional<LoopRenaming>
  get(linalg::LinalgOp op, OpOperand &operand, ArrayRef<Digit> order);

  /// The same for an op that is renamed first, and in which `operand` then
  /// takes the layout `layout` of its dims.
  static std::optional<LoopRenaming> get(linalg::LinalgOp op,
                                         OpOperand &operand,
                                         ArrayRef<Digit> order,
                                         ArrayRef<MixedRadix> layout);

  /// Returns the renaming by both of two, which must rename different loops.
  std::optional<LoopRenaming> merge(const LoopRenaming &other) const;

  bool isIdentity() const { return loops == identity; }

  /// Whether nothing but reductions is renamed.
  bool renamesReductionsAlone(linalg::LinalgOp op) const;

  /// Returns the layouts of all operands, one list of digits of the operand's
  /// dims per dim. Returns nothing if an operand is indexed by some of the
  /// loops that are renamed with each other, but not by all of them.
  std::optional<SmallVector<MixedRadixMap, 0>>
  getLayouts(linalg::LinalgOp op) const;

  /// The same for an op that is renamed first, and then takes the layouts
  /// `layouts`, in digits of the dims of its operands. Returns nothing as well
  /// if a layout cuts or pads a dim where the renaming does not allow it.
  std::optional<SmallVector<MixedRadixMap, 0>>
  getLayouts(linalg::LinalgOp op, ArrayRef<MixedRadixMap> layouts) const;

private:
  MixedRadixMap loops;    ///< per loop, digits of the original loops
  MixedRadixMap identity; ///< per loop, itself
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_LOOPRENAMING_H
