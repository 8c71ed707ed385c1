//===- ConstantGlobals.cpp - Globals that never change --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantGlobals.h"
#include "ModuleFunctions.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
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

/// Whether the global itself says that it may change.
static bool isVariable(Operation *global) {
  if (auto buffer = dyn_cast<memref::GlobalOp>(global))
    return !buffer.getConstant();
  return cast<ml_program::GlobalOp>(global).getIsMutable();
}

ElementsAttr layout::getConstantValue(Operation *global, std::string &whyNot) {
  Attribute value;
  if (auto buffer = dyn_cast<memref::GlobalOp>(global))
    value = buffer.getInitialValueAttr();
  else
    value = cast<ml_program::GlobalOp>(global).getValueAttr();
  bool changes = isVariable(global);
  StringRef name = SymbolTable::getSymbolName(global);
  auto elements = dyn_cast_or_null<ElementsAttr>(value);
  if (changes)
    whyNot = llvm::formatv("@{0} may change", name);
  else if (!elements)
    whyNot = llvm::formatv("the value of @{0} is given elsewhere", name);
  return changes ? ElementsAttr() : elements;
}

bool layout::loadsMarkedGlobal(Operation *op) {
  Operation *global = getLoadedGlobal(op);
  return global && global->hasAttr(LayoutDialect::kConstant) &&
         isa<RankedTensorType>(op->getResult(0).getType());
}

/// Whether a user of a global, by its symbol, does nothing but load it.
static bool isLoad(Operation *user) {
  if (isa<memref::GetGlobalOp>(user))
    return llvm::all_of(user->getUsers(), [](Operation *reader) {
      auto read = dyn_cast<bufferization::ToTensorOp>(reader);
      return read && !read.getWritable();
    });
  return getLoadedGlobal(user) != nullptr;
}

static LogicalResult verifyMarkedGlobal(Operation *global) {
  if (!isVariable(global))
    return success();
  auto emitError = [&] {
    return global->emitOpError("requires a global that never changes for "
                               "'layout.constant', found one that ");
  };
  if (cast<SymbolOpInterface>(global).isPublic())
    return emitError() << "other modules may store to";
  auto uses = SymbolTable::getSymbolUses(global, global->getParentOp());
  if (!uses)
    return emitError() << "unknown operations may store to";
  for (SymbolTable::SymbolUse use : *uses) {
    if (isLoad(use.getUser()))
      continue;
    InFlightDiagnostic error = emitError() << "is stored to, or passed on";
    error.attachNote(use.getUser()->getLoc()) << "used here";
    return error;
  }
  return success();
}

LogicalResult layout::verifyMarkedGlobals(ModuleOp module) {
  for (ModuleOp part : getModules(module))
    for (Operation &op : part.getOps())
      if (isa<ml_program::GlobalOp, memref::GlobalOp>(op) &&
          op.hasAttr(LayoutDialect::kConstant) &&
          failed(verifyMarkedGlobal(&op)))
        return failure();
  return success();
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
