//===- DimOrder.h - The logical dims of a tensor in memory ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_ONEDNN_DIMORDER_H
#define LAYOUT_EXAMPLES_ONEDNN_DIMORDER_H

#include "layout/Algebra/IndexMap.h"

namespace onednn {

/// Which dim of oneDNN each dim of a tensor is, or a part of. The tensor
/// 1x4x56x56x16 of an image with 64 channels in blocks of 16 has the dims
/// (0, 1, 2, 3, 1). A dim that no dim of the tensor is has one element.
struct DimOrder {
  /// The number of dims that oneDNN has.
  unsigned rank = 0;
  llvm::SmallVector<unsigned> dims;
  /// The extents of the dims of the tensor.
  llvm::SmallVector<int64_t> extents;

  /// Returns the extents of the dims of oneDNN.
  llvm::SmallVector<int64_t> getSizes() const;

  /// Whether some dim is in blocks: another one lies between its parts.
  bool isBlocked() const;

  /// Returns the tag of this format, such as aBcd16b; nothing if the parts of
  /// dims are in an order for which there is none.
  std::optional<std::string> getTag() const;

  /// Returns the sizes and the tag, such as 1x64x56x56:aBcd16b. Precondition:
  /// there is a tag.
  std::string getFormat() const;

  /// Returns the map from a tensor in this order to one in the order `target`,
  /// in which a dim that occurs twice is in blocks of `block`, and the order of
  /// that tensor. Dims that this order lacks are left out. Fails if the tensor
  /// is in other blocks.
  mlir::FailureOr<std::pair<mlir::layout::IndexMap, DimOrder>>
  getMapTo(llvm::ArrayRef<unsigned> target, int64_t block,
           mlir::MLIRContext *context) const;

private:
  /// Returns this order with one dim for parts of a dim that are adjacent.
  DimOrder merge() const;
  /// Returns the map and the order if no dim is split here.
  std::pair<mlir::layout::IndexMap, DimOrder>
  split(llvm::ArrayRef<unsigned> target, int64_t block,
        mlir::MLIRContext *context) const;
};

} // namespace onednn

#endif // LAYOUT_EXAMPLES_ONEDNN_DIMORDER_H
