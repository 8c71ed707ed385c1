//===- NamedLayout.cpp - Named dims with alignment ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/NamedLayout.h"
#include "NormalForms.h"
#include "Parsing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

static bool isNamespaceChar(char c) {
  return isNameChar(c) || c == '.' || c == '-';
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// Returns why `dim` is invalid, or "" if it is valid.
static std::string getError(const NamedDim &dim) {
  StringRef name = dim.name;
  bool isName = dim.isAny() || (!name.empty() && llvm::isAlpha(name.front()) &&
                                llvm::all_of(name, isNameChar));
  if (!isName)
    return llvm::formatv("requires '*' or a name of a letter, then letters, "
                         "digits and '_', found '{0}'",
                         name);
  if (dim.alignment < 1 || dim.alignment > NamedLayout::kMaxAlignment)
    return llvm::formatv("requires an alignment from 1 to {0} for {1}, found "
                         "{2}",
                         NamedLayout::kMaxAlignment, name, dim.alignment);
  for (StringRef blob : dim.blobs) {
    StringRef rest = blob.drop_while(isNamespaceChar);
    if (rest.size() == blob.size() || !rest.starts_with(":") ||
        rest.contains(']'))
      return llvm::formatv("requires a namespace, ':' and a text without ']' "
                           "for {0}, found '{1}'",
                           name, blob);
  }
  return "";
}

llvm::Expected<NamedLayout> NamedLayout::get(ArrayRef<NamedDim> dims) {
  llvm::StringSet<> names;
  for (const NamedDim &dim : dims) {
    std::string error = getError(dim);
    if (error.empty() && !dim.isAny() && !names.insert(dim.name).second)
      error = "requires each name once, found '" + dim.name + "' again";
    if (!error.empty())
      return llvm::createStringError(error);
  }
  return NamedLayout(dims);
}

llvm::Expected<NamedLayout> NamedLayout::getNamed(ArrayRef<StringRef> names) {
  return get(llvm::map_to_vector(
      names, [](StringRef name) { return NamedDim{name.str()}; }));
}

NamedLayout NamedLayout::getDefault(unsigned rank, Defaults defaults) {
  NamedLayout layout;
  layout.dims.resize(rank);
  if (defaults == Defaults::Canonical && rank == 4)
    for (auto [dim, name] : llvm::zip_equal(layout.dims, StringRef("NHWC")))
      dim.name = name;
  return layout;
}

SmallVector<NamedLayout, 0> NamedLayout::getPredefined(Defaults defaults) {
  SmallVector<NamedLayout, 0> layouts;
  for (unsigned rank = 0; rank <= kMaxRank; ++rank)
    layouts.push_back(getDefault(rank, defaults));
  return layouts;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `N`, `*` or `{batch}`
static llvm::Expected<std::string> takeName(Cursor &cursor) {
  if (cursor.peek() == '*' || llvm::isAlpha(cursor.peek()))
    return std::string(1, cursor.take());
  if (!cursor.consume("{"))
    return cursor.expected("a letter, '*' or a name in braces");
  size_t offset = cursor.getOffset();
  StringRef name = cursor.takeWhile(isNameChar);
  if (name.size() < 2 || !llvm::isAlpha(name.front()))
    return cursor.error(offset, "a name of several letters, digits and '_' in "
                                "braces, a letter first, found '" +
                                    name + "'");
  if (!cursor.consume("}"))
    return cursor.expected("'}' after name '" + name + "'");
  return name.str();
}

/// Reads `ns:opaque]`, after the opening bracket.
static llvm::Expected<std::string> takeBlob(Cursor &cursor) {
  StringRef rest = cursor.getRest();
  StringRef space = cursor.takeWhile(isNamespaceChar);
  if (space.empty())
    return cursor.expected("an alignment 'a=', or a namespace and ':'");
  if (cursor.peek() != ':')
    return cursor.expected("':' after namespace '" + space + "'");
  StringRef opaque = cursor.takeWhile([](char c) { return c != ']'; });
  cursor.take();
  return rest.take_front(space.size() + opaque.size()).str();
}

/// Reads all brackets of a dim.
static llvm::Error takeBrackets(Cursor &cursor, NamedDim &dim) {
  bool hasAlignment = false;
  for (size_t open = cursor.getOffset(); cursor.consume("[");
       open = cursor.getOffset()) {
    if (!cursor.getRest().contains(']'))
      return cursor.error(open, "a ']' for every '[', found '[" +
                                    cursor.getRest() + "'");
    if (!cursor.getRest().starts_with("a=")) {
      llvm::Expected<std::string> blob = takeBlob(cursor);
      if (!blob)
        return blob.takeError();
      dim.blobs.push_back(*blob);
      continue;
    }
    if (hasAlignment)
      return cursor.expected("one alignment for each dim");
    hasAlignment = cursor.consume("a=");
    llvm::Expected<int64_t> alignment = cursor.takeSize(
        "an alignment from 1 to " + llvm::Twine(NamedLayout::kMaxAlignment));
    if (!alignment)
      return alignment.takeError();
    dim.alignment = *alignment;
    if (!cursor.consume("]"))
      return cursor.expected("']' after alignment " + llvm::Twine(*alignment));
  }
  return llvm::Error::success();
}

llvm::Expected<NamedLayout> NamedLayout::parse(StringRef text) {
  Cursor cursor(text);
  SmallVector<NamedDim> dims;
  llvm::StringSet<> names;
  if (cursor.peek() == '[')
    return cursor.expected("a dim in front of '['");
  while (!cursor.isAtEnd()) {
    size_t offset = cursor.getOffset();
    llvm::Expected<std::string> name = takeName(cursor);
    if (!name)
      return name.takeError();
    NamedDim &dim = dims.emplace_back();
    dim.name = *name;
    if (!dim.isAny() && !names.insert(*name).second)
      return cursor.error(offset,
                          "each name once, found '" + *name + "' again");
    if (llvm::Error error = takeBrackets(cursor, dim))
      return error;
  }
  return NamedLayout(dims);
}

std::string NamedLayout::str() const {
  std::string text;
  for (const NamedDim &dim : dims) {
    text += dim.name.size() == 1 ? dim.name : "{" + dim.name + "}";
    if (dim.alignment != 1)
      text += "[a=" + std::to_string(dim.alignment) + "]";
    for (const std::string &blob : dim.blobs)
      text += "[" + blob + "]";
  }
  return text;
}

/// `[0, 3, 1, 2]`
static std::string print(ArrayRef<int64_t> numbers) {
  return llvm::formatv("[{0}]",
                       llvm::make_range(numbers.begin(), numbers.end()));
}

static std::optional<int64_t> findName(ArrayRef<NamedDim> dims,
                                       StringRef name) {
  const auto *place = llvm::find_if(
      dims, [&](const NamedDim &dim) { return dim.name == name; });
  if (place == dims.end())
    return std::nullopt;
  return place - dims.begin();
}

static std::optional<int64_t> roundUp(int64_t size, int64_t alignment) {
  std::optional<int64_t> end = llvm::checkedAdd(size, alignment - 1);
  if (!end)
    return std::nullopt;
  return *end - *end % alignment;
}

/// Returns why two layouts cannot name the same dims in the same order, or
/// nothing if they can. `*` matches any name that the other side does not use
/// at another position.
static std::optional<std::string> getContradiction(ArrayRef<NamedDim> wanted,
                                                   ArrayRef<NamedDim> given) {
  for (auto [index, dims] : llvm::enumerate(llvm::zip_equal(wanted, given))) {
    const auto &[want, have] = dims;
    if (want.isAny() || want.name == have.name)
      continue;
    if (!have.isAny())
      return llvm::formatv("requires dim {0} to be {1}, found {2}", index,
                           want.name, have.name);
    if (std::optional<int64_t> other = findName(given, want.name))
      return llvm::formatv("requires dim {0} to be {1}, found {1} in dim {2}",
                           index, want.name, *other);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Requirements
//===----------------------------------------------------------------------===//

std::optional<std::string>
NamedLayout::getUnsatisfied(ArrayRef<int64_t> shape,
                            const NamedLayout *given) const {
  for (size_t rank :
       {shape.size(), size_t(given ? given->getRank() : getRank())})
    if (rank != getRank())
      return llvm::formatv("requires {0} dims, found {1}", getRank(), rank);
  if (given)
    if (auto contradiction = getContradiction(dims, given->dims))
      return contradiction;
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (dim.alignment == 1)
      continue;
    std::string found = "?";
    if (!ShapedType::isDynamic(shape[index])) {
      std::optional<int64_t> extent =
          roundUp(shape[index], given ? given->dims[index].alignment : 1);
      if (extent && *extent % dim.alignment == 0)
        continue;
      found = std::to_string(extent.value_or(shape[index]));
    }
    return llvm::formatv("requires dim {0} ({1}) to be a multiple of {2}, "
                         "found {3}",
                         index, dim.name, dim.alignment, found);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Permutations
//===----------------------------------------------------------------------===//

static bool isPermutation(ArrayRef<int64_t> numbers) {
  SmallVector<int64_t> sorted(numbers);
  llvm::sort(sorted);
  return llvm::equal(sorted, llvm::seq<int64_t>(0, numbers.size()));
}

llvm::Expected<NamedLayout>
NamedLayout::permute(ArrayRef<int64_t> permutation) const {
  if (permutation.size() != dims.size() || !isPermutation(permutation))
    return makeError("requires a permutation of {0} dims, found {1}",
                     dims.size(), print(permutation));
  return NamedLayout(
      llvm::map_to_vector(permutation, [&](int64_t dim) { return dims[dim]; }));
}

llvm::Expected<SmallVector<int64_t>>
NamedLayout::getPermutationFrom(const NamedLayout &source) const {
  if (source.getRank() != getRank())
    return makeError("requires {0} dims for {1}, found {2}", getRank(), str(),
                     source.str());
  auto indices = llvm::seq<int64_t>(0, getRank());
  if (!getContradiction(dims, source.dims))
    return llvm::to_vector(indices);

  constexpr int64_t unknown = -1;
  SmallVector<int64_t> permutation(getRank(), unknown);
  SmallVector<int64_t> missing;
  for (int64_t dim : indices) {
    if (dims[dim].isAny())
      continue;
    if (std::optional<int64_t> place = findName(source.dims, dims[dim].name))
      permutation[dim] = *place;
    else
      missing.push_back(dim);
  }
  auto unnamed = llvm::filter_to_vector(
      indices, [&](int64_t dim) { return source.dims[dim].isAny(); });
  if (missing.size() > unnamed.size())
    return makeError("requires a dim {0} to bring {1} into the order of {2}, "
                     "found none",
                     dims[missing.front()].name, source.str(), str());
  if (!missing.empty() && unnamed.size() > 1)
    return makeError("requires a name for all dims of {0} but one to know "
                     "which is {1}, found {2} without",
                     source.str(), dims[missing.front()].name, unnamed.size());
  if (!missing.empty())
    permutation[missing.front()] = unnamed.front();

  auto left = llvm::make_filter_range(indices, [&](int64_t dim) {
    return !llvm::is_contained(permutation, dim);
  });
  // The filtered range reads `permutation`, so copy it before filling gaps.
  SmallVector<int64_t> rest = llvm::to_vector(left);
  auto next = rest.begin();
  for (int64_t &place : permutation)
    if (place == unknown)
      place = *next++;
  return permutation;
}

llvm::Error NamedLayout::checkPermutation(ArrayRef<int64_t> permutation,
                                          const NamedLayout &source) const {
  llvm::Expected<NamedLayout> permuted = source.permute(permutation);
  if (!permuted)
    return permuted.takeError();
  if (permuted->getRank() != getRank() ||
      getContradiction(dims, permuted->dims))
    return makeError("requires a permutation that brings {0} into the order of "
                     "{1}, found {2}, which makes it {3}",
                     source.str(), str(), print(permutation), permuted->str());
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Layouts of tensors
//===----------------------------------------------------------------------===//

llvm::Expected<PhysicalLayout>
NamedLayout::getPhysicalLayout(ArrayRef<int64_t> shape,
                               MLIRContext *context) const {
  SmallVector<StringRef> names(getRank(), "*");
  return getPhysicalLayout(shape, names, context);
}

llvm::Expected<PhysicalLayout>
NamedLayout::getPhysicalLayout(ArrayRef<int64_t> shape,
                               ArrayRef<StringRef> logicalNames,
                               MLIRContext *context) const {
  llvm::Expected<NamedLayout> logical = getNamed(logicalNames);
  if (!logical)
    return logical.takeError();
  llvm::Expected<SmallVector<int64_t>> order = getPermutationFrom(*logical);
  if (!order)
    return order.takeError();
  if (shape.size() != getRank())
    return makeError("requires a shape of {0} dims for {1}, found {2}",
                     getRank(), str(), shape.size());
  SmallVector<int64_t> box;
  SmallVector<AffineExpr> results;
  for (auto [dim, place] : llvm::zip_equal(dims, *order)) {
    results.push_back(getAffineDimExpr(place, context));
    if (ShapedType::isDynamic(shape[place]))
      return makeError("requires a static shape");
    std::optional<int64_t> extent = roundUp(shape[place], dim.alignment);
    if (!extent)
      return makeError("requires a multiple of {0} in 63 bits, found {1}",
                       dim.alignment, shape[place]);
    box.push_back(*extent);
  }
  IndexMap map(AffineMap::get(shape.size(), 0, results, context));
  return PhysicalLayout::get(map, shape, box);
}

/// Returns the least power of two such that rounding `size` up to a multiple of
/// it gives `extent`, or `extent` if there is none.
static int64_t getAlignment(int64_t size, int64_t extent) {
  int64_t alignment = llvm::PowerOf2Ceil(extent - size + 1);
  return extent % alignment == 0 ? alignment : extent;
}

/// Returns the dims of a layout in the order of memory if no dim is split.
static llvm::Expected<SmallVector<int64_t>>
getWholeDims(const LinearCombination &order, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> dims;
  for (auto [digit, weight] : order.terms) {
    int64_t size = shape[digit.dim];
    if (digit.extent != size)
      return makeError("requires dims in one piece, since named dims say "
                       "nothing of tiles, found dim {0} of {1} in blocks of "
                       "{2}",
                       digit.dim, size,
                       digit.stride == 1 ? digit.extent : digit.stride);
    dims.push_back(digit.dim);
  }
  return dims;
}

/// Returns the physical extents of the dims of `order`, including padding.
static llvm::Expected<SmallVector<int64_t>>
getExtents(const LinearCombination &order, int64_t places) {
  if (order.base != 0)
    return makeError("requires an element in the first place, found {0} places "
                     "in front",
                     order.base);
  SmallVector<int64_t> extents;
  int64_t outer = places;
  for (auto [digit, weight] : order.terms) {
    if (outer % weight != 0)
      return makeError("requires strides that divide each other, found {0} "
                       "and {1}",
                       outer, weight);
    extents.push_back(outer / weight);
    outer = weight;
  }
  if (outer != 1)
    return makeError("requires elements of the last dim next to each other, "
                     "found a stride of {0}",
                     outer);
  return extents;
}

llvm::Expected<NamedLayout> NamedLayout::get(const PhysicalLayout &layout,
                                             ArrayRef<StringRef> logicalNames) {
  ArrayRef<int64_t> shape = layout.getShape();
  SmallVector<StringRef> names(logicalNames);
  if (names.empty())
    names.assign(shape.size(), "*");
  llvm::Expected<NamedLayout> logical = getNamed(names);
  if (!logical)
    return logical.takeError();
  if (logical->getRank() != shape.size())
    return makeError("requires {0} names, found {1}", shape.size(),
                     logical->getRank());
  llvm::Expected<LinearCombination> order = getMemoryOrder(layout);
  if (!order)
    return order.takeError();
  llvm::Expected<SmallVector<int64_t>> permutation =
      getWholeDims(*order, shape);
  if (!permutation)
    return permutation.takeError();
  llvm::Expected<SmallVector<int64_t>> extents =
      getExtents(*order, layout.getNumPositions());
  if (!extents)
    return extents.takeError();

  NamedLayout result = llvm::cantFail(logical->permute(*permutation));
  for (auto [dim, place, extent] :
       llvm::zip_equal(result.dims, *permutation, *extents)) {
    dim.alignment = getAlignment(shape[place], extent);
    if (dim.alignment > kMaxAlignment)
      return makeError("requires an alignment of at most {0}, found {1}",
                       kMaxAlignment, dim.alignment);
  }
  llvm::Expected<SmallVector<int64_t>> said =
      result.getPermutationFrom(*logical);
  if (!said)
    return said.takeError();
  if (*said != *permutation)
    return makeError("requires names for dims in the order {0}, found {1}",
                     print(*permutation), logical->str());
  return result;
}
