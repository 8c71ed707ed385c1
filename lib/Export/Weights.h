//===- Weights.h - Constants in a file of their own -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants whose layout has been changed leave the program: it takes them as
// further arguments, and a file has their bytes, as they are in memory. With
// the filters of a convolution,
//
//   func.func @main(%x: ...) {
//     %w = arith.constant {layout.stored = {...}} dense<"0x...">
//         : tensor<4x2x3x3x16x16xf32>
//
// becomes
//
//   func.func @main(%x: ..., %w: tensor<4x2x3x3x16x16xf32>
//       {layout.host = {..., weight = "main_weight0", weight_offset = 0}}) {
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPORT_WEIGHTS_H
#define LAYOUT_LIB_EXPORT_WEIGHTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

class Weights {
public:
  /// Makes arguments of the constants of a function that have `layout.stored`.
  /// The function keeps those whose bytes are not known, such as those of
  /// booleans, and all of them if it has calls in the module, with a missed
  /// remark.
  void take(func::FuncOp function);

  /// Writes the bytes to `path`, each constant at a multiple of 64 bytes, and
  /// what is where to `path` with `.json` behind it.
  llvm::Error write(StringRef path) const;

private:
  struct Weight {
    func::FuncOp function;
    unsigned argument;
    ElementsAttr value;
    DictionaryAttr descriptor;
    int64_t offset;
  };

  SmallVector<Weight> weights;
  int64_t numBytes = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_EXPORT_WEIGHTS_H
