//===- ConstantData.h - Constants as raw data -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites are folded into constants by moving the bytes of the constant, not
// one attribute per element, so that any element type is supported. Elements
// take whole bytes, except that elements of less than a byte may be packed, the
// first one in the lowest bits. A `dense` constant packs only i1; the size of a
// resource tells whether it is packed. A `sparse` constant becomes dense.
//
// Data is copied once per rewrite that moves it. A splat stays a splat, and a
// reshape shares the bytes of its source.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_RELAYOUT_CONSTANTDATA_H
#define LAYOUT_LIB_RELAYOUT_CONSTANTDATA_H

#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::layout {

class PadOp;

/// The bytes of a constant tensor and how they encode its elements.
class ConstantData {
public:
  /// Returns the data of `constant`. If it cannot be moved, returns nothing and
  /// sets `whyNot` to the reason.
  static std::optional<ConstantData> get(ElementsAttr constant,
                                         std::string &whyNot);

  /// Returns whether all elements are equal and stored once.
  bool isSplat() const { return splat; }

  /// Returns the element at a row-major position as a number; null if its type
  /// is neither an integer, an index nor a floating-point type.
  Attribute getElement(int64_t position) const;

  /// Returns whether the data is still a splat after `pad`.
  bool staysSplat(PadOp pad) const;
  /// Returns whether the bytes of the elements that `pad` adds are known.
  bool canPad(PadOp pad) const;

  /// Returns the constant after a chain of rewrites with static shapes, first
  /// to last. The source of the first one must have the type of the constant.
  ElementsAttr apply(ArrayRef<Operation *> rewrites) const;
  /// Returns the constant in the layout of a map that has a physical shape for
  /// its shape.
  ElementsAttr apply(const IndexMap &map) const;

private:
  struct Elements;

  ConstantData(ElementsAttr constant) : constant(constant) {}

  Elements getElements() const;
  /// Replaces `elements` by those of a tensor of type `type` that `move`
  /// writes.
  void moveTo(RankedTensorType type, Elements &elements,
              llvm::function_ref<void(MutableArrayRef<char>)> move) const;
  ElementsAttr getConstant(Elements elements) const;

  std::optional<SmallVector<char>> getPadBytes(PadOp pad) const;

  ElementsAttr constant;
  ArrayRef<char> bytes;
  unsigned elementSize = 1; ///< bytes of an element once unpacked
  unsigned packedBits = 0;  ///< bits of an element if packed, else 0
  bool splat = false;       ///< `bytes` hold a single element
};

/// Returns a constant that lists some elements, of a numeric type, with all of
/// its elements:
///
///   sparse<[[0, 1], [1, 2]], [5.0, 6.0]> : tensor<2x3xf32>
///
/// becomes
///
///   dense<[[0.0, 5.0, 0.0], [0.0, 0.0, 6.0]]> : tensor<2x3xf32>
DenseElementsAttr expandElements(SparseElementsAttr sparse);

/// Returns `constant` with another shape of equally many elements. The data is
/// not copied.
ElementsAttr reshapeConstant(ElementsAttr constant, RankedTensorType type);

} // namespace mlir::layout

#endif // LAYOUT_LIB_RELAYOUT_CONSTANTDATA_H
