//===- JoinGroups.cpp - Groups of channels that fit no blocks -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinGroups.h"
#include "BlockFinder.h"
#include "GroupedLoops.h"
#include "Relayout/ElementwiseOps.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Finds the ops on grouped values, and joins their loops.
class GroupJoiner {
public:
  explicit GroupJoiner(func::FuncOp function) : function(function) {}

  unsigned run();

private:
  bool fitsNoBlock(Value value, unsigned dim, int64_t size);
  void addGroups(LayoutTransformOp reshape);
  void visit(linalg::LinalgOp op, OpOperand &operand, const GroupedDims &dims);
  void visitElementwise(Operation *op, const GroupedDims &dims);
  void visit(Operation *op, OpOperand &operand, const GroupedDims &dims);
  void visitUses();
  void join(RewriterBase &rewriter, linalg::LinalgOp op,
            const GroupedLoops &loops);
  void joinElementwise(RewriterBase &rewriter, Operation *op,
                       const GroupedLoops &loops);

  func::FuncOp function;
  LayoutRules rules;
  /// The grouped dims of values.
  llvm::SmallMapVector<Value, GroupedDims, 8> values;
  /// The ops to rebuild and their loops.
  llvm::SmallMapVector<Operation *, GroupedLoops, 8> ops;
};
} // namespace

/// Whether some op wants dim `dim` of `value` in blocks that neither divide
/// `size` nor are a multiple of it.
bool GroupJoiner::fitsNoBlock(Value value, unsigned dim, int64_t size) {
  BlockFinder finder(rules, BlockFinder::Reshapes::Ignore);
  return llvm::any_of(finder.find(value, dim), [&](int64_t block) {
    return block % size != 0 && size % block != 0;
  });
}

/// Adds the dims of the result of a reshape that are the groups and members of
/// a dim of the source.
void GroupJoiner::addGroups(LayoutTransformOp reshape) {
  if (!reshape.isFree())
    return;
  // A reshape may be written in several steps.
  TypedValue<RankedTensorType> source = reshape.getSource();
  IndexMap map = reshape.getIndexMap();
  for (auto step = source.getDefiningOp<LayoutTransformOp>();
       step && step.isFree() && !isFrozen(step);
       step = source.getDefiningOp<LayoutTransformOp>()) {
    source = step.getSource();
    map = map.compose(step.getIndexMap(), source.getType().getShape());
  }
  std::optional<MixedRadixMap> lists =
      map.getDigits(source.getType().getShape());
  if (!lists)
    return;
  ArrayRef<int64_t> shape = reshape.getType().getShape();
  for (unsigned dim = 0; dim + 1 < lists->size(); ++dim) {
    MixedRadix groups = normalize((*lists)[dim]),
               members = normalize((*lists)[dim + 1]);
    if (groups.empty() || members.empty())
      continue;
    const Digit &outer = groups.back(), &inner = members.front();
    bool isSplit = outer.dim == inner.dim && outer.stride == inner.extent &&
                   inner.stride == 1 && !inner.isDynamic() &&
                   !ShapedType::isDynamic(shape[dim]) &&
                   !ShapedType::isDynamic(shape[dim + 1]);
    if (!isSplit || !fitsNoBlock(source, outer.dim, inner.extent))
      continue;
    int64_t rest = shape[dim + 1] / inner.extent;
    values.insert({reshape, {dim, inner.extent, rest}});
    return;
  }
}

/// Whether an op may become several others.
static bool mayReplace(Operation *op) {
  return !isFrozen(op) && op->getDiscardableAttrs().empty();
}

/// Adds a structured op that reads or computes a grouped value, which `operand`
/// is or is the destination of, and its other grouped values.
void GroupJoiner::visit(linalg::LinalgOp op, OpOperand &operand,
                        const GroupedDims &dims) {
  std::optional<GroupedLoops> loops = getGroupedLoops(op, operand, dims);
  if (!loops || CriticalOpAnalysis(op).lookup(op))
    return;
  ops.insert({op, *loops});
  for (OpOperand &other : op->getOpOperands()) {
    std::optional<GroupedDims> grouped = getGroupedDims(other, *loops);
    if (!grouped)
      continue;
    values.insert({other.get(), *grouped});
    if (op.isDpsInit(&other))
      values.insert({op.getTiedOpResult(&other), *grouped});
  }
}

/// Adds an elementwise op on tensors in the same way, whose loops are the dims
/// of all its values.
void GroupJoiner::visitElementwise(Operation *op, const GroupedDims &dims) {
  ops.insert({op, {dims.dim, dims.dim + 1, dims.size, dims.rest}});
  for (Value value :
       llvm::concat<Value>(op->getOperands(), ValueRange(op->getResults())))
    if (isa<RankedTensorType>(value.getType()))
      values.insert({value, dims});
}

void GroupJoiner::visit(Operation *op, OpOperand &operand,
                        const GroupedDims &dims) {
  if (ops.contains(op) || !mayReplace(op))
    return;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    visit(structured, operand, dims);
  else if (isElementwiseOnTensors(op))
    visitElementwise(op, dims);
}

void GroupJoiner::visitUses() {
  for (unsigned next = 0; next < values.size(); ++next) {
    auto [value, dims] = *(values.begin() + next);
    if (auto result = dyn_cast<OpResult>(value)) {
      Operation *producer = result.getOwner();
      if (auto structured = dyn_cast<linalg::LinalgOp>(producer))
        visit(producer, *structured.getDpsInitOperand(result.getResultNumber()),
              dims);
      else if (producer->getNumOperands() != 0)
        visit(producer, producer->getOpOperand(0), dims);
    }
    for (OpOperand &use : value.getUses())
      visit(use.getOwner(), use, dims);
  }
}

void GroupJoiner::join(RewriterBase &rewriter, linalg::LinalgOp op,
                       const GroupedLoops &loops) {
  SmallVector<Value> results = joinGroupedLoops(rewriter, op, loops);
  for (auto [init, value] : llvm::zip_equal(op.getDpsInitsMutable(), results))
    if (std::optional<GroupedDims> dims = getGroupedDims(init, loops))
      value = splitDims(rewriter, value, *dims);
  rewriter.replaceOp(op, results);
}

void GroupJoiner::joinElementwise(RewriterBase &rewriter, Operation *op,
                                  const GroupedLoops &loops) {
  GroupedDims dims = {loops.groups, loops.size, loops.rest};
  IRMapping joined;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()) && !joined.contains(operand))
      joined.map(operand, joinDims(rewriter, operand, dims));
  Operation *built = rewriter.clone(*op, joined);
  SmallVector<Value> results;
  for (Value result : built->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    result.setType(type.clone(joinDims(type.getShape(), dims)));
    results.push_back(splitDims(rewriter, result, dims));
  }
  rewriter.replaceOp(op, results);
}

unsigned GroupJoiner::run() {
  function.walk([&](LayoutTransformOp reshape) {
    if (!isFrozen(reshape))
      addGroups(reshape);
  });
  visitUses();
  IRRewriter rewriter(function.getContext());
  for (auto &[op, loops] : ops) {
    remark::passed(op->getLoc(),
                   getRemark("join-groups", "layout-freeze", function))
        << remark::add("groups of {0} fit no blocks: computes on all members",
                       loops.size);
    rewriter.setInsertionPoint(op);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      join(rewriter, structured, loops);
    else
      joinElementwise(rewriter, op, loops);
  }
  return ops.size();
}

unsigned layout::joinGroups(func::FuncOp function) {
  return GroupJoiner(function).run();
}
