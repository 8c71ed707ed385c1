//===- OpKind.h - Kinds of ops and their layouts ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets and preferences name kinds of critical ops and poolings, and layouts
// of their data, kernel and result. Letters name dims by their roles: N
// batch, C, I, O channels, D, H, W image, G group; M, K, N dims of matrices, B
// their batch; M after C the channel multiplier of a depthwise convolution.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_OPKIND_H
#define LAYOUT_TARGETS_OPKIND_H

#include "layout/Analysis/CriticalOps.h"
#include "layout/Notation/LetterLayout.h"

namespace mlir::layout {

/// The classes of ops for which preferences in letters can differ.
struct OpKind {
  enum class Family {
    Conv,
    PointwiseConv,  ///< a convolution whose windows have one element
    TransposedConv, ///< of an image with zeros between its elements
    DepthwiseConv,
    GroupedConv,
    Matmul,
    BatchMatmul,
    Pooling ///< its kernel has a shape, but no data
  };

  Family family;
  /// The number of image dims of a convolution or pooling; 0 for a matmul.
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
  /// Returns the kinds of a name: one for `conv2d`, and those of any number of
  /// image dims for `conv`. An error lists the names.
  static llvm::Expected<SmallVector<OpKind, 3>> parse(StringRef name);

  bool isMatmul() const {
    return family == Family::Matmul || family == Family::BatchMatmul;
  }
  /// Whether the kind is a convolution without groups.
  bool isDenseConv() const {
    return family == Family::Conv || family == Family::PointwiseConv ||
           family == Family::TransposedConv;
  }
  std::string str() const;
  /// Returns the letters of the image dims: W, HW or DHW.
  StringRef getImageLetters() const;

  bool operator<(const OpKind &other) const {
    return std::tie(family, numImageDims) <
           std::tie(other.family, other.numImageDims);
  }
};

/// Returns the roles of the loops of a pooling on tensors: of the loops that
/// index no window, the first one of the result is the batch and the others are
/// channels (`Depth`); one alone is the channel. Returns nothing for other ops.
std::optional<CriticalOp> getPoolingRoles(linalg::LinalgOp op);

/// Layouts of the operands of an op: data, kernel and result.
struct CriticalOpLayouts {
  LetterLayout data, kernel, result;

  /// E.g. "NCHW16c, OIHW16i16o -> NCHW16c".
  std::string str() const;
  bool operator==(const CriticalOpLayouts &other) const {
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

/// Returns the kernel that lies in memory as the data does: NK[stick] for
/// MK[stick], so that both operands of a dot product have the same sticks. This
/// is the meaning of `agree`.
LetterLayout getAgreeingKernel(OpKind kind, const LetterLayout &data);

/// The texts of the layouts of an op. The kernel may be `default` or `agree`;
/// an empty result is that which matches the others.
struct LayoutTexts {
  std::string data, kernel, result;
};

/// Parses the layouts of an op of `kind`. If the text of an operand is
/// malformed, does not order its letters, or cuts dims that stay whole,
/// `reportError` gets its name, data, kernel or result, and the error.
FailureOr<CriticalOpLayouts> parseLayouts(
    OpKind kind, const LayoutTexts &texts,
    llvm::function_ref<void(StringRef operand, llvm::Error error)> reportError);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_OPKIND_H
