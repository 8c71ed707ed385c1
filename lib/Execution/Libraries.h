//===- Libraries.h - Libraries that compiled programs call ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_LIBRARIES_H
#define LAYOUT_LIB_EXECUTION_LIBRARIES_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace mlir::layout::execution {

/// Loads shared libraries into this process, such that programs that are
/// compiled afterwards find their functions. Returns an error that names the
/// first one that cannot be loaded.
llvm::Error loadLibraries(ArrayRef<std::string> paths);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_LIBRARIES_H
