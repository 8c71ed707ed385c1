//===- LayoutNames.h - Names of layouts for people --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_LAYOUTNAMES_H
#define LAYOUT_LIB_PLANNING_LAYOUTNAMES_H

#include "Planning/Model/PlanningModel.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::layout {

inline RankedTensorType getRootType(const ModelNet &net) {
  return cast<RankedTensorType>(net.root.getType());
}

/// The digits of a layout, major to minor: "d0, d1 floordiv 16, d1 mod 16".
std::string getDigitsText(ArrayRef<Digit> digits, RankedTensorType type);

/// Names the layouts of a model's nets in the notation of images, such as NHWC
/// or NCHW16c. A convolution tells which dims of its image and result are the
/// batch (N), the channels (C) and the spatial dims (D, H, W). Layout rules
/// propagate these letters to other values: dims that have one factor in common
/// are one axis. Thus a layout has the same name for all values, however their
/// types order the dims. If the letters of some dims are unknown, the layout is
/// "row-major", or is spelled by letters from A on, which number the dims of
/// the type: BA is a transposed matrix, AB16a16b a tiled one.
///
/// Types are logical ones throughout, with one dim for each letter. Between two
/// blocked ops next to each other the program has no such value: the roles of
/// the loops tell which dims of the physical one are blocks of one dim.
class LayoutNames {
public:
  explicit LayoutNames(const PlanningModel &model);

  /// The name of a layout of a net, for example "NCHW16c", "row-major", "ACB".
  std::string getText(unsigned net, unsigned number) const;
  /// The type whose dims spell a layout, and the digits of the layout: those of
  /// the value with the dims of the input program, or of the root if that value
  /// cannot have the layout.
  std::pair<RankedTensorType, MixedRadix>
  getTypeAndDigits(unsigned net, unsigned number) const;
  /// The type of the net's value with its logical dims: 2x32x8x8xf32 for a
  /// value that has only been computed as 2x2x8x8x16xf32 in NCHW16c.
  RankedTensorType getLogicalType(unsigned net) const;
  /// The type of the value as it lies in memory in one of its layouts.
  RankedTensorType getPhysicalType(unsigned net, unsigned number) const;

private:
  std::optional<unsigned> getAxis(Value value, unsigned dim) const;
  void joinAxes(const ModelVariable &variable);
  void joinRegionFlow(const ModelVariable &variable);
  void setLetter(Value value, unsigned dim, char letter, bool isBlock);
  void setConvolutionLetters(const ModelVariable &variable);
  void findBlocks();
  std::string getLetters(unsigned net) const;
  std::string getDimLetters(unsigned net) const;
  void findOrders();
  std::string getBlockLetters(unsigned net) const;
  bool isBlockOnly(const Digit &digit, ArrayRef<int64_t> shape,
                   StringRef letters) const;
  std::optional<std::string> getImageText(unsigned net,
                                          ArrayRef<Digit> digits) const;

  const PlanningModel &model;
  /// Per net, the value that has the dims of the input program: the root, or if
  /// a frozen op defines the root, the result of the rewrite after it.
  SmallVector<Value> references;
  /// Per net, the number of the axis of its root's dim 0. Each dim of a root is
  /// an axis at first; `axes` joins them.
  SmallVector<unsigned> firstAxes;
  llvm::IntEqClasses axes;
  /// The letter of each axis, and after construction of each class of axes; 0
  /// if there is none.
  std::string letters;
  /// The axes, and later the classes of axes, that a blocked convolution has
  /// behind another one of the same role.
  llvm::BitVector blockAxes;
  /// The order in which the input program has the dims of these letters, by the
  /// letters in alphabetical order: NCHW for CHNW.
  llvm::StringMap<std::string> orders;
  /// The extent of the innermost block of a letter, if some layout has one.
  DenseMap<char, int64_t> blocks;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_LAYOUTNAMES_H
