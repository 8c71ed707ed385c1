//===- LetterLayout.cpp - Layouts written with letters --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/LetterLayout.h"
#include "NormalForms.h"
#include "Parsing.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// One axis, with the offset in the text at which it is written.
struct PlacedAxis {
  LetterAxis axis;
  size_t offset;
};
using PlacedAxes = SmallVector<PlacedAxis, 6>;
} // namespace

/// `16c`
static llvm::Expected<PlacedAxis> takeBlock(Cursor &cursor) {
  size_t offset = cursor.getOffset();
  llvm::Expected<int64_t> size =
      cursor.takeSize("a letter, or a block size and a lower-case letter");
  if (!size)
    return size.takeError();
  if (!llvm::isLower(cursor.peek()))
    return cursor.expected("a lower-case letter after block size " +
                           llvm::Twine(*size));
  return PlacedAxis{{llvm::toUpper(cursor.take()), *size}, offset};
}

/// Reads `[4o4i]`: blocks that are fused into one physical dim.
static llvm::Error takeFusedBlocks(Cursor &cursor, PlacedAxes &axes) {
  bool isFirst = true;
  do {
    llvm::Expected<PlacedAxis> block = takeBlock(cursor);
    if (!block)
      return block.takeError();
    block->axis.isFused = !isFirst;
    isFirst = false;
    axes.push_back(*block);
  } while (!cursor.consume("]"));
  return llvm::Error::success();
}

/// `[a=8]`, `[a=stick]`, `[a=line]` or nothing.
static llvm::Error takeAlignment(Cursor &cursor, LetterAxis &axis) {
  if (!cursor.consume("[a="))
    return llvm::Error::success();
  if (cursor.consume("stick"))
    axis.unit = LetterUnit::Sticks;
  else if (cursor.consume("line"))
    axis.unit = LetterUnit::Lines;
  else if (llvm::Expected<int64_t> size = cursor.takeSize("an alignment"))
    axis.alignment = *size;
  else
    return size.takeError();
  if (!cursor.consume("]"))
    return cursor.expected("']' after the alignment");
  return llvm::Error::success();
}

/// `[stick]` or an alignment behind a letter, or nothing.
static llvm::Error takeSuffix(Cursor &cursor, PlacedAxes &axes) {
  PlacedAxis &placed = axes.back();
  if (!cursor.consume("[stick]"))
    return takeAlignment(cursor, placed.axis);
  PlacedAxis stick = placed;
  stick.axis.block = 1;
  stick.axis.unit = LetterUnit::Sticks;
  axes.push_back(stick);
  return llvm::Error::success();
}

static llvm::Error takeAxis(Cursor &cursor, PlacedAxes &axes) {
  size_t offset = cursor.getOffset();
  if (cursor.consume("["))
    return takeFusedBlocks(cursor, axes);
  if (llvm::isUpper(cursor.peek())) {
    axes.push_back({{cursor.take()}, offset});
    return takeSuffix(cursor, axes);
  }
  llvm::Expected<PlacedAxis> block = takeBlock(cursor);
  if (!block)
    return block.takeError();
  axes.push_back(*block);
  return llvm::Error::success();
}

/// Checks that each letter names one dim, and that the dim of each block
/// exists.
static llvm::Error verifyAxes(const Cursor &cursor, const PlacedAxes &axes) {
  llvm::SmallDenseMap<char, int64_t> products;
  for (auto [axis, offset] : axes)
    if (!axis.isBlock() && !products.try_emplace(axis.letter, 1).second)
      return cursor.error(offset, "each upper-case letter once, found '" +
                                      llvm::Twine(axis.letter) + "' again");
  int64_t fused = 1;
  for (auto [axis, offset] : axes) {
    if (!axis.isBlock())
      continue;
    auto product = products.find(axis.letter);
    if (product == products.end())
      return cursor.error(offset, "an upper-case letter for block '" +
                                      llvm::Twine(axis.block) +
                                      llvm::Twine(llvm::toLower(axis.letter)) +
                                      "', found none");
    if (llvm::MulOverflow(product->second, axis.block, product->second))
      return cursor.error(offset, "blocks of '" + llvm::Twine(axis.letter) +
                                      "' whose product is a 64-bit number");
    if (!axis.isFused)
      fused = 1;
    if (llvm::MulOverflow(fused, axis.block, fused))
      return cursor.error(
          offset, "blocks in brackets whose product is a 64-bit number");
  }
  return llvm::Error::success();
}

