//===- ConstantArgs.h - Marks arguments that never change -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_LEGALIZE_CONSTANTARGS_H
#define LAYOUT_LIB_IMPORT_LEGALIZE_CONSTANTARGS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Marks the arguments of every public function with a body that `ranges` list,
/// separated by commas, as `layout.constant`. A range is a number, "3-5", or
/// "2-", which means all ranked tensors up to the last argument. Emits an error
/// for a malformed range, one that a function has not, and an argument of
/// another range that is no ranked tensor.
LogicalResult markConstantArguments(ModuleOp module, StringRef ranges);

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_LEGALIZE_CONSTANTARGS_H
