//===- Buffers.h - Layouts of buffers ---------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points behind the passes on buffers, for compilers that call them
// directly. Passes.td describes what they do. Layouts of buffers that are
// separated into groups of dims, and the flattening of each group, follow RFC
// 39 of Apache TVM, "Buffer Physical Layout".
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERS_BUFFERS_H
#define LAYOUT_BUFFERS_BUFFERS_H

#include "layout/Buffers/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
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

/// Gives each buffer for which a layout is requested its physical shape, and
/// rewrites its users. Returns the loops that were created or reordered, outer
/// loops before inner ones. If an op cannot be rewritten, emits an error at it,
/// leaves the module unchanged, and fails.
FailureOr<SmallVector<Operation *>>
applyBufferLayouts(ModuleOp module,
                   BufferFunctions functions = BufferFunctions::Private,
                   LoopOrder order = LoopOrder::Keep);

/// Removes copies between buffers of a function by giving one of the two a
/// place in the other. The pass `layout-place-buffers` describes the result. It
/// works on clones beside the function, so that nothing else may change the
/// symbol table around it at the same time.
void placeBuffers(func::FuncOp function);

/// Gives each reshape of a memref inside `root` the type that upstream requires
/// for its source. A cast restores the type for its users.
void updateReshapeTypes(Operation *root);

/// Gives each buffer one dim for each group of its layout, and rewrites its
/// users. If an op cannot be rewritten, or if a buffer had more than `maxRank`
/// dims, emits an error, leaves the module unchanged, and fails.
LogicalResult
flattenBuffers(ModuleOp module,
               BufferFunctions functions = BufferFunctions::Private,
               std::optional<unsigned> maxRank = std::nullopt);

} // namespace mlir::layout

#endif // LAYOUT_BUFFERS_BUFFERS_H
