//===- OneDnnTag.cpp - Memory format tags of oneDNN -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/OneDnnTag.h"
#include "NormalForms.h"
#include "Parsing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static constexpr StringRef kDimLetters = "abcdefghijkl";
static_assert(kDimLetters.size() == OneDnnTag::kMaxRank);

/// Logical orders of dims that have names.
static constexpr StringRef kNamedOrders[] = {
    "nc",   "ncw",   "nchw",   "ncdhw", "oi",   "oiw",   "oihw", "oidhw",
    "goiw", "goihw", "goidhw", "tnc",   "ldnc", "ldigo", "ldio", "ldgo"};

namespace {
/// A block, with the offset in the text at which it is written.
struct PlacedBlock {
  char letter;
  int64_t size;
  size_t offset;
};
} // namespace

/// Returns the set of named dims, in logical order, that `text` is a
/// permutation of.
static StringRef getLogicalOrder(StringRef text) {
  std::string letters = text.lower();
  for (StringRef named : kNamedOrders)
    if (std::is_permutation(letters.begin(), letters.end(), named.begin(),
                            named.end()))
      return named;
  return kDimLetters;
}

static char getDimLetter(unsigned dim) { return kDimLetters[dim]; }

/// `16b`
static llvm::Expected<PlacedBlock> takeBlock(Cursor &cursor) {
  size_t offset = cursor.getOffset();
  llvm::Expected<int64_t> size =
      cursor.takeSize("a block size and a lower-case letter behind the dims");
  if (!size)
    return size.takeError();
  if (!llvm::isLower(cursor.peek()))
    return cursor.expected("a lower-case letter after block size " +
                           llvm::Twine(*size));
  return PlacedBlock{cursor.take(), *size, offset};
}

/// Checks that the letters of the dims are the first ones of `logical`, each
/// written once.
static llvm::Error verifyDims(const Cursor &cursor, StringRef dims,
                              StringRef logical) {
  for (auto [offset, letter] : llvm::enumerate(dims)) {
    char lower = llvm::toLower(letter);
    if (dims.take_front(offset).contains_insensitive(StringRef(&lower, 1)))
      return cursor.error(offset, "each dim once, found '" +
                                      llvm::Twine(letter) + "' again");
    size_t dim = logical.find(lower);
    if (dim == StringRef::npos)
      return cursor.error(offset, "letters from 'a' to 'l' for dims, or those "
                                  "of a named tensor, found '" +
                                      llvm::Twine(letter) + "'");
    if (dim >= dims.size())
      return cursor.error(offset, llvm::Twine(dims.size()) +
                                      " dims to be the letters from 'a' to '" +
                                      llvm::Twine(logical[dims.size() - 1]) +
                                      "', found '" + llvm::Twine(letter) + "'");
  }
  return llvm::Error::success();
}

/// Checks that exactly the upper-case dims have blocks.
static llvm::Error verifyBlocks(const Cursor &cursor, StringRef dims,
                                ArrayRef<PlacedBlock> blocks) {
  SmallVector<int64_t> products(dims.size(), 1);
  SmallVector<bool> isBlocked(dims.size(), false);
  for (auto [letter, size, offset] : blocks) {
    size_t dim = dims.find(llvm::toUpper(letter));
    if (dim == StringRef::npos)
      return cursor.error(
          offset, "an upper-case '" + llvm::Twine(llvm::toUpper(letter)) +
                      "' in front of block '" + llvm::Twine(size) +
                      llvm::Twine(letter) + "', found none");
    isBlocked[dim] = true;
    if (llvm::MulOverflow(products[dim], size, products[dim]))
      return cursor.error(offset, "blocks of '" + llvm::Twine(letter) +
                                      "' whose product is a 64-bit number");
  }
  for (auto [dim, letter] : llvm::enumerate(dims))
    if (llvm::isUpper(letter) && !isBlocked[dim])
      return cursor.error(dim, "a block for upper-case '" +
                                   llvm::Twine(letter) + "', found none");
  return llvm::Error::success();
}

