//===- WidenFloats.h - Programs without the rounding of narrow floats -*- C++
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_WIDENFLOATS_H
#define LAYOUT_CHECK_WIDENFLOATS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::layout::execution {

/// The type of which `widenFloats` makes this one: f32 for f16 and bf16, also
/// as elements.
Type widenType(Type type);

/// Makes a program of this one that computes in f32 what this one computes in
/// f16 and bf16. The difference shows what rounding does to a result, such as
/// to a long sum in bf16, which stops to grow at 256 times what is added:
///
///   %1 = arith.addf %0, %x : bf16
///
/// becomes
///
///   %1 = arith.addf %0, %x : f32
///
/// Returns null if the program has no such types, or depends on their bits.
OwningOpRef<ModuleOp> widenFloats(ModuleOp module);

} // namespace mlir::layout::execution

#endif // LAYOUT_CHECK_WIDENFLOATS_H
