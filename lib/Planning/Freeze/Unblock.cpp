//===- Unblock.cpp - Blocked ops with whole dims --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unblock.h"
#include "Analysis/CarriedAttributes.h"
#include "Targets/OpJudgement.h"
#include "layout/Algebra/QuasiAffine.h"
#include "layout/Dialect/Layout.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The loops of one channel, m, n or k, from major to minor.
struct LoopGroup {
  SmallVector<unsigned> loops;
  SmallVector<int64_t> extents;
  /// Whether the loops follow each other in every operand, as the rows of
  /// several images in a product with one matrix do: they are no blocks.
  bool isOneDim = false;
};

/// One operand with whole dims.
struct WholeOperand {
  /// From the dims of the blocked operand, and back.
  IndexMap join, split;
  /// `split`, but for dims that are one dim (LoopGroup::isOneDim).
  IndexMap layout;
  /// The access, over the new loops.
  AffineMap accesses;
};

class Unblocking {
public:
  Unblocking(linalg::LinalgOp op, const CriticalOp &critical)
      : op(op), critical(critical), extents(op.getStaticLoopRanges()),
        newLoops(op.getNumLoops()) {}

  LogicalResult findGroups(std::string &reason);
  FailureOr<WholeOperand> getOperand(OpOperand &operand, std::string &reason);
  FailureOr<Unblocked> create(RewriterBase &rewriter, std::string &reason);

private:
  bool isUnitBlock(unsigned loop) const;
  const LoopGroup *getGroup(unsigned loop) const;
  const LoopGroup *getWholeGroup(AffineExpr index);

  linalg::LinalgOp op;
  const CriticalOp &critical;
  SmallVector<int64_t> extents;
  SmallVector<LoopGroup> groups;
  /// The new number of each loop that is alone or the first of its group.
  SmallVector<unsigned> newLoops;
  SmallVector<utils::IteratorType> iterators;
};
} // namespace

/// Whether a loop of one run has no role: it counts the blocks of a dim that
/// fits into one, of which another operand has the elements alone.
bool Unblocking::isUnitBlock(unsigned loop) const {
  return critical.roles[loop] == LoopRole::Other && extents[loop] == 1;
}

const LoopGroup *Unblocking::getGroup(unsigned loop) const {
  const auto *group = llvm::find_if(groups, [&](const LoopGroup &group) {
    return llvm::is_contained(group.loops, loop);
  });
  return group == groups.end() ? nullptr : group;
}

/// Returns the group all of whose loops `index` puts together, as c * 4 + d
/// where d has 4 values; null if there is none.
const LoopGroup *Unblocking::getWholeGroup(AffineExpr index) {
  for (const LoopGroup &group : groups) {
    AffineExpr rest = index;
    int64_t below = 1;
    for (auto [part, extent] :
         llvm::reverse(llvm::zip_equal(group.loops, group.extents))) {
      rest = rest - getAffineDimExpr(part, index.getContext()) * below;
      below *= ShapedType::isDynamic(extent) ? 1 : extent;
    }
    rest = simplifyAffineExpr(rest, op.getNumLoops(), 0);
    if (rest == getAffineConstantExpr(0, index.getContext()))
      return &group;
  }
  return nullptr;
}

LogicalResult Unblocking::findGroups(std::string &reason) {
  if (op.hasIndexSemantics()) {
    reason = "requires a body without loop indices, found some";
    return failure();
  }
  for (LoopRole role :
       {LoopRole::OutputChannel, LoopRole::InputChannel, LoopRole::Depth,
        LoopRole::M, LoopRole::N, LoopRole::K}) {
    LoopGroup group;
    for (unsigned loop : critical.getLoops(role)) {
      // The outermost part may be dynamic.
      if (!group.loops.empty() && ShapedType::isDynamic(extents[loop])) {
        reason = "requires blocks of static extent, found a dynamic one";
        return failure();
      }
      group.loops.push_back(loop);
      group.extents.push_back(extents[loop]);
    }
    if (group.loops.size() < 2)
      continue;
    // Dynamic extents count as 1.
    SmallVector<int64_t> known(group.extents);
    llvm::replace(known, ShapedType::kDynamic, int64_t(1));
    if (!getNumPoints(known)) {
      reason = "requires blocks of less than 2^63 elements, found more";
      return failure();
    }
    group.isOneDim = !critical.isConvolution() &&
                     getAdjacentLoops(op.getIndexingMapsArray(), critical,
                                      role) == group.loops;
    groups.push_back(std::move(group));
  }
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    const LoopGroup *group = getGroup(loop);
    if (isUnitBlock(loop) || (group && group->loops.front() != loop))
      continue;
    newLoops[loop] = iterators.size();
    iterators.push_back(iterator);
  }
  return success();
}

