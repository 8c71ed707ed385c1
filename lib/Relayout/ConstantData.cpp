//===- ConstantData.cpp - Constants as raw data ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantData.h"
#include "Algebra/RawElements.h"
#include "layout/Algebra/QuasiAffine.h"
#include "layout/Dialect/Layout.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Storage of elements
//===----------------------------------------------------------------------===//

/// Returns the bits of an element of a builtin type, or nothing for other
/// types. Real and imaginary part of a complex number take whole bytes.
static std::optional<unsigned> getBitWidth(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<unsigned> part = getBitWidth(complex.getElementType());
    return part ? std::optional(2 * llvm::alignTo(*part, 8)) : std::nullopt;
  }
  if (type.isIndex())
    return IndexType::kInternalStorageBitWidth;
  if (type.isIntOrFloat())
    return type.getIntOrFloatBitWidth();
  return std::nullopt;
}

DenseElementsAttr layout::expandElements(SparseElementsAttr sparse) {
  return DenseElementsAttr::get(sparse.getShapedType(),
                                llvm::to_vector(sparse.getValues<Attribute>()));
}

std::optional<ConstantData> ConstantData::get(ElementsAttr constant,
                                              std::string &whyNot) {
  auto type = dyn_cast<RankedTensorType>(constant.getShapedType());
  if (!type || !getNumPoints(type.getShape())) {
    whyNot = "it is not a tensor of static shape with less than 2^63 elements";
    return std::nullopt;
  }
  std::optional<unsigned> bits = getBitWidth(type.getElementType());
  if (bits == 0u) {
    whyNot = "its elements have no bits";
    return std::nullopt;
  }
  if (auto sparse = dyn_cast<SparseElementsAttr>(constant); sparse && bits) {
    // Each element is an attribute for a while.
    constexpr int64_t mostElements = int64_t(1) << 26;
    if (sparse.getNumElements() > mostElements) {
      whyNot = "it is sparse and has more than 2^26 elements";
      return std::nullopt;
    }
    constant = expandElements(sparse);
  }
  ConstantData data(constant);
  data.elementSize = bits ? llvm::divideCeil(*bits, 8) : 1;

  if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(constant)) {
    data.bytes = dense.getRawData();
    data.splat = dense.isSplat();
    data.packedBits = bits == 1u ? 1 : 0;
    return data;
  }

  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  if (!resource) {
    whyNot = "it is neither numbers nor a dense resource";
    return std::nullopt;
  }
  DenseResourceElementsHandle handle = resource.getRawHandle();
  const AsmResourceBlob *blob = handle.getBlob();
  if (!blob) {
    whyNot = llvm::formatv("resource '{0}' has no data here", handle.getKey());
    return std::nullopt;
  }
  data.bytes = blob->getData();
  size_t found = data.bytes.size(), count = type.getNumElements();
  // The size of an element of an unknown type follows from the size of the
  // resource.
  if (!bits && count != 0 && found != 0 && found % count == 0)
    data.elementSize = found / count;
  if (found == count * data.elementSize)
    return data;
  if (bits && *bits < 8 && 8 % *bits == 0 &&
      found == llvm::divideCeil(count * *bits, 8)) {
    data.packedBits = *bits;
    return data;
  }
  whyNot =
      llvm::formatv("resource '{0}' holds {1} bytes where {2} needs {3}",
                    handle.getKey(), found, type, count * data.elementSize);
  return std::nullopt;
}

Attribute ConstantData::getElement(int64_t position) const {
  Type type = constant.getElementType();
  if (!type.isIntOrIndexOrFloat())
    return {};
  unsigned width = *getBitWidth(type);
  int64_t stored = splat ? 0 : position;
  llvm::APInt bits(8 * elementSize, 0);
  if (packedBits) {
    unsigned perByte = 8 / packedBits;
    uint8_t byte = bytes[stored / perByte];
    bits = byte >> (stored % perByte * packedBits);
  } else {
    llvm::LoadIntFromMemory(bits,
                            reinterpret_cast<const uint8_t *>(bytes.data()) +
                                stored * elementSize,
                            elementSize);
  }
  bits = bits.zextOrTrunc(width);
  if (auto number = dyn_cast<FloatType>(type))
    return FloatAttr::get(type,
                          llvm::APFloat(number.getFloatSemantics(), bits));
  return IntegerAttr::get(type, bits);
}

ElementsAttr layout::reshapeConstant(ElementsAttr constant,
                                     RankedTensorType type) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  if (auto sparse = dyn_cast<SparseElementsAttr>(constant))
    constant = expandElements(sparse);
  // Upstream reshapes strings as if they were numbers.
  if (auto strings = dyn_cast<DenseStringElementsAttr>(constant))
    return DenseStringElementsAttr::get(type, strings.getRawStringData());
  auto dense = cast<DenseElementsAttr>(constant);
  return dense.isSplat() ? dense.resizeSplat(type) : dense.reshape(type);
}

//===----------------------------------------------------------------------===//
// Packed elements
//===----------------------------------------------------------------------===//

static AsmResourceBlob allocate(size_t size, size_t alignment) {
  return HeapAsmResourceBlob::allocate(size, std::max<size_t>(alignment, 1));
}

static AsmResourceBlob unpack(ArrayRef<char> packed, unsigned bits,
                              size_t count) {
  AsmResourceBlob blob = allocate(count, 1);
  unpackElements(bits, packed, blob.getMutableData());
  return blob;
}

static AsmResourceBlob pack(ArrayRef<char> bytes, unsigned bits,
                            size_t alignment) {
  AsmResourceBlob blob =
      allocate(llvm::divideCeil(bytes.size() * bits, 8), alignment);
  packElements(bits, bytes, blob.getMutableData());
  return blob;
}

