//===- UnitGroups.cpp - Convolutions whose groups are one or of one -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitGroups.h"
#include "Analysis/CarriedAttributes.h"
#include "RespelledOps.h"
#include "Targets/OpJudgement.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::layout;

static void dropLoops(RewriterBase &rewriter, linalg::LinalgOp op,
                      ArrayRef<unsigned> loops) {
  SmallVector<NamedAttribute> attributes =
      getCarriedAttributes(op, CarriedMarks::None);
  linalg::GenericOp generic = generalize(rewriter, op);
  if (!generic)
    return;
  linalg::ControlDropUnitDims control;
  control.controlFn = [&](Operation *) { return llvm::to_vector(loops); };
  rewriter.setInsertionPoint(generic);
  FailureOr<linalg::DropUnitDimsResult> dropped =
      linalg::dropUnitDims(rewriter, generic, control);
  if (failed(dropped))
    return;
  rewriter.replaceOp(generic, dropped->replacements);
  specializeRespelled(rewriter,
                      cast<linalg::GenericOp>(dropped->resultOp.getOperation()),
                      attributes);
}

void layout::dropUnitGroups(func::FuncOp function, RewriterBase &rewriter) {
  for (auto &[op, critical] : getRespellableOps(function))
    if (SmallVector<unsigned> loops = getUnitGroupLoops(op, critical);
        !loops.empty())
      dropLoops(rewriter, op, loops);
}
