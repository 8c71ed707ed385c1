//===- ByteCounters.cpp - Counts what a program moves as it runs ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteCounters.h"
#include "CompiledEntry.h"

#include "layout/Analysis/Rewrites.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::layout::execution {

using Kind = CountedMovement::Kind;

bool MovedBytes::operator==(const MovedBytes &other) const {
  return rewrites == other.rewrites && constants == other.constants &&
         moves == other.moves && copies == other.copies &&
         copiesByRewrites == other.copiesByRewrites;
}

//===----------------------------------------------------------------------===//
// Prediction
//===----------------------------------------------------------------------===//

/// Whether `op` runs once per iteration of the loops around it, in each run of
/// its function.
static bool isUnconditional(Operation *op) {
  // This op stands in the terminator of a loop.
  if (isa<tensor::ParallelInsertSliceOp>(op))
    op = op->getParentOp();
  for (; !isa<func::FuncOp>(op); op = op->getParentOp())
    if (!op->getParentRegion()->hasOneBlock() ||
        !isa<func::FuncOp, LoopLikeOpInterface>(op->getParentOp()))
      return false;
  return true;
}

PredictedBytes predictBytes(ModuleOp module) {
  RewriteCount count = countRewrites(module, CallSites(module));
  PredictedBytes predicted;
  predicted.bytes = {count.rewrites.bytes, count.constants.bytes,
                     count.moves.bytes};
  bool hasConditions =
      module
          .walk([](Operation *op) {
            bool isCounted = isa<func::CallOp>(op) || getCountedMovement(op);
            return isCounted && !isUnconditional(op) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
          })
          .wasInterrupted();
  predicted.isExact = !count.dynamic && !hasConditions;
  return predicted;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral countSymbol = "layout_count_bytes";

static std::vector<int64_t> &getCounters() {
  static std::vector<int64_t> counters;
  return counters;
}

static void count(int64_t number, int64_t bytes) {
  getCounters()[number] += bytes;
}

/// Declares the function that adds up bytes, unless that has been done: passes
/// erase it as long as nothing calls it.
static void declareFunction(ModuleOp module) {
  if (module.lookupSymbol(countSymbol))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type index = builder.getIndexType();
  func::FuncOp::create(builder, module.getLoc(), countSymbol,
                       builder.getFunctionType({index, index}, TypeRange()))
      .setPrivate();
}

Value createByteCount(OpBuilder &builder, Location loc, Value tensor) {
  auto type = cast<ShapedType>(tensor.getType());
  Value bytes =
      arith::ConstantIndexOp::create(builder, loc, getByteCount(type).bytes);
  for (int64_t dim : llvm::seq(type.getRank())) {
    if (!type.isDynamicDim(dim))
      continue;
    Value size =
        isa<RankedTensorType>(type)
            ? tensor::DimOp::create(builder, loc, tensor, dim).getResult()
            : memref::DimOp::create(builder, loc, tensor, dim).getResult();
    bytes = arith::MulIOp::create(builder, loc, bytes, size);
  }
  return bytes;
}

/// Adds the bytes of `values` to counter `number` whenever `op` has run.
static void insertCall(Operation *op, unsigned number, ValueRange values) {
  Location loc = op->getLoc();
  OpBuilder builder(op->getContext());
  // Some regions hold no other ops than those that insert slices.
  if (isa<tensor::ParallelInsertSliceOp>(op))
    builder.setInsertionPoint(op->getParentOp());
  else
    builder.setInsertionPointAfter(op);
  Value sum = createByteCount(builder, loc, values.front());
  for (Value value : values.drop_front())
    sum = arith::AddIOp::create(builder, loc, sum,
                                createByteCount(builder, loc, value));
  Value index = arith::ConstantIndexOp::create(builder, loc, number);
  func::CallOp::create(builder, loc, countSymbol, TypeRange(),
                       ValueRange{index, sum});
}

//===----------------------------------------------------------------------===//
// Movements
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral numberKey = "layout.movement";

/// Adds the number of a movement to the location of an op.
static void setNumber(Operation *op, unsigned number) {
  Builder builder(op->getContext());
  NamedAttribute entry =
      builder.getNamedAttr(numberKey, builder.getI64IntegerAttr(number));
  op->setLoc(FusedLoc::get(op->getContext(), op->getLoc(),
                           builder.getDictionaryAttr(entry)));
}

/// The number of the movement that has become `op`.
static std::optional<unsigned> getNumber(Operation *op) {
  std::optional<unsigned> number;
  op->getLoc()->walk([&](Location loc) {
    if (auto fused = dyn_cast<FusedLocWith<DictionaryAttr>>(loc))
      if (auto entry = fused.getMetadata().getAs<IntegerAttr>(numberKey))
        number = entry.getInt();
    return number ? WalkResult::interrupt() : WalkResult::advance();
  });
  return number;
}

/// Checks that bytes of `values` can be added up behind `op`.
static LogicalResult checkCountable(Operation *op, ValueRange values) {
  for (Value value : values) {
    auto type = cast<ShapedType>(value.getType());
    bool isKnown = type.hasRank() &&
                   !getByteCount(type.clone(ArrayRef<int64_t>())).dynamic;
    if (!isKnown)
      return op->emitError("cannot count the bytes of a value of type ")
             << type;
  }
  if (!op->getParentOfType<func::FuncOp>())
    return op->emitError("cannot count bytes outside of functions");
  return success();
}

LogicalResult ByteCounters::countMovements(ModuleOp module) {
  SmallVector<CountedMovement> movements;
  module.walk([&](Operation *op) {
    if (std::optional<CountedMovement> movement = getCountedMovement(op))
      movements.push_back(*movement);
  });
  declareFunction(module);
  for (auto [number, movement] : llvm::enumerate(movements)) {
    Operation *last = movement.ops.back();
    if (failed(checkCountable(last, movement.values)))
      return failure();
    for (Operation *op : movement.ops)
      setNumber(op, number);
    insertCall(last, number, movement.values);
    kinds.push_back(movement.kind);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The buffers that an op reads and writes if it only moves elements, or, if it
/// is part of a movement, fills a buffer with one value. Empty for other ops.
static SmallVector<Value> getCopied(Operation *op, bool isPartOfMovement) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return {copy.getSource(), copy.getTarget()};
  if (auto clone = dyn_cast<bufferization::CloneOp>(op))
    return {clone.getInput(), clone.getOutput()};
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !structured.hasPureBufferSemantics())
    return {};
  if (std::optional<Rewrite> rewrite = getRewriteBy(op))
    return {rewrite->source, rewrite->result};
  if (!isPartOfMovement)
    return {};
  SmallVector<Value> buffers;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()) &&
        (structured.isDpsInit(&operand) ||
         structured.payloadUsesValueFromOperand(&operand)))
      buffers.push_back(operand.get());
  return buffers;
}

