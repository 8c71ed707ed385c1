//===- StoredLayout.h - The layout of a constant ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_STOREDLAYOUT_H
#define LAYOUT_LIB_DIALECT_STOREDLAYOUT_H

#include "llvm/ADT/StringRef.h"

namespace mlir::layout {

/// The attribute of a constant that rewrites have been folded into: a
/// dictionary of `logical`, the type that it had, and `layout`, the text of the
/// layout that it has. `layout-fold` writes it if it is asked to.
inline constexpr llvm::StringLiteral kStoredLayout = "layout.stored";

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_STOREDLAYOUT_H
