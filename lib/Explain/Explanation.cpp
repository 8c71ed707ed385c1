//===- Explanation.cpp - What there is to say about a layout --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation.h"
#include "Algebra/Inversion.h"
#include "layout/Notation/Notation.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

int64_t Explanation::getNumBytes(int64_t count) const {
  int64_t bits = count * element.bits;
  return bits / 8 + (bits % 8 != 0);
}

/// Reads a layout whose size in bits is a number of 63 bits.
static llvm::Expected<LetteredLayout>
readSizedLayout(StringRef text, ArrayRef<int64_t> shape, StringRef dims,
                ArrayRef<int64_t> hostStrides, const ElementType &element,
                const UnitBytes &sizes, MLIRContext *context) {
  llvm::Expected<LetteredLayout> named =
      readLayout(text, shape, dims, hostStrides, sizes, element.bits, context);
  if (named && !llvm::checkedMul(named->layout.getNumPositions(), element.bits))
    return llvm::createStringError(
        "layout '" + text +
        "' requires fewer than 2^63 bits of memory, found " +
        llvm::Twine(named->layout.getNumPositions()) + " places of " +
        element.name);
  return named;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The last index of the first tile, along the last dim that is tiled.
static std::optional<SmallVector<int64_t>>
findEndOfTile(const StridedForm &form) {
  SmallVector<int64_t> index(form.dims.size(), 0);
  for (int64_t dim = form.dims.size() - 1; dim >= 0; --dim) {
    if (form.dims[dim].size() < 2)
      continue;
    index[dim] = form.dims[dim].back().extent - 1;
    return index;
  }
  return std::nullopt;
}

static ElementPlace getLocationText(const PhysicalLayout &layout,
                                    ArrayRef<int64_t> index) {
  return {SmallVector<int64_t>(index), layout.getMap().forward(index),
          layout.getOffset(index), getNeighbours(layout, index)};
}

static llvm::Expected<std::optional<ElementPlace>>
findPlace(const std::optional<std::string> &at, const Explanation &about) {
  const PhysicalLayout &layout = about.layout;
  if (at) {
    llvm::Expected<SmallVector<int64_t>> index =
        readIndex(*at, layout.getShape(), about.logical);
    if (!index)
      return index.takeError();
    return getLocationText(layout, *index);
  }
  std::optional<SmallVector<int64_t>> index =
      about.form ? findEndOfTile(*about.form) : std::nullopt;
  if (!index)
    return std::nullopt;
  return getLocationText(layout, *index);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// The map from places of `from` to places of `to`, right wherever an element
/// lies.
static std::optional<IndexMap> getConversion(const PhysicalLayout &from,
                                             const PhysicalLayout &to) {
  SmallVector<int64_t> generic =
      getGenericShape({from.getMap(), to.getMap()}, from.getShape());
  if (std::optional<IndexMap> back = from.getMap().inverse(generic))
    if (auto box = from.getMap().getPhysicalShape(generic))
      return to.getMap().compose(*back, *box);
  std::optional<AffineMap> back =
      solveForIndex(from.getMap().getAffineMap(), from.getShape());
  if (!back)
    return std::nullopt;
  return to.getMap().compose(IndexMap(*back), from.getBox());
}

static llvm::Expected<Conversion> convertTo(StringRef text,
                                            const LetteredLayout &from,
                                            ArrayRef<int64_t> hostStrides,
                                            const UnitBytes &sizes,
                                            const Explanation &about) {
  llvm::Expected<LetteredLayout> to =
      readSizedLayout(text, from.layout.getShape(), from.dims, hostStrides,
                      about.element, sizes, from.layout.getContext());
  if (!to)
    return to.takeError();
  Conversion conversion{text.str(),
                        SmallVector<int64_t>(to->layout.getBox()),
                        getPhysicalNames(to->layout, about.logical),
                        /*map=*/std::nullopt,
                        isSameInMemory(from.layout, to->layout),
                        about.getNumBytes(to->layout.getNumPositions())};
  if (std::optional<IndexMap> map = getConversion(from.layout, to->layout))
    conversion.map = printMap(*map, about.physical);
  return conversion;
}

static SmallVector<std::pair<StringRef, std::string>, 0>
getWritings(const LetteredLayout &named, ArrayRef<int64_t> hostStrides) {
  SmallVector<std::pair<StringRef, std::string>, 0> writings;
  for (Notation notation : getNotations()) {
    if (notation == Notation::Map)
      continue;
    llvm::Expected<std::string> text =
        notation == Notation::Glow && named.glow
            ? llvm::Expected<std::string>(*named.glow)
            : writeLayout(notation, named.layout, named.dims, hostStrides);
    if (!text)
      llvm::consumeError(text.takeError());
    else if (!text->empty())
      writings.push_back({getName(notation), *text});
  }
  return writings;
}

llvm::Expected<Explanation> explain::answer(const Question &question,
                                            MLIRContext *context) {
  llvm::Expected<SmallVector<int64_t>> shape = readShape(question.shape);
  if (!shape)
    return shape.takeError();
  llvm::Expected<SmallVector<int64_t>> host =
      readHostStrides(question.hostStrides, shape->size());
  if (!host)
    return host.takeError();
  llvm::Expected<ElementType> element =
      readElementType(question.dtype, context);
  if (!element)
    return element.takeError();
  llvm::Expected<LetteredLayout> named =
      readSizedLayout(question.layout, *shape, question.dims, *host, *element,
                      question.unitBytes, context);
  if (!named)
    return named.takeError();

  const PhysicalLayout &layout = named->layout;
  Explanation about{
      question.layout, *element, layout, {}, {}, {}, {}, {}, {}, {}};
  about.logical = named->names;
  about.physical = getPhysicalNames(layout, about.logical);
  about.writings = getWritings(*named, *host);
  about.form = getStridedForm(layout);
  about.runs = findContiguousRuns(layout);
  llvm::Expected<std::optional<ElementPlace>> at =
      findPlace(question.at, about);
  if (!at)
    return at.takeError();
  about.at = *at;
  if (!question.to)
    return about;
  llvm::Expected<Conversion> to =
      convertTo(*question.to, *named, *host, question.unitBytes, about);
  if (!to)
    return to.takeError();
  about.to = std::move(*to);
  return about;
}
