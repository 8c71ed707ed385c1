//===- PostOps.cpp - Elementwise ops as post-ops of oneDNN ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PostOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace onednn;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The dim of the result that `index` runs over; nothing if it is constant or
/// the dim has one element.
static std::optional<unsigned> getResultDim(AffineExpr index,
                                            AffineMap result) {
  auto loop = dyn_cast<AffineDimExpr>(index);
  if (!loop)
    return std::nullopt;
  for (auto [dim, expr] : llvm::enumerate(result.getResults()))
    if (expr == loop)
      return dim;
  return std::nullopt;
}

ReadKind onednn::getReadKind(linalg::LinalgOp op, OpOperand &operand,
                             const PostOpInput &input) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type || !type.getElementType().isF32())
    return ReadKind::Other;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  // The dims of the result that have several elements, in the order of reads.
  SmallVector<unsigned> read;
  for (auto [extent, index] :
       llvm::zip_equal(type.getShape(), map.getResults())) {
    if (extent == 1)
      continue;
    std::optional<unsigned> dim = getResultDim(index, result);
    if (!dim)
      return ReadKind::Other;
    read.push_back(*dim);
  }
  SmallVector<unsigned> elements, channels;
  for (auto [dim, extent] : llvm::enumerate(input.order.extents)) {
    if (extent == 1)
      continue;
    elements.push_back(dim);
    if (input.order.dims[dim] == input.channel)
      channels.push_back(dim);
  }
  if (read == elements &&
      type.getRank() == static_cast<int64_t>(input.order.extents.size()))
    return ReadKind::Elements;
  return read == channels && type.getRank() != 0 ? ReadKind::Vector
                                                 : ReadKind::Other;
}

Value onednn::getVector(OpBuilder &builder, Value vector) {
  auto type = cast<RankedTensorType>(vector.getType());
  if (type.getRank() == 1)
    return vector;
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  return tensor::CollapseShapeOp::create(
      builder, vector.getLoc(), vector, SmallVector<ReassociationIndices>{all});
}

/// Whether an op computes each element of a tensor like `input` from one of
/// that, and overwrites its destination.
static bool isElementwise(linalg::LinalgOp op, const PostOpInput &input) {
  if (op.getNumDpsInits() != 1 || op->getNumResults() != 1 ||
      op.getNumLoops() != op.getNumParallelLoops() ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)))
    return false;
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return result.isPermutation() && type && type.getElementType().isF32() &&
         type.getShape() == ArrayRef(input.order.extents);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

namespace {
/// Reads a body as a chain of post-ops from one of its arguments to its result.
class ChainReader {
public:
  ChainReader(Block &body, Value begin);

  /// Returns the post-ops; fails if the body is no chain.
  FailureOr<SmallVector<PostOp>> read();

private:
  bool visit(Value value);
  bool addBinary(PostOp::Kind kind, Operation *op, bool commutes);
  bool addBound(Value of, double bound, bool isMaximum);
  bool visitSelect(arith::SelectOp select);
  bool isBehind(Value value) const { return behind.contains(value); }

  Block &body;
  Value begin;
  /// The values that depend on `begin`.
  DenseSet<Value> behind;
  SmallVector<PostOp> postOps;
};
} // namespace

static std::optional<double> getNumber(Value value) {
  FloatAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return number.getValueAsDouble();
  return std::nullopt;
}

ChainReader::ChainReader(Block &body, Value begin) : body(body), begin(begin) {
  behind.insert(begin);
  for (Operation &op : body)
    if (llvm::any_of(op.getOperands(),
                     [&](Value operand) { return isBehind(operand); }))
      behind.insert_range(op.getResults());
}

/// Adds a post-op with the operand that does not depend on the argument.
bool ChainReader::addBinary(PostOp::Kind kind, Operation *op, bool commutes) {
  Value left = op->getOperand(0), right = op->getOperand(1);
  if (commutes && isBehind(right))
    std::swap(left, right);
  if (isBehind(right) || !visit(left))
    return false;
  std::optional<double> number = getNumber(right);
  if (!number) {
    postOps.push_back({kind, 0, 0, right});
    return true;
  }
  switch (kind) {
  case PostOp::Kind::Add:
    postOps.push_back({PostOp::Kind::Linear, 1, *number, {}});
    return true;
  case PostOp::Kind::Sub:
    postOps.push_back({PostOp::Kind::Linear, 1, -*number, {}});
    return true;
  case PostOp::Kind::Mul:
    postOps.push_back({PostOp::Kind::Linear, *number, 0, {}});
    return true;
  default:
    return false;
  }
}

