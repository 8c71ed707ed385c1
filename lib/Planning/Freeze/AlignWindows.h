//===- AlignWindows.h - Windows over blocked image dims ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some processors store images in blocks of rows and columns: NHWC8h8w32c. The
// windows of a convolution slide over such blocks, and the border that the
// program adds to the image in front of it is no whole block. A convolution
// with such layouts reads an image with a border of whole blocks instead, which
// can be stored in blocks as it is, and begins inside the border.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_ALIGNWINDOWS_H
#define LAYOUT_LIB_PLANNING_FREEZE_ALIGNWINDOWS_H

#include "layout/Targets/OpKind.h"

namespace mlir::layout {

/// Whether a layout of the data or the result cuts image dims.
bool cutsImages(OpKind kind, const CriticalOpLayouts &layouts);

/// The sizes of blocks of image dims, for each dim of the data and of the
/// result; 1 for a dim without blocks, 0 for one that is no image dim.
struct ImageBlocks {
  SmallVector<int64_t> data, result;
};

/// Returns the blocks that layouts have for an op, or nothing if a dim has no
/// role.
std::optional<ImageBlocks> getImageBlocks(linalg::LinalgOp op,
                                          const CriticalOp &critical,
                                          OpKind kind,
                                          const CriticalOpLayouts &layouts);

/// Creates, in front of `op`, whose input 0 is read through windows, an op that
/// computes the same from data whose image dims are whole blocks, and returns
/// it; `op` itself stays. The windows of results behind the last one, which
/// exist if a block of the result is not full, stay inside the data. Fails with
/// a reason if a loop is dynamic or a window is no sum of loops; the IR is
/// unchanged then.
FailureOr<linalg::LinalgOp> alignWindows(RewriterBase &rewriter,
                                         linalg::LinalgOp op,
                                         const ImageBlocks &blocks,
                                         std::string &reason);

/// Erases an op that `alignWindows` created and that has no users, and the ops
/// that only its data needed.
void eraseAligned(RewriterBase &rewriter, linalg::LinalgOp op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_ALIGNWINDOWS_H
