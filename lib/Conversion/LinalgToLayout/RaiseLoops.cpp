//===- RaiseLoops.cpp - Loops written by hand that move elements ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raise.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/ExternalModels/AffineIndex.h"
#include "layout/Interfaces/GatherInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether all ops of `block` but its terminator and `exception` compute
/// scalars and have no effects.
static bool isPureBut(Block &block, Operation *exception) {
  return llvm::all_of(block.without_terminator(), [&](Operation &op) {
    return &op == exception ||
           (isMemoryEffectFree(&op) &&
            llvm::none_of(op.getResultTypes(), llvm::IsaPred<ShapedType>));
  });
}

/// The extent of a loop that starts at 0 with step 1, and carries one tensor.
static std::optional<int64_t> getTripCount(LoopLikeOpInterface loop) {
  auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds(),
       step = loop.getLoopSteps();
  if (!lower || !upper || !step || upper->size() != 1 ||
      loop->getNumResults() != 1 || loop.getRegionIterArgs().size() != 1 ||
      loop.getInits().size() != 1 || !loop.getYieldedValuesMutable() ||
      !loop.getRegionIterArgs().front().hasOneUse() ||
      !isConstantIntValue(lower->front(), 0) ||
      !isConstantIntValue(step->front(), 1))
    return std::nullopt;
  return getConstantIntValue(upper->front());
}

/// Whether `element` is read from a tensor, possibly only if an index is in
/// bounds, and else a constant.
static bool isMovedElement(Value element) {
  Operation *op = element.getDefiningOp();
  if (isa_and_nonnull<tensor::ExtractOp>(op))
    return true;
  Attribute constant;
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
    return select.getTrueValue().getDefiningOp<tensor::ExtractOp>() &&
           matchPattern(select.getFalseValue(), m_Constant(&constant));
  auto branch = dyn_cast_or_null<scf::IfOp>(op);
  return branch && branch.getNumResults() == 1 && branch.elseBlock() &&
         llvm::hasSingleElement(branch.elseBlock()->getOperations()) &&
         isPureBut(*branch.thenBlock(), nullptr) &&
         branch.thenYield().getOperand(0).getDefiningOp<tensor::ExtractOp>() &&
         matchPattern(branch.elseYield().getOperand(0), m_Constant(&constant));
}

std::optional<MoveLoops> raise::matchLoops(Operation *op) {
  MoveLoops loops;
  loops.op = op;
  if (auto generate = dyn_cast<tensor::GenerateOp>(op)) {
    Block &block = generate.getBody().front();
    auto type = cast<RankedTensorType>(generate.getType());
    loops.element = block.getTerminator()->getOperand(0);
    if (!type.hasStaticShape() || !isPureBut(block, nullptr) ||
        !isMovedElement(loops.element))
      return std::nullopt;
    loops.blocks.push_back(&block);
    loops.extents = llvm::to_vector(type.getShape());
    loops.indices = llvm::to_vector_of<Value>(block.getArguments());
    loops.writes = loops.indices;
    return loops;
  }
  // Loops in loops, of which each but the innermost only computes indices.
  for (auto loop = dyn_cast<LoopLikeOpInterface>(op); loop;) {
    std::optional<int64_t> extent = getTripCount(loop);
    if (!extent || *extent <= 0)
      return std::nullopt;
    Block &block = loop->getRegion(0).front();
    Value argument = loop.getRegionIterArgs().front();
    Operation *user = *argument.getUsers().begin();
    if (user->getBlock() != &block || user->getNumResults() != 1 ||
        (*loop.getYieldedValuesMutable())[0].get() != user->getResult(0) ||
        !user->hasOneUse() || !isPureBut(block, user))
      return std::nullopt;
    loops.extents.push_back(*extent);
    loops.indices.push_back(loop.getLoopInductionVars()->front());
    loops.blocks.push_back(&block);
    if (auto insert = dyn_cast<tensor::InsertOp>(user)) {
      if (insert.getDest() != argument || !isMovedElement(insert.getScalar()))
        return std::nullopt;
      loops.element = insert.getScalar();
      loops.writes = llvm::to_vector_of<Value>(insert.getIndices());
      return loops;
    }
    loop = dyn_cast<LoopLikeOpInterface>(user);
    if (loop &&
        (loop.getInits().size() != 1 || loop.getInits().front() != argument))
      return std::nullopt;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

/// Returns the conditions under which `condition` holds: the parts of an `and`.
static void collectConditions(Value condition,
                              SmallVectorImpl<Value> &conditions) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    collectConditions(both.getLhs(), conditions);
    collectConditions(both.getRhs(), conditions);
    return;
  }
  conditions.push_back(condition);
}

