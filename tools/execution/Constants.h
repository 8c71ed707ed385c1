//===- Constants.h - Constant data kept out of the code ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_CONSTANTS_H
#define LAYOUT_EXECUTION_CONSTANTS_H

#include "HostTensor.h"

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace mlir::layout::execution {

/// The contents of an external global.
struct HostConstant {
  std::string symbol;
  HostTensor value;
};

/// Turns every `memref.global` with elements into an external one and returns
/// its contents, to be bound by the JIT. LLVM never sees the data: that is
/// faster for large weights, and it works for the resources that upstream
/// cannot translate (i1, i4, complex).
FailureOr<std::vector<HostConstant>> hoistConstants(ModuleOp module);

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_CONSTANTS_H
