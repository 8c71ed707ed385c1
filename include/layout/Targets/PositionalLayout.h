//===- PositionalLayout.h - Layouts by positions of dims --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops such as softmax, reductions or those of a user have dims without names. A
// target states their layouts by the positions of the dims, as tags of oneDNN
// do (OneDnnTag.h), for each operand and result in order:
//
//     #dlti.map<"kind" = "elementwise", "operands" = "aBcd16b",
//               "results" = "aBcd16b">
//
// or by `default`, row-major as the program has it, `_`, any layout, or
// `agree`, the one that neighbours have.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_POSITIONALLAYOUT_H
#define LAYOUT_TARGETS_POSITIONALLAYOUT_H

#include "layout/Algebra/MixedRadix.h"
#include "layout/Interfaces/LayoutRequest.h"
#include "layout/Targets/Condition.h"
#include "mlir/IR/Operation.h"
#include <map>

namespace mlir::layout {

/// The physical dims of a tag on a tensor.
struct TagDigits {
  /// The sizes of the dims, each a multiple of the blocks of its dim.
  SmallVector<int64_t> shape;
  MixedRadixMap digits;
};

/// Returns the physical dims of `tag` on a tensor of its rank. A block that
/// does not divide a dim makes `TagDigits::shape` larger. Fails with a clause
/// "requires ..., found ..." if a dim that has blocks is dynamic.
FailureOr<TagDigits> getDigits(const OneDnnTag &tag, ArrayRef<int64_t> shape,
                               std::string &reason);

/// One combination of layouts that an op may have.
struct PositionalAlternative {
  /// Of the operands, without destinations, which have the layouts of the
  /// results. Empty: all `agree`.
  SmallVector<PositionalLayout, 2> operands, results;
  /// Whether an op that reduces what is innermost in an operand, which sticks
  /// belong to, leaves each result at the front of a stick of its own.
  bool isSparseAlongStick = false;
  /// As `Alternative::price`.
  double price = 0;
  /// Of `extents`, those by the letters a, b, c, ... of the dims of the first
  /// result, or of the first operand if no result is a tensor; `dataTypes` are
  /// those of the first operand, `resultTypes` of the first result.
  Conditions when = {};

  bool isOpen() const;
  /// Whether an op that may have it has any layout. With a price, an open one
  /// stands for the layouts of the program.
  bool allowsAny() const { return isOpen() && price == 0; }
  /// E.g. "aBcd16b, _ -> aBcd16b".
  std::string str() const;
};

/// Alternatives, the preferred one first, by names of kinds: `elementwise`,
/// `reduction`, `softmax`, `call` or the name of an op.
using PositionalPreferences =
    std::map<std::string, SmallVector<PositionalAlternative, 1>>;

/// The kinds that are no names of ops, in the order of diagnostics.
ArrayRef<StringRef> getPositionalKinds();

/// Returns the kinds that an op belongs to, the most specific first: its name,
/// then at most one of the kinds above. A critical op, a pooling, and an op
/// that only moves or fills has no kind but its name. An elementwise op applies
/// a function to each element, possibly of broadcast operands; `softmax` is an
/// op of this name in any dialect.
SmallVector<StringRef, 2> getPositionalKindsOf(Operation *op);

/// Whether the last layout of a list stands for all operands that follow.
bool repeatsLastLayout(Operation *op);

/// Whether the conditions of an alternative hold for `op`, and its tags have as
/// many letters as the operands and results have dims.
bool holdsFor(Operation *op, const PositionalAlternative &alternative);

/// What is stated for one op.
struct PositionalRequest {
  /// Of the op, or its name.
  StringRef kind;
  /// Those that hold for the op.
  SmallVector<PositionalAlternative, 1> alternatives;
  /// Whether the op must have one of them.
  bool isRequired = false;
  /// Whether the op states it (LayoutRequest.h), of the dims that it has, also
  /// after it has been put in other layouts. A target states layouts of the
  /// dims that the op had in the program.
  bool isOwn = false;
};

/// Returns what the op itself states; nothing if it states nothing, or only
/// layouts of tensors of other ranks. An error says what is wrong with it.
llvm::Expected<std::optional<PositionalRequest>> getOwnRequest(Operation *op);

/// Returns the first alternatives that `preferences` has for a kind of `op` and
/// that hold for it, with the name of the kind.
std::optional<PositionalRequest>
findAlternatives(Operation *op, const PositionalPreferences &preferences);

/// As above, of one kind that need not be one of `op`.
std::optional<PositionalRequest>
findAlternatives(Operation *op, StringRef kind,
                 const PositionalPreferences &preferences);

/// Returns what an alternative says of each operand and result of `op`,
/// operands first. Destinations have what their results have. What is no
/// tensor, and a broadcast operand of fewer dims than a repeated tag, is
/// `agree`. Fails with a reason if a list has too few or too many layouts.
FailureOr<SmallVector<PositionalLayout>>
getPortLayouts(Operation *op, const PositionalAlternative &alternative,
               std::string &reason);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_POSITIONALLAYOUT_H
