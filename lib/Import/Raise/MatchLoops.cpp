//===- MatchLoops.cpp - Finds loops that move elements --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reader goes from the outermost loop inwards, along the one op in each block
// that writes, down to the write of an element or a slice; then back from there
// to where it is read. On the way it collects the conditions of branches.
//
//===----------------------------------------------------------------------===//

#include "MoveLoops.h"
#include "OpModels/AffineIndex.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

//===----------------------------------------------------------------------===//
// Ops of both kinds of loops
//===----------------------------------------------------------------------===//

namespace {
/// A read or a write of one element.
struct ElementAccess {
  Value tensor; ///< or buffer
  ValueRange indices;
  AffineMap map; ///< of the indices, if it is one of the affine dialect
  Value element; ///< null for a read
};

/// A branch of the scf or the affine dialect.
struct Branch {
  Operation *op;
  Block *thenBlock, *elseBlock; ///< the latter may be null
};
} // namespace

static std::optional<ElementAccess> getRead(Operation *op) {
  using Result = std::optional<ElementAccess>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](tensor::ExtractOp read) {
        return ElementAccess{read.getTensor(), read.getIndices(), {}, {}};
      })
      .Case([](memref::LoadOp read) {
        return ElementAccess{read.getMemRef(), read.getIndices(), {}, {}};
      })
      .Case([](affine::AffineLoadOp read) {
        return ElementAccess{
            read.getMemRef(), read.getMapOperands(), read.getAffineMap(), {}};
      })
      .Default(std::nullopt);
}

static std::optional<ElementAccess> getWrite(Operation *op) {
  using Result = std::optional<ElementAccess>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](tensor::InsertOp write) {
        return ElementAccess{
            write.getDest(), write.getIndices(), {}, write.getScalar()};
      })
      .Case([](memref::StoreOp write) {
        return ElementAccess{
            write.getMemRef(), write.getIndices(), {}, write.getValue()};
      })
      .Case([](affine::AffineStoreOp write) {
        return ElementAccess{write.getMemRef(), write.getMapOperands(),
                             write.getAffineMap(), write.getValue()};
      })
      .Default(std::nullopt);
}

static std::optional<Branch> getBranch(Operation *op) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return Branch{op, branch.thenBlock(), branch.elseBlock()};
  if (auto branch = dyn_cast<affine::AffineIfOp>(op))
    return Branch{op, branch.getThenBlock(),
                  branch.hasElse() ? branch.getElseBlock() : nullptr};
  return std::nullopt;
}

static bool isLoop(Operation *op) {
  return isa<scf::ForOp, affine::AffineForOp>(op);
}

/// Whether `op` only reads and computes scalars.
static bool isScalar(Operation *op) {
  if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<ShapedType>))
    return false;
  if (isMemoryEffectFree(op))
    return true;
  auto effects = getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [](const auto &effect) {
           return isa<MemoryEffects::Read>(effect.getEffect());
         });
}

/// Two slices of equal elements, of which one is read and the other written.
struct SliceMove {
  OffsetSizeAndStrideOpInterface read, write;
  Value source, destination; ///< what they are slices of
};

static std::optional<SliceMove> getSliceMove(Operation *op) {
  if (auto write = dyn_cast<tensor::InsertSliceOp>(op)) {
    auto read = write.getSource().getDefiningOp<tensor::ExtractSliceOp>();
    if (read)
      return SliceMove{read, write, read.getSource(), write.getDest()};
  } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    auto read = copy.getSource().getDefiningOp<memref::SubViewOp>();
    auto write = copy.getTarget().getDefiningOp<memref::SubViewOp>();
    if (read && write)
      return SliceMove{read, write, read.getSource(), write.getSource()};
  }
  return std::nullopt;
}

/// The value that an affine.for runs to, if its bound is one.
static Value getUpperBound(affine::AffineForOp loop) {
  AffineMap map = loop.getUpperBoundMap();
  if (map.getNumResults() != 1 ||
      !isa<AffineDimExpr, AffineSymbolExpr>(map.getResult(0)))
    return {};
  ValueRange operands = loop.getUpperBoundOperands();
  if (auto dim = dyn_cast<AffineDimExpr>(map.getResult(0)))
    return operands[dim.getPosition()];
  return operands[map.getNumDims() +
                  cast<AffineSymbolExpr>(map.getResult(0)).getPosition()];
}

