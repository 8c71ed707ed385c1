//===- BlockFinder.cpp - Blocks in which ops want a dim -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockFinder.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"

using namespace mlir;
using namespace mlir::layout;

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

/// A dim that a transform divides has blocks of that size, and one that it
/// moves as a whole runs along with the dim that it becomes.
void BlockFinder::visit(LayoutTransformOp transform, unsigned port,
                        unsigned dim) {
  ArrayRef<int64_t> shape = transform.getSource().getType().getShape();
  std::optional<IndexMap> map = transform.getIndexMap();
  if (port != 0) {
    map = map->inverse(shape);
    shape = transform.getType().getShape();
  }
  if (!map)
    return;
  if (reshapes == Reshapes::Count || !transform.isFree())
    addBlocks(map->getAffineMap(), dim);
  for (auto [other, index] : llvm::enumerate(map->getAffineMap().getResults()))
    if (index == getAffineDimExpr(dim, map->getContext()))
      addPort(transform, port == 0 ? 1 : 0, other);
}

void BlockFinder::visit(Operation *op, unsigned port, unsigned dim) {
  unsigned numOperands = op->getNumOperands();
  if (auto transform = dyn_cast<LayoutTransformOp>(op))
    return visit(transform, port, dim);
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
  const LayoutRule *rule = getRule(op);
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

const LayoutRule *BlockFinder::getRule(Operation *op) {
  auto [place, isNew] = ruleOf.try_emplace(op);
  if (isNew && !isFrozen(op))
    place->second = rules.get(op);
  return place->second;
}

SmallVector<int64_t> BlockFinder::find(Value value, unsigned dim) {
  dims.clear();
  blocks.clear();
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
