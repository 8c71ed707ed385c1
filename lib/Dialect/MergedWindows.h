//===- MergedWindows.h - Two pads or crops in a row -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which pad or crop replaces two in a row, and whether that moves less.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_MERGEDWINDOWS_H
#define LAYOUT_LIB_DIALECT_MERGEDWINDOWS_H

#include "Window.h"

namespace mlir::layout {

/// The op that replaces two: a pad with `value`, or a crop that promises
/// `value`, of the source of `window`.
struct Merged {
  enum Kind { Pad, Crop } kind;
  Window window;
  Attribute value;
};

/// Returns the op that replaces a pad or crop and the pad or crop that it
/// reads; nothing if there is none.
std::optional<Merged> mergeWithSource(PadOp outer);
std::optional<Merged> mergeWithSource(CropOp outer);

/// Whether `crop` removes elements of the result of a transform. As part of
/// that rewrite it is free, and the rewrite does not write these elements.
bool isPartOfRewrite(CropOp crop);

/// Whether `pad`, which could be replaced by `merged`, should read the result
/// of a crop, since that moves fewer elements than to keep what the crop
/// removes.
bool isBestCroppedFirst(PadOp pad, const Merged &merged);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_MERGEDWINDOWS_H
