//===- Functions.cpp - Signatures of functions and kernels ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of arguments and returned values have changed by now, because they
// are members of alias sets. This brings the function types up to date.
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::layout;

/// With the layout `(i, j) -> (j, i)` of the argument,
///
///   func.func private @f(%a: memref<8x6xf32>) -> memref<8x6xf32>
///
/// becomes
///
///   func.func private @f(%a: memref<6x8xf32>) -> memref<6x8xf32>
void layout::updateSignatures(ModuleOp module) {
  module.walk([](func::FuncOp function) {
    if (function.isExternal())
      return;
    SmallVector<Type> results(function.getResultTypes());
    for (auto end : function.getOps<func::ReturnOp>())
      results.assign(end.getOperandTypes().begin(),
                     end.getOperandTypes().end());
    function.setType(FunctionType::get(
        function.getContext(), function.getBody().getArgumentTypes(), results));
  });
  module.walk([](gpu::GPUFuncOp kernel) {
    if (kernel.isExternal())
      return;
    // The entry block also has arguments for the workgroup and private memory
    // of the kernel, after those of its type.
    SmallVector<Type> inputs(kernel.getBody().getArgumentTypes());
    inputs.resize(kernel.getNumArguments());
    kernel.setType(FunctionType::get(kernel.getContext(), inputs,
                                     kernel.getResultTypes()));
  });
}

static const StringRef names[] = {LayoutDialect::kBufferTransforms,
                                  LayoutDialect::kAxisSeparators,
                                  LayoutDialect::kPadValue};

static DictionaryAttr withoutAnnotations(DictionaryAttr attributes) {
  NamedAttrList rest(attributes);
  for (StringRef name : names)
    rest.erase(name);
  return rest.getDictionary(attributes.getContext());
}

/// Removes annotations of one memory of a kernel. The workgroup memory comes
/// before the private memory.
static void removeAttributionAnnotations(gpu::GPUFuncOp kernel,
                                         unsigned number) {
  unsigned numWorkgroup = kernel.getNumWorkgroupAttributions();
  if (number < numWorkgroup) {
    if (DictionaryAttr attributes = kernel.getworkgroupAttributionAttrs(number))
      kernel.setworkgroupAttributionAttrs(number,
                                          withoutAnnotations(attributes));
    return;
  }
  number -= numWorkgroup;
  if (DictionaryAttr attributes = kernel.getPrivateAttributionAttrs(number))
    kernel.setPrivateAttributionAttrs(number, withoutAnnotations(attributes));
}

void layout::removeAnnotations(Operation *op) {
  for (StringRef name : names)
    op->removeDiscardableAttr(name);
}

void layout::removeAnnotations(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  auto function = dyn_cast<FunctionOpInterface>(parent);
  if (!function || !argument.getOwner()->isEntryBlock())
    return;
  if (argument.getArgNumber() < function.getNumArguments())
    for (StringRef name : names)
      function.removeArgAttr(argument.getArgNumber(), name);
  else if (auto kernel = dyn_cast<gpu::GPUFuncOp>(parent))
    removeAttributionAnnotations(kernel, argument.getArgNumber() -
                                             function.getNumArguments());
}

void layout::removeAnnotations(ModuleOp module) {
  module.walk([](Operation *op) {
    removeAnnotations(op);
    if (isa<FunctionOpInterface>(op) && !op->getRegion(0).empty())
      for (BlockArgument argument : op->getRegion(0).getArguments())
        removeAnnotations(argument);
  });
}
