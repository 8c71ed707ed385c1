//===- ReshapeModels.h - Layout rules of tensor reshapes --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OPMODELS_RESHAPEMODELS_H
#define LAYOUT_LIB_OPMODELS_RESHAPEMODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::layout {

/// Attaches the layout rules of tensor.expand_shape and collapse_shape.
void attachReshapeModels(MLIRContext &context);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OPMODELS_RESHAPEMODELS_H
