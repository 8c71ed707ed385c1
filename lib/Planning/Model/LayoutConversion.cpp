//===- LayoutConversion.cpp - A value in another layout -------------------===//
//-------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutConversion.h"
#include "PaddingBoxes.h"
#include "layout/Support/Saturating.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

/// The stride of the outermost digit of `dim`, which reaches the extent that
/// the digits span; 1 if there is none.
static int64_t getLeadingStride(ArrayRef<Digit> digits, unsigned dim) {
  int64_t stride = 1;
  for (const Digit &digit : digits)
    if (digit.dim == dim)
      stride = std::max(stride, digit.stride);
  return stride;
}

/// Gives a dim that has no digits, because it has one element, a digit in a
/// list of its own, in front of the last `numBehind` digits.
static void insertUnitDigit(MixedRadixMap &lists, unsigned dim,
                            size_t numBehind) {
  size_t position = lists.size();
  for (; position > 0 && numBehind > 0; --position) {
    MixedRadix &list = lists[position - 1];
    if (list.size() > numBehind) {
      MixedRadix tail(ArrayRef(list).take_back(numBehind));
      list.truncate(list.size() - numBehind);
      lists.insert(lists.begin() + position, std::move(tail));
      break;
    }
    numBehind -= list.size();
  }
  if (position > 0 && lists[position - 1].empty())
    lists[position - 1].push_back({dim, 1, 1});
  else
    lists.insert(lists.begin() + position, {{dim, 1, 1}});
}

/// Returns how many of the last digits form `size` digits in normal form, in
/// which (d1 floordiv 2, d1 mod 2) is one digit.
static size_t getNumDigits(ArrayRef<MixedRadix> lists, size_t size) {
  MixedRadix joined;
  for (const MixedRadix &list : lists)
    joined.append(list);
  ArrayRef<Digit> digits = joined;
  size_t count = 0;
  while (count < digits.size() &&
         normalize(digits.take_back(count + 1)).size() <= size)
    ++count;
  return count;
}

/// Gives resized dims without digits a digit each, in the order of the
/// outermost digits of these dims in `other`, the layout before or after the
/// conversion in normal form.
static void insertUnitDigits(MixedRadixMap &lists, ArrayRef<bool> isResized,
                             ArrayRef<Digit> other) {
  MixedRadix digits = concat(lists);
  llvm::SmallBitVector isUnit(isResized.size());
  for (unsigned dim : llvm::seq<unsigned>(isResized.size()))
    if (isResized[dim])
      isUnit.set(dim);
  for (const Digit &digit : digits)
    isUnit.reset(digit.dim);
  size_t numBehind = 0;
  for (const Digit &digit : llvm::reverse(other)) {
    auto isSameDim = [&](Digit o) { return o.dim == digit.dim; };
    if (!isUnit.test(digit.dim))
      ++numBehind;
    else if (llvm::find_if(other, isSameDim) == &digit)
      insertUnitDigit(lists, digit.dim, getNumDigits(lists, numBehind));
  }
}

/// Joins lists that split a digit of a resized dim, so that the whole digit can
/// be resized: (d1 floordiv 5, d1 mod 5) becomes d1. Only lists without digits,
/// of physical dims of size 1, may be between them.
static MixedRadixMap joinResizedDigits(ArrayRef<MixedRadix> lists,
                                       ArrayRef<bool> isResized) {
  MixedRadixMap joined;
  std::optional<size_t> previous; // the last list with digits
  for (const MixedRadix &list : lists) {
    bool continues = false;
    if (previous && !list.empty()) {
      const Digit &major = joined[*previous].back(), &minor = list.front();
      continues = isResized[major.dim] && major.dim == minor.dim &&
                  major.stride == minor.stride * minor.extent;
    }
    if (continues) {
      joined[*previous] = concat({joined[*previous], list});
      continue;
    }
    if (!list.empty())
      previous = joined.size();
    joined.push_back(list);
  }
  return joined;
}