// The counters of movements come first, then those of the ops on buffers that
// movements have become, then one for all other copies.

void ByteCounters::countBuffers(ModuleOp module) const {
  declareFunction(module);
  module.walk([&](Operation *op) {
    std::optional<unsigned> number = getNumber(op);
    SmallVector<Value> copied = getCopied(op, number.has_value());
    if (!copied.empty())
      insertCall(op, kinds.size() + number.value_or(kinds.size()), copied);
  });
}

HostFunction ByteCounters::getFunction() {
  return {countSymbol, reinterpret_cast<void *>(count)};
}

void ByteCounters::reset() const {
  getCounters().assign(2 * kinds.size() + 1, 0);
}

MovedBytes ByteCounters::read() const {
  ArrayRef<int64_t> counters = getCounters();
  ArrayRef<int64_t> counted = counters.take_front(kinds.size());
  ArrayRef<int64_t> onBuffers = counters.slice(kinds.size(), kinds.size());
  MovedBytes sum;
  sum.copies = counters.back();
  for (auto [kind, bytes, all] : llvm::zip_equal(kinds, counted, onBuffers)) {
    int64_t further = std::max<int64_t>(all - bytes, 0);
    sum.copies += further;
    if (kind == Kind::Move) {
      // A slice may have become a view, which copies nothing.
      sum.moves += bytes;
      continue;
    }
    // A rewrite that is gone is not counted.
    (kind == Kind::Rewrite ? sum.rewrites : sum.constants) +=
        std::min(bytes, all);
    sum.copiesByRewrites += further;
  }
  return sum;
}

} // namespace mlir::layout::execution
