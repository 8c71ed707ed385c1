//===- RespelledOps.cpp - Structured ops in another form ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RespelledOps.h"
#include "OpModels/SpecializeToNamedOp.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isAnnotated(Operation *op) {
  auto hasEncoding = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding();
  };
  return llvm::any_of(op->getOperandTypes(), hasEncoding) ||
         hasLayoutAttribute(op);
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

SmallVector<std::pair<linalg::LinalgOp, CriticalOp>>
layout::getRespellableOps(func::FuncOp function) {
  CriticalOpAnalysis analysis(function.getOperation());
  SmallVector<std::pair<linalg::LinalgOp, CriticalOp>> ops;
  function.getBody().walk([&](linalg::LinalgOp op) {
    const CriticalOp *critical = analysis.lookupOnTensors(op);
    if (critical && !isFrozen(op) && !isAnnotated(op))
      ops.push_back({op, *critical});
  });
  return ops;
}

void layout::specializeRespelled(RewriterBase &rewriter,
                                 linalg::GenericOp generic,
                                 ArrayRef<NamedAttribute> attributes) {
  rewriter.modifyOpInPlace(generic, [&] {
    for (NamedAttribute attribute : attributes)
      generic->setDiscardableAttr(attribute.getName(), attribute.getValue());
  });
  rewriter.setInsertionPoint(generic);
  specializeToNamedOp(rewriter, generic,
                      cast<linalg::LinalgOp>(generic.getOperation()));
}
