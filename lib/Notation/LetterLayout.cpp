//===- LetterLayout.cpp - Layouts written with letters --------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/LetterLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Takes the size of a block off the front of `rest`; nothing when there are no
/// digits, or they spell no positive 32-bit number.
static std::optional<int64_t> takeBlockSize(StringRef &rest) {
  StringRef digits = rest.take_while(llvm::isDigit);
  uint32_t size;
  if (digits.getAsInteger(10, size) || size == 0)
    return std::nullopt;
  rest = rest.drop_front(digits.size());
  return size;
}

/// Takes one axis off the front of `rest`.
static FailureOr<LetterAxis>
takeAxis(StringRef &rest, llvm::function_ref<InFlightDiagnostic()> emitError) {
  if (llvm::isUpper(rest.front())) {
    LetterAxis axis{rest.front()};
    rest = rest.drop_front();
    return axis;
  }
  std::optional<int64_t> size = takeBlockSize(rest);
  if (!size)
    return emitError() << "a letter, or a block size and a lower-case letter, "
                          "found '"
                       << rest << "'";
  if (rest.empty() || !llvm::isLower(rest.front()))
    return emitError() << "a lower-case letter after block size " << *size
                       << ", found '" << rest << "'";
  LetterAxis axis{llvm::toUpper(rest.front()), *size};
  rest = rest.drop_front();
  return axis;
}

/// Checks that each letter names one dim, and each block a dim that is there.
static LogicalResult
verifyAxes(ArrayRef<LetterAxis> axes,
           llvm::function_ref<InFlightDiagnostic()> emitError) {
  for (LetterAxis axis : axes) {
    int64_t wholes = llvm::count(axes, LetterAxis{axis.letter});
    if (wholes > 1)
      return emitError() << "each upper-case letter once, found '"
                         << axis.letter << "' " << wholes << " times";
    if (wholes == 0)
      return emitError() << "an upper-case letter for block '" << axis.block
                         << llvm::toLower(axis.letter) << "', found none";
    int64_t product = 1;
    for (LetterAxis other : axes)
      if (other.letter == axis.letter && other.isBlock() &&
          llvm::MulOverflow(product, other.block, product))
        return emitError() << "blocks of '" << axis.letter
                           << "' whose product is a 64-bit number";
  }
  return success();
}

FailureOr<LetterLayout>
LetterLayout::parse(StringRef text,
                    llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto complain = [&] {
    return emitError() << "layout '" << text << "' requires ";
  };
  SmallVector<LetterAxis> axes;
  for (StringRef rest = text; !rest.empty();) {
    FailureOr<LetterAxis> axis = takeAxis(rest, complain);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
  }
  if (axes.empty())
    return complain() << "at least one letter";
  if (failed(verifyAxes(axes, complain)))
    return failure();
  return LetterLayout(axes);
}

std::string LetterLayout::str() const {
  std::string text;
  for (LetterAxis axis : axes) {
    if (axis.isBlock())
      text += std::to_string(axis.block) + llvm::toLower(axis.letter);
    else
      text += axis.letter;
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

std::string LetterLayout::getLetters() const {
  std::string letters;
  for (LetterAxis axis : axes)
    if (!axis.isBlock())
      letters += axis.letter;
  return letters;
}

bool LetterLayout::has(char letter) const {
  return llvm::is_contained(axes, LetterAxis{letter});
}

int64_t LetterLayout::getBlock(char letter) const {
  int64_t product = 1;
  for (LetterAxis axis : axes)
    if (axis.letter == letter && axis.isBlock())
      product *= axis.block;
  return product;
}

LetterLayout LetterLayout::without(char letter) const {
  LetterLayout layout = *this;
  llvm::erase_if(layout.axes,
                 [&](LetterAxis axis) { return axis.letter == letter; });
  return layout;
}

LetterLayout LetterLayout::withoutBlocks(char letter) const {
  LetterLayout layout = *this;
  llvm::erase_if(layout.axes, [&](LetterAxis axis) {
    return axis.letter == letter && axis.isBlock();
  });
  return layout;
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

std::optional<IndexMap> LetterLayout::getIndexMap(StringRef dims,
                                                  MLIRContext *context) const {
  for (char letter : dims)
    if (!has(letter))
      return std::nullopt;

  // From the innermost axis on, so that the blocks right of an axis say by how
  // much it is divided.
  llvm::SmallDenseMap<char, int64_t> strides;
  SmallVector<AffineExpr> results;
  for (LetterAxis axis : llvm::reverse(axes)) {
    int64_t count = dims.count(axis.letter);
    if (count == 0 || (count > 1 && getBlock(axis.letter) != 1))
      return std::nullopt;
    int64_t &stride = strides.try_emplace(axis.letter, 1).first->second;
    for (int64_t dim = dims.size() - 1; dim >= 0; --dim) {
      if (dims[dim] != axis.letter)
        continue;
      AffineExpr expr = getAffineDimExpr(dim, context);
      results.push_back(axis.isBlock() ? expr.floorDiv(stride) % axis.block
                                       : expr.floorDiv(getBlock(axis.letter)));
    }
    if (axis.isBlock())
      stride *= axis.block;
  }
  std::reverse(results.begin(), results.end());
  return IndexMap(AffineMap::get(dims.size(), 0, results, context));
}