llvm::Expected<OneDnnTag> OneDnnTag::parse(StringRef text) {
  Cursor cursor(text);
  StringRef dims = cursor.takeWhile(llvm::isAlpha);
  if (dims.empty())
    return cursor.expected("a letter for a dim");
  StringRef logical = getLogicalOrder(dims);
  if (llvm::Error error = verifyDims(cursor, dims, logical))
    return error;
  SmallVector<PlacedBlock> blocks;
  while (!cursor.isAtEnd()) {
    llvm::Expected<PlacedBlock> block = takeBlock(cursor);
    if (!block)
      return block.takeError();
    blocks.push_back(*block);
  }
  if (llvm::Error error = verifyBlocks(cursor, dims, blocks))
    return error;

  auto getDim = [&](char letter) -> unsigned {
    return logical.find(llvm::toLower(letter));
  };
  return OneDnnTag(llvm::map_to_vector(dims, getDim),
                   llvm::map_to_vector(blocks, [&](const PlacedBlock &block) {
                     return Block{getDim(block.letter), block.size};
                   }));
}

std::string OneDnnTag::str() const {
  std::string text;
  for (unsigned dim : order) {
    bool isBlocked = llvm::any_of(
        blocks, [&](const Block &block) { return block.dim == dim; });
    char letter = getDimLetter(dim);
    text += isBlocked ? llvm::toUpper(letter) : letter;
  }
  for (const Block &block : blocks)
    text += std::to_string(block.size) + getDimLetter(block.dim);
  return text;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

llvm::Expected<PhysicalLayout>
OneDnnTag::getPhysicalLayout(ArrayRef<int64_t> shape,
                             MLIRContext *context) const {
  if (shape.size() != getRank())
    return makeError("requires a shape of {0} dims for '{1}', found {2}",
                     getRank(), str(), shape.size());
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return makeError("requires a static shape");

  // The product of the blocks of each dim, from the innermost block outward.
  SmallVector<int64_t> strides(getRank(), 1), box;
  SmallVector<AffineExpr> results;
  for (const Block &block : llvm::reverse(blocks)) {
    int64_t &stride = strides[block.dim];
    AffineExpr dim = getAffineDimExpr(block.dim, context);
    results.push_back(dim.floorDiv(stride) % block.size);
    box.push_back(block.size);
    stride *= block.size;
  }
  for (unsigned dim : llvm::reverse(order)) {
    results.push_back(getAffineDimExpr(dim, context).floorDiv(strides[dim]));
    box.push_back(llvm::divideCeil(shape[dim], strides[dim]));
  }
  std::reverse(results.begin(), results.end());
  std::reverse(box.begin(), box.end());
  return PhysicalLayout::get(
      IndexMap(AffineMap::get(getRank(), 0, results, context)), shape, box);
}

/// Returns the tag of a nonempty tensor.
static llvm::Expected<OneDnnTag> getTag(const PhysicalLayout &layout) {
  if (!layout.getMap().getSeparators().empty())
    return makeError("requires a map without axis separators");
  unsigned rank = layout.getShape().size();
  if (rank < 1 || rank > OneDnnTag::kMaxRank)
    return makeError("requires 1 to {0} dims, found {1}", OneDnnTag::kMaxRank,
                     rank);
  if (layout.getNumPositions() == 0)
    return OneDnnTag(llvm::to_vector(llvm::seq<unsigned>(0, rank)), {});
  llvm::Expected<BlockedForm> form =
      BlockedForm::get(layout.getMap(), layout.getShape(), layout.getBox());
  if (!form)
    return form.takeError();
  if (form->hasFillers())
    return makeError(
        "requires padding of dims, found places that belong to none");
  if (llvm::Error error = form->verifyNesting())
    return error;
  return OneDnnTag(form->order,
                   llvm::map_to_vector(form->blocks, [](const Digit &block) {
                     return OneDnnTag::Block{block.dim, block.extent};
                   }));
}

llvm::Expected<OneDnnTag> OneDnnTag::get(const PhysicalLayout &layout) {
  llvm::Expected<OneDnnTag> tag = getTag(layout);
  if (tag)
    return tag;
  return makeError("a oneDNN tag {0}", llvm::toString(tag.takeError()));
}
