//===- SymbolUsers.cpp - The users of the symbols of a module -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolUsers.h"

using namespace mlir;
using namespace mlir::layout;

SymbolUsers::SymbolUsers(SymbolTableCollection &tables, Operation *module) {
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    Operation *table = op->getParentWithTrait<OpTrait::SymbolTable>();
    if (!table)
      return;
    op->getAttrDictionary().walk<WalkOrder::PreOrder>([&](SymbolRefAttr ref) {
      // The symbols along the path of a nested reference all count as used.
      SmallVector<Operation *> symbols;
      if (succeeded(tables.lookupSymbolIn(table, ref, symbols)))
        for (Operation *symbol : symbols)
          users[symbol].insert(op);
      return WalkResult::skip();
    });
  });
}

ArrayRef<Operation *> SymbolUsers::getUsers(Operation *symbol) const {
  auto found = users.find(symbol);
  return found == users.end() ? ArrayRef<Operation *>()
                              : found->second.getArrayRef();
}
