//===- ElementwiseOps.h - Elementwise ops on tensors ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that upstream's traits call elementwise mappable (`arith.addf` on
// tensors) have no body. What a rewrite has to do for single elements, as to
// select what the padding holds, it does in the structured op that computes the
// same.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_RELAYOUT_ELEMENTWISEOPS_H
#define LAYOUT_LIB_RELAYOUT_ELEMENTWISEOPS_H

#include "LoopRelayout.h"

namespace mlir::layout {

/// Whether `op` applies the op of its name to each element of its operands of
/// ranked tensor types, of which there is one or more. Operands that are no
/// tensors are scalars.
bool isElementwiseOnTensors(Operation *op);

/// Creates the structured op of `op`, an elementwise op on tensors with one
/// result, at the insertion point. It reads `inputs` in place of the operands,
/// and its destination is `init`; the tensors among them have one shape.
///
///   %1 = arith.addf %a, %b : tensor<4x8xf32>
///
/// becomes
///
///   %1 = linalg.generic {
///       indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, ...],
///       iterator_types = ["parallel", "parallel"]}
///       ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>)
///       outs(%init : tensor<4x8xf32>) {
///   ^bb0(%x: f32, %y: f32, %out: f32):
///     %2 = arith.addf %x, %y : f32
///     linalg.yield %2 : f32
///   } -> tensor<4x8xf32>
linalg::GenericOp createStructured(OpBuilder &builder, Operation *op,
                                   ValueRange inputs, Value init);

/// Creates the structured op that computes the same as `op`, an elementwise op
/// on tensors with one result, in other layouts, and returns its result.
/// `layouts` are those of the operands and of the result, and `operands` have
/// them. If 13 elements are padded to 16 and `masks` asks for 0 in the padding,
///
///   %y = math.exp %x : tensor<13xf32>
///
/// becomes
///
///   %y2 = linalg.generic ... ins(%x2 : tensor<16xf32>)
///                            outs(%e : tensor<16xf32>) {
///   ^bb0(%in: f32, %out: f32):
///     %0 = math.exp %in : f32
///     %1 = linalg.index 0 : index
///     %2 = arith.cmpi slt, %1, %c13 : index
///     %3 = arith.select %2, %0, %zero : f32
///     linalg.yield %3 : f32
///   }
///
/// On failure `reason` is set to a clause "requires ..., found ...".
FailureOr<SmallVector<Value>>
rebuildElementwise(RewriterBase &rewriter, Operation *op,
                   ArrayRef<MixedRadixMap> layouts, ValueRange operands,
                   const Masks &masks, std::string &reason);

} // namespace mlir::layout

#endif // LAYOUT_LIB_RELAYOUT_ELEMENTWISEOPS_H
