//===- Acme.h - The dialect of an example compiler --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_COMPILER_ACME_H
#define LAYOUT_EXAMPLES_COMPILER_ACME_H

#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

#include "Acme.h.inc"
#define GET_OP_CLASSES
#include "AcmeOps.h.inc"

namespace acme {

/// Creates a pass that turns the ops of the dialect into structured ops, in any
/// layout.
std::unique_ptr<mlir::Pass> createLowerAcme();

/// Registers the target "acme", whose text is acme.mlir.
void registerTarget();

} // namespace acme

#endif // LAYOUT_EXAMPLES_COMPILER_ACME_H