/// Adds a maximum or minimum with a number.
bool ChainReader::addBound(Value of, double bound, bool isMaximum) {
  if (!visit(of))
    return false;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  append(postOps, isMaximum ? PostOp{PostOp::Kind::Clip, bound, infinity, {}}
                            : PostOp{PostOp::Kind::Clip, -infinity, bound, {}});
  return true;
}

/// Reads a maximum or minimum that is written as a comparison:
///
///   %0 = arith.cmpf ugt, %x, %zero : f32
///   %1 = arith.select %0, %x, %zero : f32
bool ChainReader::visitSelect(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare)
    return false;
  bool isGreater =
      llvm::is_contained({arith::CmpFPredicate::OGT, arith::CmpFPredicate::OGE,
                          arith::CmpFPredicate::UGT, arith::CmpFPredicate::UGE},
                         compare.getPredicate());
  bool isLess =
      llvm::is_contained({arith::CmpFPredicate::OLT, arith::CmpFPredicate::OLE,
                          arith::CmpFPredicate::ULT, arith::CmpFPredicate::ULE},
                         compare.getPredicate());
  Value left = compare.getLhs(), right = compare.getRhs();
  bool keepsLeft =
      select.getTrueValue() == left && select.getFalseValue() == right;
  bool keepsRight =
      select.getTrueValue() == right && select.getFalseValue() == left;
  if ((!isGreater && !isLess) || (!keepsLeft && !keepsRight))
    return false;
  if (std::optional<double> bound = getNumber(right))
    return addBound(left, *bound, isGreater == keepsLeft);
  if (std::optional<double> bound = getNumber(left))
    return addBound(right, *bound, isGreater == keepsLeft);
  return false;
}

bool ChainReader::visit(Value value) {
  if (value == begin)
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &body)
    return false;
  auto visitBound = [&](bool isMaximum) {
    for (unsigned i : {0, 1})
      if (std::optional<double> bound = getNumber(op->getOperand(i)))
        return addBound(op->getOperand(1 - i), *bound, isMaximum);
    return false;
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<arith::AddFOp>(
          [&](auto) { return addBinary(PostOp::Kind::Add, op, true); })
      .Case<arith::SubFOp>(
          [&](auto) { return addBinary(PostOp::Kind::Sub, op, false); })
      .Case<arith::MulFOp>(
          [&](auto) { return addBinary(PostOp::Kind::Mul, op, true); })
      .Case<arith::DivFOp>(
          [&](auto) { return addBinary(PostOp::Kind::Div, op, false); })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](auto) { return visitBound(true); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return visitBound(false); })
      .Case([&](arith::SelectOp select) { return visitSelect(select); })
      .Default(false);
}

FailureOr<SmallVector<PostOp>> ChainReader::read() {
  if (!visit(body.getTerminator()->getOperand(0)))
    return failure();
  return postOps;
}

//===----------------------------------------------------------------------===//
// Values that are computed from vectors
//===----------------------------------------------------------------------===//

/// Collects what `value` is computed from: arguments of the body, and the ops,
/// each behind its operands.
static void collect(Value value, Block &body, SetVector<Value> &arguments,
                    SetVector<Operation *> &ops) {
  if (value.getParentBlock() != &body)
    return;
  Operation *op = value.getDefiningOp();
  if (!op)
    arguments.insert(value);
  if (!op || ops.contains(op))
    return;
  for (Value operand : op->getOperands())
    collect(operand, body, arguments, ops);
  ops.insert(op);
}

namespace {
/// The operand of a binary post-op: one of the elementwise op, or what is
/// computed from its vectors.
class OperandFinder {
public:
  OperandFinder(linalg::LinalgOp op, const PostOpInput &input)
      : op(op), input(input), body(*op.getBlock()) {}

  /// Whether there is a tensor for this value of the body.
  bool hasTensor(Value value);
  /// Returns the tensor, and whether it is a vector.
  std::pair<Value, bool> getTensor(OpBuilder &builder, Value value);

private:
  OpOperand &getOperand(Value argument) {
    return op->getOpOperand(cast<BlockArgument>(argument).getArgNumber());
  }
  ReadKind getKind(Value argument) {
    return getReadKind(op, getOperand(argument), input);
  }

  linalg::LinalgOp op;
  const PostOpInput &input;
  Block &body;
};
} // namespace

