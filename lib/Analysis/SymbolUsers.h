//===- SymbolUsers.h - The users of the symbols of a module -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_SYMBOLUSERS_H
#define LAYOUT_LIB_ANALYSIS_SYMBOLUSERS_H

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

/// The ops that refer to each symbol of a module. In contrast to upstream's
/// SymbolUserMap, which aborts, it accepts unregistered ops with regions. Such
/// an op may be a symbol table of its own; here its regions belong to the next
/// registered symbol table around it, so that no user is missed.
class SymbolUsers {
public:
  SymbolUsers(SymbolTableCollection &tables, Operation *module);

  /// Returns the users of a symbol, each once, in program order.
  ArrayRef<Operation *> getUsers(Operation *symbol) const;

private:
  DenseMap<Operation *, llvm::SetVector<Operation *>> users;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_SYMBOLUSERS_H
