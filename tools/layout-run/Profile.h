//===- Profile.h - What each kernel takes -----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_PROFILE_H
#define LAYOUT_RUN_PROFILE_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace mlir::layout::run {

/// The functions that are called before and after each kernel, with its number.
inline constexpr llvm::StringLiteral beginKernelSymbol = "layout_run_kernel";
inline constexpr llvm::StringLiteral endKernelSymbol = "layout_run_kernel_end";

/// A function marked `layout.kernel`.
struct KernelInfo {
  /// The location of its reduction, or of its last op, and the types of the
  /// operands of that: "1x8xf32, 8x4xf32 -> 1x4xf32".
  std::string location, types;
  /// The additions, multiplications and other arithmetic operations of a call;
  /// 0 if its shape is dynamic.
  double operations = 0;
};

/// The time of one kernel in one run of the program, over all its calls.
struct KernelTime {
  double seconds = 0;
  int64_t calls = 0;
};

/// Calls the functions above around each call of a kernel. Returns the kernels
/// by number.
std::vector<KernelInfo> instrumentKernels(ModuleOp module);

/// Prints the medians over `runs` of the time of each kernel, those that take
/// longest first.
void printProfile(ArrayRef<KernelInfo> kernels,
                  ArrayRef<std::vector<KernelTime>> runs, raw_ostream &os);

/// The same as JSON: {"kernels": [{"location", "types", "calls", "seconds",
/// "operations"}]}, with the seconds and operations of all calls of a run.
void writeProfile(ArrayRef<KernelInfo> kernels,
                  ArrayRef<std::vector<KernelTime>> runs, raw_ostream &os);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_PROFILE_H
