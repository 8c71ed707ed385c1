//===- Explanation.h - What there is to say about a layout ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPLAIN_EXPLANATION_H
#define LAYOUT_LIB_EXPLAIN_EXPLANATION_H

#include "Inputs.h"
#include "layout/Algebra/LayoutProperties.h"

namespace mlir::layout::explain {

/// What is asked about a layout, as a user writes it (Inputs.h).
struct Question {
  std::string layout, shape, dims, hostStrides, dtype;
  /// Another layout of the same tensor.
  std::optional<std::string> to;
  /// The logical index of an element.
  std::optional<std::string> at;
  /// The sizes of sticks and lines.
  UnitBytes unitBytes;
};

/// Where an element lies.
struct ElementPlace {
  SmallVector<int64_t> logical, physical;
  /// In places.
  int64_t offset;
  SmallVector<Neighbour> neighbours;
};

/// The way from the layout to another one.
struct Conversion {
  std::string layout;
  SmallVector<int64_t> shape;
  Names names;
  /// From physical to physical indices, right wherever an element lies; nothing
  /// if not known.
  std::optional<std::string> map;
  /// Whether every element keeps its offset, and no place comes or goes.
  Verdict isFree;
  /// The size of the other layout, padding included.
  int64_t bytes;
};

struct Explanation {
  std::string text;
  ElementType element;
  PhysicalLayout layout;
  /// The names of logical and physical dims.
  Names logical, physical;
  /// The layout in every notation that can express it, except as a map.
  SmallVector<std::pair<StringRef, std::string>, 0> writings;
  std::optional<StridedForm> form;
  std::optional<ContiguousRuns> runs;
  /// The one asked for, or else where the first tile ends; nothing if no dim is
  /// tiled.
  std::optional<ElementPlace> at;
  std::optional<Conversion> to;

  /// Bytes of so many elements or places, packed.
  int64_t getNumBytes(int64_t count) const;
};

llvm::Expected<Explanation> answer(const Question &question,
                                   MLIRContext *context);

} // namespace mlir::layout::explain

#endif // LAYOUT_LIB_EXPLAIN_EXPLANATION_H
