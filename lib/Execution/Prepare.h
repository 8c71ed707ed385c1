//===- Prepare.h - Entries with prepared arguments --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout-prepare-constants` divides a function into `@F.prepare`, which takes
// its constant arguments, and `@F`, which takes what that returns. Tools call
// both with the arguments of the whole.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_PREPARE_H
#define LAYOUT_LIB_EXECUTION_PREPARE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout::execution {

/// Returns the function that prepares the constant arguments of `entry`; null
/// if there is none. Fails if the two do not fit together.
FailureOr<func::FuncOp> findPrepare(func::FuncOp entry);

/// Where an argument of `entry` comes from: the argument of the whole with this
/// number, or, if it is prepared, the result of the preparation.
struct ArgumentSource {
  bool isPrepared;
  unsigned number;
};

/// Returns the source of each argument of `entry`.
SmallVector<ArgumentSource> getArgumentSources(func::FuncOp entry,
                                               func::FuncOp prepare);

/// Returns the types of the arguments of the whole.
SmallVector<Type> getWholeParameters(func::FuncOp entry, func::FuncOp prepare);

/// The preparation of an entry as a program of its own.
struct Preparation {
  /// Divides `module`; if nothing prepares `entry`, the result has no module.
  static FailureOr<Preparation> create(ModuleOp module, func::FuncOp entry);

  OwningOpRef<ModuleOp> module;
  func::FuncOp entry; ///< in `module`
  /// The arguments of the whole that are prepared.
  SmallVector<int64_t> numbers;
  /// The types of the arguments of the whole.
  SmallVector<Type> parameters;
  /// Where the arguments of the divided entry come from.
  SmallVector<ArgumentSource> sources;
};

/// Creates the function that takes the arguments of the whole, without a body
/// and in no module.
OwningOpRef<func::FuncOp> declareWhole(func::FuncOp entry,
                                       func::FuncOp prepare);

/// Makes `entry` private and creates a function of its name that takes the
/// arguments of the whole, calls `prepare`, and then `entry`. Returns it.
func::FuncOp createWhole(func::FuncOp entry, func::FuncOp prepare);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_PREPARE_H
