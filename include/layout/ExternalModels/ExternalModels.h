//===- ExternalModels.h - Layout rules of upstream ops ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// External models of LayoutRuleOpInterface: the only place that knows ops by
// name. One file per dialect.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXTERNALMODELS_EXTERNALMODELS_H
#define LAYOUT_EXTERNALMODELS_EXTERNALMODELS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::layout {

/// layout.pad, layout.crop.
void registerLayoutModels(DialectRegistry &registry);
/// tensor.pad, tensor.concat, tensor.extract_slice, tensor.insert_slice.
void registerTensorModels(DialectRegistry &registry);
/// linalg.softmax, which is no structured op.
void registerLinalgModels(DialectRegistry &registry);

/// What --layout-count needs to know of ops that move elements.
void registerMovementModels(DialectRegistry &registry);

inline void registerAllModels(DialectRegistry &registry) {
  registerLayoutModels(registry);
  registerTensorModels(registry);
  registerLinalgModels(registry);
  registerMovementModels(registry);
}

} // namespace mlir::layout

#endif // LAYOUT_EXTERNALMODELS_EXTERNALMODELS_H