llvm::Expected<LetterLayout> LetterLayout::parse(StringRef text) {
  Cursor cursor(text);
  PlacedAxes axes;
  while (!cursor.isAtEnd())
    if (llvm::Error error = takeAxis(cursor, axes))
      return error;
  if (axes.empty())
    return cursor.error(0, "at least one letter");
  if (llvm::Error error = verifyAxes(cursor, axes))
    return error;
  return LetterLayout(llvm::map_to_vector<6>(
      axes, [](const PlacedAxis &placed) { return placed.axis; }));
}

/// The alignment behind `a=`.
static std::string getAlignmentText(const LetterAxis &axis) {
  switch (axis.unit) {
  case LetterUnit::Elements:
    return std::to_string(axis.alignment);
  case LetterUnit::Sticks:
    return "stick";
  case LetterUnit::Lines:
    return "line";
  }
  llvm_unreachable("unknown unit");
}

std::string LetterLayout::str() const {
  std::string text;
  for (auto [index, axis] : llvm::enumerate(axes)) {
    if (axis.isStick())
      continue;
    bool nextIsFused = index + 1 < axes.size() && axes[index + 1].isFused;
    if (nextIsFused && !axis.isFused)
      text += '[';
    if (axis.isBlock())
      text += std::to_string(axis.block) + llvm::toLower(axis.letter);
    else
      text += axis.letter;
    if (!axis.isBlock() && hasStick(axis.letter))
      text += "[stick]";
    else if (axis.isAligned())
      text += "[a=" + getAlignmentText(axis) + "]";
    if (axis.isFused && !nextIsFused)
      text += ']';
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

LetterLayout::LetterLayout(ArrayRef<LetterAxis> all) {
  for (const LetterAxis &axis : all)
    if (!axis.isStick())
      axes.push_back(axis);
  for (char letter : getLetters())
    llvm::copy_if(all, std::back_inserter(axes), [&](const LetterAxis &axis) {
      return axis.isStick() && axis.letter == letter;
    });
}

std::string LetterLayout::getLetters() const {
  std::string letters;
  for (LetterAxis axis : axes)
    if (!axis.isBlock())
      letters += axis.letter;
  return letters;
}

bool LetterLayout::has(char letter) const {
  return llvm::any_of(axes, [&](const LetterAxis &axis) {
    return axis.letter == letter && !axis.isBlock();
  });
}

bool LetterLayout::hasStick(char letter) const {
  return llvm::any_of(axes, [&](const LetterAxis &axis) {
    return axis.letter == letter && axis.isStick();
  });
}

bool LetterLayout::isCut(char letter) const {
  return llvm::any_of(axes, [&](const LetterAxis &axis) {
    return axis.letter == letter && axis.isBlock();
  });
}

int64_t LetterLayout::getBlock(char letter) const {
  int64_t product = 1;
  for (LetterAxis axis : axes)
    if (axis.letter == letter && axis.isBlock())
      product *= axis.block;
  return product;
}

int64_t LetterLayout::getAlignment(char letter) const {
  for (const LetterAxis &axis : axes)
    if (axis.letter == letter && !axis.isBlock())
      return axis.alignment;
  return 1;
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

bool LetterLayout::hasUnits() const {
  return llvm::any_of(axes, [](const LetterAxis &axis) {
    return axis.unit != LetterUnit::Elements;
  });
}

/// Returns the number of elements of a stick or a line.
static llvm::Expected<int64_t>
getUnitElements(LetterUnit unit, const UnitBytes &sizes, int64_t elementBits) {
  bool isStick = unit == LetterUnit::Sticks;
  StringRef name = isStick ? "stick" : "line";
  std::optional<int64_t> bytes = isStick ? sizes.stick : sizes.line;
  if (!bytes)
    return makeError("requires the size of a {0} in bytes, found none", name);
  int64_t bits;
  if (elementBits < 1 || llvm::MulOverflow(*bytes, int64_t(8), bits) ||
      bits % elementBits != 0)
    return makeError("requires a {0} of whole elements, found {1} bytes and "
                     "elements of {2} bits",
                     name, *bytes, elementBits);
  return bits / elementBits;
}

llvm::Expected<LetterLayout>
LetterLayout::inElements(const UnitBytes &sizes, int64_t elementBits) const {
  SmallVector<LetterAxis, 6> result;
  for (LetterAxis axis : axes) {
    if (axis.unit == LetterUnit::Elements) {
      result.push_back(axis);
      continue;
    }
    llvm::Expected<int64_t> size =
        getUnitElements(axis.unit, sizes, elementBits);
    if (!size)
      return size.takeError();
    axis.unit = LetterUnit::Elements;
    if (!axis.isBlock()) {
      axis.alignment = *size;
      result.push_back(axis);
      continue;
    }
    // A stick of one element cuts nothing.
    axis.block = *size;
    if (*size != 1)
      result.push_back(axis);
  }
  LetterLayout layout(result);
  for (LetterAxis &axis : layout.axes)
    if (!axis.isBlock() && hasStick(axis.letter))
      axis.alignment = std::lcm(axis.alignment, layout.getBlock(axis.letter));
  return layout;
}

//===----------------------------------------------------------------------===//
// Layouts of fewer dims
//===----------------------------------------------------------------------===//

/// Removes axes. An axis that was fused with a removed one is fused with the
/// preceding axis of the same group that remains, if any.
static LetterLayout eraseAxes(ArrayRef<LetterAxis> axes,
                              llvm::function_ref<bool(LetterAxis)> isErased) {
  SmallVector<LetterAxis, 6> rest;
  bool startsGroup = false;
  for (LetterAxis axis : axes) {
    startsGroup |= !axis.isFused;
    if (isErased(axis))
      continue;
    axis.isFused &= !startsGroup;
    startsGroup = false;
    rest.push_back(axis);
  }
  return LetterLayout(rest);
}

LetterLayout LetterLayout::without(char letter) const {
  return eraseAxes(axes,
                   [&](LetterAxis axis) { return axis.letter == letter; });
}

LetterLayout LetterLayout::withoutBlocks(char letter) const {
  return eraseAxes(axes, [&](LetterAxis axis) {
    return axis.letter == letter && axis.isBlock();
  });
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

std::optional<IndexMap> LetterLayout::getIndexMap(StringRef dims,
                                                  MLIRContext *context) const {
  if (hasUnits() || !llvm::all_of(dims, [&](char dim) { return has(dim); }))
    return std::nullopt;

  // Go from the innermost axis outward: the product of the blocks of a letter
  // seen so far is the divisor of its next block.
  llvm::SmallDenseMap<char, int64_t> strides;
  SmallVector<AffineExpr> results;
  // The combined index of the current group of fused blocks, and its extent.
  AffineExpr fused = getAffineConstantExpr(0, context);
  int64_t numFused = 1;
  for (LetterAxis axis : llvm::reverse(axes)) {
    int64_t count = dims.count(axis.letter);
    if (count == 0 || (count > 1 && getBlock(axis.letter) != 1))
      return std::nullopt;
    int64_t &stride = strides.try_emplace(axis.letter, 1).first->second;
    for (int64_t dim = dims.size() - 1; dim >= 0; --dim) {
      if (dims[dim] != axis.letter)
        continue;
      AffineExpr expr = getAffineDimExpr(dim, context);
      expr = axis.isBlock() ? expr.floorDiv(stride) % axis.block
                            : expr.floorDiv(getBlock(axis.letter));
      fused = expr * numFused + fused;
      if (axis.isFused)
        continue;
      results.push_back(fused);
      fused = getAffineConstantExpr(0, context);
    }
    numFused = axis.isFused ? numFused * axis.block : 1;
    if (axis.isBlock())
      stride *= axis.block;
  }
  std::reverse(results.begin(), results.end());
  return IndexMap(AffineMap::get(dims.size(), 0, results, context));
}

static int64_t roundUp(int64_t size, int64_t multiple) {
  return llvm::divideCeilSigned(size, multiple) * multiple;
}

/// Returns the extents of the physical dims. Dims are rounded up to their
/// alignment, and a partial last block counts as a whole one.
static SmallVector<int64_t> getBox(const LetterLayout &layout,
                                   ArrayRef<int64_t> shape, StringRef dims) {
  SmallVector<int64_t> box;
  for (LetterAxis axis : layout.getAxes()) {
    if (axis.isFused)
      box.back() *= axis.block;
    else if (axis.isBlock())
      box.push_back(axis.block);
    else
      for (auto [letter, size] : llvm::zip_equal(dims, shape))
        if (letter == axis.letter)
          box.push_back(llvm::divideCeilSigned(roundUp(size, axis.alignment),
                                               layout.getBlock(letter)));
  }
  return box;
}

llvm::Expected<PhysicalLayout>
LetterLayout::getPhysicalLayout(ArrayRef<int64_t> shape, StringRef dims,
                                MLIRContext *context) const {
  if (hasUnits())
    return makeError("layout '{0}' requires the size of its units, found none",
                     str());
  std::optional<IndexMap> map = getIndexMap(dims, context);
  if (!map)
    return makeError(
        "layout '{0}' requires dims '{1}' in some order, found '{2}'", str(),
        getLetters(), dims);
  if (shape.size() != dims.size())
    return makeError("layout '{0}' requires a shape of {1} dims, one for each "
                     "of '{2}', found {3}",
                     str(), dims.size(), dims, shape.size());
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return makeError("requires a static shape");
  return PhysicalLayout::get(*map, shape, getBox(*this, shape, dims));
}

llvm::Expected<LetterLayout> LetterLayout::get(const PhysicalLayout &layout,
                                               StringRef dims) {
  size_t rank = layout.getShape().size();
  if (rank == 0)
    return makeError("letters name at least 1 dim, found 0");
  if (dims.size() != rank)
    return makeError("letters require a letter for each of {0} dims, found "
                     "'{1}'",
                     rank, dims);
  for (size_t dim = 0; dim < rank; ++dim)
    if (!llvm::isUpper(dims[dim]) || dims.count(dims[dim]) != 1)
      return makeError("letters require different upper-case letters, found "
                       "'{0}'",
                       dims);
  llvm::Expected<BlockedForm> form =
      BlockedForm::get(layout.getMap(), layout.getShape(), layout.getBox());
  if (!form)
    return makeError("a layout of letters {0}",
                     llvm::toString(form.takeError()));
  if (form->hasFillers())
    return makeError("letters have no place for padding beside the dims");
  if (llvm::Error error = form->verifyNesting())
    return makeError("a layout of letters {0}",
                     llvm::toString(std::move(error)));
  SmallVector<LetterAxis, 6> axes;
  for (unsigned dim : form->order)
    axes.push_back({dims[dim]});
  for (const Digit &block : form->blocks)
    axes.push_back({dims[block.dim], block.extent});
  return LetterLayout(axes);
}
