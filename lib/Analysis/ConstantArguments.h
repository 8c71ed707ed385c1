//===- ConstantArguments.h - Arguments that never change --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A caller may mark arguments of a function `layout.constant`: they are the
// same in each call, as weights are. What depends on such arguments alone is
// computed once, in front of the first call (`layout-prepare-constants`), so
// rewrites of it are none of run-time data. The same holds for globals with
// that mark which the function loads (ConstantGlobals.h).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_CONSTANTARGUMENTS_H
#define LAYOUT_LIB_ANALYSIS_CONSTANTARGUMENTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

/// Whether `value` is an argument of a function that is marked
/// `layout.constant`.
bool isConstantArgument(Value value);

/// The operands of an op and the values that its regions read from outside.
llvm::SetVector<Value> getReads(Operation *op);

/// Whether `op` may be computed in front of the function: it has no effects,
/// does not fail where the function would not, only gives tensors, and these
/// take no more bytes than the tensors it reads, unless it is a rewrite. A
/// broadcast stays in the function, where it costs nothing in the op that reads
/// it.
bool canBePrepared(Operation *op);

/// When a value is known.
enum class KnownBefore {
  No, ///< while the function runs
  /// when constant arguments and marked globals are, by ops that can be
  /// prepared
  Prepared,
  Constant, ///< when it is compiled: made from constants alone
};

/// When the values of a function are known.
class KnownValues {
public:
  /// Looks at `limit` ops at most; a value behind more ops counts as unknown.
  explicit KnownValues(size_t limit) : limit(limit) {}

  KnownBefore get(Value value);

private:
  KnownBefore compute(Value value);

  size_t limit;
  DenseMap<Value, KnownBefore> known;
};

/// Whether `op` loads a global, marked `layout.constant`, in a public function:
/// its callers can run what prepares it.
bool loadsPreparedGlobal(Operation *op);

/// Whether `value` is a constant argument or such a load, or is computed from
/// these and constants alone by ops that can be prepared. Only that many ops
/// are looked at that the answer takes constant time.
bool dependsOnConstantArgumentsAlone(Value value);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_CONSTANTARGUMENTS_H
