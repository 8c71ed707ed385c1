//===- LoopRenaming.cpp - The same op on operands in another order --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRenaming.h"
#include "Interfaces/LinalgRule.h"
#include "Interfaces/LoopRanges.h"
#include "layout/Support/Saturating.h"

using namespace mlir;
using namespace mlir::layout;

/// The loop that indexes a dim alone.
static std::optional<unsigned> getLoop(AffineExpr index) {
  auto loop = dyn_cast<AffineDimExpr>(index);
  return loop ? std::optional<unsigned>(loop.getPosition()) : std::nullopt;
}

/// Whether the elements along a loop can be renamed: every access by the loop
/// is a dim of its own, and the order of a reduction does not matter.
static bool canRename(linalg::LinalgOp op, unsigned loop) {
  if (op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction &&
      !reducesInAnyOrder(op))
    return false;
  return llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    unsigned numDims = 0;
    for (AffineExpr index : map.getResults()) {
      if (!index.isFunctionOfDim(loop))
        continue;
      if (!getLoop(index) || ++numDims > 1)
        return false;
    }
    return true;
  });
}

LoopRenaming::LoopRenaming(linalg::LinalgOp op)
    : loops(getIdentityDigits(getLoopRanges(op))), identity(loops) {}

/// The position of the first dynamic entry of a list of extents, or its size.
static size_t findDynamic(ArrayRef<int64_t> extents) {
  return llvm::find_if(extents, ShapedType::isDynamic) - extents.begin();
}

/// Splits the digits `order`, whose extents are static, into dims of the sizes
/// `shape`, from the innermost one on. Returns what is left in front of them,
/// or nothing if the digits do not divide.
static std::optional<MixedRadix>
splitFromEnd(ArrayRef<Digit> order, ArrayRef<int64_t> shape,
             MutableArrayRef<MixedRadix> dims) {
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    std::optional<MixedRadix> list = slice(order, stride, shape[dim]);
    if (!list)
      return std::nullopt;
    dims[dim] = normalize(*list);
    stride = multiplySaturating(stride, shape[dim]);
  }
  int64_t elements = getExtent(order);
  if (elements % stride != 0)
    return std::nullopt;
  return slice(order, stride, elements / stride);
}

/// The dims of a tensor of shape `shape` whose elements have the order `order`:
/// per dim, digits of the tensor of shape `given` that has them in row-major
/// order. The digits between two dynamic digits are known to fill whole dims
/// only if they do so between two dynamic dims:
///
///   (n : ?, g : 4, h : ?, c : 2) of a tensor of ? x 4 x ? x 2
static std::optional<MixedRadixMap> splitIntoDims(ArrayRef<Digit> order,
                                                  ArrayRef<int64_t> shape,
                                                  ArrayRef<int64_t> given) {
  int64_t numElements = 1;
  for (const Digit &digit : order)
    if (!digit.isDynamic())
      numElements = multiplySaturating(numElements, digit.extent);
  if (numElements == std::numeric_limits<int64_t>::max())
    return std::nullopt;
  // The order may be that of a padded tensor, which has more elements.
  if (ArrayRef(getSpannedShape(order, given.size())) != given)
    return std::nullopt;
  MixedRadixMap lists(shape.size());
  MutableArrayRef<MixedRadix> dims = lists;
  MixedRadix *outer = nullptr; // The dynamic dim in front of `order`.
  while (true) {
    size_t numDigits =
        llvm::find_if(order, std::mem_fn(&Digit::isDynamic)) - order.begin();
    size_t numDims = findDynamic(shape);
    std::optional<MixedRadix> rest =
        splitFromEnd(order.take_front(numDigits), shape.take_front(numDims),
                     dims.take_front(numDims));
    // Only a dynamic dim in front takes more.
    if (!rest || (!outer && !rest->empty()))
      return std::nullopt;
    if (outer) {
      llvm::append_range(*outer, *rest);
      *outer = normalize(*outer);
    }
    bool isLast = numDigits == order.size();
    if (isLast != (numDims == shape.size()))
      return std::nullopt;
    if (isLast)
      return lists;
    outer = &dims[numDims];
    *outer = {order[numDigits]};
    order = order.drop_front(numDigits + 1);
    shape = shape.drop_front(numDims + 1);
    dims = dims.drop_front(numDims + 1);
  }
}

std::optional<LoopRenaming> LoopRenaming::get(linalg::LinalgOp op,
                                              OpOperand &operand,
                                              ArrayRef<Digit> order) {
  ArrayRef<int64_t> shape = op.getShape(&operand);
  if (op.hasIndexSemantics() || llvm::is_contained(shape, 0))
    return std::nullopt;
  std::optional<MixedRadixMap> lists = splitIntoDims(order, shape, shape);
  if (!lists)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  LoopRenaming renaming(op);
  MixedRadixMap dims = getIdentityDigits(shape);
  for (auto [dim, list] : llvm::enumerate(*lists)) {
    if (list == normalize(dims[dim]))
      continue;
    std::optional<unsigned> loop = getLoop(map.getResult(dim));
    if (!loop || !canRename(op, *loop))
      return std::nullopt;
    for (Digit &digit : list) {
      std::optional<unsigned> other = getLoop(map.getResult(digit.dim));
      if (!other || !canRename(op, *other) ||
          iterators[*other] != iterators[*loop])
        return std::nullopt;
      digit.dim = *other;
    }
    renaming.loops[*loop] = std::move(list);
  }
  return renaming;
}

