//===- LoopShape.h - Other loops of elementwise ops -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FOLD_LOOPSHAPE_H
#define LAYOUT_LIB_PLANNING_FOLD_LOOPSHAPE_H

#include "Relayout/LoopRelayout.h"

namespace mlir::layout {

/// A shape of the loops of elementwise ops, made from the present loops by a
/// row-major reshape.
class LoopShape {
public:
  /// Returns nothing if the shape is not spelled by digits of the loops.
  static std::optional<LoopShape> get(const IndexMap &fromLoops,
                                      ArrayRef<int64_t> ranges);

  const IndexMap &getFromLoops() const { return fromLoops; }
  const IndexMap &getToLoops() const { return toLoops; }
  unsigned getNumLoops() const { return digits.size(); }

  /// How an operand is read: its layout, and the new loops of its new dims.
  struct Access {
    IndexMap layout;
    AffineMap map;
  };
  /// The access that replaces `map` of a tensor of the type `type`: a bias of
  /// 64 channels is read as 4 x 16 by loops that are split so. Returns nothing
  /// if there is none without moving elements.
  const std::optional<Access> &getAccess(AffineMap map,
                                         RankedTensorType type) const;

private:
  LoopShape() = default;

  std::optional<SmallVector<std::optional<unsigned>>>
  getDims(AffineMap map, ArrayRef<int64_t> shape) const;
  std::optional<Access> findAccess(AffineMap map,
                                   ArrayRef<int64_t> shape) const;

  IndexMap fromLoops, toLoops;
  /// For each new loop the digits of the present ones.
  MixedRadixMap digits;
  SmallVector<int64_t> ranges;
  /// The ops of a group read tensors of few types in few ways.
  mutable DenseMap<std::pair<AffineMap, Type>, std::optional<Access>> accesses;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FOLD_LOOPSHAPE_H
