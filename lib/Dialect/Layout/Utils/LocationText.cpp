//===- LocationText.cpp - Where an op stands, as text ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/LocationText.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

std::string layout::getLocationText(Location location) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto place = location->findInstanceOf<FileLineColLoc>())
    stream << place.getFilename().getValue() << ":" << place.getLine() << ":"
           << place.getColumn();
  else
    stream << location;
  return text;
}

std::string layout::getLocationText(Operation *op) {
  return (op->getName().getStringRef() + " at " + getLocationText(op->getLoc()))
      .str();
}

std::string layout::getNameOrLocation(Operation *op) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  return symbol ? ("@" + symbol.getName()).str() : getLocationText(op);
}

std::string layout::getLocationText(BlockArgument argument) {
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         getNameOrLocation(argument.getOwner()->getParentOp());
}
