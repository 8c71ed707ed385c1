//===- LayoutPreferences.h - Preferred layouts of kinds of ops --*- C++ -*-===//
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

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_LAYOUTPREFERENCES_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_LAYOUTPREFERENCES_H

#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Notation/LetterLayout.h"
#include <map>

namespace mlir::layout {

/// The classes of critical ops for which preferences can differ.
struct OpKind {
  enum class Family {
    Conv,
    PointwiseConv, ///< a convolution whose windows have one element
    DepthwiseConv,
    GroupedConv,
    Matmul,
    BatchMatmul
  };

  Family family;
  /// The number of image dims of a convolution; 0 for a matmul.
  unsigned numImageDims = 0;

  /// Returns the kind of a critical op, or nothing if preferences cannot name
  /// it.
  static std::optional<OpKind> get(const CriticalOp &critical);
  /// Returns all kinds that an op belongs to, the most specific first:
  /// `pointwise_conv2d`, `conv2d`.
  static SmallVector<OpKind, 2> getAllOf(linalg::LinalgOp op,
                                         const CriticalOp &critical);
  /// Returns all kinds, in the order in which diagnostics list them.
  static ArrayRef<OpKind> getAll();

  bool isMatmul() const {
    return family == Family::Matmul || family == Family::BatchMatmul;
  }
  std::string str() const;
  /// Returns the letters of the image dims: W, HW or DHW.
  StringRef getImageLetters() const;

  bool operator<(const OpKind &other) const {
    return std::tie(family, numImageDims) <
           std::tie(other.family, other.numImageDims);
  }
};

/// Layouts of the operands of an op: data, kernel and result.
struct OperandLayouts {
  LetterLayout data, kernel, result;

  /// E.g. "NCHW16c, OIHW16i16o -> NCHW16c".
  std::string str() const;
  bool operator==(const OperandLayouts &other) const {
    return data == other.data && kernel == other.kernel &&
           result == other.result;
  }
};

/// Returns the layout of the result that matches the data and the kernel.
LetterLayout getDefaultResult(OpKind kind, const LetterLayout &data,
                              const LetterLayout &kernel);

/// Returns the layout of the kernel that matches the data and, for a
/// convolution, the result. This is the meaning of `default`.
LetterLayout getDefaultKernel(OpKind kind, const LetterLayout &data,
                              const LetterLayout &result);

/// Adds the channel multiplier M of a depthwise convolution after C in layouts
/// that do not name it.
OperandLayouts addChannelMultiplier(OpKind kind, OperandLayouts layouts);

/// One combination of layouts that a preference allows.
struct Alternative {
  OperandLayouts layouts;
  /// The cost of the op in these layouts, in sixteenths of the bytes of its
  /// result.
  unsigned costSixteenths = 0;
};

/// The preference for a kind of op.
struct Preference {
  /// The allowed combinations, the preferred one first. If empty, an op keeps
  /// its layouts, except for the orders of operands that `order` allows.
  SmallVector<Alternative, 1> alternatives;
  OperandOrder order = OperandOrder::Given;
  /// If not 0, kernels of narrow integers end with groups of as many reduced
  /// elements as have these bits (KernelGroups.h).
  unsigned groupBits = 0;
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

/// Returns the preferences of a built-in target. Emits an error if there is no
/// target of that name.
FailureOr<Preferences>
getTargetPreferences(StringRef target,
                     llvm::function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_LAYOUTPREFERENCES_H
