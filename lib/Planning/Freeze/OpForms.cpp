//===- OpForms.cpp - Writes ops as layouts are stated for them ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpForms.h"
#include "AlignWindows.h"
#include "Decide.h"
#include "JoinedDims.h"
#include "PointwiseContraction.h"
#include "SplitMatmul.h"
#include "Unblock.h"
#include "layout/Dialect/Marks.h"
#include "layout/Support/Debug.h"
#include "mlir/IR/PatternMatch.h"

#define DEBUG_TYPE "layout-freeze"
ALWAYS_ENABLED_STATISTIC(numUnblocked,
                         "Blocked critical ops written as plain ones");
ALWAYS_ENABLED_STATISTIC(numSplit, "Matmuls split into blocks and a rest");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Contractions as what layouts are stated for
//===----------------------------------------------------------------------===//

std::optional<linalg::LinalgOp>
OpForms::makeConvolution(linalg::LinalgOp op, const CriticalOp &critical,
                         const LayoutTarget *device) {
  if (!isBlocked(op, critical))
    return std::nullopt;
  IRRewriter rewriter(op);
  std::optional<linalg::LinalgOp> convolution =
      createPointwiseConvolution(rewriter, op, critical);
  if (!convolution)
    return std::nullopt;
  CriticalOpAnalysis analysis(*convolution);
  const CriticalOp *roles = analysis.lookup(*convolution);
  if (!roles || !roles->isConvolution() ||
      !statedLayouts.lookup(*convolution, *roles,
                            OpKind::getAllOf(*convolution, *roles), device)) {
    Operation *window = (*convolution)->getOperand(1).getDefiningOp();
    rewriter.eraseOp(*convolution);
    rewriter.eraseOp(window);
    return std::nullopt;
  }
  remark::passed(op.getLoc(), getFreezeRemark(*convolution))
      << "contraction of channels is a convolution with windows of one element";
  rewriter.replaceOp(op, convolution->getOperation()->getResults());
  return convolution;
}

std::optional<linalg::LinalgOp> OpForms::joinDims(linalg::LinalgOp op,
                                                  const CriticalOp &critical,
                                                  const LayoutTarget *device) {
  if (!getRequiredValues(op).empty() || isBlocked(op, critical))
    return std::nullopt;
  std::optional<OpRequest> request = statedLayouts.lookup(
      op, critical, OpKind::getAllOf(op, critical), device);
  if (!request)
    return std::nullopt;
  IRRewriter rewriter(op);
  std::optional<linalg::LinalgOp> joined =
      joinCutDims(rewriter, op, critical, request->preference);
  if (joined)
    remark::passed(joined->getLoc(), getFreezeRemark(*joined))
        << "dims of one role that are adjacent in all operands are one dim";
  return joined;
}

std::optional<linalg::LinalgOp>
OpForms::rewriteAsStated(linalg::LinalgOp op, const CriticalOp &critical,
                         const LayoutTarget *device) {
  if (critical.isConvolution() || isFrozen(op) || hasNoElements(op) ||
      op->hasAttr(LayoutDialect::kOpLayout))
    return std::nullopt;
  if (auto convolution = makeConvolution(op, critical, device))
    return convolution;
  return joinDims(op, critical, device);
}

//===----------------------------------------------------------------------===//
// Forms that a request needs
//===----------------------------------------------------------------------===//

/// Splits a matmul, and freezes the smaller part. Returns the op for which the
/// request remains to be applied.
linalg::LinalgOp OpForms::split(linalg::LinalgOp op, const CriticalOp &critical,
                                const OpRequest &request) {
  int64_t block =
      request.preference.alternatives.front().layouts.kernel.getBlock('N');
  IRRewriter rewriter(op);
  Location loc = op.getLoc();
  std::optional<SplitMatmul> parts = splitMatmul(rewriter, op, critical, block);
  if (!parts)
    return op;
  remark::passed(loc, getFreezeRemark(parts->blocks)) << remark::add(
      "{0} computes n in full blocks of {1}, {2}", request.kind.str(), block,
      parts->rest ? "and the columns that remain by another op"
                  : "with columns that nothing reads");
  if (parts->rest) {
    ++numSplit;
    applier.keepLayout(parts->rest, getOrder(request.preference));
  }
  return parts->blocks;
}

