//===- RandomInputs.h - Reproducible random arguments -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_RANDOMINPUTS_H
#define LAYOUT_LIB_EXECUTION_RANDOMINPUTS_H

#include "HostTensor.h"

#include "mlir/IR/TypeRange.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace mlir::layout::execution {

struct InputOptions {
  /// The sizes of the dynamic dims of all arguments in order; the last one
  /// repeats. If there are none, all dynamic dims have size 3.
  SmallVector<int64_t> dims;
  /// The inclusive bounds of integers of 16 bits or more and of index.
  int64_t lowest = 0;
  int64_t highest = 3;
  /// The types to which floats are rounded that are drawn for each argument, if
  /// they are narrower than its own.
  SmallVector<Type> roundedTo;
  /// The arguments whose integers, but for those of one bit, are not zero, as
  /// far as the bounds allow that; all others if it is shorter.
  SmallVector<bool> areDivisors;
  /// By what part of themselves floats are larger or smaller than without this
  /// option. That shows how much of a result rounding decides.
  double perturbation = 0;
};

/// Reads the bounds of integers, "lowest,highest".
llvm::Expected<std::pair<int64_t, int64_t>> readIntRange(StringRef text);

/// Returns an error if `dims` has more sizes than parameters of the given types
/// have dynamic dims, and more than `numIgnored`.
llvm::Error checkDims(TypeRange types, const InputOptions &options,
                      size_t numIgnored = 0);

/// Creates arguments for parameters of the given types. They depend on the
/// types, the seed and the options only.
///
/// Integers of less than 16 bits take their full range. Floats are uniform,
/// with mean 0 and variance 1. A function of four or more float tensors is
/// assumed to be a network with its weights as arguments: after the first
/// tensor, vectors are positive (they may be variances), and all others have He
/// scaling (He et al.: Delving Deep into Rectifiers, 2015), so that deep
/// networks neither overflow nor vanish.
std::vector<HostTensor> makeInputs(TypeRange types, uint64_t seed,
                                   const InputOptions &options);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_RANDOMINPUTS_H
