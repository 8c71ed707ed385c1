//===- UnitWindows.h - Convolutions with windows of 1 -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution with windows of one element may index its image with the loops
// over the window or without them, since these have one iteration:
//
//   (n, h, w, o, r, s, c) -> (n, h + r, w + s, c)   // as a convolution
//   (n, h, w, o, r, s, c) -> (n, h, w, c)
//
// Only the first tells that it is a convolution. Only with the second does
// upstream's fusion of elementwise ops move a reshape of what it reads behind
// it. The filter is indexed by the loops over the window in both.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PIPELINES_UNITWINDOWS_H
#define LAYOUT_LIB_PIPELINES_UNITWINDOWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Indexes images with the loops over windows of one element, in ops that are
/// not frozen. The image has a dim in front of those of the window: with a
/// window of one dim, (m, n, r, k) -> (m, k) is the access of a matmul.
void addUnitWindows(func::FuncOp function);

/// Indexes images without the loops over windows of one element, if they are
/// computed by elementwise ops that read a tensor whose dims have been joined,
/// as those behind a convolution in blocks of channels do. Named ops keep their
/// names. `addUnitWindows`
/// gives the same program as before, but for a pooling of all of an image,
/// which needs no loops over the one element of its result. Frozen ops keep
/// their layouts.
void dropUnitWindows(func::FuncOp function);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PIPELINES_UNITWINDOWS_H
