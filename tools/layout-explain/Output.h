//===- Output.h - The forms an explanation is printed in --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUTEXPLAIN_OUTPUT_H
#define LAYOUT_TOOLS_LAYOUTEXPLAIN_OUTPUT_H

#include "Explanation.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::layout::explain {

/// For people, with a picture.
void printText(const Explanation &about, llvm::raw_ostream &os);

/// The picture alone.
void printPicture(const Explanation &about, llvm::raw_ostream &os);

/// One JSON object on one line. Lengths, strides and offsets count places
/// unless they are called bytes. Those of runs and padding may be fractions,
/// where elements are packed; `shape`, `strides` and `index` are those of
/// memory. What was not asked for or is not known is null:
///
///   layout, dtype: text        element_bits: number
///   dims: [{name, extent, stride: number or null,
///           tiled: null or [{extent, stride}, …] major to minor}, …]
///   physical_dims: [text, …]   shape, strides: [number, …]
///   bytes, padding_bytes, padding_elements: number
///   runs: {dims: [{elements, bytes}, …],
///          row_major: {elements, bytes, count}} or null
///   map: text                  written: {notation: text, …}
///   at: {logical: […], index: […], offset, byte, bit,
///        neighbours: [{dim, step, logical: […], offset}, …]} or null
///   to: {layout, shape, bytes, map: text or null,
///        row_major_reshape: boolean or null} or null
void printJson(const Explanation &about, llvm::raw_ostream &os);

/// A picture of memory as one SVG file that needs no other.
llvm::Error printSvg(const Explanation &about, llvm::raw_ostream &os);

} // namespace mlir::layout::explain

#endif // LAYOUT_TOOLS_LAYOUTEXPLAIN_OUTPUT_H
