//===- PadContents.h - Evaluates ops on the padding of operands -*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contents of padding (PadContent.h) move through an op by running its body on
// them: relu(0) is 0, so a pad by 0 can move from the operand to the result of
// a relu; exp(0) is 1, so it cannot move through an exp.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_PADCONTENTS_H
#define LAYOUT_LIB_ANALYSIS_PADCONTENTS_H

#include "layout/Interfaces/PadContent.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Returns the operands of the terminator of `body` when its arguments have the
/// given contents. Fails if running the body on them may be undefined behaviour
/// (a division by what may be 0 or poison, a load that may be out of bounds) or
/// has side effects.
FailureOr<SmallVector<PadContent>>
evaluateOnPads(Block &body, ArrayRef<PadContent> arguments);

/// As above, where `getScalar` returns the content of each value that is
/// defined outside of the body or by a constant within it.
FailureOr<SmallVector<PadContent>>
evaluateOnPads(Block &body, ArrayRef<PadContent> arguments,
               llvm::function_ref<PadContent(Value)> getScalar);

/// Returns the contents of the results of an op on scalars whose operands have
/// the given contents. Fails as above.
FailureOr<SmallVector<PadContent>>
evaluateOnPads(Operation &scalarOp, ArrayRef<PadContent> operands);

/// Returns the contents of the padding of the results of `op` when the padding
/// of its operands has the given contents (unknown for an operand that the
/// padded loops do not access). The result holds for any number of steps of the
/// reduction loops. Fails as above.
FailureOr<SmallVector<PadContent>>
evaluateOnPads(linalg::LinalgOp op, ArrayRef<PadContent> operands);

/// Returns contents for the operands that `isPadded` selects (the others are
/// unknown) from which `op` computes `wanted` in all its results. Tries the
/// wanted value, 0 and 1, and poison for operands that the body ignores.
/// Returns nothing if none of them works.
std::optional<SmallVector<PadContent>>
findOperandPads(linalg::LinalgOp op, PadContent wanted,
                llvm::function_ref<bool(OpOperand &)> isPadded);

/// Whether additional steps of a reduction loop, over operands with the given
/// contents, keep all results: they combine the results with the neutral
/// element of the combiner.
bool isNeutral(linalg::LinalgOp op, ArrayRef<PadContent> operands);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_PADCONTENTS_H
