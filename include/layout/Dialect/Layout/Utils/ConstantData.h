//===- ConstantData.h - Constants as raw data -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites are folded into constants on the bytes the constant holds, never on
// one attribute per element, so the element type does not matter. Elements
// take whole bytes, with one exception: those of less than a byte may be
// packed, the first in the lowest bits. `dense` packs i1 and nothing else; of
// a resource the size tells.
//
// Data is copied once per rewrite that moves it: a splat stays a splat, and a
// reshape shares the bytes of its source.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_CONSTANTDATA_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_CONSTANTDATA_H

#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::layout {

class ConstantData {
public:
  /// The data of `constant`; if it cannot be moved, nothing, and `whyNot` says
  /// what is wrong with it.
  static std::optional<ConstantData> get(ElementsAttr constant,
                                         std::string &whyNot);

  bool isSplat() const { return splat; }

  /// Whether the data padded by `pad` is still one value.
  bool staysSplat(PadOp pad) const;
  /// Whether the elements that `pad` adds can be written as bytes.
  bool canPad(PadOp pad) const;

  /// The constant after a chain of rewrites with static shapes, first to last.
  /// Its first source has the type of the constant.
  ElementsAttr apply(ArrayRef<Operation *> rewrites) const;

private:
  ConstantData(ElementsAttr constant) : constant(constant) {}

  std::optional<SmallVector<char>> getPadBytes(PadOp pad) const;

  ElementsAttr constant;
  ArrayRef<char> bytes;
  unsigned elementSize = 1; ///< bytes of an element once unpacked
  unsigned packedBits = 0;  ///< bits of an element if packed, else 0
  bool splat = false;       ///< `bytes` hold a single element
};

/// The same data under another shape of as many elements, not copied.
ElementsAttr reshapeConstant(ElementsAttr constant, RankedTensorType type);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_CONSTANTDATA_H