/// Replaces a branch around a read by a read that is always in bounds, as
/// gathers have it:
///
///   %r = scf.if %isInside -> f32 {
///     %element = tensor.extract %a[%row] : tensor<6xf32>
///     scf.yield %element : f32
///   } else {
///     scf.yield %zero : f32
///   }
///
/// becomes
///
///   %i = arith.select %isInside, %row, %c0 : index
///   %element = tensor.extract %a[%i] : tensor<6xf32>
///   %r = arith.select %isInside, %element, %zero : f32
static void speculate(RewriterBase &rewriter, scf::IfOp branch) {
  Location loc = branch.getLoc();
  rewriter.setInsertionPoint(branch);
  SmallVector<Value> conditions;
  collectConditions(branch.getCondition(), conditions);
  auto read =
      branch.thenYield().getOperand(0).getDefiningOp<tensor::ExtractOp>();
  Value other = branch.elseYield().getOperand(0);
  rewriter.inlineBlockBefore(branch.thenBlock(), branch);
  Operation *yield = branch->getPrevNode();
  rewriter.eraseOp(yield);
  rewriter.setInsertionPoint(read);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  for (OpOperand &index : read.getIndicesMutable())
    for (Value condition : conditions)
      if (auto compare = condition.getDefiningOp<arith::CmpIOp>();
          compare && compare.getLhs() == index.get()) {
        index.set(arith::SelectOp::create(rewriter, loc, condition, index.get(),
                                          zero));
        break;
      }
  rewriter.setInsertionPoint(branch);
  rewriter.replaceOpWithNewOp<arith::SelectOp>(branch, branch.getCondition(),
                                               read.getResult(), other);
}

linalg::LinalgOp raise::speculateReads(RewriterBase &rewriter,
                                       linalg::LinalgOp op) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto isBranch = [](Value value) {
    auto branch = value.getDefiningOp<scf::IfOp>();
    return branch && branch->hasOneUse() && isMovedElement(value);
  };
  if (op->getNumResults() != 1 || !isBranch(yielded) ||
      yielded.getParentBlock() != op.getBlock())
    return op;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  auto copy = cast<linalg::LinalgOp>(rewriter.clone(*op));
  speculate(rewriter, copy.getBlock()
                          ->getTerminator()
                          ->getOperand(0)
                          .getDefiningOp<scf::IfOp>());
  auto candidate = dyn_cast<GatherOpInterface>(copy.getOperation());
  std::optional<Gather> gather =
      candidate ? candidate.getGather() : std::nullopt;
  // Without known steps, an index without a condition may be out of bounds.
  if (!gather || !gather->steps) {
    rewriter.eraseOp(copy);
    return op;
  }
  rewriter.replaceOp(op, copy);
  return copy;
}

/// Returns the indices as a map from those of the loops of `op`, whose body has
/// them; null if they are not affine.
static AffineMap getMap(linalg::GenericOp op, ArrayRef<Value> indices) {
  SmallVector<AffineExpr> exprs = llvm::map_to_vector(
      indices, [](Value index) { return getAffineIndex(index); });
  if (llvm::is_contained(exprs, AffineExpr()))
    return {};
  return AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
}

/// Whether the loops index each element of a tensor once, in some order.
static bool visitsAll(AffineMap map, ArrayRef<int64_t> extents,
                      RankedTensorType type) {
  auto shape = IndexMap(map).getPhysicalShape(extents);
  return shape && type.hasStaticShape() &&
         ArrayRef(*shape) == type.getShape() &&
         isProved(IndexMap(map).isBijective(extents));
}

