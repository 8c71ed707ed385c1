//===- ReshapeChain.h - Layouts as reshapes and transposes ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "reshape(16,64,64,32,4).transpose(0,3,1,2,4)" is how a user of NumPy brings a
// tensor into the layout NHWC4c, and what TVM's RFC 39 compares its buffer
// layouts with. A chain of steps, from left to right, each on the result of the
// one in front; memory is the last result, row-major. The steps are NumPy's:
//
//   * reshape(16,-1): the same elements in row-major order; one extent may be
//     -1, which stands for what is left;
//   * transpose(0,2,1): dim i of the result is dim number i of the list;
//   * pad((0,0),(1,8)): 1 place in front and 8 behind in dim 1 hold no element.
//
// No text at all is the row-major layout. Slices have no text: there is no way
// to drop a place.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_RESHAPECHAIN_H
#define LAYOUT_LIB_NOTATION_RESHAPECHAIN_H

#include "layout/Algebra/PhysicalLayout.h"
#include <string>
#include <variant>

namespace mlir::layout {

class ReshapeChain {
public:
  struct Reshape {
    /// At least 1 each; -1 at most once.
    SmallVector<int64_t> shape;
    bool operator==(const Reshape &other) const { return shape == other.shape; }
  };
  struct Transpose {
    /// A permutation of at least one dim.
    SmallVector<int64_t> permutation;
    bool operator==(const Transpose &other) const {
      return permutation == other.permutation;
    }
  };
  struct Pad {
    struct Width {
      int64_t low, high;
      bool operator==(const Width &other) const {
        return low == other.low && high == other.high;
      }
    };
    /// At least 0 each, of at least one dim.
    SmallVector<Width> widths;
    bool operator==(const Pad &other) const { return widths == other.widths; }
  };
  using Step = std::variant<Reshape, Transpose, Pad>;

  /// The chain of no step.
  ReshapeChain() = default;
  /// An error when a step is none, or does not have the rank of the one in
  /// front.
  static llvm::Expected<ReshapeChain> get(ArrayRef<Step> steps);

  /// Reads a text as above; a NotationError says what is wrong with any other.
  static llvm::Expected<ReshapeChain> parse(StringRef text);
  std::string str() const;

  ArrayRef<Step> getSteps() const { return steps; }

  /// The layout that the chain brings a tensor of the static `shape` into. An
  /// error when a step does not fit what it is applied to, or the reshapes cut
  /// transposed dims in so many ways that the map is not known.
  llvm::Expected<PhysicalLayout> getPhysicalLayout(ArrayRef<int64_t> shape,
                                                   MLIRContext *context) const;
  /// The chain that means `layout`: pad, split, transpose, pad and fuse, as far
  /// as these do anything. An error when it is not made of digits.
  static llvm::Expected<ReshapeChain> get(const PhysicalLayout &layout);

  bool operator==(const ReshapeChain &other) const {
    return steps == other.steps;
  }
  bool operator!=(const ReshapeChain &other) const { return !(*this == other); }

private:
  explicit ReshapeChain(ArrayRef<Step> steps) : steps(steps) {}

  SmallVector<Step, 0> steps;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_RESHAPECHAIN_H
