//===- PlaceBuffers.cpp - The pass layout-place-buffers -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides in which order copies are removed (CopyRemoval.h), and prepares the
// program for it.
//
//===----------------------------------------------------------------------===//

#include "BufferAccesses.h"
#include "Copies.h"
#include "CopyRemoval.h"
#include "SplitBuffers.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Buffers/Buffers.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "layout-place-buffers"
ALWAYS_ENABLED_STATISTIC(numWrittenInPlace,
                         "Copies whose source is the target");
ALWAYS_ENABLED_STATISTIC(numReadInPlace, "Copies whose target is the source");
ALWAYS_ENABLED_STATISTIC(numMerged, "Copies between parts of a new buffer");
ALWAYS_ENABLED_STATISTIC(numCopiesLeft, "Copies that are left");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPLACEBUFFERS
#include "layout/Buffers/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// All copies of a function, those to large buffers first: what is part of
/// several buffers, each a part of the next one, is then written to the
/// largest.
static SmallVector<Operation *> getCopies(Operation *function) {
  struct Entry {
    int64_t bytes;
    size_t number;
    Operation *op;
  };
  SmallVector<Entry> copies;
  function->walk([&](Operation *op) {
    std::optional<Copy> copy = getCopy(op);
    if (!copy || isFrozen(op) || isSkipped(op))
      return;
    auto type = dyn_cast<ShapedType>(getRootBuffer(copy->target).getType());
    copies.push_back({type ? getByteCount(type).bytes : 0, copies.size(), op});
  });
  llvm::sort(copies, [](const Entry &a, const Entry &b) {
    return std::pair(-a.bytes, a.number) < std::pair(-b.bytes, b.number);
  });
  return llvm::map_to_vector(copies,
                             [](const Entry &entry) { return entry.op; });
}

/// Says that a copy is gone.
static void remarkRemoved(Location loc, Operation *function, int64_t bytes,
                          StringRef how) {
  remark::passed(loc, getRemark("copy", DEBUG_TYPE, function))
      << remark::add("{0}: {1} bytes are not copied", how, bytes);
}

/// Computes sources of copies in place. Adds to `left` why it was not possible.
/// Returns whether it was for one.
static bool
writeAllInPlace(RewriterBase &rewriter, Operation *function,
                SmallVectorImpl<std::pair<Operation *, Reason>> &left) {
  bool changed = false;
  for (Operation *op : getCopies(function)) {
    Copy copy = *getCopy(op);
    Location loc = op->getLoc();
    int64_t bytes = getByteCount(cast<ShapedType>(copy.source.getType())).bytes;
    if (Obstacle obstacle = writeInPlace(rewriter, copy)) {
      left.push_back({op, *obstacle});
      continue;
    }
    ++numWrittenInPlace;
    changed = true;
    remarkRemoved(loc, function, bytes, "the source is computed in its target");
  }
  return changed;
}

/// Reads sources of copies in place. Returns whether it was possible for one.
static bool readAllInPlace(RewriterBase &rewriter, Operation *function) {
  llvm::SetVector<Value> targets;
  for (Operation *op : getCopies(function))
    targets.insert(getRootBuffer(getCopy(op)->target));
  bool changed = false;
  for (Value target : targets) {
    if (!isFreshBuffer(target))
      continue;
    Location loc = target.getLoc();
    int64_t bytes = getByteCount(cast<ShapedType>(target.getType())).bytes;
    if (readInPlace(rewriter, target))
      continue;
    ++numReadInPlace;
    changed = true;
    remarkRemoved(loc, function, bytes, "the source is read in its place");
  }
  return changed;
}

/// Makes the two buffers of copies parts of one. Returns whether it was
/// possible for one copy.
static bool mergeAllBuffers(RewriterBase &rewriter, Operation *function) {
  bool changed = false;
  for (Operation *op : getCopies(function)) {
    Copy copy = *getCopy(op);
    Location loc = op->getLoc();
    int64_t bytes = getByteCount(cast<ShapedType>(copy.source.getType())).bytes;
    if (mergeBuffers(rewriter, copy))
      continue;
    ++numMerged;
    changed = true;
    remarkRemoved(loc, function, bytes,
                  "source and target are parts of a common buffer");
  }
  return changed;
}

/// Says which copies are left, and why.
static void remarkLeft(Operation *function,
                       ArrayRef<std::pair<Operation *, Reason>> left) {
  for (auto [op, reason] : left) {
    ++numCopiesLeft;
    auto type = cast<ShapedType>(getCopy(op)->source.getType());
    std::string where =
        reason.op ? ": " + getLocationText(reason.op) : std::string();
    remark::missed(op->getLoc(), getRemark("copy", DEBUG_TYPE, function))
        << remark::add("{0} bytes are copied: {1}{2}", getByteCount(type).bytes,
                       reason.text, where);
  }
}

/// Makes sizes of views known without the views.
static void resolveSizes(Operation *function) {
  SmallVector<Operation *> sizes;
  function->walk([&](memref::DimOp op) { sizes.push_back(op); });
  RewritePatternSet patterns(function->getContext());
  memref::populateResolveShapedTypeResultDimsPatterns(patterns);
  memref::DimOp::getCanonicalizationPatterns(patterns, function->getContext());
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(sizes, std::move(patterns), config);
}

void layout::placeBuffers(FunctionOpInterface function) {
  if (function.isExternal() || isSkipped(function) || isFrozen(function))
    return;
  IRRewriter rewriter(function.getContext());
  resolveSizes(function);
  replaceCopiesOfFills(rewriter, function);
  splitBuffers(rewriter, function);
  narrowFills(rewriter, function);
  SmallVector<std::pair<Operation *, Reason>> left;
  bool changed = true;
  while (changed) {
    left.clear();
    changed = writeAllInPlace(rewriter, function, left);
    changed |= readAllInPlace(rewriter, function);
    changed = changed || mergeAllBuffers(rewriter, function);
  }
  remarkLeft(function, left);
  eraseUnreadBuffers(rewriter, function);
}

namespace {
struct LayoutPlaceBuffers
    : layout::impl::LayoutPlaceBuffersBase<LayoutPlaceBuffers> {
  using LayoutPlaceBuffersBase::LayoutPlaceBuffersBase;

  void runOnOperation() override {
    getOperation().walk(
        [](FunctionOpInterface function) { placeBuffers(function); });
  }
};
} // namespace
