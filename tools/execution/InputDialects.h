//===- InputDialects.h - What the tools can run -----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_INPUTDIALECTS_H
#define LAYOUT_EXECUTION_INPUTDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::layout::execution {

/// Registers every dialect and extension an input file may use, and what
/// lowers and translates them.
void registerAllInputDialects(DialectRegistry &registry);

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_INPUTDIALECTS_H
