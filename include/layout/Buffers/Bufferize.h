//===- Bufferize.h - Our ops in one-shot bufferization ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERS_BUFFERIZE_H
#define LAYOUT_BUFFERS_BUFFERIZE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::layout {

void registerTransformModel(DialectRegistry &registry);
void registerWindowModels(DialectRegistry &registry);

/// Lets `layout_transform`, `pad` and `crop` take part in upstream's one-shot
/// bufferization; what they become is said at the pass `layout-bufferize`.
inline void registerBufferizeModels(DialectRegistry &registry) {
  registerTransformModel(registry);
  registerWindowModels(registry);
}

/// Marks by `layout.view` every layout_transform whose users take the buffer of
/// its source by other indices, as `layout-bufferize{to=logical}` does.
void markViews(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_BUFFERS_BUFFERIZE_H
