//===- Bufferize.h - From tensors to buffers --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERIZATION_BUFFERIZE_H
#define LAYOUT_LIB_BUFFERIZATION_BUFFERIZE_H

#include "layout/Bufferization/Passes.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::layout {

/// Registers how `layout_transform`, `pad` and `crop` take part in upstream's
/// one-shot bufferization. The pass `layout-bufferize` describes the result.
void registerBufferizeModels(DialectRegistry &registry);

/// Registers how `tensor.gather` and `tensor.scatter`, for which upstream has
/// no models, take part in it: loops that load and store their elements.
void registerGatherModels(DialectRegistry &registry);

/// Bufferizes a module as the pass `layout-bufferize` does. Emits an error if
/// it cannot; the module is then in an unspecified state. The dialects that the
/// pass depends on have to be loaded.
LogicalResult bufferizeModule(ModuleOp module,
                              BufferForm form = BufferForm::Physical);

/// Marks with `layout.view` every `layout_transform` that needs no copy,
/// because all its users can access the buffer of its source by other indices.
/// The pass `layout-bufferize{to=logical}` does this first.
void markViews(ModuleOp module);

/// Emits an error for an op marked `layout.view` that needs a copy.
LogicalResult verifyViews(ModuleOp module);

/// Makes loops and conditions of branches between blocks, of which upstream's
/// bufferization does not take all:
///
///   ^bb1(%i: index, %x: tensor<8xf32>):
///     ...
///     cf.cond_br %more, ^bb1(%next, %y : index, tensor<8xf32>), ^bb2
///
/// becomes
///
///   %0:2 = scf.while (%i = %c0, %x = %init) ... {
///     ...
///     scf.condition(%more) %next, %y : index, tensor<8xf32>
///   } do { ... }
///
/// Tensors that are poison, as those in place of values that are not passed,
/// become empty ones. Emits an error at a branch of another dialect than `cf`;
/// the module is then in an unspecified state.
LogicalResult liftBranches(ModuleOp module);

/// Loads constant globals as variable ones, which upstream bufferizes.
///
///   %0 = ml_program.global_load_const @w : tensor<4xf32>
///
/// becomes
///
///   %0 = ml_program.global_load @w : tensor<4xf32>
void replaceConstantLoads(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERIZATION_BUFFERIZE_H
