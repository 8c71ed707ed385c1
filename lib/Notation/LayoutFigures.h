//===- LayoutFigures.h - What a device sees of a layout ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How large a buffer in a layout is, how much of it is padding, how many
// contiguous copies fill it, and which of its dims cores can share. The JSON of
// `layout-explain` and of reports has the same keys for them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_LAYOUTFIGURES_H
#define LAYOUT_LIB_NOTATION_LAYOUTFIGURES_H

#include "layout/Algebra/LayoutProperties.h"
#include "llvm/Support/JSON.h"

namespace mlir::layout {

/// Returns a number of bits in bytes, with a fraction if it is not a multiple
/// of 8.
llvm::json::Value getBytesOfBits(int64_t bits);

/// Returns runs of elements of so many bits: `dims` and `row_major`, with
/// `elements` and `bytes` of the longest run, and the `count` of the latter;
/// null if they are not known.
llvm::json::Value toJson(const std::optional<ContiguousRuns> &runs,
                         int64_t elementBits);

/// Returns the dims of a buffer of the static extents `box`, outermost first,
/// that `cores` equal parts divide evenly. Parts of the last dim must be whole
/// units of `unitBits`, which are sticks or cache lines; 1 if there are none.
SmallVector<unsigned> getDimsForCores(ArrayRef<int64_t> box, int64_t cores,
                                      int64_t elementBits, int64_t unitBits);

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_LAYOUTFIGURES_H
