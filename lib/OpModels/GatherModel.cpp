//===- GatherModel.cpp - Gathers among linalg ops -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineIndex.h"
#include "ExternalModels.h"
#include "Interfaces/LoopRanges.h"
#include "layout/Interfaces/GatherInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A read of one element of a tensor or buffer.
struct ElementRead {
  Value source;
  ValueRange indices;
};
} // namespace

static std::optional<ElementRead> getElementRead(Operation *op) {
  if (auto extract = dyn_cast_or_null<tensor::ExtractOp>(op))
    return ElementRead{extract.getTensor(), extract.getIndices()};
  if (auto load = dyn_cast_or_null<memref::LoadOp>(op))
    return ElementRead{load.getMemRef(), load.getIndices()};
  return std::nullopt;
}

/// Whether the body of `op` does no more than read elements and compute.
static bool hasPureBody(linalg::LinalgOp op) {
  return llvm::all_of(
      op.getBlock()->without_terminator(), [](Operation &inner) {
        return isa<memref::LoadOp>(inner) || isMemoryEffectFree(&inner);
      });
}

/// Whether `condition` holds for the indices of a dim of the given size:
/// `arith.cmpi ult, %index, %size`. Indices are not negative.
static bool isInBounds(Value condition, Value index, int64_t size) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  APInt bound;
  return compare && compare.getLhs() == index &&
         (compare.getPredicate() == arith::CmpIPredicate::ult ||
          compare.getPredicate() == arith::CmpIPredicate::slt) &&
         matchPattern(compare.getRhs(), m_ConstantInt(&bound)) && bound == size;
}

/// Collects the conditions that an `arith.andi` joins.
static void collectConditions(Value condition, DenseSet<Value> &conditions) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    collectConditions(both.getLhs(), conditions);
    collectConditions(both.getRhs(), conditions);
    return;
  }
  conditions.insert(condition);
}

namespace {
/// Reads the indices of an element.
class IndexReader {
public:
  /// Adds the index of a dim of the given size:
  ///
  ///   %isInside = arith.cmpi ult, %row, %c6 : index
  ///   %i = arith.select %isInside, %row, %c0 : index
  ///
  /// is the index %row of a padded dim of size 6.
  bool add(Value index, int64_t size) {
    auto select = index.getDefiningOp<arith::SelectOp>();
    if (select) {
      if (ShapedType::isDynamic(size) ||
          !matchPattern(select.getFalseValue(), m_Zero()) ||
          !isInBounds(select.getCondition(), select.getTrueValue(), size))
        return false;
      conditions.insert(select.getCondition());
      index = select.getTrueValue();
    }
    isPadded.push_back(select != nullptr);
    exprs.push_back(getAffineIndex(index));
    return exprs.back() != nullptr;
  }

  GatherRead getRead(linalg::LinalgOp op) const {
    return {AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext()),
            isPadded};
  }

  /// The conditions under which all indices are those of the source.
  DenseSet<Value> conditions;

private:
  SmallVector<AffineExpr> exprs;
  llvm::SmallBitVector isPadded;
};
} // namespace

/// Whether every dynamic dim of the source has the size of the dim of the
/// result whose index it is read at.
static bool haveProvedDynamicSizes(Value source, const GatherRead &read,
                                   Value destination) {
  using Bounds = ValueBoundsConstraintSet;
  auto type = cast<ShapedType>(source.getType());
  return llvm::all_of(llvm::seq(type.getRank()), [&](int64_t dim) {
    if (!type.isDynamicDim(dim))
      return true;
    auto index = cast<AffineDimExpr>(read.map.getResult(dim));
    return Bounds::compare({source, dim}, Bounds::ComparisonOperator::EQ,
                           {destination, int64_t(index.getPosition())});
  });
}

static std::optional<Gather> matchGather(linalg::LinalgOp op) {
  if (getNumInits(op) != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return std::nullopt;
  Gather gather;
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto select = yielded.getDefiningOp<arith::SelectOp>();
  std::optional<ElementRead> element = getElementRead(
      select ? select.getTrueValue().getDefiningOp() : yielded.getDefiningOp());
  if (!element)
    return std::nullopt;
  AffineMap write = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!write.isPermutation() || !hasPureBody(op) ||
      op->isAncestor(element->source.getParentRegion()->getParentOp()))
    return std::nullopt;

  auto sourceType = cast<ShapedType>(element->source.getType());
  Value destination = op.getDpsInits()[0];
  IndexReader reader;
  for (auto [index, size] :
       llvm::zip_equal(element->indices, sourceType.getShape()))
    if (!reader.add(index, size))
      return std::nullopt;
  DenseSet<Value> conditions;
  if (select) {
    gather.element = select.getFalseValue();
    if (!getConstant(gather.element))
      return std::nullopt;
    collectConditions(select.getCondition(), conditions);
  }
  if (conditions != reader.conditions)
    return std::nullopt;

  gather.source = element->source;
  gather.read = reader.getRead(op);
  gather.read.map = gather.read.map.compose(inversePermutation(write));
  auto type = cast<ShapedType>(destination.getType());
  gather.steps =
      getGatherSteps(gather.read, sourceType.getShape(), type.getShape());
  bool readsOnce =
      gather.steps
          ? haveProvedDynamicSizes(gather.source, gather.read, destination)
          : sourceType.hasStaticShape() && type.hasStaticShape() &&
                isProved(
                    IndexMap(gather.read.map).isInjective(type.getShape()));
  return readsOnce ? std::optional(std::move(gather)) : std::nullopt;
}

namespace {
struct GatherModel
    : GatherOpInterface::ExternalModel<GatherModel, linalg::GenericOp> {
  std::optional<Gather> getGather(Operation *self) const {
    return matchGather(cast<linalg::LinalgOp>(self));
  }
};
} // namespace

void layout::registerGatherModel(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    linalg::GenericOp::attachInterface<GatherModel>(*context);
  });
}
