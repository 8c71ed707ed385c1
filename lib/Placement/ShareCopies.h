//===- ShareCopies.h - Copies that read other copies ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_SHARECOPIES_H
#define LAYOUT_LIB_PLACEMENT_SHARECOPIES_H

#include "Copies.h"

namespace mlir::layout {

/// Lets several copies of one buffer read the first target among `copies`,
/// which is then copied first of all:
///
///   memref.copy %s, %a
///   ...
///   memref.copy %s, %b
///
/// becomes, if %b is listed first,
///
///   memref.copy %s, %b
///   memref.copy %b, %a
///   ...
///
/// %a can be read in the memory of %b then, also if %s must stay where it is,
/// because the op that computes it requires a contiguous buffer. Returns
/// whether a copy was changed.
bool shareCopies(RewriterBase &rewriter, ArrayRef<Operation *> copies);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_SHARECOPIES_H