/// Creates a structured op with the body of the loops and all their extents,
/// whose result nobody needs: it serves to see how its loops index the tensors.
/// `writes` become the indices of what is written.
static linalg::GenericOp createTrial(RewriterBase &rewriter, Location loc,
                                     const MoveLoops &loops,
                                     SmallVectorImpl<Value> &writes) {
  unsigned numLoops = loops.extents.size();
  Value box = tensor::EmptyOp::create(rewriter, loc, loops.extents,
                                      loops.element.getType());
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::parallel);
  auto identity =
      AffineMap::getMultiDimIdentityMap(numLoops, rewriter.getContext());
  return linalg::GenericOp::create(
      rewriter, loc, TypeRange{box.getType()}, ValueRange{}, ValueRange{box},
      ArrayRef<AffineMap>{identity}, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange) {
        IRMapping mapping;
        for (auto [dim, index] : llvm::enumerate(loops.indices))
          mapping.map(index, linalg::IndexOp::create(builder, loc, dim));
        for (Block *block : loops.blocks)
          for (Operation &inner : block->without_terminator())
            if (!isa<LoopLikeOpInterface, tensor::InsertOp>(inner))
              builder.clone(inner, mapping);
        unsigned unitLoop = loops.indices.size();
        for (Value index : loops.writes)
          writes.push_back(
              matchPattern(index, m_Zero())
                  ? linalg::IndexOp::create(builder, loc, unitLoop++)
                  : mapping.lookupOrDefault(index));
        linalg::YieldOp::create(builder, loc,
                                mapping.lookupOrDefault(loops.element));
      });
}

/// Creates the op that computes the elements of the result as `trial` does, and
/// takes its body.
static linalg::GenericOp createGather(RewriterBase &rewriter,
                                      linalg::GenericOp trial, AffineMap write,
                                      RankedTensorType type) {
  Location loc = trial.getLoc();
  Value destination = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                              type.getElementType());
  auto gather = linalg::GenericOp::create(
      rewriter, loc, TypeRange{type}, ValueRange{}, ValueRange{destination},
      ArrayRef<AffineMap>{write}, trial.getIteratorTypesArray());
  rewriter.inlineRegionBefore(trial.getRegion(), gather.getRegion(),
                              gather.getRegion().begin());
  return gather;
}

/// Creates the op that writes each element of a source, in whose order the
/// loops run, to another place; null if they do not run in that order.
static linalg::GenericOp createScatter(RewriterBase &rewriter,
                                       linalg::GenericOp trial, AffineMap write,
                                       RankedTensorType type,
                                       ArrayRef<int64_t> extents) {
  auto element = trial.getBody()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<tensor::ExtractOp>();
  AffineMap read =
      element ? getMap(trial, llvm::to_vector_of<Value>(element.getIndices()))
              : AffineMap();
  if (!read || !read.isPermutation() ||
      !visitsAll(read, extents, element.getTensor().getType()))
    return {};
  Location loc = trial.getLoc();
  Value destination = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                              type.getElementType());
  return linalg::GenericOp::create(
      rewriter, loc, TypeRange{type}, ValueRange{element.getTensor()},
      ValueRange{destination}, ArrayRef<AffineMap>{read, write},
      trial.getIteratorTypesArray(),
      [](OpBuilder &builder, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(builder, loc, arguments.front());
      });
}

FailureOr<linalg::GenericOp> raise::raiseLoops(RewriterBase &rewriter,
                                               MoveLoops loops) {
  Operation *op = loops.op;
  // A dim of size 1 that is written at 0 gets a loop, too.
  for (Value index : loops.writes)
    if (matchPattern(index, m_Zero()))
      loops.extents.push_back(1);
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !isPlain(type))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> writes;
  linalg::GenericOp trial = createTrial(rewriter, op->getLoc(), loops, writes);
  AffineMap write = getMap(trial, writes);
  bool writesAll = write && visitsAll(write, loops.extents, type);
  linalg::GenericOp raised;
  if (writesAll)
    raised = write.isPermutation()
                 ? createGather(rewriter, trial, write, type)
                 : createScatter(rewriter, trial, write, type, loops.extents);
  Operation *box = trial.getOutputs().front().getDefiningOp();
  rewriter.eraseOp(trial);
  rewriter.eraseOp(box);
  if (!raised)
    return skip(op, writesAll ? "requires loops over the dims of the source or "
                                "of the result"
                              : "requires every element of the result to be "
                                "written exactly once");
  (void)replace(rewriter, op, raised);
  return raised;
}
