//===- InitAll.h - Registers everything of this project ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialect and its passes in a tool or a compiler.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INITALL_H
#define LAYOUT_INITALL_H

namespace mlir {
class DialectRegistry;

namespace layout {

/// Adds the dialect and the models it needs of upstream's dialects. Upstream's
/// own dialects are the caller's to add.
void registerAllDialects(DialectRegistry &registry);

/// Adds every pass to the global registry, for textual pipelines.
void registerAllPasses();

} // namespace layout
} // namespace mlir

#endif // LAYOUT_INITALL_H
