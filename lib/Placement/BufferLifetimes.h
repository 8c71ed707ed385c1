//===- BufferLifetimes.h - When buffers are live ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a function are the begins and ends of its ops, in the order of
// the text. A buffer is live from its first access to its last one. An access
// in a loop counts as one by the whole loop, unless the buffer is allocated in
// that loop and does not leave the iteration.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_BUFFERLIFETIMES_H
#define LAYOUT_LIB_PLACEMENT_BUFFERLIFETIMES_H

#include "BufferUses.h"
#include "MemoryPlan.h"

namespace mlir::layout {

/// A buffer that can share memory with others of its function.
struct SharedBuffer {
  memref::AllocOp alloc;
  Lifetime lifetime;
  SmallVector<memref::DeallocOp> deallocs;
};

/// A buffer that keeps memory of its own.
struct SeparateBuffer {
  memref::AllocOp alloc;
  /// Why it does.
  std::string reason;
};

/// The buffers that a function allocates, in the order of the text.
struct FunctionBuffers {
  SmallVector<SharedBuffer> shared;
  SmallVector<SeparateBuffer> separate;
};

/// Finds the buffers of a function and when they are live.
FunctionBuffers getBuffers(func::FuncOp function, BufferUsesAnalysis &analysis);

/// Places the buffers that can share memory.
MemoryPlan planMemory(const FunctionBuffers &buffers);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_BUFFERLIFETIMES_H
