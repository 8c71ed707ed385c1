//===- AlikeValues.h - Values with the dims of others -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An elementwise op, a loop or a call leads from the dims of one value to those
// of another. Names of dims follow these ways (DimNames.h).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_LEGALIZE_ALIKEVALUES_H
#define LAYOUT_LIB_IMPORT_LEGALIZE_ALIKEVALUES_H

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir {
class CallOpInterface;
class FunctionOpInterface;
class LoopLikeOpInterface;
class RegionBranchOpInterface;
} // namespace mlir

namespace mlir::layout {

/// A value whose dims have the names of those of another value.
struct Alike {
  Value value;
  /// For each dim of the other value, the dim of `value`.
  SmallVector<unsigned, 4> dims;
};

/// Finds, for a ranked tensor, the values next to it whose dims have the same
/// names. The program must not change while one of these lives.
class AlikeValues {
public:
  /// The values that the ops around `known` lead to, those that an op reads or
  /// writes itself first. A value may be there more than once: the first one
  /// counts. Constants and empty tensors are left out, since ops that have
  /// nothing to do with each other may share them.
  SmallVector<Alike> getNextTo(Value known);

private:
  void add(Value value, ArrayRef<unsigned> dims);
  void addSame(Value value);
  void addThrough(Operation *op);
  void addByRule(Operation *op);
  void addFlow(RegionBranchOpInterface op);
  void addLoop(LoopLikeOpInterface op);
  void addCallee(CallOpInterface op);
  void addCallers();
  ArrayRef<CallOpInterface> getCallers(FunctionOpInterface function);

  Value known;             ///< the value whose neighbors are being found
  SmallVector<Alike> next; ///< the neighbors found so far
  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, SmallVector<CallOpInterface>> callers;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_LEGALIZE_ALIKEVALUES_H
