//===- FastMath.h - What kernels may compute faster -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_FASTMATH_H
#define LAYOUT_LIB_KERNELS_FASTMATH_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Permits to fuse products and sums, which rounds once instead of twice.
void allowContraction(linalg::GenericOp op);

/// Lets a maximum or minimum of two zeros have either sign:
///
///   arith.maximumf %a, %b : f32
///
/// becomes
///
///   arith.maximumf %a, %b fastmath<nsz> : f32
///
/// x86 then takes three instructions to propagate NaNs instead of six, which
/// are most of the time of a pooling.
void ignoreSignsOfZeros(linalg::GenericOp op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_FASTMATH_H
