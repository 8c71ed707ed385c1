//===- SplitSlices.cpp - Slices that fit no blocks ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitSlices.h"
#include "Wishes.h"
#include "layout/Analysis/LayoutRules.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/ExternalModels/ExternalModels.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Finds the blocks in which ops want a dim of a value: its own, and those of
/// the dims that run along with it in ops without wishes, such as the operand
/// of an elementwise op.
class BlockFinder {
public:
  explicit BlockFinder(LayoutRules &rules) : rules(rules) {}

  SmallVector<int64_t> find(Value value, unsigned dim);

private:
  void visit(Operation *op, unsigned port, unsigned dim);
  void addBlocks(AffineMap map, unsigned dim);
  void addPort(Operation *op, unsigned port, unsigned dim);

  LayoutRules &rules;
  llvm::SmallSetVector<std::pair<Value, unsigned>, 8> dims;
  llvm::SmallSetVector<int64_t, 2> blocks;
};
} // namespace

/// Adds the numbers by which the map divides the dim.
void BlockFinder::addBlocks(AffineMap map, unsigned dim) {
  map.walkExprs([&](AffineExpr expr) {
    auto quotient = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!quotient || quotient.getKind() != AffineExprKind::FloorDiv ||
        quotient.getLHS() != getAffineDimExpr(dim, map.getContext()))
      return;
    if (auto block = dyn_cast<AffineConstantExpr>(quotient.getRHS());
        block && block.getValue() > 1)
      blocks.insert(block.getValue());
  });
}

/// Visits a dim of an operand, or of a result, later.
void BlockFinder::addPort(Operation *op, unsigned port, unsigned dim) {
  unsigned numOperands = op->getNumOperands();
  dims.insert({port < numOperands ? op->getOperand(port)
                                  : op->getResult(port - numOperands),
               dim});
}

void BlockFinder::visit(Operation *op, unsigned port, unsigned dim) {
  unsigned numOperands = op->getNumOperands();
  if (auto transform = dyn_cast<LayoutTransformOp>(op)) {
    IndexMap map = transform.getIndexMap();
    if (port == 0)
      addBlocks(map.getAffineMap(), dim);
    else if (auto inverse =
                 map.inverse(transform.getSource().getType().getShape()))
      addBlocks(inverse->getAffineMap(), dim);
    return;
  }
  if (isa<layout::PadOp, CropOp>(op))
    return port == 0 ? addPort(op, numOperands, dim) : addPort(op, 0, dim);
  if (auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout)) {
    for (auto option : options.getAsRange<OpLayoutAttr>()) {
      EdgeLayoutAttr edge = port < numOperands
                                ? option.getOperands()[port]
                                : option.getResults()[port - numOperands];
      if (!edge.isAsItStands())
        addBlocks(edge.getMap(), dim);
    }
    return;
  }
  const LayoutRule *rule = isFrozen(op) ? nullptr : rules.get(op);
  if (!rule || !rule->ports[port].isTensor)
    return;
  const Access &access = rule->ports[port].dims[dim];
  std::optional<unsigned> factor = access.getFactor();
  if (!factor || access.kind == Access::Kind::Window ||
      rule->factors[*factor].isWhole)
    return;
  for (auto [other, accessed] : llvm::enumerate(rule->ports))
    for (auto [otherDim, otherAccess] : llvm::enumerate(accessed.dims))
      if (accessed.isTensor && otherAccess.getFactor() == factor)
        addPort(op, other, otherDim);
}

SmallVector<int64_t> BlockFinder::find(Value value, unsigned dim) {
  dims.insert({value, dim});
  for (unsigned next = 0; next < dims.size(); ++next) {
    auto [visited, visitedDim] = dims[next];
    if (Operation *op = visited.getDefiningOp())
      visit(op,
            op->getNumOperands() + cast<OpResult>(visited).getResultNumber(),
            visitedDim);
    for (OpOperand &use : visited.getUses())
      visit(use.getOwner(), use.getOperandNumber(), visitedDim);
  }
  return blocks.takeVector();
}

unsigned layout::splitSlices(func::FuncOp function) {
  LayoutRules rules;
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  IRRewriter rewriter(function.getContext());
  unsigned numSplit = 0;
  for (Operation *op : ops) {
    Location loc = op->getLoc();
    if (!splitSlice(rewriter, op, [&](Value value, unsigned dim) {
          return BlockFinder(rules).find(value, dim);
        }))
      continue;
    remark::passed(loc, getRemark("split-slice", "layout-freeze", function))
        << "takes the blocks and the other dims first, then what fits no block";
    ++numSplit;
  }
  return numSplit;
}
