//===- ValueLayout.cpp - The layout stated of a value ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueLayout.h"
#include "Algebra/PaddedMap.h"
#include "Notation/MapText.h"
#include "layout/Dialect/Layout.h"
#include "layout/Notation/LetterLayout.h"
#include "layout/Notation/NamedLayout.h"
#include "layout/Notation/Notation.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the names in front of `->` and the layout behind it; no names if the
/// text is the layout alone. The arrow of an index map stands behind a
/// parenthesis.
static std::pair<StringRef, StringRef> splitNames(StringRef text) {
  auto [names, layout] = text.split("->");
  if (layout.empty() || names.contains('(') || names.contains(':'))
    return {StringRef(), text.trim()};
  return {names.trim(), layout.trim()};
}

/// Fails if the layout orders dims by names, and the names of the value's dims
/// are not known. Without them its own order would be taken for theirs.
static llvm::Error requireNames(NotatedText text, StringRef names) {
  bool hasNames = text.notation == Notation::Letters;
  if (text.notation == Notation::Glow) {
    llvm::Expected<NamedLayout> layout = NamedLayout::parse(text.text);
    if (!layout)
      return layout.takeError();
    hasNames = llvm::any_of(layout->getDims(),
                            [](const NamedDim &dim) { return !dim.isAny(); });
  }
  if (!hasNames || !names.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::formatv("layout '{0}' requires the names of the dims in front of "
                    "it, as in 'NCHW -> NHWC': no op around the value tells "
                    "them",
                    text.text));
}

/// Returns the map of a layout of a shape with dynamic dims.
static llvm::Expected<IndexMap> readDynamic(NotatedText text, StringRef names,
                                            MLIRContext *context) {
  if (text.notation == Notation::Map)
    return parseIndexMap(text.text, context);
  if (text.notation != Notation::Letters)
    return llvm::createStringError(
        llvm::formatv("layout '{0}' requires a static shape, unless it is one "
                      "of letters or a map",
                      text.text));
  llvm::Expected<LetterLayout> layout = LetterLayout::parse(text.text);
  if (!layout)
    return layout.takeError();
  if (std::optional<IndexMap> map = layout->getIndexMap(names, context))
    return *map;
  return llvm::createStringError(
      llvm::formatv("layout '{0}' requires dims '{1}' in some order, found "
                    "'{2}'",
                    text.text, layout->getLetters(), names));
}

/// Returns the layout of a type with dynamic dims, which `what` names in
/// errors.
llvm::Expected<ValueLayout> ValueLayout::getDynamic(const IndexMap &map,
                                                    RankedTensorType type,
                                                    const Twine &what) {
  if (map.getNumDims() != type.getRank())
    return llvm::createStringError("layout '" + what + "' requires " +
                                   Twine(map.getNumDims()) + " dims, found " +
                                   Twine(type.getRank()));
  if (!isProved(map.isBijective(type.getShape())))
    return llvm::createStringError(
        "layout '" + what +
        "' requires a type that its blocks divide, if it has dynamic dims");
  return ValueLayout(type, map.withoutSeparators());
}

/// Returns the layout of a static type, which `what` names in errors.
llvm::Expected<ValueLayout> ValueLayout::getStatic(const PhysicalLayout &layout,
                                                   RankedTensorType type,
                                                   const Twine &what) {
  // Places of the box behind the images of the map are gaps.
  IndexMap images(layout.getMap().getAffineMap());
  std::optional<PaddedMap> steps = getPaddedMap(images, type.getShape());
  if (!steps)
    return llvm::createStringError(
        "layout '" + what +
        "' is no pad followed by a permutation of elements");
  // Whether blocks divide a dim says nothing then about what they pad.
  if (type.getNumElements() == 0 &&
      static_cast<int64_t>(layout.getBox().size()) != type.getRank())
    return llvm::createStringError("layout '" + what +
                                   "' requires elements to split dims of, "
                                   "found a dim of size 0");
  ValueLayout result(type, steps->map.canonicalize(steps->shape));
  result.low = steps->low;
  result.padded = type.clone(steps->shape);
  std::optional<SmallVector<int64_t>> spanned =
      result.map.getPhysicalShape(steps->shape);
  if (!spanned || spanned->size() != layout.getBox().size())
    return llvm::createStringError("layout '" + what +
                                   "' has a physical shape that is not known");
  for (auto [box, size] : llvm::zip_equal(layout.getBox(), *spanned))
    result.gaps.push_back(box - size);
  return result;
}

llvm::Expected<ValueLayout>
ValueLayout::get(StringRef text, RankedTensorType type, StringRef names) {
  auto [stated, layoutText] = splitNames(text);
  if (!stated.empty())
    names = stated;
  NotatedText layout = guessNotation(layoutText);
  if (llvm::Error error = requireNames(layout, names))
    return error;
  MLIRContext *context = type.getContext();
  if (!type.hasStaticShape()) {
    llvm::Expected<IndexMap> map = readDynamic(layout, names, context);
    if (!map)
      return map.takeError();
    return getDynamic(*map, type, layoutText);
  }
  llvm::Expected<PhysicalLayout> read =
      readLayout(layout, type.getShape(), names, context);
  if (!read)
    return read.takeError();
  return getStatic(*read, type, layoutText);
}

