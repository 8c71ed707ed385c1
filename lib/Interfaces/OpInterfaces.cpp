//===- OpInterfaces.cpp - Interfaces of ops that take part in planning ----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/DataMovementInterface.h"
#include "layout/Interfaces/GatherInterface.h"
#include "layout/Interfaces/LayoutRuleInterface.h"

using namespace mlir;
using namespace mlir::layout;

#include "layout/Interfaces/DataMovementInterface.cpp.inc"
#include "layout/Interfaces/GatherInterface.cpp.inc"
#include "layout/Interfaces/LayoutRuleInterface.cpp.inc"

RankedTensorType layout::getPhysicalType(RankedTensorType type,
                                         ArrayRef<MixedRadix> layout) {
  SmallVector<int64_t> shape;
  for (const MixedRadix &list : layout)
    shape.push_back(getExtent(list));
  return type.clone(shape);
}
