//===- Target.h - What a target says about layouts --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPLAIN_TARGET_H
#define LAYOUT_LIB_EXPLAIN_TARGET_H

#include "layout/Targets/LayoutTarget.h"

namespace mlir::layout::explain {

/// Returns the first device of a target: a name or a file `*.mlir`. The empty
/// text is a device that says nothing.
llvm::Expected<LayoutTarget> readTarget(StringRef nameOrFile,
                                        MLIRContext *context);

/// Prints the default layout of each rank that targets know, as text or as one
/// JSON object.
void printDefaults(const LayoutTarget &target, bool asJson,
                   llvm::raw_ostream &os);

} // namespace mlir::layout::explain

#endif // LAYOUT_LIB_EXPLAIN_TARGET_H
