//===- KernelObstacles.h - What keeps kernels from vectors ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_KERNELOBSTACLES_H
#define LAYOUT_LIB_KERNELS_KERNELOBSTACLES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Whether a buffer that a kernel writes may overlap another one.
bool mayOverlapOthers(func::FuncOp kernel, Value buffer);

/// Whether what an op computes, and how it indexes operands, allow vectors.
bool canComputeVectors(linalg::LinalgOp op);

/// The reason why a kernel of these ops cannot become vector code, as a clause;
/// empty if there is none.
StringRef findObstacle(func::FuncOp kernel, ArrayRef<linalg::GenericOp> ops);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_KERNELOBSTACLES_H
