//===- ScalarFolding.cpp - Runs ops of bodies on constants ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarFolding.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<OpFoldResult>
layout::foldOn(Operation *op, DictionaryAttr attributes,
               function_ref<Attribute(Value)> getConstant) {
  SmallVector<Value> operands(op->getOperands());
  SmallVector<OpFoldResult> folded;
  // Fold again after a fold in place, which may make the next one yield a
  // value: `0 * x` becomes `x * 0` becomes `0`.
  for (int attempt = 0; attempt < 3 && folded.empty(); ++attempt) {
    auto constants = llvm::map_to_vector(op->getOperands(), getConstant);
    if (failed(op->fold(constants, folded)))
      break;
    if (attempt == 0 && !folded.empty())
      return folded;
  }
  if (!llvm::equal(op->getOperands(), operands))
    op->setOperands(operands);
  if (op->getAttrDictionary() != attributes)
    op->setAttrs(attributes);
  return folded;
}
