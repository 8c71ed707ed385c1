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

#ifndef LAYOUT_LIB_IMPORT_EVALUATE_SCALARBODY_H
#define LAYOUT_LIB_IMPORT_EVALUATE_SCALARBODY_H

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

  /// Sets an argument; it may stay null if the body does not read it.
  void setArgument(unsigned number, Attribute value) {
    isAnew |= values[number] != value;
    values[number] = value;
  }
  /// Returns what the body yields for its arguments, where its loops have the
  /// given values, if it reads them. If an op does not fold, fails and sets
  /// `getObstacle`. Neighbors often have equal arguments.
  FailureOr<ArrayRef<Attribute>> run(ArrayRef<int64_t> loops) {
    if (isAnew || readsLoops)
      return runAnew(loops);
    return ArrayRef<Attribute>(last);
  }

  /// The op that did not fold.
  Operation *getObstacle() const { return obstacle; }

private:
  FailureOr<ArrayRef<Attribute>> runAnew(ArrayRef<int64_t> loops);
  void addConstants();
  LogicalResult run(Operation *op, DictionaryAttr attributes,
                    ArrayRef<int64_t> loops);
  Attribute read(Operation *op, OperandRange indices) const;

  /// The scalar form of an elementwise op, whose operands are its arguments.
  std::unique_ptr<Block> scalarForm;
  SmallVector<Value> arguments;
  SmallVector<Attribute, 2> values; ///< of the arguments
  bool isAnew = true; ///< whether they have changed since the last run
  /// The ops of the body and their attributes.
  SmallVector<std::pair<Operation *, DictionaryAttr>> ops;
  SmallVector<Value> yielded;
  llvm::DenseMap<Value, SharedElements> tensors;
  bool readsLoops = false;

  llvm::DenseMap<Value, Attribute> contents;
  /// What the body yields for arguments that it has been run on, by their
  /// bytes. Elements of masks and quantized weights have few distinct values.
  llvm::StringMap<SmallVector<Attribute, 1>> results;
  SmallVector<Attribute, 1> last; ///< what the last run has yielded
  Operation *obstacle = nullptr;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_EVALUATE_SCALARBODY_H
