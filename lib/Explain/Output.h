//===- Output.h - Output formats of an explanation --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPLAIN_OUTPUT_H
#define LAYOUT_LIB_EXPLAIN_OUTPUT_H

#include "Explanation.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::layout::explain {

/// Prints the explanation as text, with a picture of memory.
void printText(const Explanation &about, llvm::raw_ostream &os);

/// Prints one JSON object on one line. Lengths, strides and offsets count
/// positions unless their name says bytes. Bytes of runs and of padding are
/// fractions if elements are packed. `shape`, `strides` and `index` are
/// physical. Values that were not requested or are not known are null:
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

/// Prints a picture of memory as a self-contained SVG file.
llvm::Error printSvg(const Explanation &about, llvm::raw_ostream &os);

} // namespace mlir::layout::explain

#endif // LAYOUT_LIB_EXPLAIN_OUTPUT_H
