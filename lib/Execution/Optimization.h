//===- Optimization.h - How compiled programs are optimized -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_OPTIMIZATION_H
#define LAYOUT_LIB_EXECUTION_OPTIMIZATION_H

namespace mlir::layout::execution {

/// How much LLVM optimizes. `O0` compiles several times faster, for programs
/// that run for less time than that saves.
enum class Optimization { O0, O1 };

/// What structured ops become: loop nests, one by one, or fused kernels on
/// vectors (the pipeline layout-to-llvm).
enum class Code { Loops, Kernels };

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_OPTIMIZATION_H
