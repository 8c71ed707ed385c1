//===- BufferUses.h - What becomes of a buffer ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a buffer through its views, branches, loops and calls to everything
// that accesses it. Upstream's BufferViewFlowAnalysis says which values may be
// views of which others.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_BUFFERUSES_H
#define LAYOUT_LIB_PLACEMENT_BUFFERUSES_H

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// Everything that may use a buffer.
struct BufferUses {
  /// The buffer and all values that may be views of it.
  SetVector<Value> aliases;
  /// The ops that read or write it.
  SmallVector<Operation *> accesses;
  SmallVector<memref::DeallocOp> deallocs;
  /// Ops after which the buffer may be used by others: they return or store it,
  /// hand it to another thread, or are not known.
  SmallVector<Operation *> escapes;
};

/// Finds the uses of buffers of a module. The IR must not change.
class BufferUsesAnalysis {
public:
  /// Returns the uses of `buffer` in its function.
  BufferUses getUses(Value buffer);

  /// Returns the allocations, arguments and others that `value` may be a view
  /// of.
  SmallVector<Value> getOrigins(Value value);

  /// Whether `op` runs its regions one at a time and in their order, each no
  /// longer than itself.
  static bool isSequential(Operation *op);

private:
  enum class Use { Escape, Access, Forward, Dealloc };

  Use classify(OpOperand &use);
  void addUse(OpOperand &use, BufferUses &uses);
  /// Whether a call hands this operand to a function that does not keep it.
  bool isBorrowed(func::CallOp call, OpOperand &operand);
  BufferViewFlowAnalysis &getFlow(func::FuncOp function);

  DenseMap<Operation *, std::unique_ptr<BufferViewFlowAnalysis>> flows;
  /// Whether a function does not keep the buffer passed as an argument; false
  /// while that is being found out, as for recursive functions.
  DenseMap<BlockArgument, bool> borrowed;
  SymbolTableCollection symbols;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_BUFFERUSES_H
