//===- RuntimeErrors.cpp - Errors of emitted programs ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeErrors.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace mlir::layout::run {

/// Puts a function that is defined here in the place of one of the C library.
static llvm::Function *replaceWith(llvm::Function *function,
                                   const llvm::Twine &name) {
  auto *replacement = llvm::Function::Create(function->getFunctionType(),
                                             llvm::GlobalValue::InternalLinkage,
                                             name, function->getParent());
  function->replaceAllUsesWith(replacement);
  return replacement;
}

/// Prints a line to standard error. Functions whose names no C function of ours
/// can have do this: CInterface::create() refuses those of the C library that
/// LLVM knows.
static void createPrint(llvm::IRBuilder<> &builder, llvm::Value *text) {
  llvm::Module *module = builder.GetInsertBlock()->getModule();
  llvm::Type *size = builder.getInt64Ty();
  llvm::FunctionCallee write = module->getOrInsertFunction(
      "write", size, builder.getInt32Ty(), builder.getPtrTy(), size);
  llvm::FunctionCallee getLength =
      module->getOrInsertFunction("strlen", size, builder.getPtrTy());
  constexpr int standardError = 2;
  llvm::Value *stream = builder.getInt32(standardError);
  builder.CreateCall(write,
                     {stream, text, builder.CreateCall(getLength, {text})});
  builder.CreateCall(
      write, {stream, builder.CreateGlobalString("\n"), builder.getInt64(1)});
}

/// Defines what prints the message of an assertion.
static void definePrint(llvm::Function *print) {
  llvm::Function *replacement = replaceWith(print, "print_error");
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(print->getContext(), "", replacement));
  createPrint(builder, replacement->getArg(0));
  if (print->getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(llvm::Constant::getNullValue(print->getReturnType()));
}

/// Defines an allocation that returns memory or does not return.
static void defineAllocation(llvm::Function *allocate) {
  llvm::LLVMContext &context = allocate->getContext();
  llvm::Function *replacement = replaceWith(allocate, "allocate_or_abort");
  llvm::Value *size = replacement->getArg(0);
  auto *begin = llvm::BasicBlock::Create(context, "", replacement);
  auto *none = llvm::BasicBlock::Create(context, "none", replacement);
  auto *end = llvm::BasicBlock::Create(context, "end", replacement);
  llvm::IRBuilder<> builder(begin);
  llvm::Value *memory = builder.CreateCall(allocate, {size});
  llvm::Value *isMissing = builder.CreateAnd(builder.CreateIsNull(memory),
                                             builder.CreateIsNotNull(size));
  builder.CreateCondBr(isMissing, none, end);
  builder.SetInsertPoint(none);
  createPrint(builder, builder.CreateGlobalString("out of memory"));
  builder.CreateCall(
      allocate->getParent()->getOrInsertFunction("abort", builder.getVoidTy()));
  builder.CreateUnreachable();
  builder.SetInsertPoint(end);
  builder.CreateRet(memory);
}

void reportRuntimeErrors(llvm::Module &module) {
  if (llvm::Function *print = module.getFunction("puts"))
    definePrint(print);
  if (llvm::Function *allocate = module.getFunction("malloc"))
    defineAllocation(allocate);
}

} // namespace mlir::layout::run
