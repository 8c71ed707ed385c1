//===- DeviceLayout.h - Loops between host and device -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "((4,1024,64),(65536,64,1),(64,256,1))" are the ranges, device strides and
// host strides of the loops that bring a tensor from the host to the device
// (PyTorch's RFC "Tensors with Device-Specific Layouts"):
//
//     for i in 4, j in 1024, k in 64:
//       device[65536*i + 64*j + k] = host[64*i + 256*j + k]
//
// Strides count elements; device strides fall. The element at a device place is
// known by where it lies on the host, so the text means a layout only together
// with the shape and strides that the tensor has there, row-major unless said
// otherwise: a loop is a digit of the dim that its host stride steps through.
//
// Where ranges go beyond the size of a dim, what they name there is padding,
// and the copy must leave it out: 200 elements in 4 sticks of 64 are copied
// where 64*i + k < 200. The device buffer holds the largest product of a range
// and its device stride; places that no loop names are padding, too. A loop of
// range 1 names no place by itself, but takes up its device stride.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_DEVICELAYOUT_H
#define LAYOUT_LIB_NOTATION_DEVICELAYOUT_H

#include "layout/Algebra/PhysicalLayout.h"
#include <string>

namespace mlir::layout {

struct DeviceLoop {
  /// At least 1.
  int64_t range;
  /// At least 1.
  int64_t deviceStride;
  /// At least 1, or 0 if the range is 1.
  int64_t hostStride;

  bool operator==(const DeviceLoop &other) const {
    return range == other.range && deviceStride == other.deviceStride &&
           hostStride == other.hostStride;
  }
};

/// A condition that keeps a copy within a dim: the sum over `terms` of stride
/// times loop index is less than `size`.
struct CopyBound {
  struct Term {
    unsigned loop;
    int64_t stride;
  };

  unsigned dim;
  int64_t size;
  SmallVector<Term, 2> terms;

  bool holds(ArrayRef<int64_t> index) const;
};

/// A copy between host and device, in either direction.
struct DeviceCopy {
  SmallVector<DeviceLoop> loops;
  /// For the dims that the loops go beyond.
  SmallVector<CopyBound> bounds;

  /// Whether this iteration of the loops copies an element.
  bool isValid(ArrayRef<int64_t> index) const;
  /// How many elements lie next to each other on both sides; fewer where a
  /// bound cuts them off.
  int64_t getRun() const;
};

class DeviceLayout {
public:
  static constexpr int64_t kStickBytes = 128;

  /// The layout of a scalar.
  DeviceLayout() = default;
  /// Sorts the loops: device strides, then ranges, then host strides fall.
  static llvm::Expected<DeviceLayout> get(ArrayRef<DeviceLoop> loops);
  /// Sticks of 128 bytes along a dim: its sticks outermost, then the other dims
  /// in order, then the elements of a stick. If the dim has one element, the
  /// rest of its stick is a gap.
  static llvm::Expected<DeviceLayout>
  getSticked(ArrayRef<int64_t> shape, int64_t elementBytes, unsigned stickDim,
             ArrayRef<int64_t> hostStrides = {});
  /// A stick of 128 bytes for every element.
  static llvm::Expected<DeviceLayout>
  getSparse(ArrayRef<int64_t> shape, int64_t elementBytes,
            ArrayRef<int64_t> hostStrides = {});

  /// Reads a text as above; a NotationError says what is wrong with any other.
  static llvm::Expected<DeviceLayout> parse(StringRef text);
  std::string str() const;

  ArrayRef<DeviceLoop> getLoops() const { return loops; }
  /// The size of the device buffer in elements.
  int64_t getNumPositions() const;

  /// The copy of a tensor that has this static shape and these strides on the
  /// host, row-major if there are none. An error when the loops do not take
  /// every element once.
  llvm::Expected<DeviceCopy> getCopy(ArrayRef<int64_t> shape,
                                     ArrayRef<int64_t> hostStrides = {}) const;
  /// Where the elements of such a tensor lie on the device.
  llvm::Expected<PhysicalLayout> getPhysicalLayout(ArrayRef<int64_t> shape,
                                                   MLIRContext *context) const;
  llvm::Expected<PhysicalLayout>
  getPhysicalLayout(ArrayRef<int64_t> shape, ArrayRef<int64_t> hostStrides,
                    MLIRContext *context) const;
  /// The loops that fill `layout` from a tensor with these strides on the host,
  /// row-major if there are none, without loops of range 1 unless the places
  /// behind the last element take one. An error when they are no digits.
  static llvm::Expected<DeviceLayout> get(const PhysicalLayout &layout,
                                          ArrayRef<int64_t> hostStrides = {});

  bool operator==(const DeviceLayout &other) const {
    return loops == other.loops;
  }
  bool operator!=(const DeviceLayout &other) const { return !(*this == other); }

private:
  explicit DeviceLayout(ArrayRef<DeviceLoop> loops);

  SmallVector<DeviceLoop> loops;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_DEVICELAYOUT_H
