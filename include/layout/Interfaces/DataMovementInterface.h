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

/// How a rewrite's source and result lie, up to padding: maps from common
/// dims, which are those of the source, or of the result if it has fewer. Null
/// maps when the sizes of tiles are not known.
struct RewriteMaps {
  AffineMap from, to;
};

} // namespace mlir::layout

#include "layout/Interfaces/DataMovementInterface.h.inc"

#endif // LAYOUT_INTERFACES_DATAMOVEMENTINTERFACE_H
