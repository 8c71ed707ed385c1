//===- ScalarBody.h - What is computed for each element ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_EVALUATE_SCALARBODY_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_EVALUATE_SCALARBODY_H

#include "ConstantElements.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::layout {

/// Runs the body of a structured op, or an elementwise op, on one element of
/// each operand.
class ScalarBody {
public:
  /// Returns the elements of a tensor that a body reads at computed indices.
  using GetTensor = llvm::function_ref<SharedElements(Value)>;

  /// Whether each op of the body of `op` has scalars as operands and results
  /// and no effects, or reads one element of a tensor for which `isKnown`
  /// holds.
  static bool isScalar(linalg::LinalgOp op,
                       llvm::function_ref<bool(Value)> isKnown);

  /// Prepares to run the body of `op`, for which `isScalar` holds.
  ScalarBody(linalg::LinalgOp op, GetTensor getTensor);
  /// Prepares to run an op that applies a scalar function to each element of
  /// its operands, which are its arguments.
  explicit ScalarBody(Operation *elementwise);

  /// Returns what the body yields, where its arguments and loops have the given
  /// values; an argument may be null if the body does not read it, and the
  /// loops are those of a body that reads them. If an op does not fold, fails
  /// and sets `getObstacle`.
  FailureOr<ArrayRef<Attribute>> run(ArrayRef<Attribute> arguments,
                                     ArrayRef<int64_t> loops);

  /// The op that did not fold.
  Operation *getObstacle() const { return obstacle; }

private:
  void addConstants();
  LogicalResult run(Operation *op, DictionaryAttr attributes,
                    ArrayRef<int64_t> loops);
  Attribute read(Operation *op, OperandRange indices) const;

  /// The scalar form of an elementwise op, whose operands are its arguments.
  std::unique_ptr<Block> scalarForm;
  SmallVector<Value> arguments;
  /// The ops of the body and their attributes.
  SmallVector<std::pair<Operation *, DictionaryAttr>> ops;
  SmallVector<Value> yielded;
  llvm::DenseMap<Value, SharedElements> tensors;
  bool readsLoops = false;

  llvm::DenseMap<Value, Attribute> contents;
  /// What the body yields for arguments that it has been run on, by their
  /// bytes. Elements of masks and quantized weights have few distinct values.
  llvm::StringMap<SmallVector<Attribute, 1>> results;
  /// The arguments and results of the last run. Neighbors are often equal.
  SmallVector<Attribute, 2> lastArguments;
  SmallVector<Attribute, 1> last;
  Operation *obstacle = nullptr;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_EVALUATE_SCALARBODY_H
