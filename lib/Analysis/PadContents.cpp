//===- PadContents.cpp - Evaluates ops on the padding of operands ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadContents.h"
#include "ScalarFolding.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "layout/Interfaces/DivisionInterface.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

namespace {
/// Returns the content of a value from outside of a body: that of a constant is
/// known.
PadContent getConstantContent(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return PadContent::get(constant);
  return PadContent::getUnknown();
}

/// Runs the ops of a body, in order, on contents of padding.
class Evaluator {
public:
  /// `getScalar` returns the contents of constants and of values from outside
  /// of the body.
  explicit Evaluator(
      llvm::function_ref<PadContent(Value)> getScalar = getConstantContent)
      : getScalar(getScalar) {}

  void set(Value value, PadContent content) {
    contents.insert_or_assign(value, content);
  }

  PadContent get(Value value) const {
    auto it = contents.find(value);
    return it != contents.end() ? it->second : getScalar(value);
  }

  LogicalResult run(Operation &op);
  LogicalResult run(Block &body, ArrayRef<PadContent> arguments);

private:
  PadContent select(SelectLikeOpInterface op) const;
  SmallVector<PadContent> fold(Operation &op) const;

  llvm::function_ref<PadContent(Value)> getScalar;
  llvm::SmallDenseMap<Value, PadContent> contents;
};
} // namespace

/// Returns the content of a select, which ignores the operand that is not
/// selected, even if it is poison.
PadContent Evaluator::select(SelectLikeOpInterface op) const {
  PadContent condition = get(op.getCondition());
  if (condition.isPoison())
    return condition;
  PadContent onTrue = get(op.getTrueValue()), onFalse = get(op.getFalseValue());
  if (auto constant = dyn_cast_or_null<BoolAttr>(condition.getConstant()))
    return constant.getValue() ? onTrue : onFalse;
  return onTrue.join(onFalse);
}

/// Whether all indices are known and within the bounds of the tensor.
static bool isInBounds(Value tensor, ValueRange indices,
                       const Evaluator &contents) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return llvm::all_of(llvm::zip_equal(indices, type.getShape()), [&](auto dim) {
    auto [value, size] = dim;
    auto index =
        dyn_cast_or_null<IntegerAttr>(contents.get(value).getConstant());
    return index && index.getInt() >= 0 && index.getInt() < size;
  });
}

/// Whether an op of a body can be run on contents that do not occur in the
/// program: it has no side effects and reads tensors only where the indices are
/// known to be in bounds.
static bool isReadOnlyWithin(Operation &op, const Evaluator &contents) {
  if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
    return false;
  if (auto movement = dyn_cast<DataMovementOpInterface>(op))
    if (std::optional<OperandRange> indices = movement.getElementIndices())
      return isInBounds(op.getOperand(0), *indices, contents);
  return llvm::none_of(op.getOperandTypes(), llvm::IsaPred<ShapedType>);
}

/// Returns what the op folds to on the contents of its operands; the op itself
/// is unchanged.
SmallVector<PadContent> Evaluator::fold(Operation &op) const {
  SmallVector<OpFoldResult> folded =
      foldOn(&op, op.getAttrDictionary(),
             [&](Value operand) { return get(operand).getConstant(); });
  if (folded.empty())
    return SmallVector<PadContent>(op.getNumResults(),
                                   PadContent::getUnknown());
  return llvm::map_to_vector(folded, [&](OpFoldResult result) {
    if (auto constant = dyn_cast<Attribute>(result))
      return PadContent::get(constant);
    return get(cast<Value>(result));
  });
}

LogicalResult Evaluator::run(Operation &op) {
  if (op.hasTrait<OpTrait::ConstantLike>())
    return success(); // get() returns its content.
  if (!isReadOnlyWithin(op, *this))
    return failure();
  if (auto choice = dyn_cast<SelectLikeOpInterface>(op)) {
    set(op.getResult(0), select(choice));
    return success();
  }
  bool poison = llvm::any_of(
      op.getOperands(), [&](Value operand) { return get(operand).isPoison(); });
  SmallVector<PadContent> results =
      poison
          ? SmallVector<PadContent>(op.getNumResults(), PadContent::getPoison())
          : fold(op);
  // An op that folds to constants is defined on these operands, also if it is
  // not speculatable in general (a division).
  bool known = llvm::all_of(
      results, [](PadContent content) { return content.isConstant(); });
  if (!known && !isSafeToSpeculate(&op))
    return failure();
  for (auto [result, content] : llvm::zip_equal(op.getResults(), results))
    set(result, content);
  return success();
}

LogicalResult Evaluator::run(Block &body, ArrayRef<PadContent> arguments) {
  for (auto [argument, content] :
       llvm::zip_equal(body.getArguments(), arguments))
    set(argument, content);
  for (Operation &op : body.without_terminator())
    if (failed(run(op)))
      return failure();
  return success();
}

FailureOr<SmallVector<PadContent>>
layout::evaluateOnPads(Block &body, ArrayRef<PadContent> arguments) {
  return evaluateOnPads(body, arguments, getConstantContent);
}

FailureOr<SmallVector<PadContent>>
layout::evaluateOnPads(Block &body, ArrayRef<PadContent> arguments,
                       llvm::function_ref<PadContent(Value)> getScalar) {
  Evaluator evaluator(getScalar);
  if (failed(evaluator.run(body, arguments)))
    return failure();
  return llvm::map_to_vector(body.getTerminator()->getOperands(),
                             [&](Value value) { return evaluator.get(value); });
}

