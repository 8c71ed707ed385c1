//===- ConstantTensors.h - Tensors computed from constants ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. Finds the tensors of a function that depend on
// constants alone, and computes their elements.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_EVALUATE_CONSTANTTENSORS_H
#define LAYOUT_LIB_IMPORT_EVALUATE_CONSTANTTENSORS_H

#include "ConstantElements.h"

namespace mlir::layout {

/// What an op does with constant tensors.
enum class ConstantWork {
  None,     ///< its results are not known
  Constant, ///< it is a constant
  Move,     ///< permutes or repeats elements of one operand
  Compute   ///< computes, selects or joins elements
};

class ConstantTensors {
public:
  /// `limit` is the largest tensor, in bytes, that is computed.
  explicit ConstantTensors(uint64_t limit) : limit(limit) {}

  /// Adds an op and returns what it does. Ops come after those that they read.
  ConstantWork add(Operation *op);
  /// Returns what an op that was added does; None for others.
  ConstantWork getWork(Operation *op) const { return works.lookup(op); }
  bool isKnown(Value value) const { return splats.contains(value); }

  /// Why an op on known tensors was not computed: the bytes of its result are
  /// above the limit. 0 for others.
  int64_t getExcess(Operation *op) const { return excess.lookup(op); }

  /// Returns the elements of a known tensor; null if an op does not fold, which
  /// `obstacle` is set to.
  SharedElements evaluate(Value value, Operation *&obstacle);

  /// Forgets the elements that are not those of constants.
  void forgetComputed() { computed.clear(); }

private:
  std::optional<bool> isResultSplat(Operation *op) const;
  std::optional<bool> isStructuredSplat(Operation *op) const;
  std::optional<bool> isElementwiseSplat(Operation *op) const;
  std::optional<bool> isOperandSplat(Value operand) const;

  LogicalResult compute(Operation *op, Operation *&obstacle);
  SharedElements copyParts(Operation *op, Operation *&obstacle);
  LogicalResult computeStructured(Operation *op, Operation *&obstacle);
  LogicalResult computeElementwise(Operation *op, Operation *&obstacle);

  uint64_t limit;
  /// Whether each known tensor is certainly a splat.
  DenseMap<Value, bool> splats;
  DenseMap<Operation *, ConstantWork> works;
  DenseMap<Operation *, int64_t> excess;
  /// Elements of constants, and those that have been computed.
  DenseMap<Value, SharedElements> constants, computed;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_EVALUATE_CONSTANTTENSORS_H