/// Splits lists such that the outermost digit of each resized dim begins a
/// list. A resized dim of one element gets a digit where `other`, the layout
/// before or after the conversion, has one.
static MixedRadixMap separateLeadingDigits(ArrayRef<MixedRadix> lists,
                                           ArrayRef<bool> isResized,
                                           ArrayRef<Digit> other) {
  MixedRadix digits = concat(lists);
  MixedRadixMap separated;
  for (const MixedRadix &list : joinResizedDigits(lists, isResized)) {
    separated.emplace_back();
    for (const Digit &digit : list) {
      bool isLeading = isResized[digit.dim] &&
                       digit.stride == getLeadingStride(digits, digit.dim);
      if (isLeading && !separated.back().empty())
        separated.emplace_back();
      separated.back().push_back(digit);
    }
  }
  insertUnitDigits(separated, isResized, other);
  return separated;
}

/// The steps of a conversion of a value of shape `shape` between layouts in
/// normal form, without the layouts, and which dims it resizes.
static LayoutConversion getSteps(ArrayRef<int64_t> shape, ArrayRef<Digit> from,
                                 ArrayRef<Digit> to,
                                 SmallVector<bool> &isResized) {
  SmallVector<int64_t> fromShape = getSpannedShape(from, shape.size());
  SmallVector<int64_t> toShape = getSpannedShape(to, shape.size());
  LayoutConversion conversion;
  conversion.shape = fromShape;
  isResized.assign(shape.size(), false);
  for (unsigned dim : llvm::seq<unsigned>(shape.size())) {
    if (fromShape[dim] == toShape[dim]) {
      conversion.keepsPadding |= fromShape[dim] != shape[dim];
      continue;
    }
    isResized[dim] = true;
    conversion.keepsPadding |=
        std::min(fromShape[dim], toShape[dim]) > shape[dim];
    // The outermost digits of both layouts have whole extents.
    conversion.shape[dim] = llvm::alignTo(
        std::max(fromShape[dim], toShape[dim]),
        std::lcm(getLeadingStride(from, dim), getLeadingStride(to, dim)));
  }
  conversion.pads = conversion.shape != fromShape;
  conversion.crops = conversion.shape != toShape;
  return conversion;
}

LayoutConversion layout::getConversion(ArrayRef<int64_t> shape,
                                       ArrayRef<MixedRadix> from,
                                       ArrayRef<MixedRadix> to) {
  MixedRadix fromDigits = concat(from), toDigits = concat(to);
  SmallVector<bool> isResized;
  LayoutConversion conversion =
      getSteps(shape, fromDigits, toDigits, isResized);
  conversion.from = separateLeadingDigits(from, isResized, toDigits);
  conversion.to = separateLeadingDigits(to, isResized, fromDigits);
  conversion.paddedFrom = *growLeadingDigits(conversion.from, conversion.shape);
  conversion.paddedTo = *growLeadingDigits(conversion.to, conversion.shape);
  conversion.transforms = normalize(concat(conversion.paddedFrom)) !=
                          normalize(concat(conversion.paddedTo));
  return conversion;
}

IndexMap LayoutConversion::getTransform(MLIRContext *context) const {
  SmallVector<int64_t> physicalShape = getListExtents(paddedFrom);
  MixedRadixMap inverse = invert(paddedFrom, shape);
  if (std::optional<MixedRadixMap> direct = composeAll(paddedTo, inverse))
    return IndexMap::get(*direct, physicalShape, context);
  // Strides of the two layouts do not divide each other.
  return IndexMap::get(paddedTo, shape, context)
      .compose(IndexMap::get(inverse, physicalShape, context), physicalShape)
      .canonicalize(physicalShape);
}

IndexMap LayoutConversion::getTransformTo(ArrayRef<MixedRadix> lists,
                                          MLIRContext *context) const {
  IndexMap transform = getTransform(context);
  if (ArrayRef(paddedTo) == lists)
    return transform;
  SmallVector<int64_t> between = getListExtents(paddedTo);
  std::optional<MixedRadixMap> reshape =
      composeAll(lists, invert(paddedTo, shape));
  return IndexMap::get(*reshape, between, context)
      .compose(transform, getListExtents(paddedFrom));
}

IndexMap layout::joinConversions(const LayoutConversion &source,
                                 ArrayRef<MixedRadix> lists,
                                 const IndexMap &map,
                                 const LayoutConversion &result) {
  MLIRContext *context = map.getContext();
  SmallVector<int64_t> shape = getListExtents(source.paddedFrom);
  IndexMap read = map.compose(source.getTransformTo(lists, context), shape);
  return result.getTransform(context).compose(read, shape);
}

