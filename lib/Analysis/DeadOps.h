//===- DeadOps.h - Ops whose results nothing reads --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_DEADOPS_H
#define LAYOUT_LIB_ANALYSIS_DEADOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Erases the ops in `root` without effects of which no result is used, and
/// those that only they use. Frozen and skipped ops stay, with what is in them.
///
///   %0 = tensor.concat dim(0) %x, %y : ... -> tensor<8xf32>
///   %1 = linalg.exp ins(%0 : tensor<8xf32>) ...    // not used
///
/// becomes nothing.
void eraseDeadOps(Operation *root);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_DEADOPS_H
