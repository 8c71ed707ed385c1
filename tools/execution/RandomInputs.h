//===- RandomInputs.h - Seeded arguments ------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_RANDOMINPUTS_H
#define LAYOUT_EXECUTION_RANDOMINPUTS_H

#include "HostTensor.h"

#include "mlir/IR/TypeRange.h"

#include <vector>

namespace mlir::layout::execution {

struct InputOptions {
  /// The values of the arguments' dynamic dims in order; the last one repeats.
  SmallVector<int64_t> dims = {3};
  /// Bounds, both included, of integers of 16 bits or more and of index.
  int64_t lowest = 0;
  int64_t highest = 3;
};

/// The arguments of a function with these parameter types; a function of the
/// types, the seed and the options alone.
///
/// Integers below 16 bits take their full range. Floats are uniform, of both
/// signs and unit variance. A function of four or more float tensors is taken
/// for a network with its weights as arguments: behind the first one, vectors
/// are positive (they may be variances) and the others He-scaled, so that deep
/// networks neither overflow nor vanish.
std::vector<HostTensor> makeInputs(TypeRange types, uint64_t seed,
                                   const InputOptions &options);

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_RANDOMINPUTS_H
