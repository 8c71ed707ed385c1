//===- Adapt.h - Rearranges values by the names of dims ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_LEGALIZE_ADAPT_H
#define LAYOUT_LIB_IMPORT_LEGALIZE_ADAPT_H

#include "DimNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Fails, with an error at the argument or op, if a `layout.given` of a
/// function does not name each dim of the value once. Behind that, names that
/// are given and that no `layout.adapt` reads are as many as the value has
/// dims.
LogicalResult verifyGivenNames(func::FuncOp function);

/// Replaces every `layout.adapt` of `functions` by rewrites:
///
///   %1 = layout.adapt %0 from "NHWC" as "NCHW"
///          : tensor<1x8x8x32xf32> to tensor<1x32x8x8xf32>
///
/// becomes
///
///   %1 = layout.layout_transform %0 by <(n, h, w, c) -> (n, c, h, w)>
///          : tensor<1x8x8x32xf32> to tensor<1x32x8x8xf32>
///
/// Fails, with an error at the op, if names are not known, do not match, or
/// contradict the types; also if a convolution or matmul reads a value whose
/// given names are in another order than their roles there.
LogicalResult resolveAdapts(ArrayRef<func::FuncOp> functions,
                            const CriticalOpAnalysis &criticalOps);

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_LEGALIZE_ADAPT_H
