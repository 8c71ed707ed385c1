//===- DivisionInterface.h - Where ops may run ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_DIVISIONINTERFACE_H
#define LAYOUT_INTERFACES_DIVISIONINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::layout {

/// Returns whether the op may run where the program does not run it: on
/// padding, or in front of a branch or a loop. This is mlir::isSpeculatable,
/// but for integer remainders and floor divisions, which upstream declares
/// pure: an op that has a DivisionOpInterface, also in a region of `op`, must
/// have a constant divisor without elements that are 0 or -1.
bool isSafeToSpeculate(Operation *op);

} // namespace mlir::layout

#include "layout/Interfaces/DivisionInterface.h.inc"

#endif // LAYOUT_INTERFACES_DIVISIONINTERFACE_H