/// The cost of a conversion from layout `from` to layout `to` whose steps are
/// those of `conversion`. `padded` is its source after the pad.
static ConversionCost getCost(RankedTensorType type,
                              const LayoutConversion &conversion,
                              ArrayRef<Digit> from, ArrayRef<Digit> to,
                              ArrayRef<Digit> padded) {
  Cost source = getBytesIn(type, from), result = getBytesIn(type, to);
  if (conversion.transforms)
    return {addSaturating(source, result), 0};
  ConversionCost cost;
  if (conversion.pads)
    cost.rewrites = addSaturating(source, getBytesIn(type, padded));
  if (conversion.crops)
    cost.moves = multiplySaturating(2, result);
  return cost;
}

ConversionCost layout::getConversionCost(RankedTensorType type,
                                         const LayoutConversion &conversion) {
  return getCost(type, conversion, concat(conversion.from),
                 concat(conversion.to), concat(conversion.paddedFrom));
}

ConversionCost layout::getConversionCost(RankedTensorType type,
                                         const MixedRadix &from,
                                         const MixedRadix &to,
                                         bool &keepsPadding) {
  SmallVector<bool> isResized;
  LayoutConversion steps = getSteps(type.getShape(), from, to, isResized);
  keepsPadding = steps.keepsPadding;
  if (!steps.pads && !steps.crops) {
    steps.transforms = from != to;
    return getCost(type, steps, from, to, from);
  }
  auto paddedFrom = growLeadingDigits({from}, steps.shape);
  auto paddedTo = growLeadingDigits({to}, steps.shape);
  // A resized dim of one element has no digit that can grow.
  if (!paddedFrom || !paddedTo)
    return getConversionCost(type,
                             getConversion(type.getShape(), {from}, {to}));
  MixedRadix padded = normalize(paddedFrom->front());
  steps.transforms = padded != normalize(paddedTo->front());
  return getCost(type, steps, from, to, padded);
}

static ConversionCost add(ConversionCost a, ConversionCost b) {
  return {addSaturating(a.rewrites, b.rewrites),
          addSaturating(a.moves, b.moves)};
}

SmallVector<int64_t> layout::getKeptShape(unsigned rank,
                                          ArrayRef<MixedRadix> from,
                                          ArrayRef<MixedRadix> to) {
  return llvm::map_to_vector(
      llvm::zip_equal(getSpannedShape(concat(from), rank),
                      getSpannedShape(concat(to), rank)),
      [](auto extents) {
        auto [before, after] = extents;
        return std::min(before, after);
      });
}

/// The layout without padding that is between two rewrites of a value of shape
/// `shape` whose padding changes its content.
static MixedRadixMap getLayoutBetween(ArrayRef<int64_t> shape,
                                      ArrayRef<MixedRadix> from) {
  std::optional<MixedRadix> order = dropPadding(concat(from), shape);
  if (!order || order->empty())
    return getIdentityDigits(shape);
  MixedRadixMap dims;
  for (const Digit &digit : *order)
    dims.push_back({digit});
  return dims;
}

ContentChange layout::getContentChange(RankedTensorType type,
                                       ArrayRef<MixedRadix> from,
                                       ArrayRef<MixedRadix> to,
                                       Attribute content) {
  ArrayRef<int64_t> shape = type.getShape();
  auto getCost = [&](ArrayRef<MixedRadix> before, ArrayRef<MixedRadix> after) {
    return getConversionCost(type, getConversion(shape, before, after));
  };
  ContentChange twice;
  twice.between = getLayoutBetween(shape, from);
  twice.cost = add(getCost(from, twice.between), getCost(twice.between, to));
  Cost bytes = getBytesOfBoxes(
      type, getPaddingBoxes(shape, concat(from),
                            getKeptShape(shape.size(), from, to)));
  ContentChange overwritten;
  overwritten.overwrites = true;
  overwritten.cost = add({/*rewrites=*/0, bytes}, getCost(from, to));
  return overwritten.cost.getSum() <= twice.cost.getSum() ? overwritten : twice;
}
