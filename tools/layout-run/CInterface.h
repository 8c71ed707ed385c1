//===- CInterface.h - The C function of a program ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_CINTERFACE_H
#define LAYOUT_RUN_CINTERFACE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>

namespace mlir::layout::run {

/// The memory of an argument or a result: elements without gaps, row-major
/// unless the argument has a layout. A scalar is one element.
struct CBuffer {
  std::string name;      ///< arg0, arg1, ..., result0, ...
  Type type;             ///< in the program: a scalar, tensor or memref
  StringRef elementType; ///< in C
  bool isResult, isWritten;
  /// Permutes dims to the order in which they are stored; null if row-major.
  AffineMap layout = {};

  /// The names of the parameters that say the extents of dynamic dims. They
  /// stand in front of the buffer.
  SmallVector<std::string> getExtentNames() const;
};

/// The function that C programs call: its name, and its buffers in order, those
/// of the arguments first.
struct CInterface {
  std::string name;
  std::vector<CBuffer> buffers;

  /// Describes the C function called `name` that computes what `entry` does;
  /// the name is that of the entry if it is empty. Emits an error if C has no
  /// such name or types.
  static FailureOr<CInterface> create(func::FuncOp entry, StringRef name);

  /// The declaration, without a semicolon.
  std::string getDeclaration() const;
};

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_CINTERFACE_H
