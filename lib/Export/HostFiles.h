//===- HostFiles.h - Descriptors of tensors as files ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `layout.host` attributes of functions (HostDescriptor.h) for programs
// that do not read IR: as JSON, with the keys of the attribute, and as a C
// header with one constant for each argument or result.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPORT_HOSTFILES_H
#define LAYOUT_LIB_EXPORT_HOSTFILES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// An argument or a result of a function, and its `layout.host`.
struct HostValue {
  DictionaryAttr descriptor; ///< null if it has none
  bool isArgument;
  unsigned number;
};

/// All arguments, then all results.
SmallVector<HostValue> getHostValues(func::FuncOp function);

/// Whether an argument or result of the function has `layout.host`.
bool hasHostDescriptors(func::FuncOp function);

/// Whether it is a constant that a file has (Weights.h), which nobody packs.
bool isWeight(const HostValue &value);

/// Whether it is a constant argument that a function has prepared, which nobody
/// unpacks.
bool isPrepared(const HostValue &value);

/// The name of the function that packs an argument or unpacks a result:
/// `pack_main_arg0`, `unpack_main_result0`.
std::string getHostFunctionName(func::FuncOp function, bool packs,
                                unsigned number);

void printHostJson(ArrayRef<func::FuncOp> functions, llvm::raw_ostream &os);
void printHostHeader(ArrayRef<func::FuncOp> functions, llvm::raw_ostream &os);

} // namespace mlir::layout

#endif // LAYOUT_LIB_EXPORT_HOSTFILES_H
