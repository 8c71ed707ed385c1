//===- Rewrites.h - Ops that only move elements -----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite is a pass over memory that changes where elements lie and nothing
// else:
//   * in upstream ops, linalg.transpose, pack, unpack or copy, or a linalg op
//     whose body only yields one input that holds more than half as many bytes
//     as the result (less is a broadcast);
//   * in our dialect, a chain of pad, transform, crop, each of which may be
//     missing; the links have no other user.
// What keeps row-major order on its shape (only unit dims move) is free at run
// time and no rewrite, except linalg.copy, which was asked for.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_REWRITES_H
#define LAYOUT_ANALYSIS_REWRITES_H

#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::layout {

/// A number of bytes; a dynamic dim counts as 1 and sets `dynamic`.
struct ByteCount {
  int64_t bytes = 0;
  bool dynamic = false;
};

/// What a value of shaped type occupies. An element takes whole bytes, however
/// few bits it has, as it does in a buffer; an index takes eight. Elements of
/// types that are neither numbers nor vectors of numbers count as 0 bytes and
/// set `dynamic`.
ByteCount getByteCount(ShapedType type);

/// Whether a value of type `part` holds more than half the bytes of `whole`.
bool holdsMoreThanHalf(ShapedType part, ShapedType whole);

struct Rewrite {
  /// The ops it is made of, in the order they run, without the reshapes between
  /// them: a pad, what rewrites, a crop.
  SmallVector<Operation *, 3> ops;
  Value source;
  ShapedType resultType;

  ShapedType getSourceType() const {
    return cast<ShapedType>(source.getType());
  }
};

/// The rewrite whose last op is `op`, also when it moves nothing; nothing if
/// there is none.
std::optional<Rewrite> getRewriteEndingAt(Operation *op);

/// Whether `op` is a pad or a crop in a rewrite that ends elsewhere.
bool isPartOfRewrite(Operation *op);

/// Whether it keeps row-major order and so costs nothing at run time.
bool isFree(const Rewrite &rewrite);

/// How its source and result lie.
RewriteMaps getMaps(const Rewrite &rewrite);

/// Whether `value` is known before the program runs: a constant or a load of a
/// constant global, also behind casts, reshapes and rewrites.
bool isConstantData(Value value);

/// Whether a constant is rewritten at compile time: a splat always is, others
/// of at most `limit` bytes are. `value` is null where it is not known.
bool isWithinLimit(ShapedType type, ElementsAttr value, uint64_t limit);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_REWRITES_H
