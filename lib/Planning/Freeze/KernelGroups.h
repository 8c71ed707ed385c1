//===- KernelGroups.h - Groups of reduced elements in kernels ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors multiply narrow integers in groups: an instruction adds four
// products of 8 bits to each lane of 32 bits. A kernel has the elements of a
// group next to each other if its layout ends with a block of the reduced dim:
// OHWI16o4i instead of OHWI16o, NK16n4k instead of NK16n.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_KERNELGROUPS_H
#define LAYOUT_LIB_PLANNING_FREEZE_KERNELGROUPS_H

#include "LayoutOption.h"

namespace mlir::layout {

/// Returns `alternative` with a kernel that ends with groups of `groupBits` for
/// a dense convolution or a matmul of integers of 8 bits, added up in
/// `groupBits`. Other ops get the alternative as it is, and so do ops of which
/// a group or a block of the kernel does not divide the extent, unless it may
/// be padded: `reason` is set then.
Alternative addKernelGroups(linalg::LinalgOp op, const CriticalOp &critical,
                            OpKind kind, const Alternative &alternative,
                            unsigned groupBits, Indivisible indivisible,
                            std::optional<Reason> &reason);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_KERNELGROUPS_H
