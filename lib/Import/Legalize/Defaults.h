//===- Defaults.h - The layouts that a target has by default ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_LEGALIZE_DEFAULTS_H
#define LAYOUT_LIB_IMPORT_LEGALIZE_DEFAULTS_H

#include "layout/Targets/LayoutTarget.h"

namespace mlir::layout {

/// Replaces "default" as the layout of a value by the one that the target has
/// for values of its rank. With sticks of 16 elements,
///
///   func.func @f(%x: tensor<4x32xf32> {layout.tensor_layout = "default"})
///
/// becomes
///
///   func.func @f(%x: tensor<4x32xf32>
///       {layout.tensor_layout = "AB -> B[a=16]A16b"})
///
/// Fails, with an error, if there is no target, or if it has no default for a
/// type.
LogicalResult resolveDefaults(ModuleOp module, const LayoutTargets &targets);

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_LEGALIZE_DEFAULTS_H
