//===- Divisors.h - Arguments that reach a divisor --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_DIVISORS_H
#define LAYOUT_LIB_EXECUTION_DIVISORS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout::execution {

/// Returns, for each argument of `entry`, whether an integer division inside
/// the program may divide by something that is computed from it. Zeros in it
/// may then be divided by, which is undefined.
SmallVector<bool> findDivisors(func::FuncOp entry);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_DIVISORS_H
