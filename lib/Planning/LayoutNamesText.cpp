//===- LayoutNamesText.cpp - Layouts as text ------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Puts the unit dims, which digits leave out, where the eye expects them:
/// those before all others in front, the rest behind the dim before them.
static SmallVector<Digit> completeDigits(ArrayRef<Digit> digits,
                                         ArrayRef<int64_t> shape) {
  SmallVector<Digit> all(digits);
  unsigned leading = 0;
  for (unsigned dim : llvm::seq<unsigned>(0, shape.size())) {
    auto isOfDim = [](unsigned dim) {
      return [dim](const Digit &digit) { return digit.dim == dim; };
    };
    if (llvm::any_of(all, isOfDim(dim)))
      continue;
    Digit unit = {dim, 1, 1};
    if (dim == leading) {
      all.insert(all.begin() + leading++, unit);
      continue;
    }
    auto before = llvm::find_if(llvm::reverse(all), isOfDim(dim - 1));
    all.insert(before.base(), unit);
  }
  return all;
}

/// Whether a digit is an inner part of what its letter names. Of two dims with
/// one name the second is.
static bool isBlock(const Digit &digit, ArrayRef<int64_t> shape,
                    StringRef letters) {
  return digit.stride * digit.extent < shape[digit.dim] ||
         letters.take_front(digit.dim).contains(letters[digit.dim]);
}

/// "16c".
static std::string getBlockText(const Digit &digit, StringRef letters) {
  return std::to_string(digit.extent) + llvm::toLower(letters[digit.dim]);
}

void LayoutNames::findBlocks() {
  for (auto [net, value] : llvm::enumerate(graph.nets)) {
    std::string names = getLetters(net);
    if (names.empty())
      continue;
    for (const NetLayout &layout : value.layouts)
      if (!layout.digits.empty() &&
          isBlock(layout.digits.back(), getRootType(value).getShape(), names))
        blocks[names[layout.digits.back().dim]] = layout.digits.back().extent;
  }
}

/// The layout in letters, one for each dim; nothing if the digits of a dim are
/// not in their order, which letters cannot say.
static std::optional<std::string>
spell(ArrayRef<Digit> digits, ArrayRef<int64_t> shape, StringRef letters) {
  std::string text;
  SmallVector<int64_t> strides(shape.size(), 0);
  const Digit *previous = nullptr;
  SmallVector<Digit> all = completeDigits(digits, shape);
  for (const Digit &digit : all) {
    int64_t &stride = strides[digit.dim];
    if (stride != 0 && stride < digit.stride)
      return std::nullopt;
    stride = digit.stride;
    // Behind the outer part, in another dim, it is all one.
    bool isWhole = previous && previous->dim != digit.dim &&
                   letters[previous->dim] == letters[digit.dim];
    previous = &digit;
    if (isWhole)
      continue;
    bool isInner = digit.extent != 1 && isBlock(digit, shape, letters);
    text += isInner ? getBlockText(digit, letters)
                    : std::string(1, letters[digit.dim]);
  }
  return text;
}

/// In a program of NCHW16c a value of 16 channels lies so, too: the outer part
/// is 1. NHWC would be the same place.
bool LayoutNames::isBlockOnly(const Digit &digit, ArrayRef<int64_t> shape,
                              StringRef letters) const {
  return digit.dim + 1 < shape.size() &&
         blocks.lookup(letters[digit.dim]) == digit.extent &&
         !isBlock(digit, shape, letters);
}

/// In the letters of images.
std::optional<std::string>
LayoutNames::getImageText(unsigned net, ArrayRef<Digit> digits) const {
  std::string names = getLetters(net);
  if (names.empty())
    return std::nullopt;
  ArrayRef<int64_t> shape = getRootType(graph.nets[net]).getShape();
  if (digits.empty() || !isBlockOnly(digits.back(), shape, names))
    return spell(digits, shape, names);
  std::optional<std::string> text = spell(digits.drop_back(), shape, names);
  if (text)
    *text += getBlockText(digits.back(), names);
  return text;
}

std::string layout::getDigitsText(ArrayRef<Digit> digits,
                                  RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(digits, os, [&](const Digit &digit) {
    os << getAffineExpr(digit, type.getShape(), type.getContext());
  });
  return text;
}

/// In letters from A on, or as the order of dims.
static std::string getOrderText(ArrayRef<Digit> digits, RankedTensorType type) {
  ArrayRef<int64_t> shape = type.getShape();
  if (digits == ArrayRef(normalize(concat(getIdentityDigits(shape)))))
    return "row-major";
  StringRef alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (shape.size() <= alphabet.size())
    if (auto text = spell(digits, shape, alphabet.take_front(shape.size())))
      return *text;
  return getDigitsText(digits, type);
}

std::string LayoutNames::getText(unsigned net, unsigned layout) const {
  const NetLayout &lies = graph.nets[net].layouts[layout];
  std::string suffix = lies.content ? " padded" : "";
  if (std::optional<std::string> text = getImageText(net, lies.digits))
    return *text + suffix;
  std::optional<MixedRadix> digits = graph.getLayoutOf(references[net], layout);
  Value value = digits ? references[net] : graph.nets[net].root;
  return getOrderText(digits ? *digits : lies.digits,
                      cast<RankedTensorType>(value.getType())) +
         suffix;
}