llvm::Expected<ValueLayout>
ValueLayout::get(TensorLayoutAttrInterface attribute, RankedTensorType type) {
  llvm::Expected<IndexMap> map =
      getCheckedMap(attribute, type.getShape(), type.getElementType());
  if (!map)
    return map.takeError();
  auto read = [&]() -> llvm::Expected<ValueLayout> {
    std::string text = getText(*map);
    if (!type.hasStaticShape())
      return getDynamic(*map, type, text);
    llvm::Expected<PhysicalLayout> layout =
        PhysicalLayout::get(*map, type.getShape());
    if (!layout)
      return layout.takeError();
    return getStatic(*layout, type, text);
  };
  llvm::Expected<ValueLayout> result = read();
  if (!result)
    return result.takeError();
  Attribute padding = attribute.getPadding();
  if (padding && !isa<ub::PoisonAttr>(padding)) {
    padding = getPadValue(padding, type.getElementType());
    if (!padding)
      return llvm::createStringError(
          "requires a padding of the type of the elements");
  }
  if (padding)
    result->padding = padding;
  result->stickDim = attribute.getStickDim();
  return result;
}

llvm::Expected<ValueLayout> ValueLayout::getRowMajor(RankedTensorType type) {
  IndexMap map = IndexMap::getIdentity(type.getRank(), type.getContext());
  return get("map:" + getText(map), type, /*names=*/{});
}

RankedTensorType ValueLayout::getPhysicalType() const {
  RankedTensorType physical = LayoutTransformOp::inferType(padded, map);
  if (!hasGaps())
    return physical;
  SmallVector<int64_t> shape(physical.getShape());
  for (auto [size, gap] : llvm::zip_equal(shape, gaps))
    size += gap;
  return physical.clone(shape);
}

bool ValueLayout::isIdentity() const {
  return !isPadded() && isProved(map.isIdentity(type.getShape()));
}

bool ValueLayout::isSame(const ValueLayout &other) const {
  return type == other.type && padded == other.padded && low == other.low &&
         getPhysicalType() == other.getPhysicalType() &&
         padding == other.padding &&
         isProved(map.isEqual(other.map, padded.getShape()));
}

IndexMap ValueLayout::getMapOfElements() const {
  MLIRContext *context = type.getContext();
  SmallVector<AffineExpr> shifted;
  for (auto [dim, width] : llvm::enumerate(low))
    shifted.push_back(getAffineDimExpr(dim, context) + width);
  return map.compose(
      IndexMap(AffineMap::get(type.getRank(), 0, shifted, context)));
}

IndexMap ValueLayout::getMapInBox() const {
  IndexMap elements = getMapOfElements();
  if (!type.hasStaticShape())
    return elements;
  ArrayRef<int64_t> box = getPhysicalType().getShape();
  auto spanned = elements.getPhysicalShape(type.getShape());
  return spanned && ArrayRef(*spanned) == box
             ? elements
             : IndexMap(elements.getAffineMap(), {}, box);
}

std::optional<PhysicalLayout> ValueLayout::getPhysicalLayout() const {
  if (!type.hasStaticShape())
    return std::nullopt;
  return PhysicalLayout::getKnown(getMapOfElements(), type.getShape(),
                                  getPhysicalType().getShape());
}

std::optional<EdgeLayoutAttr> ValueLayout::getEdge() const {
  if (hasGaps() || llvm::any_of(low, [](int64_t width) { return width != 0; }))
    return std::nullopt;
  SmallVector<int64_t> high;
  for (auto [size, larger] : llvm::zip(type.getShape(), padded.getShape()))
    high.push_back(ShapedType::isDynamic(size) ? 0 : larger - size);
  return EdgeLayoutAttr::get(type.getContext(), map.getAffineMap(), high);
}

static Value createPad(OpBuilder &builder, Location loc, Value value,
                       ArrayRef<int64_t> low, RankedTensorType type,
                       Attribute padding) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  SmallVector<OpFoldResult> before, after;
  for (auto [width, size, larger] :
       llvm::zip_equal(low, from.getShape(), type.getShape())) {
    before.push_back(builder.getIndexAttr(width));
    after.push_back(builder.getIndexAttr(larger - size - width));
  }
  return PadOp::create(builder, loc, value, before, after, padding);
}

static Value createCrop(OpBuilder &builder, Location loc, Value value,
                        ArrayRef<int64_t> low, RankedTensorType type,
                        Attribute promise) {
  if (value.getType() == type)
    return value;
  SmallVector<OpFoldResult> offsets, sizes;
  for (auto [width, size] : llvm::zip_equal(low, type.getShape())) {
    offsets.push_back(builder.getIndexAttr(width));
    sizes.push_back(builder.getIndexAttr(size));
  }
  return CropOp::create(builder, loc, value, offsets, sizes, promise);
}

Value ValueLayout::lay(OpBuilder &builder, Location loc, Value value) const {
  if (padded != type)
    value = createPad(builder, loc, value, low, padded, padding);
  if (!isProved(map.isIdentity(padded.getShape())))
    value = LayoutTransformOp::create(builder, loc, value, map);
  if (!hasGaps())
    return value;
  return createPad(builder, loc, value, SmallVector<int64_t>(gaps.size(), 0),
                   getPhysicalType(), padding);
}

Value ValueLayout::unlay(OpBuilder &builder, Location loc,
                         Value physical) const {
  Value value = physical;
  // What is poison tells nothing.
  Attribute promise = isa<ub::PoisonAttr>(padding) ? Attribute() : padding;
  if (hasGaps())
    value =
        createCrop(builder, loc, value, SmallVector<int64_t>(gaps.size(), 0),
                   LayoutTransformOp::inferType(padded, map), promise);
  if (!isProved(map.isIdentity(padded.getShape())))
    value = LayoutTransformOp::create(builder, loc, value,
                                      *map.inverse(padded.getShape()));
  if (padded != type)
    value = createCrop(builder, loc, value, low, type, promise);
  return value;
}

Attribute layout::getZeroPadding(Type elementType) {
  if (Attribute zero = getZeroElement(elementType))
    return zero;
  return ub::PoisonAttr::get(elementType.getContext());
}
