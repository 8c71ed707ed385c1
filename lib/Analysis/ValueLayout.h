//===- ValueLayout.h - The layout stated of a value -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout, as a text or an attribute, and the type of a value give the
// rewrites between that value and its physical form: a pad of the logical dims,
// a bijective map, and a pad of the physical dims for places behind all tiles.
// The way back crops.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_VALUELAYOUT_H
#define LAYOUT_LIB_ANALYSIS_VALUELAYOUT_H

#include "Dialect/ValueAnnotations.h"
#include "layout/Algebra/PhysicalLayout.h"
#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// The value that padding holds where nothing else is stated: zero, or
/// `[0, 0]` of a complex type; poison of a type without zero.
Attribute getZeroPadding(Type elementType);

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
  /// Reads the layout of an attribute, which has a map instead of a text.
  static llvm::Expected<ValueLayout> get(TensorLayoutAttrInterface attribute,
                                         RankedTensorType type);
  /// Reads a text or an attribute.
  static llvm::Expected<ValueLayout>
  get(const StatedLayout &stated, RankedTensorType type, StringRef names) {
    return stated.attribute ? get(stated.attribute, type)
                            : get(stated.text, type, names);
  }

  /// The layout of a tensor that is as it is.
  static llvm::Expected<ValueLayout> getRowMajor(RankedTensorType type);

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
  /// The same map, in a box if there are places behind its images.
  IndexMap getMapInBox() const;
  /// The same with the physical shape; nothing if a dim is dynamic.
  std::optional<PhysicalLayout> getPhysicalLayout() const;

  /// What padding holds: zeros unless an attribute says otherwise, or poison.
  Attribute getPadding() const { return padding; }
  void setPadding(Attribute value) { padding = value; }
  /// The dim of the value that is in sticks, if an attribute says so.
  std::optional<int64_t> getStickDim() const { return stickDim; }

  /// Creates the physical form of `value`, and its padding.
  Value lay(OpBuilder &builder, Location loc, Value value) const;
  /// Creates the value of a physical form, whose padding is as stated.
  Value unlay(OpBuilder &builder, Location loc, Value physical) const;

private:
  ValueLayout(RankedTensorType type, const IndexMap &map)
      : type(type), padded(type), map(map), low(type.getRank(), 0),
        padding(getZeroPadding(type.getElementType())) {}

  static llvm::Expected<ValueLayout>
  getDynamic(const IndexMap &map, RankedTensorType type, const Twine &what);
  static llvm::Expected<ValueLayout> getStatic(const PhysicalLayout &layout,
                                               RankedTensorType type,
                                               const Twine &what);

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
  Attribute padding;
  std::optional<int64_t> stickDim;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_VALUELAYOUT_H
