//===- BlockedCopy.cpp - Copies into another layout -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedCopy.h"
#include "DigitNest.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

BlockedCopy layout::createBlockedCopy(OpBuilder &builder, Location loc,
                                      Value source, AffineMap from,
                                      Value target, AffineMap to,
                                      ArrayRef<int64_t> shape,
                                      ArrayRef<OpFoldResult> sizes,
                                      bool isExact) {
  OpBuilder::InsertionGuard guard(builder);
  std::optional<DigitNest> nest = DigitNest::get(shape, to, from);
  if (!nest)
    nest = DigitNest::get(
        shape,
        AffineMap::getMultiDimIdentityMap(shape.size(), builder.getContext()),
        {});
  else
    nest->readInLines(from);
  nest->build(builder, loc, sizes, isExact);
  auto load = memref::LoadOp::create(builder, loc, source,
                                     nest->getIndices(builder, loc, from));
  auto store = memref::StoreOp::create(builder, loc, load, target,
                                       nest->getIndices(builder, loc, to));
  return {load, store};
}