//===----------------------------------------------------------------------===//
// The reader
//===----------------------------------------------------------------------===//

namespace {
class LoopReader {
public:
  LoopReader(Operation *op, std::string &reason)
      : context(op->getContext()), reason(reason) {
    nest.op = op;
  }

  FailureOr<MoveLoops> read();

private:
  LogicalResult readGenerate(tensor::GenerateOp generate);
  /// Reads a loop and what is in it. `carried` is the tensor that it gets; null
  /// for loops on buffers.
  LogicalResult readLoop(Operation *op, Value carried);
  LogicalResult readExtent(Operation *op);
  /// Reads the ops of a block, which writes to `carried`. This has `numUses`
  /// uses if only ops along the way use it.
  LogicalResult readBlock(Block &block, Value carried, unsigned numUses = 1);
  LogicalResult readBranch(const Branch &branch, Value carried,
                           unsigned numUses);
  LogicalResult readWrite(const ElementAccess &access, Value carried);
  LogicalResult readSlices(SliceMove move, Value carried);
  /// Adds loops over the elements of a slice.
  LogicalResult addSliceLoops(SliceMove move);
  /// Reads which elements a slice has, of which the loops from `first` on run
  /// over the dims that are longer than 1.
  LogicalResult readSlice(OffsetSizeAndStrideOpInterface slice, unsigned first,
                          SmallVectorImpl<AffineExpr> &exprs);
  /// Reads where `element` comes from.
  LogicalResult readElement(Value element);
  LogicalResult readIndices(const ElementAccess &access,
                            SmallVectorImpl<AffineExpr> &exprs);
  LogicalResult setOtherwise(Value element);

  LogicalResult addGuards(Operation *branch,
                          SmallVectorImpl<AffineExpr> &guards);
  LogicalResult addGuards(Value condition, SmallVectorImpl<AffineExpr> &guards);
  LogicalResult addGuards(affine::AffineIfOp branch,
                          SmallVectorImpl<AffineExpr> &guards);

  /// Returns an index as an expression of the loops; null if it is none.
  AffineExpr getIndex(Value index);

  /// Fails because of `why`, if it turns out that the loops move elements.
  LogicalResult refuse(StringRef why) {
    if (refusal.empty())
      refusal = why;
    return success();
  }
  bool isOutside(Value value) {
    return !nest.op->isAncestor(value.getParentRegion()->getParentOp());
  }

  MLIRContext *context;
  std::string &reason;
  std::string refusal;
  MoveLoops nest;
  /// Conditions that hold where the element that is read is used.
  SmallVector<Value> known;
};
} // namespace

FailureOr<MoveLoops> LoopReader::read() {
  auto generate = dyn_cast<tensor::GenerateOp>(nest.op);
  if (generate ? failed(readGenerate(generate))
               : !isLoop(nest.op) || failed(readLoop(nest.op, Value())))
    return failure();
  reason = refusal;
  if (!refusal.empty())
    return failure();
  return std::move(nest);
}

LogicalResult LoopReader::readGenerate(tensor::GenerateOp generate) {
  Block &block = generate.getBody().front();
  auto type = cast<RankedTensorType>(generate.getType());
  auto sizes = generate.getDynamicExtents().begin();
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    CountedLoop loop;
    loop.index = block.getArgument(dim);
    loop.extent = extent;
    if (ShapedType::isDynamic(extent))
      loop.upper = *sizes++;
    nest.loops.push_back(loop);
    nest.write.push_back(getAffineDimExpr(dim, context));
  }
  for (Operation &inner : block.without_terminator())
    if (!isScalar(&inner))
      return failure();
  return readElement(block.getTerminator()->getOperand(0));
}

