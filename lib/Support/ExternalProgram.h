//===- ExternalProgram.h - Programs that convert files ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SUPPORT_EXTERNALPROGRAM_H
#define LAYOUT_LIB_SUPPORT_EXTERNALPROGRAM_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::layout {

/// Runs a program that reads one file and writes another, such as a linker:
/// writes `input` to a temporary file and returns the contents of the output.
/// The names of both files end in the given extensions, without a dot.
/// `getArguments` returns the path of the program and its arguments, given the
/// paths of both files. If the program fails, the error is "WHAT failed: " and
/// what it printed. No temporary file is left.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
convertFile(llvm::StringRef input, llvm::StringRef inputExtension,
            llvm::StringRef outputExtension, llvm::StringRef what,
            llvm::function_ref<std::vector<std::string>(llvm::StringRef,
                                                        llvm::StringRef)>
                getArguments);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SUPPORT_EXTERNALPROGRAM_H
