//===- GenericShape.cpp - A shape on which maps show what they are --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GenericShape.h"
#include "layout/Algebra/PaddedMap.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

SmallVector<int64_t> explain::getGenericShape(ArrayRef<IndexMap> maps,
                                              ArrayRef<int64_t> shape) {
  auto occupied = llvm::map_to_vector(
      shape, [](int64_t size) { return std::max<int64_t>(size, 1); });
  SmallVector<int64_t> generic(occupied);
  for (const IndexMap &map : maps)
    if (std::optional<PaddedMap> padded = getPaddedMap(map, generic))
      generic = padded->shape;
  for (int64_t &size : generic) {
    std::optional<int64_t> twice = llvm::checkedMul<int64_t>(size, 2);
    if (!twice)
      return occupied;
    size = *twice;
  }
  return generic;
}