LogicalResult LoopReader::readExtent(Operation *op) {
  auto loop = cast<LoopLikeOpInterface>(op);
  CountedLoop entry;
  entry.index = loop.getLoopInductionVars()->front();
  auto affineLoop = dyn_cast<affine::AffineForOp>(op);
  auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds(),
       step = loop.getLoopSteps();
  std::optional<int64_t> from, to, by;
  if (lower)
    from = getConstantIntValue(lower->front());
  if (upper)
    to = getConstantIntValue(upper->front());
  if (step)
    by = getConstantIntValue(step->front());
  nest.loops.push_back(entry);
  CountedLoop &last = nest.loops.back();
  if (!entry.index.getType().isIndex() || !from || !by || *by <= 0)
    return refuse("requires loops from a constant index on, by constant steps");
  auto scfLoop = dyn_cast<scf::ForOp>(op);
  if (scfLoop && scfLoop.getUnsignedCmp() && (*from < 0 || to.value_or(0) < 0))
    return refuse("requires bounds that are no negative numbers if a loop "
                  "compares them as unsigned ones");
  last.lower = *from;
  last.step = *by;
  if (to) {
    last.extent = llvm::divideCeilSigned(*to - *from, *by);
    return last.extent > 0 ? success()
                           : refuse("requires loops that run at least once");
  }
  last.extent = ShapedType::kDynamic;
  last.upper = affineLoop ? getUpperBound(affineLoop)
                          : cast<scf::ForOp>(op).getUpperBound();
  if (!last.upper || !isOutside(last.upper) || last.lower != 0 ||
      last.step != 1)
    return refuse("requires a loop to a size that is known at run time only to "
                  "run from 0 on, by steps of 1");
  return success();
}

LogicalResult LoopReader::readLoop(Operation *op, Value carried) {
  auto loop = cast<LoopLikeOpInterface>(op);
  Block &block = op->getRegion(0).front();
  if (op->getNumResults() > 1 || failed(readExtent(op)))
    return failure();
  if (op->getNumResults() == 0)
    return carried ? failure() : readBlock(block, Value());
  Value init = loop.getInits().front();
  if (op == nest.op)
    nest.destination = init;
  else if (init != carried)
    return failure();
  return readBlock(block, loop.getRegionIterArgs().front());
}

LogicalResult LoopReader::readBlock(Block &block, Value carried,
                                    unsigned numUses) {
  // The one op that does not only compute scalars, or name a slice.
  Operation *next = nullptr;
  for (Operation &op : block.without_terminator()) {
    if (isScalar(&op) || isa<tensor::ExtractSliceOp, memref::SubViewOp>(op))
      continue;
    if (next)
      return failure();
    next = &op;
  }
  if (!next)
    return failure();
  if (carried &&
      (next->getNumResults() != 1 || !next->getResult(0).hasOneUse() ||
       block.getTerminator()->getOperand(0) != next->getResult(0)))
    return failure();
  if (std::optional<Branch> branch = getBranch(next))
    return readBranch(*branch, carried, numUses);
  // Nothing else may read or pass on what is written.
  if (carried && !carried.hasNUses(numUses))
    return failure();
  if (isLoop(next))
    return readLoop(next, carried);
  if (std::optional<ElementAccess> write = getWrite(next))
    return readWrite(*write, carried);
  if (std::optional<SliceMove> move = getSliceMove(next))
    return readSlices(*move, carried);
  return failure();
}

LogicalResult LoopReader::readBranch(const Branch &branch, Value carried,
                                     unsigned numUses) {
  Block *other = branch.elseBlock;
  if (other && !llvm::hasSingleElement(other->getOperations()))
    return failure();
  if (carried && (!other || other->getTerminator()->getOperand(0) != carried))
    return failure();
  if (failed(addGuards(branch.op, nest.writeGuards)))
    return failure();
  return readBlock(*branch.thenBlock, carried, numUses + 1);
}

LogicalResult LoopReader::readWrite(const ElementAccess &access,
                                    Value carried) {
  if (carried ? access.tensor != carried
              : !isa<MemRefType>(access.tensor.getType()))
    return failure();
  if (!carried)
    nest.destination = access.tensor;
  if (failed(readElement(access.element)))
    return failure();
  if (!isOutside(nest.destination))
    return failure();
  known.clear();
  return readIndices(access, nest.write);
}

