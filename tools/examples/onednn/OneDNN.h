//===- OneDNN.h - The dialect of what oneDNN takes over ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_ONEDNN_H
#define LAYOUT_EXAMPLES_ONEDNN_H

#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "OneDNN.h.inc"
#define GET_OP_CLASSES
#include "OneDNNOps.h.inc"

namespace onednn {

/// Lets the ops take part in upstream's bufferization.
void registerBufferizeModel(mlir::DialectRegistry &registry);

} // namespace onednn

#endif // LAYOUT_EXAMPLES_ONEDNN_H