FailureOr<WholeOperand> Unblocking::getOperand(OpOperand &operand,
                                               std::string &reason) {
  MLIRContext *context = op.getContext();
  AffineMap accesses = op.getMatchingIndexingMap(&operand);
  // The dim of the operand that each loop indexes alone.
  SmallVector<std::optional<unsigned>> dims(op.getNumLoops());
  for (auto [dim, index] : llvm::enumerate(accesses.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(index))
      dims[loop.getPosition()] = dim;
  SmallVector<AffineExpr> joined, renamed;
  for (unsigned loop : llvm::seq<unsigned>(0, op.getNumLoops()))
    renamed.push_back(isUnitBlock(loop)
                          ? getAffineConstantExpr(0, context)
                          : getAffineDimExpr(newLoops[loop], context));
  SmallVector<AffineExpr> indices, split(accesses.getNumResults());
  /// The layout of each dim of the operand; null for one that the dim in front
  /// of it is one with.
  SmallVector<AffineExpr> layout(accesses.getNumResults());
  for (auto [dim, index] : llvm::enumerate(accesses.getResults())) {
    AffineExpr self = getAffineDimExpr(dim, context),
               whole = getAffineDimExpr(joined.size(), context);
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (loop && isUnitBlock(loop.getPosition())) {
      layout[dim] = split[dim] = getAffineConstantExpr(0, context);
      continue;
    }
    if (const LoopGroup *group = getWholeGroup(index)) {
      layout[dim] = split[dim] = whole;
      joined.push_back(self);
      indices.push_back(
          getAffineDimExpr(newLoops[group->loops.front()], context));
      continue;
    }
    const LoopGroup *group = loop ? getGroup(loop.getPosition()) : nullptr;
    if (!group) {
      for (const LoopGroup &other : groups)
        for (unsigned part : other.loops)
          if (index.isFunctionOfDim(part)) {
            reason = "requires parts of channels, m, n and k as indices alone, "
                     "found a sum";
            return failure();
          }
      layout[dim] = split[dim] = whole;
      joined.push_back(self);
      indices.push_back(index.replaceDims(renamed));
      continue;
    }
    if (loop.getPosition() != group->loops.front())
      continue;
    if (group->isOneDim)
      layout[dim] = whole;
    AffineExpr sum = getAffineConstantExpr(0, context);
    int64_t below = 1;
    for (auto [part, extent] :
         llvm::reverse(llvm::zip_equal(group->loops, group->extents))) {
      if (!dims[part]) {
        reason = "requires all parts of a channel, m, n or k in an operand, "
                 "found some";
        return failure();
      }
      sum = getAffineDimExpr(*dims[part], context) * below + sum;
      AffineExpr digit = whole.floorDiv(below);
      split[*dims[part]] =
          part == group->loops.front() ? digit : digit % extent;
      if (!group->isOneDim)
        layout[*dims[part]] = split[*dims[part]];
      below *= ShapedType::isDynamic(extent) ? 1 : extent;
    }
    joined.push_back(sum);
    indices.push_back(
        getAffineDimExpr(newLoops[group->loops.front()], context));
  }
  if (llvm::is_contained(split, AffineExpr())) {
    reason = "requires all parts of a channel, m, n or k in an operand, found "
             "some";
    return failure();
  }
  WholeOperand whole;
  whole.join =
      IndexMap(AffineMap::get(accesses.getNumResults(), 0, joined, context));
  whole.split = IndexMap(AffineMap::get(joined.size(), 0, split, context));
  llvm::erase(layout, AffineExpr());
  whole.layout = IndexMap(AffineMap::get(joined.size(), 0, layout, context));
  whole.accesses = AffineMap::get(iterators.size(), 0, indices, context);
  return whole;
}

FailureOr<Unblocked> Unblocking::create(RewriterBase &rewriter,
                                        std::string &reason) {
  SmallVector<WholeOperand> wholes;
  for (OpOperand &operand : op->getOpOperands()) {
    FailureOr<WholeOperand> whole = getOperand(operand, reason);
    if (failed(whole))
      return failure();
    wholes.push_back(std::move(*whole));
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  Unblocked result;
  for (auto [operand, whole] : llvm::zip_equal(op->getOperands(), wholes)) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    operands.push_back(!type || isProved(whole.join.isIdentity(type.getShape()))
                           ? operand
                           : Value(LayoutTransformOp::create(
                                 rewriter, op.getLoc(), operand, whole.join)));
    maps.push_back(whole.accesses);
    result.layouts.push_back(whole.layout);
  }
  ArrayRef<Value> values(operands);
  size_t numInputs = op.getNumDpsInputs();
  auto generic =
      linalg::GenericOp::create(rewriter, op.getLoc(), values.back().getType(),
                                values.take_front(numInputs),
                                values.drop_front(numInputs), maps, iterators);
  IRMapping mapping;
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().end(), mapping);
  for (NamedAttribute attribute :
       getCarriedAttributes(op, CarriedMarks::Fulfilled))
    generic->setDiscardableAttr(attribute.getName(), attribute.getValue());
  result.op = generic;
  result.result = LayoutTransformOp::create(
      rewriter, op.getLoc(), generic->getResult(0), wholes.back().split);
  return result;
}

FailureOr<Unblocked> layout::unblock(RewriterBase &rewriter,
                                     linalg::LinalgOp op,
                                     const CriticalOp &critical,
                                     std::string &reason) {
  Unblocking unblocking(op, critical);
  if (failed(unblocking.findGroups(reason)))
    return failure();
  return unblocking.create(rewriter, reason);
}

bool layout::hasLayouts(const Unblocked &whole, OpLayoutAttr option) {
  for (auto [operand, layout, edge] : llvm::zip_equal(
           whole.op->getOperands(), whole.layouts, option.getOperands())) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      continue;
    Verdict isEqual = edge.isAsItStands()
                          ? layout.isIdentity(type.getShape())
                          : layout.isEqual(edge.getIndexMap(), type.getShape());
    if (edge.hasPadding() || !isProved(isEqual))
      return false;
  }
  return true;
}

void layout::erase(RewriterBase &rewriter, const Unblocked &whole) {
  SmallVector<Value> operands(whole.op->getOperands());
  rewriter.eraseOp(whole.result.getDefiningOp());
  rewriter.eraseOp(whole.op);
  for (Value operand : operands)
    if (Operation *join = operand.getDefiningOp<LayoutTransformOp>())
      if (join->use_empty())
        rewriter.eraseOp(join);
}
