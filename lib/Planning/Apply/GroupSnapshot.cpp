//===- GroupSnapshot.cpp - Undoes changes of functions --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupSnapshot.h"

using namespace mlir;
using namespace mlir::layout;

GroupSnapshot::GroupSnapshot(ArrayRef<func::FuncOp> functions)
    : functions(functions) {
  for (func::FuncOp function : functions)
    snapshots.emplace_back(cast<func::FuncOp>(function->clone(clones)));
}

void GroupSnapshot::restore() {
  for (auto [function, snapshot] : llvm::zip_equal(functions, snapshots)) {
    function.getBody().takeBody(snapshot->getBody());
    function->setAttrs(snapshot.get()->getAttrDictionary());
  }
}

Operation *GroupSnapshot::lookup(Operation *op) const {
  // The op itself may be gone.
  bool isFunction = llvm::any_of(
      functions, [&](func::FuncOp function) { return function == op; });
  return isFunction ? op : clones.lookup(op);
}
