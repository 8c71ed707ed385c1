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

} // namespace mlir::layout

#include "layout/Interfaces/DataMovementInterface.h.inc"

#endif // LAYOUT_INTERFACES_DATAMOVEMENTINTERFACE_H
