//===- DimRuns.h - Dims that a map reads as one number ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// (i, j) -> ((i * 10 + j) floordiv 4, (i * 10 + j) mod 4) cuts dims of 3x10 in
// a way that neither of them could be cut; but it is a plain tiling of the run
// (i, j), a single dim of extent 30.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_DIMRUNS_H
#define LAYOUT_LIB_NOTATION_DIMRUNS_H

#include "layout/Algebra/IndexMap.h"

namespace mlir::layout {

/// Logical dims, major to minor.
using DimRun = SmallVector<unsigned>;

/// A map on runs of dims in place of dims.
struct DimRunMap {
  IndexMap map;
  /// Extents of the runs.
  SmallVector<int64_t> shape;
  /// Every dim lies in one.
  SmallVector<DimRun> runs;
};

/// The map on the runs whose row-major index it divides, and on all other dims;
/// without groups. Nothing if a dim is used within a run and without it.
std::optional<DimRunMap> readDimRuns(AffineMap map, ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_DIMRUNS_H
