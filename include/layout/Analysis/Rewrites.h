//===- Rewrites.h - Ops that only move elements -----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite is a pass over memory that changes the layout of a tensor and
// computes nothing:
//   * layout.layout_transform, linalg.transpose, pack, unpack or copy, or a
//     linalg op whose body only yields one input that holds more than half the
//     bytes of the result (an op with a smaller input is a broadcast), or a
//     gather (GatherInterface.h), which may do the work of a pad and a crop as
//     well;
//   * together with a pad in front of it that the program requests (layout.pad,
//     which becomes a tensor.pad with `nofold`), and layout.crops behind it if
//     all users of its result are such crops. So several rewrites may share a
//     pad, or differ in the crop only: each reads its source and writes its
//     result. The pad counts as well if it has a user that is no rewrite. A
//     slice of the program is a move of its own.
//   * a pad alone that the program requests.
// Reshapes between these ops do not matter. The counts are the same before and
// after --layout-materialize.
//
// A rewrite that keeps row-major order (only unit dims move) is free at run
// time and does not count, except linalg.copy, which the program requests.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_REWRITES_H
#define LAYOUT_ANALYSIS_REWRITES_H

#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::layout {

/// A number of bytes. A dynamic dim counts as 1 and sets `dynamic`.
struct ByteCount {
  int64_t bytes = 0;
  bool dynamic = false;
};

/// Returns the size of a value. As in a buffer, an element takes whole bytes
/// even if it has fewer bits; an index takes eight bytes. Elements of types
/// that are neither numbers nor vectors of numbers count as 0 bytes and set
/// `dynamic`.
ByteCount getByteCount(ShapedType type);

/// Whether an input of a structured op holds more than half the bytes of its
/// first result. An input that a loop of unknown extent repeats does not.
bool holdsMoreThanHalf(linalg::LinalgOp op, OpOperand &input);

/// Whether the body of a structured op yields an element of an input as it is:
/// a copy, a transposition, a broadcast.
bool onlyMovesElements(linalg::LinalgOp op);

/// Whether the body of a structured op yields elements of an input as they are,
/// each of them in several iterations.
bool broadcastsElements(linalg::LinalgOp op);

struct Rewrite {
  /// The ops of the rewrite in program order, without reshapes between them: at
  /// most one pad, one op that permutes elements, and crops.
  SmallVector<Operation *, 3> ops;
  Value source;
  /// A tensor, or the buffer that is written.
  Value result;

  ShapedType getSourceType() const {
    return cast<ShapedType>(source.getType());
  }
  ShapedType getResultType() const {
    return cast<ShapedType>(result.getType());
  }
};

/// Returns the rewrite that `op` is by itself, without a pad or crop next to
/// it, also if it is free; nothing if it is none.
std::optional<Rewrite> getRewriteBy(Operation *op);

/// Returns the rewrite whose last op is `op`, also if it is free; nothing if
/// there is none.
std::optional<Rewrite> getRewriteEndingAt(Operation *op);

/// Whether `op` is a pad whose users are all rewrites, or a pad or crop whose
/// users are all crops, and so part of those rewrites.
bool isPartOfRewrite(Operation *op);

/// Whether `op` is a rewrite together with crops behind it that would read and
/// write more if they stood alone, behind an equal rewrite with other users:
///
///   %t = layout.layout_transform %s by <(d0, d1) -> (d1, d0)>
///            : tensor<20x32xf32> to tensor<32x20xf32>
///   %c = layout.crop %t ... : tensor<32x20xf32> to tensor<24x20xf32>
///   %u = layout.layout_transform %s by <(d0, d1) -> (d1, d0)> ...
///
/// If the source has fewer bytes than the result of the crop, it costs less to
/// read it once more than to read %u. So the two are not equal for passes that
/// merge equal ops.
bool isCheaperWithCrops(Operation *op);

/// Whether the rewrite keeps row-major order and costs nothing at run time.
bool isFree(const Rewrite &rewrite);

/// Returns the layouts of source and result.
RewriteMaps getMaps(const Rewrite &rewrite);

/// Returns the value of a constant, or of the constant global that `op` loads.
/// Returns null if `op` is null or neither, or if the value of the global is
/// given elsewhere.
ElementsAttr getConstantElements(Operation *op);

/// Whether `value` is known before the program runs: a constant or a load of a
/// constant global, possibly followed by casts, reshapes and rewrites, or what
/// depends on constant arguments alone (ConstantArguments.h).
bool isConstantData(Value value);

/// Whether a constant of type `type` is rewritten at compile time: it is a
/// splat or has at most `limit` bytes. `value` is null if it is not known.
bool isWithinLimit(ShapedType type, ElementsAttr value, uint64_t limit);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_REWRITES_H