/// Decides about an op that should store images in blocks: its windows are
/// aligned with them first. This takes an op of its own, so that there is no
/// choice.
Decision OpForms::decideAligned(linalg::LinalgOp &op, const CriticalOp &roles,
                                const OpRequest &request,
                                const LayoutTarget *device) {
  const CriticalOpLayouts &layouts =
      request.preference.alternatives.front().layouts;
  IRRewriter rewriter(op);
  Reason reason = UnknownRoles();
  FailureOr<linalg::LinalgOp> aligned = failure();
  if (request.preference.alternatives.size() != 1) {
    reason = OneOfSeveral();
  } else if (auto blocks = getImageBlocks(op, roles, request.kind, layouts)) {
    std::string clause;
    aligned = alignWindows(rewriter, op, *blocks, clause);
    reason = Unsupported{std::move(clause)};
  }
  Decision decision =
      succeeded(aligned)
          ? decideInForm(*aligned, roles, request, {statedLayouts, device})
          : refuse(request, std::move(reason));
  announce(op, decision, report);
  if (decision.getAs<Options>()) {
    rewriter.replaceOp(op, aligned->getOperation()->getResults());
    op = *aligned;
  } else if (succeeded(aligned)) {
    eraseAligned(rewriter, *aligned);
  }
  return decision;
}

/// Decides about an op that is blocked already. Keeps the op if it has a
/// requested layout. Otherwise writes it with whole dims and treats it like an
/// op that was never blocked. If that is not possible, or the op cannot have
/// the requested layouts, it stays, unless the target requires another layout.
FailureOr<Decision> OpForms::decideUnblocked(linalg::LinalgOp &op,
                                             const CriticalOp &critical,
                                             const OpRequest &request,
                                             const LayoutTarget *device) {
  Decision stays;
  stays.kind = request.kind.str();
  stays.isCritical = true;
  IRRewriter rewriter(op);
  std::string reason;
  FailureOr<Unblocked> whole = unblock(rewriter, op, critical, reason);
  if (failed(whole) && request.requiring) {
    Refusal refusal{/*number=*/0, "written without the blocks that it has",
                    Unsupported{reason}};
    return emitRefusal(op, stays.kind, request.requiring, refusal);
  }
  stays.outcome = Kept{Kept::Why::Blocked, failed(whole) ? reason : ""};
  if (failed(whole))
    return stays;
  CriticalOpAnalysis analysis(whole->op);
  const CriticalOp *roles = analysis.lookup(whole->op);
  std::optional<PlainDecision> plain;
  if (roles)
    plain = decidePlain(whole->op, *roles, {statedLayouts, device});
  if (plain)
    announce(whole->op, plain->decision, report);
  const auto *options = plain ? plain->decision.getAs<Options>() : nullptr;
  bool isThere =
      options &&
      llvm::any_of(options->choices, [&](const LayoutOption &choice) {
        return hasLayouts(*whole, choice.attribute);
      });
  bool cuts = plain && cutsImages(plain->request);
  if (!plain || isThere || (!options && !cuts)) {
    erase(rewriter, *whole);
    return plain && !isThere ? plain->decision : stays;
  }
  ++numUnblocked;
  remark::passed(op.getLoc(), getFreezeRemark(whole->op)) << remark::add(
      "{0} is written without its blocks, which are not requested",
      plain->decision.kind);
  rewriter.replaceOp(op, whole->result);
  op = whole->op;
  return cuts ? decideAligned(op, *roles, plain->request, device)
              : std::move(plain->decision);
}

FailureOr<Decision> OpForms::decideIn(const OtherForm &form,
                                      linalg::LinalgOp &op,
                                      const CriticalOp &roles,
                                      const LayoutTarget *device) {
  switch (form.form) {
  case OtherForm::Form::Unblocked:
    return decideUnblocked(op, roles, form.request, device);
  case OtherForm::Form::AlignedWindows:
    return decideAligned(op, roles, form.request, device);
  case OtherForm::Form::Split: {
    op = split(op, roles, form.request);
    Decision decision =
        decideInForm(op, roles, form.request, {statedLayouts, device});
    announce(op, decision, report);
    return decision;
  }
  }
  llvm_unreachable("unknown form");
}
