//===- NewBuffer.h - Buffers of results -------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_NEWBUFFER_H
#define LAYOUT_LIB_BUFFERS_NEWBUFFER_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"

namespace mlir::layout {

/// The type of a new buffer for the result, where its source is.
inline FailureOr<MemRefType>
getNewType(Operation *op, const bufferization::BufferizationOptions &options,
           const bufferization::BufferizationState &state,
           SmallVector<Value> &stack) {
  FailureOr<bufferization::BufferLikeType> source =
      bufferization::getBufferType(op->getOperand(0), options, state, stack);
  if (failed(source))
    return failure();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return cast<MemRefType>(bufferization::getMemRefTypeWithStaticIdentityLayout(
      type, cast<MemRefType>(*source).getMemorySpace()));
}

/// Allocates the buffer of the result.
inline FailureOr<Value>
allocate(OpBuilder &builder, Operation *op, MemRefType type,
         const bufferization::BufferizationOptions &options) {
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifyResultShapes(builder, op, shapes)))
    return failure();
  SmallVector<Value> sizes;
  for (OpFoldResult size : shapes.front())
    if (auto value = dyn_cast<Value>(size))
      sizes.push_back(value);
  return options.createAlloc(builder, op->getLoc(), type, sizes);
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_NEWBUFFER_H
