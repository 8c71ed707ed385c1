//===- RewriteCount.cpp - Counts the rewrites of a program ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/RewriteCount.h"
#include "layout/Analysis/AbsorbedReads.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The figures
//===----------------------------------------------------------------------===//

static bool areEqual(const Tally &a, const Tally &b) {
  return a.n == b.n && a.bytes == b.bytes;
}

bool RewriteCount::operator==(const RewriteCount &other) const {
  return areEqual(rewrites, other.rewrites) && areEqual(moves, other.moves) &&
         areEqual(constants, other.constants) &&
         areEqual(absorbed, other.absorbed) && dynamic == other.dynamic;
}

void RewriteCount::print(llvm::json::OStream &json) const {
  auto printTally = [&](StringRef key, const Tally &tally) {
    json.attributeObject(key, [&] {
      json.attribute("n", tally.n);
      json.attribute("bytes", tally.bytes);
    });
  };
  json.object([&] {
    json.attribute("rewrites", rewrites.n);
    json.attribute("bytes", rewrites.bytes);
    printTally("moves", moves);
    printTally("constants", constants);
    printTally("absorbed", absorbed);
    json.attribute("dynamic", dynamic);
  });
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Returns the bytes of values of the given types, times the runs of `op`.
static ByteCount getBytes(Operation *op, ArrayRef<ShapedType> types,
                          const CallSites &calls) {
  ByteCount sum;
  for (ShapedType type : types) {
    ByteCount count = getByteCount(type);
    sum.bytes = addSaturating(sum.bytes, count.bytes);
    sum.dynamic |= count.dynamic;
  }
  RunCount runs = calls.getRuns(op);
  sum.dynamic |= !runs.isKnown;
  sum.bytes = multiplySaturating(sum.bytes, runs.times);
  return sum;
}

ByteCount layout::getBytesMoved(const Rewrite &rewrite,
                                const CallSites &calls) {
  return getBytes(rewrite.ops.back(),
                  {rewrite.getSourceType(), rewrite.resultType}, calls);
}

namespace {
class Counter {
public:
  Counter(const CallSites &calls, const CriticalOpAnalysis &criticalOps)
      : calls(calls), criticalOps(criticalOps) {}

  void count(Operation *op) {
    auto movement = dyn_cast<DataMovementOpInterface>(op);
    SmallVector<ShapedType> moved =
        movement ? movement.getMovedTypes() : SmallVector<ShapedType>();
    if (moved.empty() || getRewriteEndingAt(op))
      countComputation(op);
    else if (!isPartOfRewrite(op))
      add(figures.moves, getBytes(op, moved, calls));
  }

  RewriteCount figures;

private:
  void countComputation(Operation *op) {
    if (std::optional<Rewrite> rewrite = getRewriteEndingAt(op)) {
      if (!isFree(*rewrite))
        add(isConstantData(rewrite->source) ? figures.constants
                                            : figures.rewrites,
            getBytesMoved(*rewrite, calls));
      return;
    }
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp || linalgOp.getNumDpsInits() == 0)
      return;
    // Rewrites have been counted above. A body that only yields is therefore
    // that of a broadcast or a fill, which reads little.
    if (llvm::hasSingleElement(*linalgOp.getBlock()))
      return;
    countReads(linalgOp);
  }

  void countReads(linalg::LinalgOp op) {
    Accesses accesses(op, criticalOps.lookup(op));
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (holdsMoreThanHalf(op, *input) &&
          readsInAnotherOrder(accesses, input->getOperandNumber()) &&
          !isConstantData(input->get()))
        add(figures.absorbed,
            getBytes(op, {cast<ShapedType>(input->get().getType())}, calls));
    }
  }

  void add(Tally &tally, ByteCount count) {
    ++tally.n;
    tally.bytes = addSaturating(tally.bytes, count.bytes);
    figures.dynamic |= count.dynamic;
  }

  const CallSites &calls;
  const CriticalOpAnalysis &criticalOps;
};
} // namespace

RewriteCount layout::countRewrites(Operation *root, const CallSites &calls,
                                   const CriticalOpAnalysis &criticalOps) {
  Counter counter(calls, criticalOps);
  root->walk([&](Operation *op) { counter.count(op); });
  return counter.figures;
}

RewriteCount layout::countRewrites(Operation *root, const CallSites &calls) {
  return countRewrites(root, calls, CriticalOpAnalysis(root));
}
