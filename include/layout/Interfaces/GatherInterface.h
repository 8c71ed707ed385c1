//===- GatherInterface.h - A pad, a transform, a crop in one op -*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gather is a linalg op that reads one tensor at affine indices and writes
// its result in order:
//
//     result[i] = source[read(i)]        for every index i of the result
//
// and a constant where read(i) is past the end of a dim of the source. It does
// in one pass over memory what a pad, a transform and a crop do one after the
// other: the loops do not visit what the crop removes, and the padding is
// nowhere but in the result. For example a pad of 6 rows to 8 in tiles of 4 is
//
//   %0 = linalg.generic {
//       indexing_maps = [affine_map<(t, j, r) -> (t, j, r)>],
//       iterator_types = ["parallel", "parallel", "parallel"]}
//       outs(%empty : tensor<2x5x4xf32>) {
//   ^bb0(%out: f32):
//     %t = linalg.index 0 : index
//     %j = linalg.index 1 : index
//     %r = linalg.index 2 : index
//     %row = affine.apply affine_map<(t, r) -> (t * 4 + r)>(%t, %r)
//     %isInside = arith.cmpi ult, %row, %c6 : index
//     %i = arith.select %isInside, %row, %c0 : index
//     %element = tensor.extract %a[%i, %j] : tensor<6x5xf32>
//     %padded = arith.select %isInside, %element, %zero : f32
//     linalg.yield %padded : f32
//   } -> tensor<2x5x4xf32>
//
// The index of every read is in bounds, so that the op has no undefined
// behaviour and can be vectorized.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_GATHERINTERFACE_H
#define LAYOUT_INTERFACES_GATHERINTERFACE_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::layout {

/// What a gather reads.
struct GatherRead {
  /// From indices of the result to indices of the padded source.
  AffineMap map;
  /// The dims of the source that are padded.
  llvm::SmallBitVector isPadded;
};

/// The steps that a gather replaces: the source is padded at the high ends to
/// the shape `padded`, transformed by `map` to the shape `whole`, and cropped
/// at the high ends to the shape of the result.
struct GatherSteps {
  SmallVector<int64_t> padded, whole;
  IndexMap map;
};

/// Returns the steps of a gather from a source to a result of these shapes.
/// Returns nothing if they are not unique: a crop may only cut off part of the
/// last tile of a dim, and a dynamic dim may only be moved as a whole.
std::optional<GatherSteps> getGatherSteps(const GatherRead &read,
                                          ArrayRef<int64_t> source,
                                          ArrayRef<int64_t> result);

struct Gather {
  /// A tensor, or a buffer.
  Value source;
  GatherRead read;
  /// Nothing if the shapes do not tell the steps, as a crop to one element does
  /// not tell what it crops.
  std::optional<GatherSteps> steps;
  /// The element of the padding, a constant; null if no dim is padded.
  Value element;
};

} // namespace mlir::layout

#include "layout/Interfaces/GatherInterface.h.inc"

#endif // LAYOUT_INTERFACES_GATHERINTERFACE_H
