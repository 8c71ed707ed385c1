//===- GroupedProducts.cpp - Sums of products of groups -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedProducts.h"
#include "Analysis/AdjacentElements.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

/// The loop that alone indexes the last dim of an operand with this map.
static std::optional<unsigned> getLastDim(AffineMap map) {
  if (map.getNumResults() == 0)
    return std::nullopt;
  if (auto dim = dyn_cast<AffineDimExpr>(map.getResults().back()))
    return dim.getPosition();
  return std::nullopt;
}

namespace {
/// A factor of the product in a body: an element of an operand, extended, minus
/// a zero point.
struct Factor {
  unsigned operand;
  bool isSigned;
  Value zeroPoint; ///< null if there is none
};
} // namespace

/// The operand of `op` of one element that `value` in its body stands for, or
/// the value itself if it is defined outside.
static Value getScalar(linalg::GenericOp op, Value value) {
  if (value.getParentRegion() != &op.getRegion())
    return value;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return nullptr;
  OpOperand &operand = op->getOpOperand(argument.getArgNumber());
  bool isScalar = op.isDpsInput(&operand) &&
                  op.getMatchingIndexingMap(&operand).getNumResults() == 0;
  return isScalar ? operand.get() : nullptr;
}

static std::optional<Factor> matchFactor(linalg::GenericOp op, Value value) {
  Value zeroPoint;
  if (auto difference = value.getDefiningOp<arith::SubIOp>()) {
    zeroPoint = getScalar(op, difference.getRhs());
    if (!zeroPoint)
      return std::nullopt;
    value = difference.getLhs();
  }
  Operation *extension = value.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(extension))
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(extension->getOperand(0));
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() > 1)
    return std::nullopt;
  return Factor{argument.getArgNumber(), isa<arith::ExtSIOp>(extension),
                zeroPoint};
}

/// The factors, if the body adds the product of elements of the first two
/// operands to the result.
static std::optional<std::array<Factor, 2>> matchProduct(linalg::GenericOp op) {
  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1 || !isa<arith::AddIOp>(combiners.front()))
    return std::nullopt;
  for (Value term : combiners.front()->getOperands()) {
    auto product = term.getDefiningOp<arith::MulIOp>();
    if (!product)
      continue;
    std::optional<Factor> a = matchFactor(op, product.getLhs()),
                          b = matchFactor(op, product.getRhs());
    if (!a || !b || a->operand == b->operand)
      return std::nullopt;
    if (a->operand == 1)
      std::swap(a, b);
    return std::array<Factor, 2>{*a, *b};
  }
  return std::nullopt;
}

/// Whether the last two dims of an operand are adjacent in memory, if `type` is
/// that of a buffer.
static bool hasAdjacentGroups(ShapedType type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer)
    return true;
  if (!buffer.isStrided())
    return false;
  SmallVector<int64_t> strides = buffer.getStridesAndOffset().first;
  return strides.back() == 1 &&
         strides[strides.size() - 2] == type.getShape().back();
}

/// Whether an operand with this map has a group, over which `group` runs, for
/// each iteration of `vector`.
static bool isPacked(AffineMap map, unsigned vector, unsigned group) {
  unsigned rank = map.getNumResults();
  MLIRContext *context = map.getContext();
  return rank >= 2 &&
         map.getResult(rank - 2) == getAffineDimExpr(vector, context) &&
         map.getResult(rank - 1) == getAffineDimExpr(group, context) &&
         llvm::none_of(map.getResults().drop_back(2), [&](AffineExpr index) {
           return index.isFunctionOfDim(vector) || index.isFunctionOfDim(group);
         });
}

std::optional<GroupedProducts>
layout::getQuantizedGroupedProducts(linalg::GenericOp op) {
  constexpr int64_t groupSize = 4;
  if (op.getNumDpsInputs() < 2 || op.getNumDpsInits() != 1 ||
      !getElementTypeOrSelf(op.getDpsInits().front()).isInteger(32) ||
      !getElementTypeOrSelf(op.getDpsInputs()[0]).isInteger(8) ||
      !getElementTypeOrSelf(op.getDpsInputs()[1]).isInteger(8))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  std::optional<unsigned> vector = getLastDim(maps.back());
  std::optional<std::array<Factor, 2>> factors = matchProduct(op);
  if (!vector || !factors)
    return std::nullopt;
  auto [x, w] = *factors;
  for (unsigned packed : {0, 1}) {
    AffineMap map = maps[packed], other = maps[1 - packed];
    std::optional<unsigned> group = getLastDim(map);
    if (!group || !isPacked(map, *vector, *group))
      continue;
    auto type = cast<ShapedType>(op.getDpsInputs()[packed].getType());
    if (op.getIteratorTypesArray()[*group] != utils::IteratorType::reduction ||
        type.getShape().back() != groupSize || !hasAdjacentGroups(type) ||
        other.isFunctionOfDim(*vector) || !other.isFunctionOfDim(*group) ||
        !accessesAdjacentElements(op, *op.getDpsInputOperand(1 - packed),
                                  *group) ||
        !accessesAdjacentElements(op, *op.getDpsInitOperand(0), *vector))
      continue;
    return GroupedProducts{*vector,
                           *group,
                           packed,
                           {x.isSigned, w.isSigned},
                           {x.zeroPoint, w.zeroPoint}};
  }
  return std::nullopt;
}

std::optional<GroupedProducts>
layout::getGroupedProducts(linalg::GenericOp op) {
  std::optional<GroupedProducts> products = getQuantizedGroupedProducts(op);
  if (!products || products->hasZeroPoints() || op.getNumDpsInputs() != 2)
    return std::nullopt;
  return products;
}
