//===- VersionPrinter.h - What --version prints -----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SUPPORT_VERSIONPRINTER_H
#define LAYOUT_LIB_SUPPORT_VERSIONPRINTER_H

namespace mlir::layout {

/// Makes `--version` print the version of this project and that of LLVM.
/// Precondition: the command line is not parsed yet.
void registerVersionPrinter();

} // namespace mlir::layout

#endif // LAYOUT_LIB_SUPPORT_VERSIONPRINTER_H
