//===- ConstantElements.h - Elements of known tensors -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_EVALUATE_CONSTANTELEMENTS_H
#define LAYOUT_LIB_IMPORT_EVALUATE_CONSTANTELEMENTS_H

#include "Relayout/ConstantData.h"
#include <memory>
#include <vector>

namespace mlir::layout {

/// The elements of a tensor of static shape, in row-major order: those of a
/// constant of the program, which stay where they are, or computed ones.
class ConstantElements {
public:
  explicit ConstantElements(ConstantData data) : data(data) {}
  /// One value stands for all elements.
  explicit ConstantElements(std::vector<Attribute> values)
      : values(std::move(values)) {}

  bool isSplat() const { return data ? data->isSplat() : values.size() == 1; }

  /// Returns the number at a row-major position.
  Attribute get(int64_t position) const {
    if (data)
      return data->getElement(position);
    return values[values.size() == 1 ? 0 : position];
  }

  /// Returns the computed numbers by row-major positions; null if these are
  /// those of a constant, or if one number stands for all.
  const Attribute *getValues() const {
    return values.size() > 1 ? values.data() : nullptr;
  }

  /// Returns them as a constant of their type.
  DenseElementsAttr toAttribute(RankedTensorType type) const;

private:
  std::optional<ConstantData> data;
  std::vector<Attribute> values;
};

/// Reshapes share the elements of their sources.
using SharedElements = std::shared_ptr<const ConstantElements>;

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_EVALUATE_CONSTANTELEMENTS_H
