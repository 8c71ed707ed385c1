//===- ValueLayout.h - The layout stated of a value -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of a layout and the type of a value give the rewrites between that
// value and its physical form: a pad of the logical dims, a bijective map, and
// a pad of the physical dims for places behind all tiles. The way back crops.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_VALUELAYOUT_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_VALUELAYOUT_H

#include "layout/Algebra/PhysicalLayout.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

class ValueLayout {
public:
  /// Reads the layout of a value of type `type`: a text in any notation, or one
  /// behind the names of the dims, `NCHW -> NHWC`. `names` are the names of the
  /// dims if the text does not state them; empty if they are not known. An
  /// error says what is wrong with the text, or why the type cannot have the
  /// layout. A type with dynamic dims can have a layout of letters or a map, if
  /// it pads none of them.
  static llvm::Expected<ValueLayout> get(StringRef text, RankedTensorType type,
                                         StringRef names);

  RankedTensorType getType() const { return type; }
  RankedTensorType getPhysicalType() const;
  /// Whether the physical form is the value itself.
  bool isIdentity() const;
  bool isPadded() const { return padded != type || hasGaps(); }
  /// Whether both have the same map and the same physical type.
  bool isSame(const ValueLayout &other) const;

  /// The layout as map and padding at the high ends of the logical dims;
  /// nothing if it has other padding.
  std::optional<EdgeLayoutAttr> getEdge() const;
  /// The map from the logical dims to the physical ones.
  IndexMap getMapOfElements() const;
  /// The same with the physical shape; nothing if a dim is dynamic.
  std::optional<PhysicalLayout> getPhysicalLayout() const;

  /// Creates the physical form of `value`, whose padding holds `padding`.
  Value lay(OpBuilder &builder, Location loc, Value value,
            Attribute padding) const;
  /// Creates the value of a physical form. `promise` is what its padding holds;
  /// null if that is not known.
  Value unlay(OpBuilder &builder, Location loc, Value physical,
              Attribute promise) const;

private:
  ValueLayout(RankedTensorType type, const IndexMap &map)
      : type(type), padded(type), map(map), low(type.getRank(), 0) {}

  bool hasGaps() const {
    return llvm::any_of(gaps, [](int64_t gap) { return gap != 0; });
  }

  RankedTensorType type, padded;
  /// Bijective on the shape of `padded`.
  IndexMap map;
  /// The padding in front of each logical dim.
  SmallVector<int64_t> low;
  /// The places behind each physical dim of the map.
  SmallVector<int64_t> gaps;
};

/// The value that padding holds where nothing else is stated: zero, or
/// `[0, 0]` of a complex type; poison of a type without zero.
Attribute getZeroPadding(Type elementType);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_VALUELAYOUT_H