bool OperandFinder::hasTensor(Value value) {
  if (value.getParentBlock() != &body)
    return false;
  if (isa<BlockArgument>(value))
    return getKind(value) != ReadKind::Other;
  SetVector<Value> arguments;
  SetVector<Operation *> ops;
  collect(value, body, arguments, ops);
  return !arguments.empty() && value.getType().isF32() &&
         llvm::all_of(ops, [](Operation *op) { return isPure(op); }) &&
         llvm::all_of(arguments, [&](Value argument) {
           return getKind(argument) == ReadKind::Vector;
         });
}

std::pair<Value, bool> OperandFinder::getTensor(OpBuilder &builder,
                                                Value value) {
  if (isa<BlockArgument>(value)) {
    Value tensor = getOperand(value).get();
    bool isVector = getKind(value) == ReadKind::Vector;
    return {isVector ? getVector(builder, tensor) : tensor, isVector};
  }
  SetVector<Value> arguments;
  SetVector<Operation *> ops;
  collect(value, body, arguments, ops);
  SmallVector<Value> vectors;
  for (Value argument : arguments)
    vectors.push_back(getVector(builder, getOperand(argument).get()));
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(vectors.front().getType());
  Value empty =
      tensor::EmptyOp::create(builder, loc, type.getShape(), value.getType());
  SmallVector<AffineMap> maps(vectors.size() + 1,
                              builder.getMultiDimIdentityMap(1));
  auto generic = linalg::GenericOp::create(
      builder, loc, empty.getType(), vectors, empty, maps,
      utils::IteratorType::parallel,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        IRMapping mapping;
        mapping.map(arguments.getArrayRef(),
                    elements.take_front(arguments.size()));
        for (Operation *op : ops)
          inner.clone(*op, mapping);
        linalg::YieldOp::create(inner, loc, mapping.lookup(value));
      });
  return {generic.getResult(0), true};
}

//===----------------------------------------------------------------------===//
// Post-ops
//===----------------------------------------------------------------------===//

std::string PostOp::getText() const {
  switch (kind) {
  case Kind::Add:
    return "add";
  case Kind::Sub:
    return "sub";
  case Kind::Mul:
    return "mul";
  case Kind::Div:
    return "div";
  case Kind::Clip:
    if (alpha == 0 && std::isinf(beta))
      return "relu";
    break;
  case Kind::Linear:
    break;
  }
  std::string text = kind == Kind::Clip ? "clip" : "linear";
  llvm::raw_string_ostream(text) << llvm::format(":%.9g:%.9g", alpha, beta);
  return text;
}

void onednn::append(SmallVectorImpl<PostOp> &postOps, PostOp postOp) {
  bool follows = postOp.kind == PostOp::Kind::Clip && !postOps.empty() &&
                 postOps.back().kind == PostOp::Kind::Clip;
  if (!follows) {
    postOps.push_back(postOp);
    return;
  }
  // max(min(x, 0), 1) is 1.
  PostOp &first = postOps.back();
  first.alpha = std::clamp(first.alpha, postOp.alpha, postOp.beta);
  first.beta = std::clamp(first.beta, postOp.alpha, postOp.beta);
}

/// The operand by which an op reads `value`; null if it has several or reads
/// other elements of it.
static OpOperand *getOnlyUse(linalg::LinalgOp op, const PostOpInput &input) {
  OpOperand *found = nullptr;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (operand->get() != input.value)
      continue;
    if (found || getReadKind(op, *operand, input) != ReadKind::Elements)
      return nullptr;
    found = operand;
  }
  return found;
}

FailureOr<SmallVector<PostOp>> onednn::matchPostOps(linalg::LinalgOp op,
                                                    const PostOpInput &input) {
  if (!isElementwise(op, input))
    return failure();
  OpOperand *use = getOnlyUse(op, input);
  if (!use)
    return failure();
  FailureOr<SmallVector<PostOp>> postOps =
      ChainReader(*op.getBlock(), op.getMatchingBlockArgument(use)).read();
  OperandFinder finder(op, input);
  if (failed(postOps) || llvm::any_of(*postOps, [&](const PostOp &postOp) {
        return postOp.operand && !finder.hasTensor(postOp.operand);
      }))
    return failure();
  OpBuilder builder(op);
  for (PostOp &postOp : *postOps)
    if (postOp.operand)
      std::tie(postOp.operand, postOp.isVector) =
          finder.getTensor(builder, postOp.operand);
  return postOps;
}
