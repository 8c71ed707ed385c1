//===- NewBufferModel.h - Ops whose results are new buffers -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERIZATION_NEWBUFFERMODEL_H
#define LAYOUT_LIB_BUFFERIZATION_NEWBUFFERMODEL_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"

namespace mlir::layout {

/// The type of a new buffer for the result of `op`: row-major, in the memory
/// space of its first operand.
FailureOr<MemRefType>
getNewType(Operation *op, const bufferization::BufferizationOptions &options,
           const bufferization::BufferizationState &state,
           SmallVector<Value> &stack);

/// The part of a model for one-shot bufferization that all ops have in common
/// which read their operands and write to a buffer that they allocate.
template <typename ModelT, typename OpT>
struct NewBufferModel
    : bufferization::BufferizableOpInterface::ExternalModel<ModelT, OpT> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const bufferization::AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const bufferization::AnalysisState &) const {
    return false;
  }
  bufferization::AliasingValueList
  getAliasingValues(Operation *, OpOperand &,
                    const bufferization::AnalysisState &) const {
    return {};
  }
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  FailureOr<bufferization::BufferLikeType>
  getBufferType(Operation *op, Value,
                const bufferization::BufferizationOptions &options,
                const bufferization::BufferizationState &state,
                SmallVector<Value> &stack) const {
    FailureOr<MemRefType> type = getNewType(op, options, state, stack);
    if (failed(type))
      return failure();
    return cast<bufferization::BufferLikeType>(*type);
  }

private:
  NewBufferModel() = default;
  friend ModelT;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERIZATION_NEWBUFFERMODEL_H
