//===- LocationText.h - Where an op stands, as text -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_LOCATIONTEXT_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_LOCATIONTEXT_H

#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::layout {

/// file:line:column, or what else the location says.
std::string getLocationText(Location location);

/// "linalg.generic at file:line:column".
std::string getLocationText(Operation *op);

/// "@name"; the place of an op that is no symbol.
std::string getNameOrLocation(Operation *op);

/// "argument 0 of @name".
std::string getLocationText(BlockArgument argument);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_LOCATIONTEXT_H