/// The order of the dims of a tensor, of which `layout` gives the digits that
/// have the order `order`. If (c, h, w) is laid out as (h, w, c) and ordered as
/// (h, w, c mod 4, c floordiv 4), it is (c mod 4, c floordiv 4, h, w).
std::optional<LoopRenaming> LoopRenaming::get(linalg::LinalgOp op,
                                              OpOperand &operand,
                                              ArrayRef<Digit> order,
                                              ArrayRef<MixedRadix> layout) {
  ArrayRef<int64_t> shape = op.getShape(&operand);
  MixedRadix digits;
  for (const MixedRadix &list : layout)
    llvm::append_range(digits, list);
  auto extents = llvm::map_to_vector(
      digits, [](const Digit &digit) { return digit.extent; });
  std::optional<MixedRadixMap> parts = splitIntoDims(order, extents, shape);
  if (!parts)
    return std::nullopt;
  MixedRadix dims;
  for (unsigned dim : llvm::seq<unsigned>(shape.size())) {
    SmallVector<unsigned> ofDim;
    for (auto [number, digit] : llvm::enumerate(digits))
      if (digit.dim == dim)
        ofDim.push_back(number);
    llvm::sort(ofDim, [&](unsigned a, unsigned b) {
      return digits[a].stride > digits[b].stride;
    });
    for (unsigned number : ofDim)
      llvm::append_range(dims, (*parts)[number]);
  }
  return get(op, operand, normalize(dims));
}

bool LoopRenaming::renamesReductionsAlone(linalg::LinalgOp op) const {
  return llvm::all_of(
      llvm::zip_equal(loops, identity, op.getIteratorTypesArray()),
      [](const auto &loop) {
        const auto &[list, same, type] = loop;
        return list == same || type == utils::IteratorType::reduction;
      });
}

std::optional<LoopRenaming>
LoopRenaming::merge(const LoopRenaming &other) const {
  LoopRenaming merged = *this;
  for (auto [list, otherList, same] :
       llvm::zip_equal(merged.loops, other.loops, identity)) {
    if (otherList == same)
      continue;
    if (list != same)
      return std::nullopt;
    list = otherList;
  }
  return merged;
}

std::optional<SmallVector<MixedRadixMap, 0>>
LoopRenaming::getLayouts(linalg::LinalgOp op) const {
  SmallVector<MixedRadixMap, 0> layouts;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    MixedRadixMap &lists =
        layouts.emplace_back(getIdentityDigits(op.getShape(&operand)));
    for (auto [index, list] : llvm::zip_equal(map.getResults(), lists)) {
      std::optional<unsigned> loop = getLoop(index);
      if (!loop || loops[*loop] == identity[*loop])
        continue;
      list = loops[*loop];
      for (Digit &digit : list) {
        std::optional<unsigned> dim = map.getResultPosition(
            getAffineDimExpr(digit.dim, map.getContext()));
        if (!dim)
          return std::nullopt;
        digit.dim = *dim;
      }
    }
  }
  return layouts;
}

/// The digits `layout` of dims that are renamed as `renamed` says, in digits of
/// the original dims of a tensor of shape `shape`.
static std::optional<MixedRadixMap>
composeWithRenamed(ArrayRef<MixedRadix> layout, ArrayRef<MixedRadix> renamed,
                   ArrayRef<int64_t> shape) {
  MixedRadixMap identity = getIdentityDigits(shape), composed;
  SmallVector<int64_t> spanned = getSpannedShape(concat(layout), shape.size());
  for (const MixedRadix &list : layout) {
    MixedRadix &digits = composed.emplace_back();
    for (const Digit &digit : list) {
      if (renamed[digit.dim] == identity[digit.dim]) {
        digits.push_back(digit);
        continue;
      }
      if (spanned[digit.dim] != shape[digit.dim])
        return std::nullopt;
      std::optional<MixedRadix> part = compose({digit}, renamed);
      if (!part)
        return std::nullopt;
      llvm::append_range(digits, *part);
    }
  }
  return composed;
}

std::optional<SmallVector<MixedRadixMap, 0>>
LoopRenaming::getLayouts(linalg::LinalgOp op,
                         ArrayRef<MixedRadixMap> layouts) const {
  auto renamed = getLayouts(op);
  if (!renamed)
    return std::nullopt;
  for (auto [operand, lists, layout] :
       llvm::zip_equal(op->getOpOperands(), *renamed, layouts)) {
    auto composed = composeWithRenamed(layout, lists, op.getShape(&operand));
    if (!composed)
      return std::nullopt;
    lists = std::move(*composed);
  }
  return renamed;
}
