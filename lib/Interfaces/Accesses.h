//===- Accesses.h - How factors access the dims of a port -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_INTERFACES_ACCESSES_H
#define LAYOUT_LIB_INTERFACES_ACCESSES_H

#include "layout/Interfaces/LayoutRule.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::layout {

/// Returns the factors that access a dim, first the one that the dim follows.
inline SmallVector<unsigned> getFactors(const Access &access) {
  switch (access.kind) {
  case Access::Kind::None:
    return {};
  case Access::Kind::Digits:
    return llvm::map_to_vector<4>(access.digits,
                                  [](const Digit &digit) { return digit.dim; });
  case Access::Kind::Piece:
    return {access.factor};
  case Access::Kind::Window: {
    SmallVector<unsigned> factors{access.factor};
    for (unsigned factor : access.factors)
      if (factor != access.factor)
        factors.push_back(factor);
    return factors;
  }
  }
  llvm_unreachable("covered switch");
}

/// Whether `digit` is all of a dim or factor of the given extent.
inline bool isWhole(const Digit &digit, int64_t extent) {
  return digit.stride == 1 && digit.extent == extent;
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_INTERFACES_ACCESSES_H
