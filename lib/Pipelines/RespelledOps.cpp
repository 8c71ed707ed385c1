//===- RespelledOps.cpp - Structured ops in another form ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RespelledOps.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isAnnotated(Operation *op) {
  auto hasEncoding = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding();
  };
  if (llvm::any_of(op->getOperandTypes(), hasEncoding))
    return true;
  return llvm::any_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
    return isa_and_nonnull<LayoutDialect>(attribute.getNameDialect());
  });
}

linalg::GenericOp layout::generalize(RewriterBase &rewriter,
                                     linalg::LinalgOp op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return generic;
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::GenericOp> created =
      linalg::generalizeNamedOp(rewriter, op);
  return succeeded(created) ? *created : linalg::GenericOp();
}