/// Reads the move of a slice as one of its elements, by more loops. So
///
///   %row = tensor.extract_slice %x[%i, %j, 0] [1, 1, 8] [1, 1, 1]
///   %r = tensor.insert_slice %row into %y[%j, %i, 0] [1, 1, 8] [1, 1, 1]
///
/// writes y[j, i, k] = x[i, j, k] for k < 8.
LogicalResult LoopReader::readSlices(SliceMove move, Value carried) {
  if (carried && move.destination != carried)
    return failure();
  nest.source = move.source;
  if (!carried)
    nest.destination = move.destination;
  if (!isOutside(nest.source) || !isOutside(nest.destination))
    return failure();
  unsigned first = nest.loops.size();
  return success(succeeded(addSliceLoops(move)) &&
                 succeeded(readSlice(move.read, first, nest.read)) &&
                 succeeded(readSlice(move.write, first, nest.write)));
}

LogicalResult LoopReader::addSliceLoops(SliceMove move) {
  for (OffsetSizeAndStrideOpInterface slice : {move.read, move.write})
    for (ArrayRef<int64_t> all :
         {slice.getStaticSizes(), slice.getStaticStrides()})
      if (ShapedType::isDynamicShape(all))
        return refuse("requires slices of constant sizes and steps");
  for (int64_t size : move.read.getStaticSizes()) {
    if (size == 0)
      return refuse("requires slices with elements");
    if (size == 1)
      continue;
    CountedLoop loop;
    loop.extent = size;
    nest.loops.push_back(loop);
  }
  return success();
}

LogicalResult LoopReader::readSlice(OffsetSizeAndStrideOpInterface slice,
                                    unsigned first,
                                    SmallVectorImpl<AffineExpr> &exprs) {
  for (auto [offset, size, step] :
       llvm::zip_equal(slice.getMixedOffsets(), slice.getStaticSizes(),
                       slice.getStaticStrides())) {
    auto value = dyn_cast<Value>(offset);
    AffineExpr index =
        value ? getIndex(value)
              : getAffineConstantExpr(*getConstantIntValue(offset), context);
    if (!index)
      return refuse("requires indices that are affine in the loops");
    exprs.push_back(
        size == 1 ? index : index + getAffineDimExpr(first++, context) * step);
  }
  return success();
}

LogicalResult LoopReader::setOtherwise(Value element) {
  OpFoldResult result = getAsOpFoldResult(element);
  if (isa<Value>(result) && !isOutside(element))
    return failure();
  if (nest.otherwise && nest.otherwise != result)
    return refuse("requires one element for all places that are not read, "
                  "found several");
  nest.otherwise = result;
  return success();
}

LogicalResult LoopReader::readElement(Value element) {
  Operation *op = element.getDefiningOp();
  if (!op || isOutside(element))
    return failure();
  if (std::optional<ElementAccess> access = getRead(op)) {
    if (!isOutside(access->tensor))
      return failure();
    nest.source = access->tensor;
    return readIndices(*access, nest.read);
  }
  // Where the condition does not hold, the element that is read is not used.
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (!select.getCondition().getType().isInteger(1))
      return failure();
    known.push_back(select.getCondition());
    if (failed(setOtherwise(select.getFalseValue())) ||
        failed(readElement(select.getTrueValue())))
      return failure();
    return addGuards(select.getCondition(), nest.readGuards);
  }
  std::optional<Branch> branch = getBranch(op);
  if (!branch || op->getNumResults() != 1 || !branch->elseBlock ||
      !isScalar(op))
    return failure();
  if (auto conditional = dyn_cast<scf::IfOp>(op))
    known.push_back(conditional.getCondition());
  if (failed(setOtherwise(branch->elseBlock->getTerminator()->getOperand(0))) ||
      failed(readElement(branch->thenBlock->getTerminator()->getOperand(0))))
    return failure();
  return addGuards(op, nest.readGuards);
}

//===----------------------------------------------------------------------===//
// Indices and conditions
//===----------------------------------------------------------------------===//

