//===- BlockedForm.cpp - Outer parts of dims, then blocks -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedForm.h"
#include "Cursor.h"
#include "MakeError.h"
#include "layout/Algebra/PaddedMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

int64_t BlockedForm::getBlock(unsigned dim) const {
  int64_t product = 1;
  for (const Digit &block : blocks)
    if (block.dim == dim)
      product *= block.extent;
  return product;
}

llvm::Error BlockedForm::verifyNesting() const {
  SmallVector<int64_t> strides(paddedShape);
  for (const Digit &block : blocks) {
    if (block.stride > strides[block.dim])
      return makeError(
          "requires the blocks of a dim from outer to inner, found d{0} in "
          "steps of {1} behind steps of {2}",
          block.dim, block.stride, strides[block.dim]);
    strides[block.dim] = block.stride;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Digits that fill the box
//===----------------------------------------------------------------------===//

/// The dim of extent 1 that a result names, if any.
static std::optional<unsigned> getUnitDim(AffineExpr result,
                                          ArrayRef<int64_t> shape) {
  auto dim = dyn_cast<AffineDimExpr>(result);
  if (!dim || shape[dim.getPosition()] != 1)
    return std::nullopt;
  return dim.getPosition();
}

/// Pads the number that `list` spells up to `extent` values, by making a dim of
/// `shape` longer or adding a filler to it.
static bool padList(MixedRadix &list, AffineExpr result, int64_t extent,
                    SmallVectorImpl<int64_t> &shape) {
  if (getExtent(list) == extent)
    return true;
  if (list.empty()) {
    std::optional<unsigned> unit = getUnitDim(result, shape);
    if (!unit) {
      unit = shape.size();
      shape.push_back(1);
    }
    list.push_back({*unit, 1, 1});
  }
  Digit &top = list.front();
  int64_t rest = getExtent(ArrayRef(list).drop_front());
  bool isOutermost = top.stride * top.extent == shape[top.dim];
  if (!isOutermost || extent % rest != 0 || extent / rest < top.extent)
    return false;
  top.extent = extent / rest;
  shape[top.dim] = top.stride * top.extent;
  return true;
}

/// The digits of each result on a shape in which they fill the box; `shape` is
/// padded up to it.
static std::optional<MixedRadixMap>
getFillingDigits(const IndexMap &map, ArrayRef<int64_t> box,
                 SmallVectorImpl<int64_t> &shape) {
  std::optional<SmallVector<int64_t>> full =
      getFullTileShape(map.getAffineMap(), shape);
  if (!full)
    return std::nullopt;
  std::optional<MixedRadixMap> lists = map.getDigits(*full);
  if (!lists || !isExactCover(*lists, *full))
    return std::nullopt;
  shape.assign(full->begin(), full->end());
  for (auto [list, result, extent] :
       llvm::zip_equal(*lists, map.getAffineMap().getResults(), box))
    if (!padList(list, result, extent, shape))
      return std::nullopt;
  return lists;
}

//===----------------------------------------------------------------------===//
// Outer parts and blocks
//===----------------------------------------------------------------------===//

namespace {
/// A digit, or a dim whose outer part is 1, and the physical dim it lies in.
struct PlacedDigit {
  Digit digit;
  unsigned result;
};
} // namespace

/// Whether two digits in a row are one.
static bool continues(const Digit &major, const Digit &minor) {
  return major.dim == minor.dim && major.stride == minor.stride * minor.extent;
}

static Digit join(const Digit &major, const Digit &minor) {
  return {minor.dim, minor.stride, major.extent * minor.extent};
}

/// All digits in the order of memory. Neighbours are one digit where the dim is
/// not padded; otherwise the cut may say how far it is.
static SmallVector<PlacedDigit> flatten(ArrayRef<MixedRadix> lists,
                                        ArrayRef<int64_t> shape,
                                        ArrayRef<int64_t> paddedShape) {
  SmallVector<PlacedDigit> all;
  for (auto [result, list] : llvm::enumerate(lists))
    for (const Digit &digit : list) {
      bool isPadded = digit.dim >= shape.size() ||
                      shape[digit.dim] != paddedShape[digit.dim];
      if (!isPadded && !all.empty() && continues(all.back().digit, digit))
        all.back().digit = join(all.back().digit, digit);
      else
        all.push_back({digit, static_cast<unsigned>(result)});
    }
  return all;
}

/// Where the outer part of each dim would be looked for: in the first result
/// that names it, or behind the dim in front of it.
static SmallVector<unsigned> getFirstResults(AffineMap map) {
  SmallVector<unsigned> first;
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim) {
    unsigned place = dim == 0 ? 0 : first.back();
    for (unsigned result = map.getNumResults(); result-- > 0;)
      if (map.getResult(result).isFunctionOfDim(dim))
        place = result;
    first.push_back(place);
  }
  return first;
}

llvm::Expected<BlockedForm> BlockedForm::get(const IndexMap &map,
                                             ArrayRef<int64_t> shape,
                                             ArrayRef<int64_t> box) {
  if (llvm::is_contained(shape, 0))
    return makeError("requires a tensor with elements, or no place either");
  BlockedForm form;
  form.paddedShape.assign(shape.begin(), shape.end());
  std::optional<MixedRadixMap> lists =
      getFillingDigits(map, box, form.paddedShape);
  if (!lists)
    return makeError(
        "requires dims in nested blocks, padded at their ends, found {0} from "
        "{1:$[x]} into {2:$[x]}",
        map.getAffineMap(), llvm::make_range(shape.begin(), shape.end()),
        llvm::make_range(box.begin(), box.end()));

  // In front stand outer parts that are padded by no more than their blocks
  // ask for. From the first other digit on all are blocks.
  SmallVector<PlacedDigit> outer;
  SmallVector<bool> isPlaced(shape.size(), false);
  auto isOuter = [&](const Digit &digit) {
    return digit.dim < shape.size() &&
           digit.stride * digit.extent == form.paddedShape[digit.dim] &&
           llvm::divideCeil(shape[digit.dim], digit.stride) ==
               static_cast<uint64_t>(digit.extent);
  };
  for (const PlacedDigit &placed : flatten(*lists, shape, form.paddedShape)) {
    if (form.blocks.empty() && isOuter(placed.digit)) {
      outer.push_back(placed);
      isPlaced[placed.digit.dim] = true;
    } else if (!form.blocks.empty() &&
               continues(form.blocks.back(), placed.digit)) {
      form.blocks.back() = join(form.blocks.back(), placed.digit);
    } else {
      form.blocks.push_back(placed.digit);
    }
  }
  for (const Digit &block : form.blocks)
    if (block.extent > Cursor::kMaxSize)
      return makeError("requires blocks of at most {0}, found {1}",
                       Cursor::kMaxSize, block.extent);
  SmallVector<unsigned> first = getFirstResults(map.getAffineMap());
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (!isPlaced[dim])
      outer.insert(
          llvm::upper_bound(outer, first[dim],
                            [](unsigned result, const PlacedDigit &at) {
                              return result < at.result;
                            }),
          PlacedDigit{{dim, 1, 1}, first[dim]});
  for (const PlacedDigit &placed : outer)
    form.order.push_back(placed.digit.dim);
  return form;
}
