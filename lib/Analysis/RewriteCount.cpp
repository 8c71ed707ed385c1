//===- RewriteCount.cpp - Counts the rewrites of a program ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/RewriteCount.h"
#include "AbsorbedReads.h"
#include "ConstantArguments.h"
#include "Dialect/HostFunction.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
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

/// Returns the bytes of the given values, times the runs of `op`.
static ByteCount getBytes(Operation *op, ValueRange values,
                          const CallSites &calls) {
  ByteCount sum;
  for (Value value : values) {
    ByteCount count = getByteCount(cast<ShapedType>(value.getType()));
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
  return getBytes(rewrite.ops.back(), {rewrite.source, rewrite.result}, calls);
}

ByteCount layout::getBytesMoved(DataMovementOpInterface move,
                                const CallSites &calls) {
  return getBytes(move, move.getMovedValues(), calls);
}

ByteCount layout::getBytesMoved(const CountedMovement &movement,
                                const CallSites &calls) {
  return getBytes(movement.ops.back(), movement.values, calls);
}

/// Whether `op` runs before the first call, to prepare arguments.
static bool runsOnce(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function && function->hasAttr(LayoutDialect::kPrepares);
}

/// Whether `op`, which pads, crops or copies, moves nothing at run time,
/// because what it reads is constant, or is prepared before the first call.
static bool movesConstants(Operation *op) {
  if (runsOnce(op))
    return true;
  if (isa<PadOp, CropOp>(op))
    return isConstantData(op->getOperand(0));
  return op->getNumResults() == 1 &&
         dependsOnConstantArgumentsAlone(op->getResult(0));
}

std::optional<CountedMovement> layout::getCountedMovement(Operation *op) {
  using Kind = CountedMovement::Kind;
  if (std::optional<Rewrite> rewrite = getRewriteEndingAt(op)) {
    // On buffers, equal orders make a copy instead of a view.
    bool isCopy = isFree(*rewrite) && isa<linalg::LinalgOp>(op) &&
                  op->getNumResults() == 0;
    if (isFree(*rewrite) && !isCopy)
      return std::nullopt;
    Kind kind = runsOnce(op)                      ? Kind::Constant
                : isCopy                          ? Kind::Move
                : isConstantData(rewrite->source) ? Kind::Constant
                                                  : Kind::Rewrite;
    return CountedMovement{
        kind, rewrite->ops, {rewrite->source, rewrite->result}};
  }
  auto movement = dyn_cast<DataMovementOpInterface>(op);
  if (!movement || movement.getMovedValues().empty() || isPartOfRewrite(op))
    return std::nullopt;
  Kind kind = movesConstants(op) ? Kind::Constant : Kind::Move;
  return CountedMovement{kind, {op}, movement.getMovedValues()};
}

namespace {
class Counter {
public:
  /// Absorbed reads are not counted without `criticalOps`.
  Counter(const CallSites &calls, const CriticalOpAnalysis *criticalOps)
      : calls(calls), criticalOps(criticalOps) {}

  void count(Operation *op) {
    if (std::optional<CountedMovement> movement = getCountedMovement(op))
      add(getTally(movement->kind), getBytesMoved(*movement, calls));
    else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
             linalgOp && criticalOps)
      countReads(linalgOp);
  }

  RewriteCount figures;

private:
  Tally &getTally(CountedMovement::Kind kind) {
    switch (kind) {
    case CountedMovement::Kind::Rewrite:
      return figures.rewrites;
    case CountedMovement::Kind::Constant:
      return figures.constants;
    case CountedMovement::Kind::Move:
      return figures.moves;
    }
    llvm_unreachable("unknown kind");
  }

  void countReads(linalg::LinalgOp op) {
    // A body that only yields is that of a broadcast or a fill, which reads
    // little, or of a rewrite, which has been counted.
    if (op.getNumDpsInits() == 0 || llvm::hasSingleElement(*op.getBlock()))
      return;
    OperandAccesses accesses(op, criticalOps->lookup(op));
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (holdsMoreThanHalf(op, *input) &&
          readsInAnotherOrder(accesses, input->getOperandNumber()) &&
          !isConstantData(input->get()))
        add(figures.absorbed, getBytes(op, input->get(), calls));
    }
  }

  void add(Tally &tally, ByteCount count) {
    ++tally.n;
    tally.bytes = addSaturating(tally.bytes, count.bytes);
    figures.dynamic |= count.dynamic;
  }

  const CallSites &calls;
  const CriticalOpAnalysis *criticalOps;
};
} // namespace

static RewriteCount count(Operation *root, const CallSites &calls,
                          const CriticalOpAnalysis *criticalOps) {
  Counter counter(calls, criticalOps);
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isHostFunction(op))
      return WalkResult::skip();
    counter.count(op);
    return WalkResult::advance();
  });
  return counter.figures;
}

RewriteCount layout::countRewrites(Operation *root, const CallSites &calls,
                                   const CriticalOpAnalysis &criticalOps) {
  return count(root, calls, &criticalOps);
}

RewriteCount layout::countMovements(Operation *root, const CallSites &calls) {
  return count(root, calls, /*criticalOps=*/nullptr);
}

RewriteCount layout::countRewrites(Operation *root, const CallSites &calls) {
  return countRewrites(root, calls, CriticalOpAnalysis(root));
}