//===----------------------------------------------------------------------===//
// Pads
//===----------------------------------------------------------------------===//

/// Returns the bytes of the element that `pad` adds, or nothing if its type is
/// unknown.
std::optional<SmallVector<char>> ConstantData::getPadBytes(PadOp pad) const {
  if (pad.isPoison())
    return SmallVector<char>(elementSize, 0);
  Type type = pad.getSource().getType().getElementType();
  if (!getBitWidth(type))
    return std::nullopt;
  auto element =
      DenseElementsAttr::get(RankedTensorType::get({}, type), {pad.getValue()});
  SmallVector<char> value(element.getRawData());
  // A splat of true has all bits of its byte set.
  if (type.isInteger(1))
    value[0] &= 1;
  return value;
}

bool ConstantData::canPad(PadOp pad) const {
  return getPadBytes(pad).has_value();
}

bool ConstantData::staysSplat(PadOp pad) const {
  if (!splat || pad.isPoison())
    return splat;
  std::optional<SmallVector<char>> value = getPadBytes(pad);
  if (!value)
    return false;
  if (packedBits)
    return (bytes[0] & 1) == (*value)[0];
  return ArrayRef<char>(*value) == bytes;
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

/// The elements of a tensor in whole bytes, owned or not.
struct ConstantData::Elements {
  RankedTensorType type;
  ArrayRef<char> bytes;
  bool isSplat;         ///< `bytes` hold a single element
  size_t alignment = 1; ///< of the bytes
  bool isMoved = false;
  std::optional<AsmResourceBlob> owner = std::nullopt;

  void own(AsmResourceBlob blob) {
    owner.emplace(std::move(blob));
    bytes = owner->getData();
  }
};

static RankedTensorType getResultType(Operation *rewrite) {
  return cast<RankedTensorType>(rewrite->getResult(0).getType());
}

/// Writes `source`, elements of a tensor of shape `from`, to `target` in the
/// order of the result of `rewrite`.
static void move(Operation *rewrite, ArrayRef<int64_t> from,
                 ArrayRef<char> source, size_t elementSize,
                 ArrayRef<char> padValue, MutableArrayRef<char> target) {
  ArrayRef<int64_t> to = getResultType(rewrite).getShape();
  llvm::TypeSwitch<Operation *>(rewrite)
      .Case([&](LayoutTransformOp transform) {
        transformElements(transform.getIndexMap(), from, elementSize, source,
                          target);
      })
      .Case([&](PadOp pad) {
        fillElements(padValue, target);
        insertElements(from, pad.getStaticLow(), to, elementSize, source,
                       target);
      })
      .Case([&](CropOp crop) {
        extractElements(from, crop.getStaticOffsets(), to, elementSize, source,
                        target);
      });
}

ConstantData::Elements ConstantData::getElements() const {
  Elements elements{cast<RankedTensorType>(constant.getShapedType()), bytes,
                    splat};
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant))
    elements.alignment = resource.getRawHandle().getBlob()->getDataAlignment();
  if (packedBits)
    elements.own(
        unpack(bytes, packedBits, splat ? 1 : elements.type.getNumElements()));
  return elements;
}

void ConstantData::moveTo(
    RankedTensorType type, Elements &elements,
    llvm::function_ref<void(MutableArrayRef<char>)> move) const {
  AsmResourceBlob target =
      allocate(type.getNumElements() * elementSize, elements.alignment);
  move(target.getMutableData());
  elements.own(std::move(target));
  elements.isMoved = true;
}

ElementsAttr ConstantData::getConstant(Elements elements) const {
  if (elements.isSplat)
    return cast<DenseElementsAttr>(constant).resizeSplat(elements.type);
  if (!elements.isMoved)
    return reshapeConstant(constant, elements.type);
  if (packedBits)
    elements.own(pack(elements.bytes, packedBits, elements.alignment));
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  if (!resource)
    return DenseElementsAttr::getFromRawBuffer(elements.type, elements.bytes);
  StringRef name = resource.getRawHandle().getKey();
  name.consume_back("_layout"); // a suffix that an earlier run added
  return DenseResourceElementsAttr::get(elements.type, (name + "_layout").str(),
                                        std::move(*elements.owner));
}

ElementsAttr ConstantData::apply(ArrayRef<Operation *> rewrites) const {
  Elements elements = getElements();
  for (Operation *rewrite : rewrites) {
    RankedTensorType type = getResultType(rewrite);
    auto transform = dyn_cast<LayoutTransformOp>(rewrite);
    auto pad = dyn_cast<PadOp>(rewrite);
    bool sameBytes = transform && transform.isFree();
    if (elements.isSplat)
      sameBytes = elements.isSplat = !pad || staysSplat(pad);
    if (!sameBytes) {
      SmallVector<char> padValue;
      if (pad)
        padValue = *getPadBytes(pad);
      moveTo(type, elements, [&](MutableArrayRef<char> target) {
        move(rewrite, elements.type.getShape(), elements.bytes, elementSize,
             padValue, target);
      });
    }
    elements.type = type;
  }
  return getConstant(std::move(elements));
}

ElementsAttr ConstantData::apply(const IndexMap &map) const {
  Elements elements = getElements();
  ArrayRef<int64_t> from = elements.type.getShape();
  auto type = RankedTensorType::get(*map.getPhysicalShape(from),
                                    elements.type.getElementType());
  if (!elements.isSplat && !isProved(map.isRowMajorReshape(from)))
    moveTo(type, elements, [&](MutableArrayRef<char> target) {
      transformElements(map, from, elementSize, elements.bytes, target);
    });
  elements.type = type;
  return getConstant(std::move(elements));
}
