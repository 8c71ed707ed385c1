//===- Names.cpp - Names of logical and physical dims ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "Algebra/PaddedMap.h"
#include "layout/Notation/Notation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

SmallVector<int64_t> explain::getGenericShape(ArrayRef<IndexMap> maps,
                                              ArrayRef<int64_t> shape) {
  auto occupied = llvm::map_to_vector(
      shape, [](int64_t size) { return std::max<int64_t>(size, 1); });
  SmallVector<int64_t> generic(occupied);
  for (const IndexMap &map : maps)
    if (std::optional<PaddedMap> padded = getPaddedMap(map, generic))
      generic = padded->shape;
  for (int64_t &size : generic) {
    std::optional<int64_t> twice = llvm::checkedMul<int64_t>(size, 2);
    if (!twice)
      return occupied;
    size = *twice;
  }
  return generic;
}

Names explain::getLogicalNames(StringRef dims, unsigned rank) {
  SmallVector<StringRef> given = getDimNames(dims);
  bool areLetters =
      llvm::all_of(given, [](StringRef name) { return name.size() == 1; });
  Names names;
  for (unsigned dim = 0; dim < rank; ++dim) {
    if (given.empty()) {
      names.push_back("d" + std::to_string(dim));
      continue;
    }
    StringRef word = given[dim];
    std::string name = areLetters ? word.lower() : word.str();
    if (llvm::count(given, word) > 1)
      name +=
          std::to_string(llvm::count(ArrayRef(given).take_front(dim), word));
    names.push_back(std::move(name));
  }
  return names;
}

/// Returns the digits of a physical dim, or nullopt if it has no such form.
static std::optional<MixedRadix> getParts(const IndexMap &map, unsigned result,
                                          ArrayRef<int64_t> shape) {
  AffineExpr expr = map.getAffineMap().getResult(result);
  // The digits of fused dims may exist only on the actual shape.
  std::optional<MixedRadix> parts =
      getDigits(expr, getGenericShape(map, shape));
  return parts ? parts : getDigits(expr, getGenericShape({}, shape));
}

/// Returns the name of the part with this stride. `strides` contains those of
/// all parts of the dim, in descending order.
static std::string getPartName(StringRef dim, int64_t stride,
                               ArrayRef<int64_t> strides) {
  if (strides.size() == 1)
    return dim.str();
  size_t position = llvm::find(strides, stride) - strides.begin();
  if (strides.size() == 2)
    return dim.str() + (position == 0 ? "o" : "i");
  return dim.str() + (llvm::isDigit(dim.back()) ? "_" : "") +
         std::to_string(position);
}

static bool areUnique(ArrayRef<std::string> names) {
  return std::set<StringRef>(names.begin(), names.end()).size() == names.size();
}

Names explain::getPhysicalNames(const PhysicalLayout &layout,
                                ArrayRef<std::string> logical) {
  const IndexMap &map = layout.getMap();
  SmallVector<std::optional<MixedRadix>> parts;
  SmallVector<SmallVector<int64_t>> strides(logical.size());
  for (unsigned result = 0; result < map.getNumResults(); ++result) {
    parts.push_back(getParts(map, result, layout.getShape()));
    if (parts.back())
      for (const Digit &digit : *parts.back())
        strides[digit.dim].push_back(digit.stride);
  }
  for (SmallVector<int64_t> &list : strides)
    llvm::sort(list, std::greater<>());

  Names names, numbers;
  for (auto [result, digits] : llvm::enumerate(parts)) {
    numbers.push_back("p" + std::to_string(result));
    Names pieces;
    if (digits)
      for (const Digit &digit : *digits)
        pieces.push_back(
            getPartName(logical[digit.dim], digit.stride, strides[digit.dim]));
    names.push_back(pieces.empty() ? numbers.back() : llvm::join(pieces, "_"));
  }
  return areUnique(names) ? names : numbers;
}

/// Prints the expression with the names instead of d0, d1, ...
static std::string printExpr(AffineExpr expr, ArrayRef<std::string> names) {
  std::string plain, text;
  llvm::raw_string_ostream(plain) << expr;
  for (StringRef rest = plain; !rest.empty();) {
    // In an affine expression only a dim is a d followed by a digit.
    StringRef digits = rest.drop_front().take_while(llvm::isDigit);
    unsigned dim;
    if (rest.front() == 'd' && !digits.getAsInteger(10, dim)) {
      text += names[dim];
      rest = rest.drop_front(1 + digits.size());
      continue;
    }
    text += rest.front();
    rest = rest.drop_front();
  }
  return text;
}

std::string explain::printMap(const IndexMap &map,
                              ArrayRef<std::string> names) {
  std::string text = "(" + llvm::join(names, ", ") + ") -> (";
  for (auto [position, result] :
       llvm::enumerate(map.getAffineMap().getResults())) {
    int64_t dim = position;
    if (dim > 0)
      text += llvm::is_contained(map.getSeparators(), dim) ? " | " : ", ";
    text += printExpr(result, names);
  }
  return text + ")";
}