AffineExpr LoopReader::getIndex(Value index) {
  return readAffineIndex(index, [&](Value value) -> AffineExpr {
    for (auto [dim, loop] : llvm::enumerate(nest.loops))
      if (loop.index == value)
        return getAffineDimExpr(dim, context) * loop.step + loop.lower;
    // An index that is replaced where it is out of bounds, and not used there.
    auto select = value.getDefiningOp<arith::SelectOp>();
    if (select && llvm::is_contained(known, select.getCondition()))
      return getIndex(select.getTrueValue());
    return {};
  });
}

LogicalResult LoopReader::readIndices(const ElementAccess &access,
                                      SmallVectorImpl<AffineExpr> &exprs) {
  SmallVector<AffineExpr> operands = llvm::map_to_vector(
      access.indices, [&](Value index) { return getIndex(index); });
  if (llvm::is_contained(operands, AffineExpr()))
    return refuse("requires indices that are affine in the loops");
  if (!access.map) {
    exprs.assign(operands);
    return success();
  }
  ArrayRef<AffineExpr> all = operands;
  unsigned numDims = access.map.getNumDims();
  for (AffineExpr expr : access.map.getResults())
    exprs.push_back(expr.replaceDimsAndSymbols(all.take_front(numDims),
                                               all.drop_front(numDims)));
  return success();
}

LogicalResult LoopReader::addGuards(Operation *branch,
                                    SmallVectorImpl<AffineExpr> &guards) {
  if (auto conditional = dyn_cast<scf::IfOp>(branch))
    return addGuards(conditional.getCondition(), guards);
  return addGuards(cast<affine::AffineIfOp>(branch), guards);
}

LogicalResult LoopReader::addGuards(affine::AffineIfOp branch,
                                    SmallVectorImpl<AffineExpr> &guards) {
  SmallVector<AffineExpr> operands = llvm::map_to_vector(
      branch.getOperands(), [&](Value index) { return getIndex(index); });
  if (llvm::is_contained(operands, AffineExpr()))
    return refuse("requires conditions that are affine in the loops");
  IntegerSet set = branch.getIntegerSet();
  ArrayRef<AffineExpr> all = operands;
  for (auto [constraint, isEqual] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    AffineExpr expr = constraint.replaceDimsAndSymbols(
        all.take_front(set.getNumDims()), all.drop_front(set.getNumDims()));
    guards.push_back(expr);
    if (isEqual)
      guards.push_back(-expr);
  }
  return success();
}

LogicalResult LoopReader::addGuards(Value condition,
                                    SmallVectorImpl<AffineExpr> &guards) {
  using Predicate = arith::CmpIPredicate;
  if (matchPattern(condition, m_One()))
    return success();
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return failure(failed(addGuards(both.getLhs(), guards)) ||
                   failed(addGuards(both.getRhs(), guards)));
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  AffineExpr lhs, rhs;
  if (compare && compare.getLhs().getType().isIndex()) {
    lhs = getIndex(compare.getLhs());
    rhs = getIndex(compare.getRhs());
  }
  if (!lhs || !rhs)
    return refuse("requires conditions that compare affine indices");
  switch (compare.getPredicate()) {
  case Predicate::slt:
    guards.push_back(rhs - lhs - 1);
    return success();
  case Predicate::sle:
    guards.push_back(rhs - lhs);
    return success();
  case Predicate::sgt:
    guards.push_back(lhs - rhs - 1);
    return success();
  case Predicate::sge:
    guards.push_back(lhs - rhs);
    return success();
  case Predicate::eq:
    guards.append({lhs - rhs, rhs - lhs});
    return success();
  // A negative index counts as a large one.
  case Predicate::ult:
  case Predicate::ule:
    if (auto bound = dyn_cast<AffineConstantExpr>(rhs);
        bound && bound.getValue() >= 0) {
      guards.append(
          {lhs, rhs - lhs - (compare.getPredicate() == Predicate::ult)});
      return success();
    }
    [[fallthrough]];
  default:
    return refuse("requires conditions that bound an index");
  }
}

FailureOr<MoveLoops> raise::matchLoops(Operation *op, std::string &reason) {
  return LoopReader(op, reason).read();
}
