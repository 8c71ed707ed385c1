//===- LayoutPreferences.h - Who wants which layout -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A preference names the layouts of the data and the kernel for one kind of op,
// in letters matched by role: N batch, C, I, O channels, D, H, W image, G
// group; M, K, N of matrices, B their batch. A user states preferences in a
// text,
//
//     conv2d=[NCHW16c,default],matmul=[MK,KN]|[MK16m16k,NK16n16k]
//
// with `default` for the kernel that suits the data, and several choices in
// order of preference; a third layout is that of the result, where it is
// another than the data's. A target states them for every kind it cares about.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_LAYOUTPREFERENCES_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_LAYOUTPREFERENCES_H

#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Notation/LetterLayout.h"
#include <map>

namespace mlir::layout {

/// What preferences tell critical ops apart by.
struct OpKind {
  enum class Family {
    Conv,
    PointwiseConv, ///< one whose windows are points
    DepthwiseConv,
    GroupedConv,
    Matmul,
    BatchMatmul
  };

  Family family;
  /// Image dims of a convolution; 0 for a matmul.
  unsigned numImageDims = 0;

  /// The kind of a critical op; nothing for one that preferences cannot name.
  static std::optional<OpKind> get(const CriticalOp &critical);
  /// The kinds of an op, the narrowest first: `pointwise_conv2d`, `conv2d`.
  static SmallVector<OpKind, 2> getAllOf(linalg::LinalgOp op,
                                         const CriticalOp &critical);
  /// All kinds, in the order in which messages list them.
  static ArrayRef<OpKind> getAll();

  bool isMatmul() const {
    return family == Family::Matmul || family == Family::BatchMatmul;
  }
  std::string str() const;
  /// The letters of its image dims: W, HW or DHW.
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

/// The layout of the result that suits the other two.
LetterLayout getDefaultResult(OpKind kind, const LetterLayout &data,
                              const LetterLayout &kernel);

/// The layout of the kernel that suits the data, and the result of a
/// convolution: `default`.
LetterLayout getDefaultKernel(OpKind kind, const LetterLayout &data,
                              const LetterLayout &result);

/// A channel multiplier M of a depthwise convolution follows C where it is not
/// placed.
OperandLayouts complete(OpKind kind, OperandLayouts layouts);

struct Choice {
  OperandLayouts layouts;
  /// What the op costs then, in sixteenths of the bytes of its result.
  unsigned price = 0;
};

/// What is preferred for a kind of op: choices in order of preference; or it
/// stays as it stands, with some flexibility.
struct Preference {
  SmallVector<Choice, 1> choices;
  OperandOrder order = OperandOrder::Given;
};

using Preferences = std::map<OpKind, Preference>;

FailureOr<Preferences>
parsePreferences(StringRef text,
                 llvm::function_ref<InFlightDiagnostic()> emitError);

/// What the target of that name prefers.
FailureOr<Preferences>
getTargetPreferences(StringRef target,
                     llvm::function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_LAYOUTPREFERENCES_H
