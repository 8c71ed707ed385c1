//===- OpInterfaces.cpp - Interfaces of ops that take part in planning ----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/DataMovementInterface.h"
#include "layout/Interfaces/DivisionInterface.h"
#include "layout/Interfaces/GatherInterface.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

#include "layout/Interfaces/DataMovementInterface.cpp.inc"
#include "layout/Interfaces/DivisionInterface.cpp.inc"
#include "layout/Interfaces/GatherInterface.cpp.inc"
#include "layout/Interfaces/LayoutRuleInterface.cpp.inc"

RankedTensorType layout::getPhysicalType(RankedTensorType type,
                                         ArrayRef<MixedRadix> layout) {
  SmallVector<int64_t> shape;
  for (const MixedRadix &list : layout)
    shape.push_back(getExtent(list));
  return type.clone(shape);
}

/// Whether a divisor is a constant without elements that are 0 or -1.
static bool isSafeDivisor(Value divisor) {
  auto isSafe = [](const APInt &value) {
    return !value.isZero() && !value.isAllOnes();
  };
  Attribute constant;
  if (!matchPattern(divisor, m_Constant(&constant)))
    return false;
  if (auto integer = dyn_cast<IntegerAttr>(constant))
    return isSafe(integer.getValue());
  auto elements = dyn_cast<DenseIntElementsAttr>(constant);
  return elements && llvm::all_of(elements.getValues<APInt>(), isSafe);
}

bool layout::isSafeToSpeculate(Operation *op) {
  return isSpeculatable(op) && !op->walk([](DivisionOpInterface division) {
                                    return isSafeDivisor(division.getDivisor())
                                               ? WalkResult::advance()
                                               : WalkResult::interrupt();
                                  }).wasInterrupted();
}
