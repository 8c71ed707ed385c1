//===- ArenaContents.h - What lies where in a buffer ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_ARENACONTENTS_H
#define LAYOUT_LIB_PLANNING_MODEL_ARENACONTENTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/Hashing.h"
#include <vector>

namespace mlir::layout {

/// Stands for the axis of a dim of size 1 without a counterpart.
inline constexpr unsigned kNoAxis = ~0u;

/// The size of a dim whose size is not known. No offset is ever in such a dim.
inline constexpr int64_t kUnknownSize = int64_t(1) << 40;

inline int64_t getKnownSize(int64_t extent) {
  return ShapedType::isDynamic(extent) ? kUnknownSize : extent;
}

/// Where a part lies in a whole.
struct PartBox {
  /// Per dim of the whole's root, what the place of the part adds to that of
  /// the whole.
  SmallVector<int64_t, 4> offsets;
  /// Per dim of the part's root, the dim of the whole's root, or kNoAxis.
  SmallVector<unsigned, 4> dims;
};

/// What lies where in an arena or a value: elements of a value that is no
/// result of a move, or a constant.
struct ArenaContent {
  struct Extent {
    int dim;       ///< of the value with these elements; -1 if it has none
    int64_t shift; ///< of the positions in that dim
    int64_t begin, end;

    bool operator==(const Extent &other) const {
      return dim == other.dim && shift == other.shift && begin == other.begin &&
             end == other.end;
    }
  };
  const void *source;
  bool isConstant;
  SmallVector<Extent, 4> ranges; ///< per axis of the arena, or dim of the value

  bool operator==(const ArenaContent &other) const {
    return source == other.source && ranges == other.ranges;
  }
};

/// Whether two boxes have no position in common.
bool areDisjoint(const ArenaContent &a, const ArenaContent &b);

/// Whether both have the same elements wherever they overlap.
bool agree(const ArenaContent &a, const ArenaContent &b);

/// Removes the elements of `box` from `contents`; each entry leaves at most two
/// boxes per dim.
void subtract(std::vector<ArenaContent> &contents, const ArenaContent &box);

/// A box of shape `shape` that `source` fills with one element. Two ops that
/// fill with the same element share no memory, because each of them writes it.
ArenaContent getWholeContent(ArrayRef<int64_t> shape,
                             const void *source = nullptr);

/// A value that holds its own elements.
ArenaContent getOwnContent(Value reference);

/// The contents of a part as those of its box in the whole. Dims of the whole
/// that the part does not have are one element wide there.
std::vector<ArenaContent> embed(ArrayRef<ArenaContent> contents,
                                const PartBox &box, size_t rank);

/// The contents of the box of a whole that is a part of shape `shape`.
std::vector<ArenaContent> extract(ArrayRef<ArenaContent> contents,
                                  const PartBox &box, ArrayRef<int64_t> shape);

llvm::hash_code getHash(const ArenaContent &content);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_ARENACONTENTS_H
