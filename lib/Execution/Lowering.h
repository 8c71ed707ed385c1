//===- Lowering.h - From tensors to the LLVM dialect ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_LOWERING_H
#define LAYOUT_LIB_EXECUTION_LOWERING_H

#include "HostTensor.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include <functional>
#include <vector>

namespace mlir::layout::execution {

/// Registers all dialects and extensions that an input file may use, and all
/// that lowering and translating it needs.
void registerAllInputDialects(DialectRegistry &registry);

/// Runs a textual pipeline of any registered passes.
LogicalResult runPasses(ModuleOp module, StringRef pipeline);

/// The contents of an external global of a lowered module.
struct HostConstant {
  std::string symbol;
  HostTensor value;
};

/// How ops on tensors become ops on buffers.
struct TensorLowering {
  /// Turns tensors into buffers of identity layout, at function boundaries as
  /// well.
  std::function<LogicalResult(ModuleOp)> bufferize;
  /// Changes the program on buffers, if set.
  std::function<void(ModuleOp)> changeBuffers = nullptr;

  /// Every op writes to a buffer of its own, a copy of its destination, and
  /// runs once: slow, but the program means what its tensors mean, whatever an
  /// alias analysis or a fusion would overlook.
  static TensorLowering literal();

  /// Ops write in place where an alias analysis finds that they may, as in
  /// upstream's one-shot bufferization, and run once.
  static TensorLowering inPlace();
};

/// Lowers a module of upstream dialects to the LLVM dialect with upstream's
/// passes, a loop nest for each op. Returns the contents of all constants,
/// which the module declares as external globals. Emits an error if an op
/// cannot be lowered.
FailureOr<std::vector<HostConstant>> lowerToLLVM(ModuleOp module,
                                                 const TensorLowering &tensors);

/// How a program becomes kernels.
struct KernelLowering {
  /// Options of the pipeline `layout-to-kernels`, but for scheduling.
  std::string options;
  /// Whether kernels become loops on vectors, in which products and sums may be
  /// fused.
  bool schedule = true;
  /// The threads that share the tiles of a kernel.
  unsigned threads = 1;
  /// The second-level cache of a core; 0 for what layout-schedule-kernels
  /// takes.
  unsigned cacheBytes = 0;
  /// The target whose machine counts, if it is not empty.
  std::string target;
  /// Changes the program once it has functions of kernels, if set.
  std::function<void(ModuleOp)> changeKernels = nullptr;
};

/// Lowers a module to the LLVM dialect by the stages of the pipeline
/// `layout-to-llvm`, and returns the contents of all constants.
FailureOr<std::vector<HostConstant>>
compileToLLVM(ModuleOp module, const KernelLowering &kernels);

/// Turns tensors into buffers. Every op that writes gets a copy of its
/// destination. BufferizeWithCopies.cpp.
LogicalResult bufferizeWithCopies(ModuleOp module);

/// Turns every `memref.global` with elements into an external one, and returns
/// their contents. LLVM never sees the data, which is faster for large weights,
/// and supports resources that upstream cannot translate (i1, i4, complex).
/// Constants.cpp.
FailureOr<std::vector<HostConstant>> hoistConstants(ModuleOp module);

/// Removes the layouts of the layout dialect from the types of a program, and
/// layout.reindex with them: a program that computes the same. Emits an error
/// if a layout.reindex is passed on. ForgetLayouts.cpp.
LogicalResult forgetLayouts(ModuleOp module);

/// Marks kernels that run few iterations as not to be optimized by LLVM, which
/// would take longer than it saves. CodeAttributes.cpp.
void omitOptimizingShortKernels(ModuleOp module);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_LOWERING_H
