//===- IndexMap.cpp - C API of layouts ------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout-c/IndexMap.h"
#include "Algebra/PackTensor.h"
#include "Algebra/RawElements.h"
#include "Errors.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Notation/Notation.h"
#include "mlir/CAPI/AffineMap.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

using Extents = SmallVector<int64_t>;

static IndexMapAttr toAttribute(MlirAttribute map) {
  return cast<IndexMapAttr>(unwrap(map));
}

static IndexMap toMap(MlirAttribute map) {
  return toAttribute(map).getIndexMap();
}

static MlirAttribute toC(const IndexMap &map) {
  return wrap(IndexMapAttr::get(map));
}

static ArrayRef<int64_t> toArray(intptr_t size, const int64_t *data) {
  return ArrayRef<int64_t>(data, size);
}

static LayoutVerdict toC(Verdict verdict) {
  switch (verdict) {
  case Verdict::Proved:
    return LayoutVerdictProved;
  case Verdict::Refuted:
    return LayoutVerdictRefuted;
  case Verdict::Unknown:
    return LayoutVerdictUnknown;
  }
  llvm_unreachable("covered switch");
}

static void emit(const IndexMap &map, LayoutErrorCode code,
                 const llvm::Twine &message) {
  emitError(UnknownLoc::get(map.getContext()), code) << message;
}

/// Whether the map takes indices of that many numbers; emits an error if not.
static bool fits(const IndexMap &map, intptr_t rank) {
  if (rank == map.getNumDims())
    return true;
  emit(map, LayoutErrorMismatch,
       "requires " + llvm::Twine(map.getNumDims()) +
           " dims, one for each that the map takes, found " +
           llvm::Twine(rank));
  return false;
}

