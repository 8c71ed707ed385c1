//===- Places.h - Where an op stands, as text -------------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PLACES_H
#define LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PLACES_H

#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::layout {

/// file:line:column, or what else the location says.
std::string getPlace(Location location);

/// "linalg.generic at file:line:column".
std::string getPlace(Operation *op);

/// "@name"; the place of an op that is no symbol.
std::string getNameOrPlace(Operation *op);

/// "argument 0 of @name".
std::string getPlace(BlockArgument argument);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PLACES_H
