//===- TargetOption.h - Targets in the help of a tool -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_TARGETOPTION_H
#define LAYOUT_TARGETS_TARGETOPTION_H

#include "mlir/Support/LLVM.h"

namespace mlir::layout {

/// Returns the help of an option that takes a target: `meaning`, the names of
/// the targets that are registered at the time of the call, and that a file
/// does as well. The text stays as long as the program, as llvm::cl::desc
/// requires. May be called on any thread.
StringRef describeTargetOption(StringRef meaning);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_TARGETOPTION_H
