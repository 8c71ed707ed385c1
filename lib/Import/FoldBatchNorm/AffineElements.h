//===- AffineElements.h - Elements as functions of another ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Batch normalisation, biases and the like compute scale * x + shift from
// constants. Instead of matching their ops, this evaluates the bodies of
// elementwise ops on constants and on such functions.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_FOLDBATCHNORM_AFFINEELEMENTS_H
#define LAYOUT_LIB_IMPORT_FOLDBATCHNORM_AFFINEELEMENTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace mlir::layout {

/// The elements of a constant tensor of floating-point numbers of at most 64
/// bits.
class FloatConstant {
public:
  /// Returns nothing if `value` is no constant whose data is available.
  static std::optional<FloatConstant> get(Value value);

  bool isSplat() const { return splat; }
  double getElement(ArrayRef<int64_t> index) const;
  double getElement(int64_t position) const;

  RankedTensorType getType() const { return type; }

private:
  RankedTensorType type;
  ArrayRef<char> bytes;
  bool splat = false;
};

/// scale * x + shift
struct AffineFunction {
  llvm::APFloat scale, shift;
};

/// What is known of a value: a constant, or a function of x; else neither.
struct KnownValue {
  Attribute constant = {};
  std::optional<AffineFunction> function = std::nullopt;

  explicit operator bool() const { return constant || function; }
};

/// Elements of tensors as functions of x, which is what `source` adds to its
/// init operand in the corresponding element of its result.
class AffineElements {
public:
  explicit AffineElements(linalg::LinalgOp source) : source(source) {}

  /// Whether `op` computes each element of its one result from elements of the
  /// operands: its loops are parallel and its maps projected permutations.
  static bool isElementwise(linalg::LinalgOp op);

  /// Returns what is known of one element of `tensor`.
  KnownValue getElement(Value tensor, ArrayRef<int64_t> index);

  /// Returns what is known of the values in the body of an elementwise op at
  /// `point` of its loops.
  llvm::DenseMap<Value, KnownValue> getBody(linalg::LinalgOp op,
                                            ArrayRef<int64_t> point);

  /// Returns the dims of `tensor` on which scale and shift may depend.
  llvm::SmallBitVector getDims(Value tensor);

  /// Returns the loops of an elementwise op on which they may depend.
  llvm::SmallBitVector getLoops(linalg::LinalgOp op);

private:
  linalg::LinalgOp source;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_FOLDBATCHNORM_AFFINEELEMENTS_H
