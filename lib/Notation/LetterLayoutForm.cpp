//===- LetterLayoutForm.cpp - Letters on a shape --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedForm.h"
#include "MakeError.h"
#include "layout/Notation/LetterLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// The extents of the physical dims, blocks counted whole.
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
          box.push_back(llvm::divideCeilSigned(size, layout.getBlock(letter)));
  }
  return box;
}

llvm::Expected<PhysicalLayout>
LetterLayout::getPhysicalLayout(ArrayRef<int64_t> shape, StringRef dims,
                                MLIRContext *context) const {
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
