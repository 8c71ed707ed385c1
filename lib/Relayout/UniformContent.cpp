//===- UniformContent.cpp - Values with equal elements --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UniformContent.h"
#include "Analysis/PadContents.h"
#include "OpModels/ExternalModels.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

PadContent layout::getUniformContent(Value value) {
  auto getContent = [](Value scalar) {
    Attribute constant;
    return matchPattern(scalar, m_Constant(&constant)) &&
                   !isa<ShapedType>(scalar.getType())
               ? PadContent::get(constant)
               : PadContent::getUnknown();
  };
  if (Value scalar = getSplatScalar(value))
    return getContent(scalar);
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op)
    return PadContent::getPoison();
  SmallVector<PadContent> operands =
      llvm::map_to_vector(op->getOperands(), getContent);
  FailureOr<SmallVector<PadContent>> contents = evaluateOnPads(op, operands);
  return succeeded(contents) ? contents->front() : PadContent::getUnknown();
}
