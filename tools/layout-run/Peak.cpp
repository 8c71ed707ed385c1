//===- Peak.cpp - What the processor can compute at most ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peak.h"
#include "Execution/CompiledEntry.h"
#include "Kernels/Processor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir::layout::execution;

namespace mlir::layout::run {

/// A call takes about a millisecond, so that starting threads does not count.
static constexpr int64_t numIterations = 200000;
/// The first calls are slower: the processor adapts its frequency.
static constexpr unsigned numCalls = 20;

namespace {
/// Builds a function that fills each row of a buffer by a loop of multiply-adds
/// in a thread of its own.
class PeakProgram {
public:
  PeakProgram(FloatType type, unsigned threads, const Processor &processor)
      : loc(UnknownLoc::get(type.getContext())), builder(type.getContext()),
        threads(threads),
        // Sums that wait for each other would leave units idle: some processors
        // start four multiply-adds in a cycle, which take four. The other
        // registers hold the operands.
        numSums(std::max<int64_t>(processor.numVectors, 8) - 4),
        vectorBits(processor.vectorBytes * 8),
        vector(VectorType::get(
            std::max<int64_t>(vectorBits / type.getWidth(), 1), type)) {}

  OwningOpRef<ModuleOp> build();

  MemRefType getBufferType() const {
    return MemRefType::get({threads, vector.getNumElements()},
                           vector.getElementType());
  }
  double countOperations() const {
    return 2.0 * vector.getNumElements() * numSums * numIterations * threads;
  }

private:
  Value makeVector(double value) {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            vector,
            builder.getFloatAttr(vector.getElementType(), value).getValue()));
  }
  Value makeIndex(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value computeSums();

  Location loc;
  OpBuilder builder;
  int64_t threads;
  unsigned numSums, vectorBits;
  VectorType vector;
};
} // namespace

/// Builds the loop, and the sum of what it computes, so that nothing of it is
/// dead. Multiply-adds are two ops, as in kernels: a processor without them has
/// its peak as well.
Value PeakProgram::computeSums() {
  auto contract = arith::FastMathFlagsAttr::get(builder.getContext(),
                                                arith::FastMathFlags::contract);
  Value factor = makeVector(0.5), addend = makeVector(1);
  // Equal sums would be computed once.
  SmallVector<Value> sums;
  for (unsigned number : llvm::seq(numSums))
    sums.push_back(makeVector(number));
  auto loop = scf::ForOp::create(
      builder, loc, makeIndex(0), makeIndex(numIterations), makeIndex(1), sums,
      [&](OpBuilder &body, Location loc, Value, ValueRange sums) {
        SmallVector<Value> results;
        for (Value sum : sums) {
          Value product =
              arith::MulFOp::create(body, loc, sum, factor, contract);
          results.push_back(
              arith::AddFOp::create(body, loc, product, addend, contract));
        }
        scf::YieldOp::create(body, loc, results);
      });
  Value total = loop.getResult(0);
  for (Value sum : llvm::drop_begin(loop.getResults()))
    total = arith::AddFOp::create(builder, loc, total, sum);
  return total;
}

OwningOpRef<ModuleOp> PeakProgram::build() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto entry = func::FuncOp::create(
      builder, loc, entrySymbol, builder.getFunctionType(getBufferType(), {}));
  // As kernels have it: LLVM prefers shorter vectors on some processors.
  entry->setAttr("passthrough",
                 builder.getArrayAttr(builder.getStrArrayAttr(
                     {"prefer-vector-width", std::to_string(vectorBits)})));
  Block *block = entry.addEntryBlock();
  builder.setInsertionPointToStart(block);
  auto parallel = scf::ParallelOp::create(
      builder, loc, ValueRange{makeIndex(0)}, ValueRange{makeIndex(threads)},
      ValueRange{makeIndex(1)});
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(parallel.getBody());
  Value total = computeSums();
  vector::StoreOp::create(
      builder, loc, total, block->getArgument(0),
      ValueRange{parallel.getInductionVars().front(), makeIndex(0)});
  return module;
}

llvm::Expected<double> measurePeak(FloatType type, unsigned threads) {
  llvm::Expected<Processor> processor = getProcessor("host");
  if (!processor)
    return processor.takeError();
  PeakProgram program(type, threads, *processor);
  Type parameter = program.getBufferType();
  OwningOpRef<ModuleOp> module = program.build();
  if (failed(runPasses(*module, "layout-kernels-to-llvm{threads=" +
                                    std::to_string(threads) + "}")))
    return llvm::createStringError("cannot lower the loop of the peak");
  auto compiled = CompiledEntry::create(*module, {}, Optimization::O1);
  if (!compiled)
    return compiled.takeError();
  HostTensor buffer =
      HostTensor::allocate(type, cast<MemRefType>(parameter).getShape());
  double seconds = std::numeric_limits<double>::infinity();
  for (unsigned call = 0; call < numCalls; ++call)
    seconds = std::min(seconds, compiled->call(parameter, buffer, {}).seconds);
  return program.countOperations() / seconds;
}

} // namespace mlir::layout::run