/// The layout of a tensor; nothing if there is none, with an error emitted.
static std::optional<PhysicalLayout> getLayout(MlirAttribute map, intptr_t rank,
                                               const int64_t *shape) {
  IndexMap index = toMap(map);
  llvm::Expected<PhysicalLayout> layout =
      PhysicalLayout::get(index, toArray(rank, shape));
  if (layout)
    return *layout;
  emitError(index.getContext(), LayoutErrorMismatch, layout.takeError());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

bool layoutAttributeIsAIndexMap(MlirAttribute attribute) {
  return isa_and_nonnull<IndexMapAttr>(unwrap(attribute));
}

MlirAttribute
layoutIndexMapAttrGetChecked(MlirLocation location, MlirAffineMap map,
                             intptr_t numSeparators, const int64_t *separators,
                             intptr_t numBox, const int64_t *box) {
  AffineMap affine = unwrap(map);
  ArrayRef<int64_t> groups = toArray(numSeparators, separators);
  ArrayRef<int64_t> extents = toArray(numBox, box);
  if (auto error = IndexMap::getError(affine, groups, extents)) {
    emitError(unwrap(location), LayoutErrorMismatch) << *error;
    return {nullptr};
  }
  return toC(IndexMap(affine, groups, extents));
}

MlirAttribute layoutIndexMapAttrParse(MlirContext context, MlirStringRef text,
                                      MlirStringRef dims) {
  llvm::Expected<IndexMap> map =
      readIndexMap(guessNotation(unwrap(text)), unwrap(dims), unwrap(context));
  if (map)
    return toC(*map);
  emitError(unwrap(context), LayoutErrorMismatch, map.takeError());
  return {nullptr};
}

MlirAttribute layoutIndexMapAttrParseForShape(MlirContext context,
                                              MlirStringRef text,
                                              MlirStringRef dims, intptr_t rank,
                                              const int64_t *shape,
                                              const int64_t *hostStrides) {
  llvm::Expected<PhysicalLayout> layout = readLayout(
      guessNotation(unwrap(text)), toArray(rank, shape), unwrap(dims),
      unwrap(context), toArray(hostStrides ? rank : 0, hostStrides));
  if (layout)
    return toC(layout->getMapWithBox());
  emitError(unwrap(context), LayoutErrorMismatch, layout.takeError());
  return {nullptr};
}

MlirLogicalResult
layoutIndexMapAttrWrite(MlirAttribute map, MlirStringRef notation,
                        MlirStringRef dims, intptr_t rank, const int64_t *shape,
                        const int64_t *hostStrides, MlirStringCallback callback,
                        void *userData) {
  std::optional<PhysicalLayout> layout = getLayout(map, rank, shape);
  if (!layout)
    return mlirLogicalResultFailure();
  std::optional<Notation> known = getNotation(unwrap(notation));
  if (!known) {
    std::string names = llvm::join(
        llvm::map_range(getNotations(),
                        [](Notation notation) { return getName(notation); }),
        ", ");
    emit(layout->getMap(), LayoutErrorArgument,
         "requires a notation out of " + names + ", found '" +
             unwrap(notation) + "'");
    return mlirLogicalResultFailure();
  }
  llvm::Expected<std::string> text =
      writeLayout(*known, *layout, unwrap(dims),
                  toArray(hostStrides ? rank : 0, hostStrides));
  if (!text) {
    emitError(layout->getContext(), LayoutErrorInexpressible, text.takeError());
    return mlirLogicalResultFailure();
  }
  callback(wrap(StringRef(*text)), userData);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

MlirAffineMap layoutIndexMapAttrGetAffineMap(MlirAttribute map) {
  return wrap(toAttribute(map).getMap());
}

intptr_t layoutIndexMapAttrGetNumSeparators(MlirAttribute map) {
  return toAttribute(map).getSeparators().size();
}

int64_t layoutIndexMapAttrGetSeparator(MlirAttribute map, intptr_t position) {
  return toAttribute(map).getSeparators()[position];
}

intptr_t layoutIndexMapAttrGetBoxRank(MlirAttribute map) {
  return toAttribute(map).getBox().size();
}

int64_t layoutIndexMapAttrGetBoxExtent(MlirAttribute map, intptr_t dim) {
  return toAttribute(map).getBox()[dim];
}

//===----------------------------------------------------------------------===//
// Algebra
//===----------------------------------------------------------------------===//

/// Whether `outer` takes what `inner` yields; emits an error if not.
static bool areComposable(const IndexMap &outer, const IndexMap &inner) {
  if (outer.getNumDims() == inner.getNumResults())
    return true;
  emit(outer, LayoutErrorMismatch,
       "requires an inner map to " + llvm::Twine(outer.getNumDims()) +
           " dims, found one to " + llvm::Twine(inner.getNumResults()));
  return false;
}

MlirAttribute layoutIndexMapAttrCompose(MlirAttribute outer,
                                        MlirAttribute inner) {
  IndexMap second = toMap(outer), first = toMap(inner);
  return areComposable(second, first) ? toC(second.compose(first))
                                      : MlirAttribute{nullptr};
}

MlirAttribute layoutIndexMapAttrComposeOnShape(MlirAttribute outer,
                                               MlirAttribute inner,
                                               intptr_t rank,
                                               const int64_t *shape) {
  IndexMap second = toMap(outer), first = toMap(inner);
  if (!areComposable(second, first) || !fits(first, rank))
    return {nullptr};
  return toC(second.compose(first, toArray(rank, shape)));
}

MlirAttribute layoutIndexMapAttrInverse(MlirAttribute map, intptr_t rank,
                                        const int64_t *shape) {
  IndexMap index = toMap(map);
  if (!fits(index, rank))
    return {nullptr};
  if (std::optional<IndexMap> inverse = index.inverse(toArray(rank, shape)))
    return toC(*inverse);
  emit(index, LayoutErrorNoInverse,
       "requires a map that is proved bijective on the shape, without "
       "padding, and whose inverse is known");
  return {nullptr};
}

MlirAttribute layoutIndexMapAttrCanonicalize(MlirAttribute map, intptr_t rank,
                                             const int64_t *shape) {
  IndexMap index = toMap(map);
  return fits(index, rank) ? toC(index.canonicalize(toArray(rank, shape)))
                           : MlirAttribute{nullptr};
}

MlirAttribute layoutIndexMapAttrFlatten(MlirAttribute map, intptr_t rank,
                                        const int64_t *shape) {
  IndexMap index = toMap(map);
  if (!fits(index, rank))
    return {nullptr};
  if (std::optional<IndexMap> flat = index.flatten(toArray(rank, shape)))
    return toC(*flat);
  emit(index, LayoutErrorMismatch,
       "requires groups whose number of places is known and fits 63 "
       "bits");
  return {nullptr};
}

MlirLogicalResult layoutIndexMapAttrGetPhysicalShape(MlirAttribute map,
                                                     intptr_t rank,
                                                     const int64_t *shape,
                                                     int64_t *extents) {
  std::optional<PhysicalLayout> layout = getLayout(map, rank, shape);
  if (layout)
    llvm::copy(layout->getBox(), extents);
  return wrap(success(layout.has_value()));
}

MlirLogicalResult layoutIndexMapAttrForward(MlirAttribute map, intptr_t rank,
                                            const int64_t *index,
                                            int64_t *physical) {
  IndexMap indexMap = toMap(map);
  if (!fits(indexMap, rank))
    return mlirLogicalResultFailure();
  llvm::copy(indexMap.forward(toArray(rank, index)), physical);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult layoutIndexMapAttrBackward(MlirAttribute map, intptr_t rank,
                                             const int64_t *shape,
                                             const int64_t *physical,
                                             int64_t *index) {
  std::optional<PhysicalLayout> layout = getLayout(map, rank, shape);
  if (!layout)
    return mlirLogicalResultFailure();
  std::optional<ElementFinder> finder = ElementFinder::get(*layout);
  if (!finder) {
    emit(layout->getMap(), LayoutErrorNoInverse,
         "requires a map whose inverse is known");
    return mlirLogicalResultFailure();
  }
  ArrayRef<int64_t> place = toArray(layout->getBox().size(), physical);
  std::optional<Extents> logical = finder->getIndexAt(place);
  if (!logical) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(place, os);
    emit(layout->getMap(), LayoutErrorPadding,
         "requires the place of an element, found padding at (" + text + ")");
    return mlirLogicalResultFailure();
  }
  llvm::copy(*logical, index);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

LayoutVerdict layoutIndexMapAttrIsEqual(MlirAttribute map, MlirAttribute other,
                                        intptr_t rank, const int64_t *shape) {
  IndexMap index = toMap(map), second = toMap(other);
  if (!fits(index, rank) || !fits(second, rank))
    return LayoutVerdictUnknown;
  return toC(index.isEqual(second, toArray(rank, shape)));
}

/// Asks about a map on a shape.
static LayoutVerdict
ask(MlirAttribute map, intptr_t rank, const int64_t *shape,
    llvm::function_ref<Verdict(const IndexMap &, ArrayRef<int64_t>)> question) {
  IndexMap index = toMap(map);
  return fits(index, rank) ? toC(question(index, toArray(rank, shape)))
                           : LayoutVerdictUnknown;
}

LayoutVerdict layoutIndexMapAttrIsBijective(MlirAttribute map, intptr_t rank,
                                            const int64_t *shape) {
  return ask(map, rank, shape,
             [](const IndexMap &map, ArrayRef<int64_t> shape) {
               return map.isBijective(shape);
             });
}

LayoutVerdict layoutIndexMapAttrIsInjective(MlirAttribute map, intptr_t rank,
                                            const int64_t *shape) {
  return ask(map, rank, shape,
             [](const IndexMap &map, ArrayRef<int64_t> shape) {
               return map.isInjective(shape);
             });
}

LayoutVerdict layoutIndexMapAttrIsIdentity(MlirAttribute map, intptr_t rank,
                                           const int64_t *shape) {
  return ask(map, rank, shape,
             [](const IndexMap &map, ArrayRef<int64_t> shape) {
               return map.isIdentity(shape);
             });
}

LayoutVerdict layoutIndexMapAttrIsRowMajorReshape(MlirAttribute map,
                                                  intptr_t rank,
                                                  const int64_t *shape) {
  return ask(map, rank, shape,
             [](const IndexMap &map, ArrayRef<int64_t> shape) {
               return map.isRowMajorReshape(shape);
             });
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The layout of a tensor in memory, whose size in bytes is a number of 63
/// bits.
static std::optional<PhysicalLayout> getSizedLayout(MlirAttribute map,
                                                    intptr_t rank,
                                                    const int64_t *shape,
                                                    int64_t elementSize) {
  std::optional<PhysicalLayout> layout = getLayout(map, rank, shape);
  if (!layout)
    return std::nullopt;
  if (elementSize > 0 &&
      llvm::checkedMul(layout->getNumPositions(), elementSize))
    return layout;
  emit(layout->getMap(), LayoutErrorMismatch,
       "requires elements of at least one byte, and fewer than 2^63 bytes, "
       "found " +
           llvm::Twine(layout->getNumPositions()) + " places of " +
           llvm::Twine(elementSize) + " bytes");
  return std::nullopt;
}

/// The strides in bytes, those of a row-major tensor if none are given.
static Extents getByteStrides(const PhysicalLayout &layout, int64_t elementSize,
                              const int64_t *strides) {
  if (strides)
    return Extents(toArray(layout.getShape().size(), strides));
  Extents rowMajor = computeStrides(layout.getShape());
  for (int64_t &stride : rowMajor)
    stride *= elementSize;
  return rowMajor;
}

MlirLogicalResult layoutPack(MlirAttribute map, intptr_t rank,
                             const int64_t *shape, size_t elementSize,
                             const void *tensor, const int64_t *strides,
                             const void *padding, void *buffer) {
  std::optional<PhysicalLayout> layout =
      getSizedLayout(map, rank, shape, elementSize);
  if (!layout)
    return mlirLogicalResultFailure();
  char *places = static_cast<char *>(buffer);
  if (padding && layout->getNumPaddingPositions() != 0)
    fillElements({static_cast<const char *>(padding), elementSize},
                 {places, layout->getNumPositions() * elementSize});
  packTensor(*layout, elementSize, static_cast<const char *>(tensor),
             getByteStrides(*layout, elementSize, strides), places);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult layoutUnpack(MlirAttribute map, intptr_t rank,
                               const int64_t *shape, size_t elementSize,
                               const void *buffer, void *tensor,
                               const int64_t *strides) {
  std::optional<PhysicalLayout> layout =
      getSizedLayout(map, rank, shape, elementSize);
  if (!layout)
    return mlirLogicalResultFailure();
  unpackTensor(*layout, elementSize, static_cast<const char *>(buffer),
               static_cast<char *>(tensor),
               getByteStrides(*layout, elementSize, strides));
  return mlirLogicalResultSuccess();
}
