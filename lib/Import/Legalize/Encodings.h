//===- Encodings.h - Layouts as encodings of tensors ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout (TensorLayoutInterface.h) as the encoding of a tensor type says how
// the value lies:
//
//   func.func @f(%x: tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>) {
//     %0 = linalg.exp ... -> tensor<4x6xf32, #layout.index_map<(i, j) -> (j,
//     i)>>
//
// It becomes an annotation, which the planner knows:
//
//   func.func @f(%x: tensor<4x6xf32>
//       {layout.tensor_layout = #layout.index_map<(d0, d1) -> (d1, d0)>}) {
//     %0 = linalg.exp
//         {layout.require = [#layout.index_map<(d0, d1) -> (d1, d0)>]} ...
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_LEGALIZE_ENCODINGS_H
#define LAYOUT_LIB_IMPORT_LEGALIZE_ENCODINGS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Turns the encodings of a module into annotations. Fails, with an error, if
/// one is in a function that is marked, beside an annotation of the same value,
/// or on a global.
LogicalResult replaceEncodings(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_LEGALIZE_ENCODINGS_H
