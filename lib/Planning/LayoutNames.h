//===- LayoutNames.h - Layouts in familiar notation -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions know which dims of a tensor are images, channels, height and
// width; the ops between them hand the names on. So "d0, d2, d3, d1" is NHWC,
// and a value that lies so is called the same wherever it was made. Where no
// convolution is near, layouts are row-major or in letters from A on, the dims
// of the value in order: BA is transposed, AB16a16b in tiles.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_LAYOUTNAMES_H
#define LAYOUT_LIB_PLANNING_LAYOUTNAMES_H

#include "Model/PlanningModel.h"
#include "layout/Analysis/CriticalOps.h"
#include "llvm/ADT/IntEqClasses.h"

namespace mlir::layout {

inline RankedTensorType getRootType(const ModelNet &net) {
  return cast<RankedTensorType>(net.root.getType());
}

/// The digits of a layout, major to minor: "d0, d1 floordiv 16, d1 mod 16".
std::string getDigitsText(ArrayRef<Digit> digits, RankedTensorType type);

class LayoutNames {
public:
  explicit LayoutNames(const PlanningModel &graph);

  /// "NCHW16c", "row-major", "ACB".
  std::string getText(unsigned net, unsigned layout) const;
  /// The value of the net whose dims are those of the program: a frozen op's
  /// own result is a physical one.
  Value getReference(unsigned net) const { return references[net]; }

private:
  std::optional<unsigned> getAxis(Value value, unsigned dim) const;
  void joinAxes(const ModelVariable &node);
  void joinRegionFlow(const ModelVariable &node);
  void seed(Value value, unsigned dim, char letter);
  void seedConvolution(const ModelVariable &node, linalg::LinalgOp op,
                       const CriticalOp &roles);
  void findBlocks();
  std::string getLetters(unsigned net) const;
  bool isBlockOnly(const Digit &digit, ArrayRef<int64_t> shape,
                   StringRef letters) const;
  std::optional<std::string> getImageText(unsigned net,
                                          ArrayRef<Digit> digits) const;

  const PlanningModel &graph;
  SmallVector<Value> references;
  /// Every dim of every root is an axis; those of a net begin here.
  SmallVector<unsigned> firstAxes;
  llvm::IntEqClasses axes;
  /// By axis, then by class of axes; 0 is none.
  std::string letters;
  /// The size of a letter's innermost block, where something is blocked so.
  DenseMap<char, int64_t> blocks;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_LAYOUTNAMES_H
