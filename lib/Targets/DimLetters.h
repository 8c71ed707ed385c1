//===- DimLetters.h - Letters of the dims of an op --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TARGETS_DIMLETTERS_H
#define LAYOUT_LIB_TARGETS_DIMLETTERS_H

#include "layout/Targets/OpKind.h"

namespace mlir::layout {

/// Maps the dims of the operands of one critical op or pooling to the letters
/// of layouts.
class DimLetters {
public:
  DimLetters(linalg::LinalgOp op, const CriticalOp &critical, OpKind kind)
      : DimLetters(op.getIndexingMapsArray(), critical, kind) {}
  /// `maps` are those of the data, the kernel, others, and the result.
  DimLetters(SmallVector<AffineMap> maps, const CriticalOp &critical,
             OpKind kind);

  /// Returns one letter for every dim of an operand, or nothing if a dim has no
  /// role.
  std::optional<std::string> get(unsigned operand) const;

private:
  std::optional<char> getLetter(unsigned operand, AffineExpr index) const;
  std::optional<char> getLoopLetter(unsigned operand, unsigned loop) const;
  std::optional<char> getImageLetter(unsigned loop) const;

  SmallVector<AffineMap> maps;
  const CriticalOp &critical;
  OpKind kind;
  /// The image loops in the order of their dims in the result, which is the
  /// order of the letters D, H, W.
  SmallVector<unsigned> imageLoops;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_TARGETS_DIMLETTERS_H
