//===- Relations.h - Layouts as splits, fusions and reorders ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "split(1,16).reorder(0,1,3,4,2)" is the layout NCHW16c of a tensor NCHW,
// written as a list of relations between dims, which is how schedules describe
// loops. Every step is applied to the dims that the previous one produced:
//
//   * split(d,f): dim d becomes two dims, (index floordiv f, index mod f). If f
//     does not divide the extent, the last tile is padded;
//   * fuse(d,n): the n dims from dim d on become one dim in row-major order;
//   * reorder(p0,p1,...): dim i of the result is dim p[i].
//
// The empty text is the row-major layout. Unlike `numpy` texts, relations do
// not contain the extents of the tensor: one text is a layout of many shapes.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_RELATIONS_H
#define LAYOUT_LIB_NOTATION_RELATIONS_H

#include "layout/Algebra/PhysicalLayout.h"
#include <string>
#include <variant>

namespace mlir::layout {

class Relations {
public:
  /// Replaces a dim by its quotient and its remainder.
  struct Split {
    int64_t dim;
    /// At least 1.
    int64_t factor;
    bool operator==(const Split &other) const {
      return dim == other.dim && factor == other.factor;
    }
  };
  /// Replaces `count` consecutive dims by one. All but the first have static
  /// extents.
  struct Fuse {
    int64_t dim;
    /// At least 1.
    int64_t count;
    bool operator==(const Fuse &other) const {
      return dim == other.dim && count == other.count;
    }
  };
  struct Reorder {
    SmallVector<int64_t> permutation;
    bool operator==(const Reorder &other) const {
      return permutation == other.permutation;
    }
  };
  using Step = std::variant<Split, Fuse, Reorder>;

  /// The empty list.
  Relations() = default;
  explicit Relations(ArrayRef<Step> steps) : steps(steps) {}

  /// Reads a text as above. Returns a NotationError for any other text.
  static llvm::Expected<Relations> parse(StringRef text);
  std::string str() const;

  ArrayRef<Step> getSteps() const { return steps; }

  /// Returns the map from indices of a tensor of `shape`, whose extents may be
  /// dynamic, to the indices after all steps. Returns an error if a step does
  /// not fit the dims it is applied to.
  llvm::Expected<IndexMap> getIndexMap(ArrayRef<int64_t> shape,
                                       MLIRContext *context) const;
  /// Returns the layout of a tensor of the static `shape`. Returns an error if
  /// a step does not fit, or the number of positions exceeds 63 bits.
  llvm::Expected<PhysicalLayout> getPhysicalLayout(ArrayRef<int64_t> shape,
                                                   MLIRContext *context) const;
  /// Returns splits, one reorder and fusions (each omitted if it has no effect)
  /// with the same offsets and number of positions as `layout`. Returns an
  /// error for layouts whose dims are not split into nested parts, with padding
  /// at the end of a dim, and for maps with axis separators.
  static llvm::Expected<Relations> get(const PhysicalLayout &layout);

  bool operator==(const Relations &other) const { return steps == other.steps; }
  bool operator!=(const Relations &other) const { return !(*this == other); }

private:
  SmallVector<Step, 0> steps;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_RELATIONS_H
