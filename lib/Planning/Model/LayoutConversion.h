//===- LayoutConversion.h - A value in another layout -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value in one layout becomes the same value in another one by
//
//   reshape, pad, transform, crop, reshape
//
// of which each is left out if it changes nothing. Reshapes are free, and the
// other three are one rewrite (layout/Analysis/Rewrites.h). The model takes the
// cost of a rewrite from here, and the applier the ops, so that a plan costs
// what its program moves.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_LAYOUTCONVERSION_H
#define LAYOUT_LIB_PLANNING_MODEL_LAYOUTCONVERSION_H

#include "PaddedLayouts.h"
#include "layout/Algebra/IndexMap.h"

namespace mlir::layout {

/// How a value of a certain shape goes from a layout `from` to a layout `to`.
/// Both are lists of digits of the value's dims, one per physical dim.
struct LayoutConversion {
  /// The layouts after the first and before the last reshape, in which the
  /// outermost digit of each resized dim begins a physical dim.
  MixedRadixMap from, to;
  /// `from` after the pad and `to` before the crop. Both span the same shape.
  MixedRadixMap paddedFrom, paddedTo;
  /// The shape that `paddedFrom` and `paddedTo` span.
  SmallVector<int64_t> shape;
  bool pads = false;
  bool crops = false;
  bool transforms = false;
  /// Whether both layouts have padding at the end of some dim, so that the
  /// content there stays.
  bool keepsPadding = false;

  /// The index map from physical indices of `paddedFrom` to those of
  /// `paddedTo`, a bijection.
  IndexMap getTransform(MLIRContext *context) const;
  /// The same to physical indices of `lists`, which lists the digits of
  /// `paddedTo` in the same order.
  IndexMap getTransformTo(ArrayRef<MixedRadix> lists,
                          MLIRContext *context) const;
};

/// Returns how a value of shape `shape` goes from one layout to another.
LayoutConversion getConversion(ArrayRef<int64_t> shape,
                               ArrayRef<MixedRadix> from,
                               ArrayRef<MixedRadix> to);

/// Returns the index map of one transform that does what a conversion, a
/// transform by `map` and another conversion do. `lists` is the layout in which
/// the transform reads; no conversion crops, and only the first one pads.
IndexMap joinConversions(const LayoutConversion &source,
                         ArrayRef<MixedRadix> lists, const IndexMap &map,
                         const LayoutConversion &result);

/// The bytes that a conversion reads and writes, divided as --layout-count
/// divides them: a crop without a transform is a move.
struct ConversionCost {
  Cost rewrites = 0;
  Cost moves = 0;

  Cost getSum() const { return addSaturating(rewrites, moves); }
};

/// Returns the cost of converting a value of type `type`.
ConversionCost getConversionCost(RankedTensorType type,
                                 const LayoutConversion &conversion);

/// Returns the cost of the conversion from layout `from` to layout `to`, both
/// in normal form, without computing the conversion, which takes longer. Sets
/// `keepsPadding` to `LayoutConversion::keepsPadding`.
ConversionCost getConversionCost(RankedTensorType type, const MixedRadix &from,
                                 const MixedRadix &to, bool &keepsPadding);

/// How a value gets into a layout in which its padding must hold something else
/// than in its present one, and both have padding at the end of some dim.
struct ContentChange {
  /// Whether what is kept of the present padding is overwritten first
  /// (PaddingBoxes.h).
  bool overwrites = false;
  /// If not, the value is rewritten twice, with this layout without padding in
  /// between: the present order, so that the first rewrite is a crop, or, if it
  /// splits a dim where that does not divide, row-major.
  MixedRadixMap between = {};
  ConversionCost cost = {};
};

/// The shape of which both `from` and `to`, layouts of a value of rank `rank`,
/// hold all elements: what a conversion keeps of the padding of `from` is in
/// it.
SmallVector<int64_t> getKeptShape(unsigned rank, ArrayRef<MixedRadix> from,
                                  ArrayRef<MixedRadix> to);

/// The cheaper way from the layout `from` of a value of type `type` to the
/// layout `to` in which the padding holds `content`, which it does not in
/// `from`.
ContentChange getContentChange(RankedTensorType type, ArrayRef<MixedRadix> from,
                               ArrayRef<MixedRadix> to, Attribute content);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_LAYOUTCONVERSION_H
