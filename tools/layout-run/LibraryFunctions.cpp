//===- LibraryFunctions.cpp - Functions of the C library ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryFunctions.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::layout::run {

bool isLibraryFunction(StringRef name) {
  static const llvm::Triple triple(llvm::sys::getProcessTriple());
  static const llvm::TargetLibraryInfoImpl library(triple);
  llvm::LibFunc function;
  // Upstream lowers math.erfc to calls of functions that LLVM does not list.
  return library.getLibFunc(name, function) || name == "erfc" ||
         name == "erfcf";
}

} // namespace mlir::layout::run
