//===- ConstantTensors.cpp - Tensors computed from constants --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantTensors.h"
#include "ScalarBody.h"
#include "layout/Algebra/QuasiAffine.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Marks.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// Whether constants can have this type: it is a static shape of numbers.
static bool isConstantType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
         tensor.getElementType().isIntOrIndexOrFloat() &&
         getNumPoints(tensor.getShape()).value_or(0) != 0;
}

namespace {
/// How an op that copies parts of tensors makes its result: out of a part of
/// its operand, or by joining operands.
struct PartMove {
  SmallVector<ValuePart> parts;
  Attribute border; ///< what lies beside the parts; null if nothing does
  bool isJoined = false;
};
} // namespace

/// Whether the elements of a part, in their order, are a box of known place.
static bool isKnownBox(const ValuePart &part) {
  return part.isBox && !part.offsets.empty() && llvm::is_sorted(part.dims) &&
         llvm::none_of(part.offsets, ShapedType::isDynamic) &&
         isConstantType(part.part.getType()) &&
         isConstantType(part.whole.getType());
}

static int64_t countElements(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements();
}

/// Returns what `op` copies; nothing if it does something else, if that is not
/// known, or if elements of the result are undefined.
static std::optional<PartMove> getPartMove(Operation *op) {
  auto movement = dyn_cast<DataMovementOpInterface>(op);
  if (!movement || movement.isAskedFor())
    return std::nullopt;
  PartMove move{movement.getParts(), movement.getBorder()};
  if (move.parts.empty() || !llvm::all_of(move.parts, isKnownBox))
    return std::nullopt;
  Value result = op->getResult(0);
  if (move.parts.front().part == result)
    return llvm::hasSingleElement(move.parts) ? std::optional(move)
                                              : std::nullopt;
  move.isJoined = true;
  int64_t covered = 0;
  for (const ValuePart &part : move.parts) {
    if (part.whole != result)
      return std::nullopt;
    covered += countElements(part.part);
  }
  // An op without a border has parts side by side, or lays them on the first.
  int64_t count = countElements(result);
  bool isDefined = covered == count ||
                   countElements(move.parts.front().part) == count ||
                   isa_and_nonnull<IntegerAttr, FloatAttr>(move.border);
  return isDefined ? std::optional(move) : std::nullopt;
}

/// Whether an operand is a splat or a constant scalar; nothing if it is not
/// known.
std::optional<bool> ConstantTensors::isOperandSplat(Value operand) const {
  if (auto known = splats.find(operand); known != splats.end())
    return known->second;
  Attribute scalar;
  if (operand.getType().isIntOrIndexOrFloat() &&
      matchPattern(operand, m_Constant(&scalar)) &&
      isa<IntegerAttr, FloatAttr>(scalar))
    return true;
  return std::nullopt;
}

/// Looks at a structured op each of whose results is written once, element by
/// element.
std::optional<bool> ConstantTensors::isStructuredSplat(Operation *op) const {
  auto structured = cast<linalg::LinalgOp>(op);
  if (!structured.hasPureTensorSemantics() ||
      structured.getNumLoops() != structured.getNumParallelLoops() ||
      llvm::any_of(structured.getStaticLoopRanges(), ShapedType::isDynamic) ||
      !ScalarBody::isScalar(structured,
                            [&](Value value) { return isKnown(value); }))
    return std::nullopt;
  bool isSplat = !structured.hasIndexSemantics();
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = structured.getMatchingIndexingMap(&operand);
    bool isWritten = structured.isDpsInit(&operand);
    if (map.getNumSymbols() != 0 || (isWritten && !map.isPermutation()))
      return std::nullopt;
    if (!structured.payloadUsesValueFromOperand(&operand))
      continue;
    std::optional<bool> one = isOperandSplat(operand.get());
    if (!one)
      return std::nullopt;
    isSplat &= *one;
  }
  return isSplat;
}

/// Looks at an op that applies a scalar function to each element.
std::optional<bool> ConstantTensors::isElementwiseSplat(Operation *op) const {
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumRegions() != 0 ||
      op->getNumOperands() == 0 || !isMemoryEffectFree(op))
    return std::nullopt;
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  bool isSplat = true;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    std::optional<bool> one = isOperandSplat(operand);
    if (!one || (type && type.getShape() != shape))
      return std::nullopt;
    isSplat &= *one;
  }
  return isSplat;
}

