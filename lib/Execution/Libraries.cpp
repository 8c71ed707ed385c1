//===- Libraries.cpp - Libraries that compiled programs call --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Libraries.h"
#include "llvm/Support/DynamicLibrary.h"

namespace mlir::layout::execution {

llvm::Error loadLibraries(ArrayRef<std::string> paths) {
  for (const std::string &path : paths) {
    std::string why;
    if (llvm::sys::DynamicLibrary::LoadLibraryPermanently(path.c_str(), &why))
      return llvm::createStringError("cannot load the library %s: %s",
                                     path.c_str(), why.c_str());
  }
  return llvm::Error::success();
}

} // namespace mlir::layout::execution
