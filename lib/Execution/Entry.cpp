//===- Entry.cpp - The function to call -----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

#include "Dialect/HostFunction.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include <cstring>

namespace mlir::layout::execution {

/// Whether a function has results, or buffers that it may write into.
static bool hasOutputs(func::FuncOp function) {
  return function.getNumResults() != 0 ||
         llvm::any_of(function.getArgumentTypes(), llvm::IsaPred<MemRefType>);
}

static FailureOr<func::FuncOp> findNamed(ModuleOp module, StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function)
    return module.emitError("no function @") << name << " in this file";
  if (function.isDeclaration())
    return function.emitError("entry function @") << name << " has no body";
  return function;
}

FailureOr<func::FuncOp> findEntry(ModuleOp module, StringRef name) {
  if (!name.empty())
    return findNamed(module, name);

  SmallVector<func::FuncOp> candidates;
  for (auto function : module.getOps<func::FuncOp>())
    // Functions that pack or prepare values for callers are no entries.
    if (function.isPublic() && !function.isDeclaration() &&
        hasOutputs(function) && !isHostFunction(function) &&
        !function->hasAttr(LayoutDialect::kPrepares))
      candidates.push_back(function);
  if (candidates.size() == 1)
    return candidates.front();
  for (StringRef preferred : {"forward", "main"})
    for (func::FuncOp function : candidates)
      if (function.getName() == preferred)
        return function;

  InFlightDiagnostic error = module.emitError(
      "expected one public function with a body and a result, or one of them "
      "called forward or main, found ");
  if (candidates.empty())
    return error << "none";
  error << "several (choose with --entry):";
  for (func::FuncOp function : candidates)
    error << " @" << function.getName();
  return error;
}

/// Erases the modules in this one, which the entry cannot call.
static void eraseNestedModules(ModuleOp module) {
  for (Operation &op : llvm::make_early_inc_range(module.getOps()))
    if (op.hasTrait<OpTrait::SymbolTable>() &&
        (!op.hasAttr(SymbolTable::getSymbolAttrName()) ||
         SymbolTable::symbolKnownUseEmpty(&op, module)))
      op.erase();
}

/// Erases what is said to callers of arguments and results: which are the same
/// in each call, by which preparations have been found, and in which layout
/// they are passed. LLVM knows no such attributes.
static void forgetCallers(ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto constant = StringAttr::get(context, LayoutDialect::kConstant);
  auto host = StringAttr::get(context, LayoutDialect::kHost);
  for (auto function : module.getOps<FunctionOpInterface>()) {
    for (unsigned number : llvm::seq(function.getNumArguments())) {
      function.removeArgAttr(number, constant);
      function.removeArgAttr(number, host);
    }
    for (unsigned number : llvm::seq(function.getNumResults()))
      function.removeResultAttr(number, host);
  }
}

LogicalResult isolateEntry(ModuleOp module, func::FuncOp entry) {
  forgetCallers(module);
  eraseNestedModules(module);
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isDeclaration() && function != entry)
      function.setPrivate();
  entry.setPublic();
  if (module.lookupSymbol(entrySymbol))
    return module.emitError("the name @") << entrySymbol << " is reserved";
  if (failed(SymbolTable::replaceAllSymbolUses(
          entry.getOperation(),
          StringAttr::get(module.getContext(), entrySymbol),
          module.getOperation())))
    return entry.emitError("cannot rename the entry: a use is unknown");
  entry.setSymName(entrySymbol);
  return success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

std::vector<OutputInfo> outputsOf(TypeRange arguments, TypeRange results) {
  std::vector<OutputInfo> outputs;
  for (auto [index, type] : llvm::enumerate(results))
    outputs.push_back({/*isResult=*/true, unsigned(index), type});
  for (auto [index, type] : llvm::enumerate(arguments))
    if (isa<MemRefType>(type))
      outputs.push_back({/*isResult=*/false, unsigned(index), type});
  return outputs;
}

/// The format is, for each tensor, its rank, its extents, and its elements.
void serialize(const Outputs &outputs, raw_ostream &os) {
  for (const HostTensor &tensor : outputs) {
    int64_t rank = tensor.shape.size();
    os.write(reinterpret_cast<const char *>(&rank), sizeof(rank));
    os.write(reinterpret_cast<const char *>(tensor.shape.data()),
             rank * sizeof(int64_t));
    os.write(tensor.bytes(), tensor.numBytes());
  }
}

Outputs deserialize(const char *&at, ArrayRef<OutputInfo> infos) {
  auto take = [&](void *to, size_t size) {
    std::memcpy(to, at, size);
    at += size;
  };
  Outputs outputs;
  for (const OutputInfo &info : infos) {
    int64_t rank;
    take(&rank, sizeof(rank));
    SmallVector<int64_t> shape(rank);
    take(shape.data(), rank * sizeof(int64_t));
    HostTensor tensor = HostTensor::allocate(elementTypeOf(info.type), shape);
    take(tensor.bytes(), tensor.numBytes());
    outputs.push_back(std::move(tensor));
  }
  return outputs;
}

} // namespace mlir::layout::execution
