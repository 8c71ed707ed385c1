//===- PaddedJoins.h - Ops that join pieces in front of padding -*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The padding behind the pieces that an op joins is in none of its operands:
//
//   %2 = tensor.concat dim(0) %0, %1
//          : (tensor<40xf32>, tensor<8xf32>) -> tensor<48xf32>
//
// with dim 0 of %2 padded to 64. The op is built such that it holds what the
// net of the result requires (joinPadded of ExternalModels.h).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_APPLY_PADDEDJOINS_H
#define LAYOUT_LIB_PLANNING_APPLY_PADDEDJOINS_H

#include "layout/Interfaces/LayoutRule.h"
#include "layout/Interfaces/PadContent.h"

namespace mlir::layout {

/// Whether an op with the rule `rule` pads a dim of its result that has pieces
/// in all of its `numOperands` operands. `grown` is the rule with the padded
/// extents.
bool padsBehindPieces(const LayoutRule &rule, const LayoutRule &grown,
                      unsigned numOperands);

/// The content of the padding of the result of such an op, the net of which
/// requires `required`, or nothing if that is null. The padding of its operands
/// in other dims holds `contents`.
PadContent getContentBehindPieces(const LayoutRule &rule,
                                  const LayoutRule &grown, Attribute required,
                                  ArrayRef<PadContent> contents);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_APPLY_PADDEDJOINS_H