/// Whether `op` only changes the shape of its operand.
static bool isReshape(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
      op);
}

/// Whether the results of `op` are certainly splats; nothing if they do not
/// depend on constants alone.
std::optional<bool> ConstantTensors::isResultSplat(Operation *op) const {
  if (isReshape(op))
    return isOperandSplat(op->getOperand(0));
  if (isa<linalg::LinalgOp>(op))
    return isStructuredSplat(op);
  std::optional<PartMove> move = getPartMove(op);
  if (!move)
    return isElementwiseSplat(op);
  if (!move->isJoined)
    return isOperandSplat(move->parts.front().whole);
  return llvm::all_of(move->parts,
                      [&](const ValuePart &part) { return isKnown(part.part); })
             ? std::optional(false)
             : std::nullopt;
}

static ConstantWork getKnownWork(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  bool isMove = isReshape(op) ||
                (structured && llvm::hasSingleElement(*structured.getBlock()));
  return isMove ? ConstantWork::Move : ConstantWork::Compute;
}

ConstantWork ConstantTensors::add(Operation *op) {
  if (op->getNumResults() == 0 ||
      !llvm::all_of(op->getResultTypes(), isConstantType))
    return ConstantWork::None;
  auto setKnown = [&](ConstantWork work, bool isSplat) {
    for (Value result : op->getResults())
      splats[result] = isSplat;
    return works[op] = work;
  };
  std::string whyNot;
  if (ElementsAttr constant = getConstantElements(op)) {
    std::optional<ConstantData> data = ConstantData::get(constant, whyNot);
    return data ? setKnown(ConstantWork::Constant, data->isSplat())
                : ConstantWork::None;
  }
  // Rewrites of this dialect are folded by layout-fold.
  if (hasLayoutAttribute(op) ||
      isa_and_nonnull<LayoutDialect>(op->getDialect()))
    return ConstantWork::None;
  std::optional<bool> isSplat = isResultSplat(op);
  if (!isSplat)
    return ConstantWork::None;
  ConstantWork work = getKnownWork(op);
  int64_t bytes = 0;
  for (Type type : op->getResultTypes())
    bytes = std::max(bytes, getByteCount(cast<ShapedType>(type)).bytes);
  if (*isSplat || static_cast<uint64_t>(bytes) <= limit)
    return setKnown(work, *isSplat);
  if (work == ConstantWork::Compute)
    excess[op] = bytes;
  return ConstantWork::None;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static RankedTensorType getType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

SharedElements ConstantTensors::evaluate(Value value, Operation *&obstacle) {
  if (SharedElements found = constants.lookup(value))
    return found;
  if (SharedElements found = computed.lookup(value))
    return found;
  Operation *op = value.getDefiningOp();
  if (getWork(op) == ConstantWork::Constant) {
    std::string whyNot;
    return constants[value] = std::make_shared<ConstantElements>(
               *ConstantData::get(getConstantElements(op), whyNot));
  }
  if (failed(compute(op, obstacle)))
    return nullptr;
  return computed.lookup(value);
}

LogicalResult ConstantTensors::compute(Operation *op, Operation *&obstacle) {
  if (isa<linalg::LinalgOp>(op))
    return computeStructured(op, obstacle);
  if (!isReshape(op) && !getPartMove(op))
    return computeElementwise(op, obstacle);
  SharedElements elements = isReshape(op)
                                ? evaluate(op->getOperand(0), obstacle)
                                : copyParts(op, obstacle);
  computed[op->getResult(0)] = elements;
  return success(static_cast<bool>(elements));
}

//===----------------------------------------------------------------------===//
// Parts of tensors
//===----------------------------------------------------------------------===//

/// Calls `visit` with the position, in the whole, of each element of a part.
static void forEachPosition(const ValuePart &part,
                            llvm::function_ref<void(int64_t)> visit) {
  RankedTensorType whole = getType(part.whole);
  MLIRContext *context = whole.getContext();
  // Dims of the whole that the part has not are single places.
  SmallVector<int64_t> sizes(whole.getRank(), 1);
  for (auto [dim, size] :
       llvm::zip_equal(part.dims, getType(part.part).getShape()))
    sizes[dim] = size;
  SmallVector<AffineExpr> indices;
  for (auto [dim, offset] : llvm::enumerate(part.offsets))
    indices.push_back(getAffineDimExpr(dim, context) + offset);
  BoxEvaluator(getRowMajorOffset(indices, whole.getShape(), context), sizes)
      .forEach([&](ArrayRef<int64_t> values) {
        visit(values.front());
        return true;
      });
}

static SharedElements share(std::vector<Attribute> values) {
  return std::make_shared<ConstantElements>(std::move(values));
}

/// Returns the elements of the result of an op that copies parts of tensors.
SharedElements ConstantTensors::copyParts(Operation *op, Operation *&obstacle) {
  PartMove move = *getPartMove(op);
  std::vector<Attribute> values;
  if (!move.isJoined) {
    const ValuePart &part = move.parts.front();
    SharedElements source = evaluate(part.whole, obstacle);
    if (!source || source->isSplat())
      return source;
    forEachPosition(part, [&](int64_t position) {
      values.push_back(source->get(position));
    });
    return share(std::move(values));
  }
  values.assign(countElements(op->getResult(0)), move.border);
  for (const ValuePart &part : move.parts) {
    SharedElements source = evaluate(part.part, obstacle);
    if (!source)
      return nullptr;
    int64_t next = 0;
    forEachPosition(part, [&](int64_t position) {
      values[position] = source->get(next++);
    });
  }
  return share(std::move(values));
}

//===----------------------------------------------------------------------===//
// Computed elements
//===----------------------------------------------------------------------===//

namespace {
/// The elements that one argument of a body reads, which are not all equal.
struct ReadElements {
  SharedElements elements;
  unsigned argument;
  unsigned number = 0; ///< of the expression that is their position
  const Attribute *values = elements->getValues();

  Attribute get(int64_t position) const {
    return values ? values[position] : elements->get(position);
  }
};
} // namespace

static Attribute getScalar(Value value) {
  Attribute scalar;
  matchPattern(value, m_Constant(&scalar));
  return scalar;
}

namespace {
/// What a structured op reads and writes at each point of its loops, in the
/// form of a BoxEvaluator.
struct PointAccesses {
  explicit PointAccesses(linalg::LinalgOp op) : op(op) {}

  /// Adds the row-major position that an operand is accessed at, and returns
  /// its number. Operands of an elementwise op share one.
  unsigned add(OpOperand &operand) {
    AffineExpr position =
        getRowMajorOffset(op.getMatchingIndexingMap(&operand).getResults(),
                          getType(operand.get()).getShape(), op.getContext());
    auto found = llvm::find(positions, position);
    if (found == positions.end())
      positions.push_back(position);
    return found - positions.begin();
  }
  /// Adds the positions of results, and the loops themselves if the body reads
  /// them, behind all reads.
  void addResultsAndLoops() {
    for (OpOperand &init : op.getDpsInitsMutable())
      results.push_back(add(init));
    firstLoop = positions.size();
    if (!op.hasIndexSemantics())
      return;
    for (unsigned dim : llvm::seq(op.getNumLoops()))
      positions.push_back(getAffineDimExpr(dim, op.getContext()));
  }

  linalg::LinalgOp op;
  SmallVector<AffineExpr> positions;
  SmallVector<ReadElements> reads;
  SmallVector<unsigned> results; ///< numbers of the positions of results
  unsigned firstLoop = 0;
};
} // namespace

/// Runs `body` at every point, or at the first one if all of them give the
/// same. Returns the elements of the results; an empty list after an obstacle.
static SmallVector<std::vector<Attribute>>
runLoops(const PointAccesses &accesses, ScalarBody &body, bool isSplat) {
  linalg::LinalgOp op = accesses.op;
  SmallVector<std::vector<Attribute>> results;
  for (Value result : op->getResults())
    results.emplace_back(isSplat ? 1 : getType(result).getNumElements());
  auto visitRow = [&](ArrayRef<int64_t> first, ArrayRef<int64_t> steps,
                      int64_t count) {
    SmallVector<int64_t> loops(first.drop_front(accesses.firstLoop));
    for (int64_t point : llvm::seq(isSplat ? 1 : count)) {
      auto getPosition = [&](unsigned number) {
        return first[number] + point * steps[number];
      };
      for (const ReadElements &read : accesses.reads)
        body.setArgument(read.argument, read.get(getPosition(read.number)));
      for (auto [loop, index] : llvm::enumerate(loops))
        index = getPosition(accesses.firstLoop + loop);
      auto yielded = body.run(loops);
      if (failed(yielded))
        return false;
      for (unsigned number = 0; number < results.size(); ++number)
        results[number][isSplat ? 0 : getPosition(accesses.results[number])] =
            (*yielded)[number];
    }
    return !isSplat;
  };
  BoxEvaluator(accesses.positions, op.getStaticLoopRanges())
      .forEachRow(visitRow);
  if (body.getObstacle())
    results.clear();
  return results;
}

/// Runs a structured op on constants:
///
///   %1 = linalg.generic {maps = [(i, j) -> (i), (i, j) -> (i, j)]} ins(%c) {
///     %s = arith.addf %in, %k
///     linalg.yield %s
///   }
///
/// gives result[i * size1 + j] = c[i] + k.
LogicalResult ConstantTensors::computeStructured(Operation *op,
                                                 Operation *&obstacle) {
  auto structured = cast<linalg::LinalgOp>(op);
  bool areReadable = true;
  auto read = [&](Value tensor) {
    SharedElements elements = evaluate(tensor, obstacle);
    areReadable &= static_cast<bool>(elements);
    return elements;
  };
  ScalarBody body(structured, read);
  if (!areReadable)
    return failure();
  PointAccesses accesses(structured);
  for (auto [argument, operand] :
       llvm::enumerate(structured.getOpOperandsMatchingBBargs())) {
    if (!structured.payloadUsesValueFromOperand(operand))
      continue;
    if (!isKnown(operand->get())) {
      body.setArgument(argument, getScalar(operand->get()));
      continue;
    }
    SharedElements elements = read(operand->get());
    if (!elements)
      return failure();
    if (elements->isSplat())
      body.setArgument(argument, elements->get(0));
    else
      accesses.reads.push_back(
          {elements, static_cast<unsigned>(argument), accesses.add(*operand)});
  }
  accesses.addResultsAndLoops();

  SmallVector<std::vector<Attribute>> results =
      runLoops(accesses, body, splats.lookup(op->getResult(0)));
  obstacle = body.getObstacle();
  for (auto [result, values] : llvm::zip(op->getResults(), results))
    computed[result] = share(std::move(values));
  return success(!results.empty());
}

/// Runs an elementwise op on tensors:
///
///   %1 = arith.addf %c, %d : tensor<4xf32>
LogicalResult ConstantTensors::computeElementwise(Operation *op,
                                                  Operation *&obstacle) {
  ScalarBody body(op);
  SmallVector<ReadElements> reads;
  for (auto [argument, value] : llvm::enumerate(op->getOperands())) {
    if (isKnown(value)) {
      SharedElements elements = evaluate(value, obstacle);
      if (!elements)
        return failure();
      reads.push_back({elements, static_cast<unsigned>(argument)});
      continue;
    }
    Attribute scalar = getScalar(value);
    if (!scalar)
      return failure();
    body.setArgument(argument, scalar);
  }
  bool isSplat = splats.lookup(op->getResult(0));
  int64_t count = isSplat ? 1 : countElements(op->getResult(0));
  SmallVector<std::vector<Attribute>> results(op->getNumResults());
  for (int64_t position : llvm::seq(count)) {
    for (const ReadElements &read : reads)
      body.setArgument(read.argument, read.get(position));
    auto values = body.run(/*loops=*/{});
    if (failed(values)) {
      obstacle = op;
      return failure();
    }
    for (auto [result, value] : llvm::zip_equal(results, *values))
      result.push_back(value);
  }
  for (auto [result, values] : llvm::zip_equal(op->getResults(), results))
    computed[result] = share(std::move(values));
  return success();
}
