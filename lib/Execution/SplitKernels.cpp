//===- SplitKernels.cpp - A module for each kernel ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectCompiler.h"
#include "layout/Dialect/LayoutAttributes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout::execution {

/// Whether other modules cannot refer to a symbol.
static bool isLocal(LLVM::Linkage linkage) {
  return linkage == LLVM::Linkage::Internal ||
         linkage == LLVM::Linkage::Private;
}

/// Whether a module may have a copy of a symbol: nobody else sees it, or all
/// copies are one, and nobody writes it.
static bool isCopied(Operation *symbol) {
  if (auto global = dyn_cast<LLVM::GlobalOp>(symbol))
    return global.getConstant() && isLocal(global.getLinkage());
  auto function = dyn_cast<LLVM::LLVMFuncOp>(symbol);
  return function && (isLocal(function.getLinkage()) ||
                      function.getLinkage() == LLVM::Linkage::LinkonceODR);
}

/// The symbols that `root` refers to, and those that copies of them do.
static SmallVector<Operation *> collectUsed(Operation *root,
                                            const SymbolTable &symbols) {
  llvm::SetVector<Operation *> used;
  SmallVector<Operation *> worklist = {root};
  while (!worklist.empty()) {
    auto uses = SymbolTable::getSymbolUses(worklist.pop_back_val());
    if (!uses)
      continue;
    for (SymbolTable::SymbolUse use : *uses) {
      Operation *symbol =
          symbols.lookup(use.getSymbolRef().getRootReference().getValue());
      if (symbol && symbol != root && used.insert(symbol) && isCopied(symbol))
        worklist.push_back(symbol);
    }
  }
  return used.takeVector();
}

static void makeDeclaration(Operation *symbol) {
  for (Region &region : symbol->getRegions()) {
    region.dropAllReferences();
    region.getBlocks().clear();
  }
  if (auto global = dyn_cast<LLVM::GlobalOp>(symbol)) {
    global.removeValueAttr();
    global.setLinkage(LLVM::Linkage::External);
  }
}

/// Lets other modules refer to the globals that they cannot have copies of.
static void exportGlobals(ModuleOp module) {
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (isLocal(global.getLinkage()) && !isCopied(global))
      global.setLinkage(LLVM::Linkage::External);
}

std::vector<OwningOpRef<ModuleOp>> splitKernels(ModuleOp module) {
  exportGlobals(module);
  SymbolTable symbols(module);
  std::vector<OwningOpRef<ModuleOp>> kernels;
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!kernel->hasAttr(LayoutDialect::kKernel) || kernel.isExternal())
      continue;
    OwningOpRef<ModuleOp> part = ModuleOp::create(module.getLoc());
    (*part)->setAttrs(module->getAttrDictionary());
    for (Operation *symbol : collectUsed(kernel, symbols)) {
      Operation *clone =
          isCopied(symbol) ? symbol->clone() : symbol->cloneWithoutRegions();
      part->push_back(clone);
      if (!isCopied(symbol))
        makeDeclaration(clone);
    }
    part->push_back(kernel->clone());
    makeDeclaration(kernel);
    kernels.push_back(std::move(part));
  }
  return kernels;
}

} // namespace mlir::layout::execution
