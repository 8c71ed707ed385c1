//===- DataMovementInterface.h - Ops that move elements ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_DATAMOVEMENTINTERFACE_H
#define LAYOUT_INTERFACES_DATAMOVEMENTINTERFACE_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::layout {

/// The layouts of the source and the result of a rewrite, up to padding, as
/// maps from common dims. These are the dims of the source, or of the result if
/// it has fewer. The maps are null if the sizes of tiles are not known.
struct RewriteMaps {
  AffineMap from, to;
};

/// A value that a move copies into, or out of, a larger one. If the part lies
/// at its place in the whole, nothing has to be copied.
struct ValuePart {
  Value part, whole;
  /// Where the part begins, per dim of the whole; empty if that is not known at
  /// compile time.
  SmallVector<int64_t> offsets;
  /// The dim of the whole for each dim of the part.
  SmallVector<int64_t> dims;
  /// The numbers that state where the part lies, if that is not known at
  /// compile time; empty if it also depends on the sizes of other values.
  SmallVector<Value> bounds;
  /// Whether elements of the part that are next to each other are so in the
  /// whole, so that the part is a box of it.
  bool isBox = true;
};

} // namespace mlir::layout

#include "layout/Interfaces/DataMovementInterface.h.inc"

#endif // LAYOUT_INTERFACES_DATAMOVEMENTINTERFACE_H
