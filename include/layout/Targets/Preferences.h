//===- Preferences.h - Preferred layouts of kinds of ops --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A preference gives the layouts of the data and the kernel for one kind of op.
// Letters name dims by their roles: N batch, C, I, O channels, D, H, W image, G
// group; M, K, N dims of matrices, B their batch. A user writes preferences as
// text:
//
//     conv2d=[NCHW16c,default],matmul=[MK,KN]|[MK16m16k,NK16n16k]
//
// `default` is the kernel layout that matches the data. Alternatives are
// separated by `|`, the preferred one first. A third layout in the brackets is
// the layout of the result, if it differs from that of the data. A target
// provides preferences for every kind of op that it supports.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_PREFERENCES_H
#define LAYOUT_TARGETS_PREFERENCES_H

#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Targets/Condition.h"
#include "layout/Targets/OpKind.h"
#include <map>

namespace mlir::layout {

/// One combination of layouts that a preference allows.
struct Alternative {
  CriticalOpLayouts layouts;
  /// The cost of the op in these layouts as a share of the bytes of its result;
  /// finite, at least 0.
  double price = 0;
  /// The ops that may have these layouts.
  Conditions when = {};
  /// What the op costs besides if its data or its result has not the block that
  /// these layouts give it, as shares of the bytes of the result; finite, at
  /// least 0.
  double plainDataPrice = 0, plainResultPrice = 0;
  /// The orders that data and result may have besides; the kernel has its
  /// layout. An op that may choose among several alternatives has none.
  OperandOrder order = OperandOrder::Given;
  /// Whether these layouts are for ops only for which no others hold.
  bool isFallback = false;
};

/// The preference for a kind of op.
struct Preference {
  /// The allowed combinations, the preferred one first. If empty, an op keeps
  /// its layouts, except for the orders of operands that `order` allows.
  SmallVector<Alternative, 1> alternatives;
  OperandOrder order = OperandOrder::Given;
  /// If not 0, kernels of narrow integers end with groups of as many reduced
  /// elements as have these bits: an instruction adds four products of 8 bits
  /// to each lane of 32 bits, and OHWI16o4i has such groups next to each other.
  unsigned groupBits = 0;
  /// Whether matmuls with constant kernels whose columns a block does not
  /// divide become two ops: one computes full blocks, the other what remains.
  bool splitsMatmuls = false;
};

using Preferences = std::map<OpKind, Preference>;

/// Parses the text form above. Emits an error if it is malformed.
FailureOr<Preferences>
parsePreferences(StringRef text,
                 llvm::function_ref<InFlightDiagnostic()> emitError);

/// What kinds of ops say about values at a pitch: attributes `layout.pitched`.
using Pitches = std::map<OpKind, Attribute>;

/// Parses e.g. `conv2d=false,matmul=0.25`: `true`, `false` or a price of at
/// least 0 for each kind. Emits an error if it is malformed.
FailureOr<Pitches>
parsePitches(MLIRContext *context, StringRef text,
             llvm::function_ref<InFlightDiagnostic()> emitError);

/// Whether `op` is a pooling whose kind is in one of them. Convolutions and
/// matmuls are planned without that.
bool statePooling(const Preferences &preferred, const Pitches &pitches,
                  Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_PREFERENCES_H
