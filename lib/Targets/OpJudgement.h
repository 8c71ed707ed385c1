//===- OpJudgement.h - As what an op gets its layouts -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets state layouts of kinds of ops, and one computation can be written as
// several: a convolution with one group is a convolution without groups, an
// einsum of pixels is a convolution by 1x1, rows in two dims are rows. The
// passes of the pipeline write such ops as the first of these, and give them
// the layouts that are stated for it. What verifies layouts reads them in the
// same way off ops that no pass has written anew.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TARGETS_OPJUDGEMENT_H
#define LAYOUT_LIB_TARGETS_OPJUDGEMENT_H

#include "layout/Targets/OpKind.h"

namespace mlir::layout {

/// Returns the loops of one iteration by which a convolution says that it is
/// grouped and is not, or is depthwise: those over the groups if there is one,
/// and those over the channels of a group if each has one input channel.
SmallVector<unsigned> getUnitGroupLoops(linalg::LinalgOp op,
                                        const CriticalOp &critical);

/// Returns the loops of a role from the outermost to the innermost one, if
/// there are several and they index adjacent dims, in this order, in each
/// operand that one of them indexes: they are one loop. Otherwise returns
/// nothing.
SmallVector<unsigned> getAdjacentLoops(ArrayRef<AffineMap> maps,
                                       const CriticalOp &critical,
                                       LoopRole role);

/// The operands of a contraction that is a convolution with windows of one
/// element:
///
///   (n, o, h, w, c) -> (n, c, h, w)   // data
///   (n, o, h, w, c) -> (o, c)         // kernel
///   (n, o, h, w, c) -> (n, o, h, w)   // result
struct PointwiseContraction {
  OpOperand *data, *kernel;
  /// The dims of the data that are image dims.
  SmallVector<unsigned> imageDims;

  /// Returns nothing if `op` has other loops: one of images, one of output
  /// channels, one of input channels behind that of the images in the data, and
  /// one to three behind that.
  static std::optional<PointwiseContraction> get(linalg::LinalgOp op,
                                                 const CriticalOp &critical);
};

/// An op as one of the kinds that it can be written as.
class OpJudgement {
public:
  /// Returns the ways in which layouts may be stated of an op with the given
  /// roles of loops, the one that counts first; the last one is the op as it
  /// is.
  static SmallVector<OpJudgement, 2> getAll(linalg::LinalgOp op,
                                            const CriticalOp &critical);

  /// The dims of an operand as an op of this kind has them.
  struct Dims {
    std::string letters;        ///< one for each dim
    SmallVector<int64_t> shape; ///< of as many dims
  };
  /// Returns nothing if a dim has no role. `shape` is that of the operand.
  std::optional<Dims> getDims(unsigned operand, ArrayRef<int64_t> shape,
                              OpKind kind) const;

  const CriticalOp &getRoles() const { return roles; }
  ArrayRef<OpKind> getKinds() const { return kinds; }
  /// Whether the op itself is of the kinds.
  bool isAsItIs() const { return asItIs; }
  /// 0 for the data, 1 for the kernel, more for others.
  unsigned getPlace(unsigned operand) const {
    return isSwapped && operand < 2 ? 1 - operand : operand;
  }

private:
  OpJudgement(linalg::LinalgOp op, CriticalOp roles, bool asItIs,
              ArrayRef<unsigned> leftOut = {});

  CriticalOp roles;
  SmallVector<OpKind, 2> kinds;
  /// The indexing maps of the operands, without the dims that ops of these
  /// kinds do not have.
  SmallVector<AffineMap> maps;
  /// For each dim of an operand, its place among those that are left.
  SmallVector<SmallVector<std::optional<unsigned>>> places;
  bool asItIs;
  bool isSwapped = false; ///< the kernel is the first input
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_TARGETS_OPJUDGEMENT_H
