//===- InputDialects.h - What layout-check can read -------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_INPUTDIALECTS_H
#define LAYOUT_CHECK_INPUTDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::layout::check {

/// Registers every dialect and extension an input file may use, and what
/// lowers and translates them.
void registerAllInputDialects(DialectRegistry &registry);

} // namespace mlir::layout::check

#endif // LAYOUT_CHECK_INPUTDIALECTS_H
