//===- ScalarFolding.h - Runs ops of bodies on constants --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR has no interpreter, but an op that folds on constant operands says what
// it computes. These functions fold ops on constants that are not those of the
// program: an element of a tensor, the padding of an operand.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_SCALARFOLDING_H
#define LAYOUT_LIB_ANALYSIS_SCALARFOLDING_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::layout {

/// Returns what `op` folds to if its operands have the constant values that
/// `getConstant` returns; null stands for an unknown one. A result is a
/// constant or an operand of `op`. Returns an empty list if it does not fold.
/// The op is as before afterwards; `attributes` are those that it has.
SmallVector<OpFoldResult>
foldOn(Operation *op, DictionaryAttr attributes,
       llvm::function_ref<Attribute(Value)> getConstant);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_SCALARFOLDING_H
