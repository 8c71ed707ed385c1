//===- LayoutNames.h - Names of layouts for people --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_LAYOUTNAMES_H
#define LAYOUT_LIB_PLANNING_LAYOUTNAMES_H

#include "Model/PlanningModel.h"
#include "llvm/ADT/IntEqClasses.h"

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
class LayoutNames {
public:
  explicit LayoutNames(const PlanningModel &model);

  /// The name of a layout of a net, for example "NCHW16c", "row-major", "ACB".
  std::string getText(unsigned net, unsigned number) const;
  /// The value of the net that has the dims of the input program: the root, or
  /// if a frozen op defines the root, the result of the rewrite after it.
  Value getReference(unsigned net) const { return references[net]; }

private:
  std::optional<unsigned> getAxis(Value value, unsigned dim) const;
  void joinAxes(const ModelVariable &variable);
  void joinRegionFlow(const ModelVariable &variable);
  void setLetter(Value value, unsigned dim, char letter);
  void setConvolutionLetters(const ModelVariable &variable);
  void findBlocks();
  std::string getLetters(unsigned net) const;
  bool isBlockOnly(const Digit &digit, ArrayRef<int64_t> shape,
                   StringRef letters) const;
  std::optional<std::string> getImageText(unsigned net,
                                          ArrayRef<Digit> digits) const;

  const PlanningModel &model;
  SmallVector<Value> references; ///< per net
  /// Per net, the number of the axis of its root's dim 0. Each dim of a root is
  /// an axis at first; `axes` joins them.
  SmallVector<unsigned> firstAxes;
  llvm::IntEqClasses axes;
  /// The letter of each axis, and after construction of each class of axes; 0
  /// if there is none.
  std::string letters;
  /// The extent of the innermost block of a letter, if some layout has one.
  DenseMap<char, int64_t> blocks;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_LAYOUTNAMES_H