FailureOr<SmallVector<PadContent>>
layout::evaluateOnPads(Operation &scalarOp, ArrayRef<PadContent> operands) {
  Evaluator evaluator;
  for (auto [operand, content] :
       llvm::zip_equal(scalarOp.getOperands(), operands))
    evaluator.set(operand, content);
  if (failed(evaluator.run(scalarOp)))
    return failure();
  return llvm::map_to_vector(scalarOp.getResults(),
                             [&](Value value) { return evaluator.get(value); });
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

/// Returns the contents of the arguments of the body.
static SmallVector<PadContent> getArguments(linalg::LinalgOp op,
                                            ArrayRef<PadContent> operands) {
  return llvm::map_to_vector(op.getOpOperandsMatchingBBargs(),
                             [&](OpOperand *operand) {
                               return operands[operand->getOperandNumber()];
                             });
}

FailureOr<SmallVector<PadContent>>
layout::evaluateOnPads(linalg::LinalgOp op, ArrayRef<PadContent> operands) {
  SmallVector<PadContent> arguments = getArguments(op, operands);
  FailureOr<SmallVector<PadContent>> results =
      evaluateOnPads(*op.getBlock(), arguments);
  if (failed(results) || op.getNumReductionLoops() == 0)
    return results;
  // Feed the results of a step into the next one until a fixed point is
  // reached.
  auto accumulators = MutableArrayRef(arguments).take_back(op.getNumDpsInits());
  SmallVector<PadContent> before;
  do {
    before.assign(accumulators.begin(), accumulators.end());
    results = evaluateOnPads(*op.getBlock(), arguments);
    if (failed(results))
      return failure();
    for (auto [accumulator, result] : llvm::zip_equal(accumulators, *results))
      accumulator = accumulator.join(result);
  } while (before != accumulators);
  return before;
}

/// Returns candidate number `index` for the padding of an operand with elements
/// of type `type`; nothing if there is no such candidate.
static std::optional<PadContent> getCandidate(unsigned index, PadContent wanted,
                                              Type type) {
  Builder builder(type.getContext());
  auto orNothing = [](TypedAttr value) {
    return value ? std::optional(PadContent::get(value)) : std::nullopt;
  };
  switch (index) {
  case 0: // The wanted content, unless it is a number of another type.
    if (auto typed = dyn_cast_or_null<TypedAttr>(wanted.getConstant()))
      return typed.getType() == type ? orNothing(typed) : std::nullopt;
    return wanted;
  case 1:
    return orNothing(builder.getZeroAttr(type));
  default:
    return orNothing(builder.getOneAttr(type));
  }
}

std::optional<SmallVector<PadContent>>
layout::findOperandPads(linalg::LinalgOp op, PadContent wanted,
                        llvm::function_ref<bool(OpOperand &)> isPadded) {
  for (unsigned index = 0; index < 3; ++index) {
    SmallVector<PadContent> contents;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!op.payloadUsesValueFromOperand(&operand)) {
        contents.push_back(PadContent::getPoison());
        continue;
      }
      std::optional<PadContent> content = PadContent::getUnknown();
      if (isPadded(operand))
        content = getCandidate(index, wanted,
                               getElementTypeOrSelf(operand.get().getType()));
      if (!content)
        break;
      contents.push_back(*content);
    }
    if (contents.size() != op->getNumOperands())
      continue;
    FailureOr<SmallVector<PadContent>> results = evaluateOnPads(op, contents);
    if (succeeded(results) && llvm::all_of(*results, [&](PadContent content) {
          return content.fits(wanted);
        }))
      return contents;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Whether combining with `value` keeps the other operand. Both zeros count as
/// neutral for a sum, although -0 + 0 is 0.
static bool isNeutralTo(Operation *combiner, Attribute value) {
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  if (!neutral || !value)
    return false;
  auto number = dyn_cast<FloatAttr>(value);
  auto expected = dyn_cast<FloatAttr>(*neutral);
  if (number && expected && number.getType() == expected.getType() &&
      number.getValue().isZero() && expected.getValue().isZero())
    return true;
  return value == *neutral;
}

bool layout::isNeutral(linalg::LinalgOp op, ArrayRef<PadContent> operands) {
  // Assume nothing about the accumulated value, which must be kept.
  SmallVector<PadContent> arguments = getArguments(op, operands);
  for (PadContent &content :
       MutableArrayRef(arguments).take_back(op.getNumDpsInits()))
    content = PadContent::getUnknown();
  Evaluator evaluator;
  if (failed(evaluator.run(*op.getBlock(), arguments)))
    return false;

  ArrayRef<BlockArgument> accumulators = op.getRegionOutputArgs();
  Operation *yield = op.getBlock()->getTerminator();
  for (auto [index, accumulator] : llvm::enumerate(accumulators)) {
    if (yield->getOperand(index) == accumulator)
      continue;
    SmallVector<Operation *> combiners;
    Value combined = matchReduction(accumulators, index, combiners);
    if (!combined || combiners.size() != 1 ||
        !isNeutralTo(combiners.front(), evaluator.get(combined).getConstant()))
      return false;
  }
  return true;
}
