//===- Places.cpp - Where an op stands, as text ---------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Transforms/Places.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

std::string layout::getPlace(Location location) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto place = location->findInstanceOf<FileLineColLoc>())
    stream << place.getFilename().getValue() << ":" << place.getLine() << ":"
           << place.getColumn();
  else
    stream << location;
  return text;
}

std::string layout::getPlace(Operation *op) {
  return (op->getName().getStringRef() + " at " + getPlace(op->getLoc())).str();
}

std::string layout::getNameOrPlace(Operation *op) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  return symbol ? ("@" + symbol.getName()).str() : getPlace(op);
}

std::string layout::getPlace(BlockArgument argument) {
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         getNameOrPlace(argument.getOwner()->getParentOp());
}
