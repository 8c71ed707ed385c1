//===- ScalarBody.cpp - What is computed for each element -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarBody.h"
#include "Analysis/ScalarFolding.h"
#include "OpModels/RoundedFolding.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// How many combinations of arguments a body remembers. Random weights have as
/// many as they have elements.
static constexpr size_t kRememberedResults = 1 << 16;

/// Returns the indices at which a body reads one element of a tensor; nothing
/// for other ops.
static std::optional<OperandRange> getIndices(Operation *op) {
  auto movement = dyn_cast<DataMovementOpInterface>(op);
  return movement ? movement.getElementIndices() : std::nullopt;
}

bool ScalarBody::isScalar(linalg::LinalgOp op,
                          llvm::function_ref<bool(Value)> isKnown) {
  auto isNumber = [](Type type) { return type.isIntOrIndexOrFloat(); };
  return llvm::all_of(op.getBlock()->without_terminator(), [&](Operation &op) {
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op) ||
        !llvm::all_of(op.getResultTypes(), isNumber))
      return false;
    if (getIndices(&op))
      return isKnown(op.getOperand(0));
    return llvm::all_of(op.getOperandTypes(), isNumber);
  });
}

ScalarBody::ScalarBody(linalg::LinalgOp op, GetTensor getTensor)
    : arguments(op.getBlock()->getArguments()), values(arguments.size()),
      yielded(op.getBlock()->getTerminator()->getOperands()) {
  for (Operation &inner : op.getBlock()->without_terminator()) {
    ops.push_back({&inner, inner.getAttrDictionary()});
    readsLoops |= isa<linalg::IndexOp>(inner);
    if (getIndices(&inner))
      tensors[inner.getOperand(0)] = getTensor(inner.getOperand(0));
  }
  addConstants();
}

ScalarBody::ScalarBody(Operation *elementwise)
    : scalarForm(std::make_unique<Block>()) {
  IRMapping scalars;
  for (Value operand : elementwise->getOperands()) {
    arguments.push_back(scalarForm->addArgument(
        getElementTypeOrSelf(operand.getType()), operand.getLoc()));
    scalars.map(operand, arguments.back());
  }
  values.resize(arguments.size());
  Operation *op = elementwise->cloneWithoutRegions(scalars);
  op->setOperands(arguments);
  for (Value result : op->getResults())
    result.setType(getElementTypeOrSelf(result.getType()));
  scalarForm->push_back(op);
  ops.push_back({op, op->getAttrDictionary()});
  yielded.assign(op->result_begin(), op->result_end());
}

/// Sets the values of constants from outside of the body.
void ScalarBody::addConstants() {
  auto add = [&](Value value) {
    Attribute constant;
    if (!contents.contains(value) && matchPattern(value, m_Constant(&constant)))
      contents[value] = constant;
  };
  for (auto [op, attributes] : ops)
    llvm::for_each(op->getOperands(), add);
  llvm::for_each(yielded, add);
}

/// Returns the element that `op` reads; null if an index is out of bounds.
Attribute ScalarBody::read(Operation *op, OperandRange indices) const {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  int64_t position = 0;
  for (auto [value, size] : llvm::zip_equal(indices, type.getShape())) {
    auto index = dyn_cast_or_null<IntegerAttr>(contents.lookup(value));
    if (!index || index.getInt() < 0 || index.getInt() >= size)
      return {};
    position = position * size + index.getInt();
  }
  return tensors.at(op->getOperand(0))->get(position);
}

LogicalResult ScalarBody::run(Operation *op, DictionaryAttr attributes,
                              ArrayRef<int64_t> loops) {
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    contents[index] = IntegerAttr::get(index.getType(), loops[index.getDim()]);
    return success();
  }
  if (std::optional<OperandRange> indices = getIndices(op)) {
    Attribute element = read(op, *indices);
    contents[op->getResult(0)] = element;
    return success(static_cast<bool>(element));
  }
  if (op->getNumOperands() == 1)
    if (Attribute rounded =
            foldRounded(op, contents.lookup(op->getOperand(0)))) {
      contents[op->getResult(0)] = rounded;
      return success();
    }
  SmallVector<OpFoldResult> folded = foldOn(
      op, attributes, [&](Value operand) { return contents.lookup(operand); });
  if (folded.empty())
    return failure();
  for (auto [result, found] : llvm::zip_equal(op->getResults(), folded)) {
    auto value = dyn_cast<Value>(found);
    auto content = dyn_cast_or_null<TypedAttr>(value ? contents.lookup(value)
                                                     : cast<Attribute>(found));
    if (!content || content.getType() != result.getType())
      return failure();
    contents[result] = content;
  }
  return success();
}

FailureOr<ArrayRef<Attribute>> ScalarBody::runAnew(ArrayRef<int64_t> loops) {
  StringRef key(reinterpret_cast<const char *>(values.data()),
                values.size() * sizeof(Attribute));
  isAnew = false;
  if (!readsLoops)
    if (auto known = results.find(key); known != results.end()) {
      last = known->second;
      return ArrayRef<Attribute>(last);
    }
  for (auto [argument, value] : llvm::zip_equal(arguments, values))
    contents[argument] = value;
  for (auto [op, attributes] : ops)
    if (failed(run(op, attributes, loops))) {
      obstacle = op;
      isAnew = true;
      return failure();
    }
  last.clear();
  for (Value value : yielded)
    last.push_back(contents.lookup(value));
  if (!readsLoops && results.size() < kRememberedResults)
    results[key] = last;
  return ArrayRef<Attribute>(last);
}
