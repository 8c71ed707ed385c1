//===- ConstantGlobals.cpp - Globals that never change --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/ConstantGlobals.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

Operation *layout::getLoadedGlobal(Operation *op) {
  if (!op)
    return nullptr;
  return llvm::TypeSwitch<Operation *, Operation *>(op)
      .Case<ml_program::GlobalLoadConstOp, ml_program::GlobalLoadOp>(
          [](auto load) -> Operation * {
            return SymbolTable::lookupNearestSymbolFrom<ml_program::GlobalOp>(
                load, load.getGlobalAttr());
          })
      .Case([](bufferization::ToTensorOp read) -> Operation * {
        auto get = read.getBuffer().getDefiningOp<memref::GetGlobalOp>();
        return get ? SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
                         get, get.getNameAttr())
                   : memref::GlobalOp();
      })
      .Default([](Operation *) { return nullptr; });
}

ElementsAttr layout::getConstantValue(Operation *global, std::string &whyNot) {
  Attribute value;
  bool changes;
  if (auto buffer = dyn_cast<memref::GlobalOp>(global)) {
    value = buffer.getInitialValueAttr();
    changes = !buffer.getConstant();
  } else {
    auto tensor = cast<ml_program::GlobalOp>(global);
    value = tensor.getValueAttr();
    changes = tensor.getIsMutable();
  }
  StringRef name = SymbolTable::getSymbolName(global);
  auto elements = dyn_cast_or_null<ElementsAttr>(value);
  if (changes)
    whyNot = llvm::formatv("@{0} may change", name);
  else if (!elements)
    whyNot = llvm::formatv("the value of @{0} is given elsewhere", name);
  return changes ? ElementsAttr() : elements;
}

bool layout::eraseUnusedConstant(Operation *op) {
  if (!op->use_empty() || isFrozen(op))
    return false;
  Operation *buffer = isa<bufferization::ToTensorOp>(op)
                          ? op->getOperand(0).getDefiningOp()
                          : nullptr;
  op->erase();
  if (buffer && isOpTriviallyDead(buffer) && !isFrozen(buffer))
    buffer->erase();
  return true;
}
