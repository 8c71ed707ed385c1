//===- TransformOps.h - Layouts in schedules --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMOPS_TRANSFORMOPS_H
#define LAYOUT_TRANSFORMOPS_TRANSFORMOPS_H

#include "layout/Dialect/Layout.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "layout/TransformOps/TransformOps.h.inc"

namespace mlir::layout {

/// Adds the ops whose names begin with `transform.layout` to the transform
/// dialect.
void registerTransformOps(DialectRegistry &registry);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMOPS_TRANSFORMOPS_H
