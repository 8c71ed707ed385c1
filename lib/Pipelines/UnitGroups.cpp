//===- UnitGroups.cpp - Convolutions whose groups are one or of one -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitGroups.h"
#include "RespelledOps.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/Interfaces/LoopRanges.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the loops of one iteration by which a convolution says that it is
/// grouped and is not, or is depthwise: those over the groups if there is one,
/// and those over the channels of a group if each has one input channel.
static SmallVector<unsigned> getUnitLoops(linalg::LinalgOp op,
                                          const CriticalOp &critical) {
  // Without both channels it is written as a depthwise convolution.
  if (!critical.isConvolution() || !critical.has(LoopRole::InputChannel) ||
      !critical.has(LoopRole::OutputChannel) || !critical.has(LoopRole::Depth))
    return {};
  SmallVector<int64_t> ranges = getLoopRanges(op);
  auto isUnit = [&](unsigned loop) { return ranges[loop] == 1; };
  SmallVector<unsigned> groups = critical.getLoops(LoopRole::Depth);
  if (llvm::all_of(groups, isUnit))
    return groups;
  SmallVector<unsigned> loops = critical.getLoops(LoopRole::InputChannel);
  if (!llvm::all_of(loops, isUnit))
    return {};
  // Several output channels of a group are a multiplier.
  llvm::append_range(
      loops, llvm::make_filter_range(critical.getLoops(LoopRole::OutputChannel),
                                     isUnit));
  llvm::sort(loops);
  return loops;
}

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
    if (SmallVector<unsigned> loops = getUnitLoops(op, critical);
        !loops.empty())
      dropLoops(rewriter, op, loops);
}
