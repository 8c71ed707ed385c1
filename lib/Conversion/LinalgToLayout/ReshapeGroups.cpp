//===- ReshapeGroups.cpp - Which dims a reshape joins and splits ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters reshape tensors of dynamic shape by a list of sizes: some of them
// asked of the source, some constant. Dims that are the same size at either end
// are the same dim; what is between has one dynamic dim at most.
//
//===----------------------------------------------------------------------===//

#include "ReshapeGroups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

using Bounds = ValueBoundsConstraintSet;

static ReassociationIndices getRange(int64_t begin, int64_t end) {
  return llvm::to_vector<2>(llvm::seq<int64_t>(begin, end));
}

ReshapeShape raise::getNamedGroups(Operation *op) {
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  ReshapeShape reshape{llvm::to_vector(to.getShape()), {}};
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    for (auto [dim, group] : llvm::enumerate(expand.getReassociationIndices()))
      reshape.groups.push_back({getRange(dim, dim + 1), group});
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    for (auto [dim, group] :
         llvm::enumerate(collapse.getReassociationIndices()))
      reshape.groups.push_back({group, getRange(dim, dim + 1)});
  if (reshape.groups.empty()) // A scalar.
    reshape.groups.push_back(
        {getRange(
             0, cast<RankedTensorType>(op->getOperand(0).getType()).getRank()),
         getRange(0, to.getRank())});
  return reshape;
}

namespace {
class ReshapeProof {
public:
  explicit ReshapeProof(tensor::ReshapeOp op)
      : source(op.getSource()),
        from(cast<RankedTensorType>(source.getType()).getShape()),
        to(cast<RankedTensorType>(op.getResult().getType()).getShape()) {
    if (auto elements = op.getShape().getDefiningOp<tensor::FromElementsOp>())
      for (auto [number, element] : llvm::enumerate(elements.getElements())) {
        auto cast = element.getDefiningOp<arith::IndexCastOp>();
        sizes.push_back(cast ? cast.getIn() : element);
        if (std::optional<int64_t> size = getConstantIntValue(sizes.back()))
          to[number] = *size;
      }
  }

  std::optional<ReshapeShape> run() {
    if (llvm::is_contained(to, 0))
      return std::nullopt;
    ReshapeShape reshape{to, {}};
    int64_t fromEnd = from.size(), toEnd = to.size(), begin = 0;
    while (begin < fromEnd && begin < toEnd && isSameSize(begin, begin)) {
      reshape.groups.push_back(
          {getRange(begin, begin + 1), getRange(begin, begin + 1)});
      ++begin;
    }
    SmallVector<ReshapeGroup> behind;
    while (begin < fromEnd && begin < toEnd &&
           isSameSize(fromEnd - 1, toEnd - 1)) {
      --fromEnd, --toEnd;
      behind.push_back(
          {getRange(fromEnd, fromEnd + 1), getRange(toEnd, toEnd + 1)});
    }
    ReshapeGroup rest{getRange(begin, fromEnd), getRange(begin, toEnd)};
    if (!areSameInAll(rest))
      return std::nullopt;
    if (!rest.from.empty() || !rest.to.empty())
      reshape.groups.push_back(std::move(rest));
    llvm::append_range(reshape.groups, llvm::reverse(behind));
    return reshape;
  }

private:
  /// A size of the result against `factor / divisor` times one of the source.
  bool isProduct(int64_t toDim, int64_t fromDim, int64_t factor,
                 int64_t divisor) {
    if (sizes.empty() || !sizes[toDim].getType().isIndex())
      return false;
    AffineExpr symbol = getAffineSymbolExpr(0, source.getContext());
    AffineMap times = AffineMap::get(0, 1, (symbol * factor).floorDiv(divisor));
    Bounds::Variable size(source, fromDim);
    return Bounds::compare(OpFoldResult(sizes[toDim]),
                           Bounds::ComparisonOperator::EQ,
                           Bounds::Variable(times, {size}));
  }

  bool isSameSize(int64_t fromDim, int64_t toDim) {
    bool isDynamic = ShapedType::isDynamic(from[fromDim]);
    if (isDynamic != ShapedType::isDynamic(to[toDim]))
      return false;
    return isDynamic ? isProduct(toDim, fromDim, 1, 1)
                     : from[fromDim] == to[toDim];
  }

  /// The dynamic dim among some, and the product of the others; nothing if
  /// there are several.
  static std::optional<std::pair<std::optional<int64_t>, int64_t>>
  multiply(ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
    std::optional<int64_t> dynamic;
    int64_t product = 1;
    for (int64_t dim : dims) {
      if (!ShapedType::isDynamic(shape[dim])) {
        if (llvm::MulOverflow(product, shape[dim], product))
          return std::nullopt;
      } else if (std::exchange(dynamic, dim)) {
        return std::nullopt;
      }
    }
    return std::pair(dynamic, product);
  }

  bool areSameInAll(const ReshapeGroup &group) {
    auto before = multiply(from, group.from), after = multiply(to, group.to);
    if (!before || !after ||
        before->first.has_value() != after->first.has_value())
      return false;
    if (!before->first)
      return before->second == after->second;
    // That a split divides is proved by whoever asks for it.
    return isProduct(*after->first, *before->first, before->second,
                     after->second);
  }

  Value source;
  ArrayRef<int64_t> from;
  SmallVector<int64_t> to;
  SmallVector<Value>
      sizes; ///< of the result's dims, if they are known one by one
};
} // namespace

std::optional<ReshapeShape> raise::getProvedGroups(tensor::ReshapeOp op) {
  auto from = cast<RankedTensorType>(op.getSource().getType());
  auto to = cast<RankedTensorType>(op.getResult().getType());
  if (from.hasStaticShape() && to.hasStaticShape())
    return ReshapeShape{
        llvm::to_vector(to.getShape()),
        {{getRange(0, from.getRank()), getRange(0, to.getRank())}}};
  return ReshapeProof(op).run();
}
