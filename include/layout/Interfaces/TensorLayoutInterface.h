//===- TensorLayoutInterface.h - Attributes that are layouts ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_TENSORLAYOUTINTERFACE_H
#define LAYOUT_INTERFACES_TENSORLAYOUTINTERFACE_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"

#include "layout/Interfaces/TensorLayoutInterface.h.inc"

namespace mlir::layout {

/// Returns why `map` cannot be the layout of a tensor or memref (`kind`) of
/// this shape, as "requires ..., found ..."; nothing if it can: it has as many
/// dims and is proved injective.
std::optional<std::string> getErrorOn(const IndexMap &map,
                                      ArrayRef<int64_t> shape, StringRef kind);

/// Returns the map and the box of `attribute` for a tensor of this shape. The
/// error is that of the attribute, or says that its map has other dims or is
/// not proved injective.
llvm::Expected<IndexMap> getCheckedMap(TensorLayoutAttrInterface attribute,
                                       ArrayRef<int64_t> shape,
                                       Type elementType);

/// The encoding of a tensor type, if it is a layout; else null.
TensorLayoutAttrInterface getLayoutEncoding(Type type);

/// The layout of a memref type, if it implements the interface; else null.
TensorLayoutAttrInterface getLayoutOf(MemRefType type);

/// The attribute of a type that is in the place of a layout, but is none we
/// know: the encoding of a tensor, or the layout of a memref that is neither
/// the identity nor given by strides. Null if there is none.
Attribute getForeignLayout(Type type);

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_TENSORLAYOUTINTERFACE_H
