//===- DefaultLayouts.cpp - Layouts where nothing else decides ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/LayoutTarget.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

llvm::Expected<LetterLayout>
LayoutTarget::getDefaultLetters(int64_t rank, std::string &dims) const {
  constexpr int64_t numLetters = 'Z' - 'A' + 1;
  if (rank < 1 || rank > numLetters)
    return llvm::createStringError(llvm::formatv(
        "requires a rank from 1 to {0}, found {1}", numLetters, rank));
  if (auto found = defaults.find(rank); found != defaults.end()) {
    dims = found->second.getLetters();
    return found->second;
  }
  dims.clear();
  SmallVector<LetterAxis> axes;
  for (int64_t dim = 0; dim < rank; ++dim) {
    dims += static_cast<char>('A' + dim);
    axes.push_back({dims.back()});
  }
  if (!defaultsToSticks)
    return LetterLayout(axes);
  // The sticks of a row go to the front.
  LetterAxis last = axes.pop_back_val();
  axes.insert(axes.begin(), last);
  axes.push_back({last.letter, /*block=*/1, /*isFused=*/false,
                  /*alignment=*/1, LetterUnit::Sticks});
  return LetterLayout(axes);
}

llvm::Expected<std::string>
LayoutTarget::getDefaultText(int64_t rank, int64_t elementBits) const {
  std::string dims;
  llvm::Expected<LetterLayout> letters = getDefaultLetters(rank, dims);
  if (!letters)
    return letters.takeError();
  llvm::Expected<LetterLayout> inElements =
      letters->inElements(unitBytes, elementBits);
  if (!inElements)
    return inElements.takeError();
  // A dim is padded to whole blocks anyway.
  SmallVector<LetterAxis> axes(inElements->getAxes());
  for (LetterAxis &axis : axes)
    if (inElements->getBlock(axis.letter) % axis.alignment == 0)
      axis.alignment = 1;
  return dims + " -> " + LetterLayout(axes).str();
}

llvm::Expected<PhysicalLayout>
LayoutTarget::getDefaultLayout(ArrayRef<int64_t> shape, int64_t elementBits,
                               MLIRContext *context) const {
  if (shape.empty())
    return PhysicalLayout::get(IndexMap::getIdentity(0, context), shape);
  std::string dims;
  llvm::Expected<LetterLayout> letters = getDefaultLetters(shape.size(), dims);
  if (!letters)
    return letters.takeError();
  llvm::Expected<LetterLayout> inElements =
      letters->inElements(unitBytes, elementBits);
  if (!inElements)
    return inElements.takeError();
  return inElements->getPhysicalLayout(shape, dims, context);
}
