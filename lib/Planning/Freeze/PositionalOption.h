//===- PositionalOption.h - Options by positions of dims --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_POSITIONALOPTION_H
#define LAYOUT_LIB_PLANNING_FREEZE_POSITIONALOPTION_H

#include "StatedLayouts.h"

namespace mlir::layout {

/// Returns the layout options (elements of `layout.op_layout`) that an
/// alternative leaves to `op`: operands and results that are `agree` have the
/// layouts that follow from the others by the rule of the op. Inputs that are
/// `_` have those as well, or, in a second option of a structured op, the
/// present ones. An alternative that leaves all open is the present layouts.
///
/// A block that does not divide its dim is padded with `Indivisible::Pad` if
/// the op is structured. On failure `reason` is a clause "requires ..., found
/// ...".
FailureOr<SmallVector<OpLayoutAttr, 2>>
getPositionalOptions(Operation *op, const PositionalAlternative &alternative,
                     Indivisible indivisible, std::string &reason);

/// What `indivisible` means for a request: with `Indivisible::Priced`, what is
/// required is padded, and what is preferred is left out, since an op without
/// options has more layouts to choose from than any options give it.
Indivisible getFit(const PositionalRequest &request, Indivisible indivisible);

/// Returns the options of all alternatives of a request, each once, that have
/// at most `maxRank` dims and are as the constants that the op reads allow.
FoundOptions getPositionalOptions(Operation *op,
                                  const PositionalRequest &request,
                                  const LayoutTarget *device,
                                  const StatedLayouts &statedLayouts);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_POSITIONALOPTION_H
