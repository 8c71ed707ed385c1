//===- FoldIndex.cpp - Indices that are computed for each element ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldIndex.h"
#include "Analysis/ScalarFolding.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

/// Longer loops and computations are not run at compile time.
static constexpr int64_t maxExtent = 4096;
static constexpr size_t maxOps = 64;

namespace {
/// The ops of a body that compute an index of one loop.
struct IndexOps {
  SmallVector<Operation *> ops; ///< in the order in which they run
  std::optional<unsigned> loop;

  static std::optional<IndexOps> get(Value index);
};
} // namespace

std::optional<IndexOps> IndexOps::get(Value index) {
  IndexOps result;
  llvm::SetVector<Operation *> ops;
  SmallVector<Value> values{index};
  while (!values.empty()) {
    Value value = values.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    if (matchPattern(value, m_Constant()) || ops.contains(op))
      continue;
    if (auto loop = dyn_cast<linalg::IndexOp>(op)) {
      if (result.loop && *result.loop != loop.getDim())
        return std::nullopt;
      result.loop = loop.getDim();
    } else if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
               !isMemoryEffectFree(op) ||
               op->getBlock() != index.getParentBlock()) {
      return std::nullopt;
    }
    ops.insert(op);
    if (ops.size() > maxOps)
      return std::nullopt;
    llvm::append_range(values, op->getOperands());
  }
  result.ops = ops.takeVector();
  llvm::sort(result.ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return result;
}

/// Returns what `index` is in iteration `number` of the loop.
static std::optional<int64_t> evaluate(const IndexOps &computed, Value index,
                                       int64_t number) {
  Builder builder(index.getContext());
  DenseMap<Value, Attribute> known;
  auto lookup = [&](Value value) {
    Attribute constant = known.lookup(value);
    if (!constant)
      (void)matchPattern(value, m_Constant(&constant));
    return constant;
  };
  for (Operation *op : computed.ops) {
    if (isa<linalg::IndexOp>(op)) {
      known[op->getResult(0)] = builder.getIndexAttr(number);
      continue;
    }
    SmallVector<OpFoldResult> folded =
        foldOn(op, op->getAttrDictionary(), lookup);
    if (folded.empty())
      return std::nullopt;
    auto value = dyn_cast<Value>(folded.front());
    Attribute constant =
        value ? lookup(value) : cast<Attribute>(folded.front());
    if (!constant)
      return std::nullopt;
    known[op->getResult(0)] = constant;
  }
  auto integer = dyn_cast_or_null<IntegerAttr>(lookup(index));
  return integer ? integer.getValue().trySExtValue() : std::nullopt;
}

AffineExpr raise::foldIndex(Value index, ArrayRef<int64_t> extents) {
  std::optional<IndexOps> computed = IndexOps::get(index);
  if (!computed || !computed->loop)
    return {};
  int64_t extent = extents[*computed->loop];
  if (ShapedType::isDynamic(extent) || extent > maxExtent)
    return {};
  SmallVector<int64_t> values;
  for (int64_t number : llvm::seq<int64_t>(0, extent)) {
    std::optional<int64_t> value = evaluate(*computed, index, number);
    if (!value)
      return {};
    values.push_back(*value);
  }
  // How often an element is repeated at first, and the number of elements.
  int64_t times =
      llvm::find_if(values, [](int64_t value) { return value != 0; }) -
      values.begin();
  int64_t count = values.empty() ? 0 : *llvm::max_element(values) + 1;
  for (auto [number, value] : llvm::enumerate(values))
    if (times == 0 || count < 1 || value != int64_t(number) / times % count)
      return {};
  AffineExpr loop = getAffineDimExpr(*computed->loop, index.getContext());
  AffineExpr element = times == 1 ? loop : loop.floorDiv(times);
  return extent > times * count ? element % count : element;
}
