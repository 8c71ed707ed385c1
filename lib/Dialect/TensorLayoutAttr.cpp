//===- TensorLayoutAttr.cpp - How a tensor is stored on a device ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapSyntax.h"
#include "Notation/DeviceLayout.h"
#include "layout/Algebra/QuasiAffine.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

Attribute layout::getPadValue(Attribute value, Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  if (!complex) {
    auto constant = dyn_cast_or_null<TypedAttr>(value);
    bool isOfType = constant && constant.getType() == type &&
                    isa<IntegerAttr, FloatAttr, DenseElementsAttr>(constant);
    return isOfType ? value : Attribute();
  }
  if (auto number = dyn_cast_or_null<complex::NumberAttr>(value)) {
    auto getPart = [&](const APFloat &part) {
      return FloatAttr::get(complex.getElementType(), part);
    };
    if (number.getType() != type)
      return Attribute();
    value = ArrayAttr::get(type.getContext(), {getPart(number.getReal()),
                                               getPart(number.getImag())});
  }
  auto parts = dyn_cast_or_null<ArrayAttr>(value);
  bool isOfType =
      parts && parts.size() == 2 && llvm::all_of(parts, [&](Attribute part) {
        return getPadValue(part, complex.getElementType());
      });
  return isOfType ? parts : Attribute();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether a value may be that of a padding, for some element type.
static bool isPadding(Attribute value) {
  if (auto parts = dyn_cast<ArrayAttr>(value))
    return parts.size() == 2 &&
           llvm::all_of(parts, llvm::IsaPred<IntegerAttr, FloatAttr>);
  return isa<IntegerAttr, FloatAttr, ub::PoisonAttr>(value);
}

LogicalResult
TensorLayoutAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                         IndexMapAttr map, std::optional<int64_t> stickDim,
                         Attribute padding) {
  if (padding && !isPadding(padding))
    return emitError() << "requires a padding that is a number, [re, im] or "
                          "#ub.poison, found "
                       << padding;
  if (!stickDim)
    return success();
  AffineMap affine = map.getMap();
  int64_t numDims = affine.getNumDims();
  if (*stickDim < 0 || *stickDim >= numDims)
    return emitError() << "requires sticks along one of " << numDims
                       << " dims, found dim " << *stickDim;
  auto isOther = [&](int64_t dim) {
    return dim != *stickDim && affine.getNumResults() != 0 &&
           affine.getResults().back().isFunctionOfDim(dim);
  };
  if (llvm::none_of(llvm::seq(numDims), isOther))
    return success();
  std::string innermost;
  llvm::raw_string_ostream(innermost) << affine.getResults().back();
  return emitError() << "requires an innermost dim that is part of dim "
                     << *stickDim << ", which is in sticks, found "
                     << innermost;
}

llvm::Expected<IndexMap>
TensorLayoutAttr::getPhysicalMap(ArrayRef<int64_t> shape,
                                 Type elementType) const {
  Attribute padding = getPadding();
  if (padding && elementType && !isa<ub::PoisonAttr>(padding) &&
      !getPadValue(padding, elementType)) {
    std::string text;
    llvm::raw_string_ostream(text) << "requires a padding of type '"
                                   << elementType << "', found " << padding;
    return llvm::createStringError(text);
  }
  IndexMap map = getIndexMap();
  if (map.getBox().empty() || shape.size() != map.getNumDims() ||
      ShapedType::isDynamicShape(shape))
    return map; // Others check what is wrong here.
  auto spanned = IndexMap(map.getAffineMap()).getPhysicalShape(shape);
  for (auto [size, extent] :
       llvm::zip(spanned.value_or(SmallVector<int64_t>()), map.getBox()))
    if (size > extent)
      return llvm::createStringError(llvm::formatv(
          "requires a box of at least [{0:$[, ]}], found "
          "[{1:$[, ]}]",
          llvm::iterator_range(*spanned), llvm::iterator_range(map.getBox())));
  return map;
}

/// Checks the layout of a tensor or memref, which is what `kind` says.
static LogicalResult
verifyOn(TensorLayoutAttr attr, ArrayRef<int64_t> shape, Type elementType,
         StringRef kind, llvm::function_ref<InFlightDiagnostic()> emitError) {
  llvm::Expected<IndexMap> map = attr.getPhysicalMap(shape, elementType);
  if (!map)
    return emitError() << llvm::toString(map.takeError());
  if (auto error = getErrorOn(*map, shape, kind))
    return emitError() << *error;
  return success();
}

LogicalResult TensorLayoutAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    llvm::function_ref<InFlightDiagnostic()> emitError) const {
  return verifyOn(*this, shape, elementType, "tensor", emitError);
}

LogicalResult TensorLayoutAttr::verifyLayout(
    ArrayRef<int64_t> shape,
    llvm::function_ref<InFlightDiagnostic()> emitError) const {
  return verifyOn(*this, shape, Type(), "memref", emitError);
}

//===----------------------------------------------------------------------===//
// Layouts of memrefs
//===----------------------------------------------------------------------===//

AffineMap TensorLayoutAttr::getAffineMap() const {
  return getMap().getAffineMap();
}

bool TensorLayoutAttr::isIdentity() const { return getMap().isIdentity(); }

LogicalResult
TensorLayoutAttr::getStridesAndOffset(ArrayRef<int64_t> shape,
                                      SmallVectorImpl<int64_t> &strides,
                                      int64_t &offset) const {
  return getMap().getStridesAndOffset(shape, strides, offset);
}

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

/// Returns the layout of `map`, whose dims have the extents `box`, which the
/// device has if they are static.
static llvm::Expected<TensorLayoutAttr>
getInBox(AffineMap map, ArrayRef<int64_t> box,
         std::optional<int64_t> stickDim = std::nullopt) {
  if (ShapedType::isDynamicShape(box))
    box = {};
  if (auto error = IndexMap::getError(map, {}, box))
    return llvm::createStringError(*error);
  if (!getNumPoints(box))
    return llvm::createStringError(
        "requires a box whose number of places fits 63 bits");
  auto attr = IndexMapAttr::get(map.getContext(), map, {}, box);
  return TensorLayoutAttr::get(map.getContext(), attr, stickDim);
}

/// Fails unless dim 1 can be that of channels.
static llvm::Error requireChannels(ArrayRef<int64_t> shape) {
  if (shape.size() >= 2)
    return llvm::Error::success();
  return llvm::createStringError(llvm::formatv(
      "requires channels in dim 1, found {0} dims", shape.size()));
}

llvm::Expected<TensorLayoutAttr>
TensorLayoutAttr::getRowMajor(MLIRContext *context, ArrayRef<int64_t> shape) {
  return getInBox(AffineMap::getMultiDimIdentityMap(shape.size(), context),
                  shape);
}

llvm::Expected<TensorLayoutAttr>
TensorLayoutAttr::getChannelsLast(MLIRContext *context,
                                  ArrayRef<int64_t> shape) {
  if (llvm::Error error = requireChannels(shape))
    return error;
  SmallVector<int64_t> order = {0};
  llvm::append_range(order, llvm::seq<int64_t>(2, shape.size()));
  order.push_back(1);
  SmallVector<int64_t> box =
      llvm::map_to_vector(order, [&](int64_t dim) { return shape[dim]; });
  return getInBox(AffineMap::getPermutationMap(order, context), box);
}

llvm::Expected<TensorLayoutAttr>
TensorLayoutAttr::getNchwc(MLIRContext *context, ArrayRef<int64_t> shape,
                           int64_t block) {
  if (llvm::Error error = requireChannels(shape))
    return error;
  if (block < 1)
    return llvm::createStringError(
        llvm::formatv("requires blocks of at least 1, found {0}", block));
  SmallVector<AffineExpr> results;
  for (unsigned dim : llvm::seq<unsigned>(0, shape.size()))
    results.push_back(getAffineDimExpr(dim, context));
  AffineExpr channel = results[1];
  results[1] = channel.floorDiv(block);
  results.push_back(channel % block);
  SmallVector<int64_t> box(shape);
  if (!ShapedType::isDynamic(box[1]))
    box[1] = llvm::divideCeilSigned(box[1], block);
  box.push_back(block);
  return getInBox(AffineMap::get(shape.size(), 0, results, context), box);
}

/// Returns how many elements a stick has.
static llvm::Expected<int64_t> getStickElements(Type elementType) {
  Type part = elementType;
  int64_t numParts = 1;
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    part = complex.getElementType();
    numParts = 2;
  }
  constexpr int64_t stickBits = 8 * DeviceLayout::kStickBytes;
  int64_t bits =
      part.isIntOrFloat() ? numParts * part.getIntOrFloatBitWidth() : 0;
  if (bits != 0 && bits % 8 == 0 && stickBits % bits == 0)
    return stickBits / bits;
  std::string text;
  llvm::raw_string_ostream(text)
      << "requires elements of whole bytes whose size divides a stick of "
      << DeviceLayout::kStickBytes << " bytes, found '" << elementType << "'";
  return llvm::createStringError(text);
}

/// Fails unless a tensor of `shape` can be in sticks.
static llvm::Error requireElements(ArrayRef<int64_t> shape) {
  if (llvm::all_of(shape, [](int64_t size) { return size >= 1; }))
    return llvm::Error::success();
  return llvm::createStringError(
      "requires a tensor that is static and not empty for sticks");
}

llvm::Expected<TensorLayoutAttr>
TensorLayoutAttr::getSticks(ArrayRef<int64_t> shape, int64_t stickDim,
                            Type elementType) {
  if (llvm::Error error = requireElements(shape))
    return error;
  int64_t rank = shape.size();
  if (stickDim < 0 || stickDim >= rank)
    return llvm::createStringError(
        llvm::formatv("requires sticks along one of {0} dims, found dim {1}",
                      rank, stickDim));
  llvm::Expected<int64_t> stick = getStickElements(elementType);
  if (!stick)
    return stick.takeError();
  AffineExpr inStick = getAffineDimExpr(stickDim, elementType.getContext());
  SmallVector<AffineExpr> results = {inStick.floorDiv(*stick)};
  SmallVector<int64_t> box = {llvm::divideCeilSigned(shape[stickDim], *stick)};
  for (int64_t dim : llvm::seq(rank)) {
    if (dim == stickDim)
      continue;
    results.push_back(getAffineDimExpr(dim, elementType.getContext()));
    box.push_back(shape[dim]);
  }
  results.push_back(inStick % *stick);
  box.push_back(*stick);
  return getInBox(AffineMap::get(rank, 0, results, elementType.getContext()),
                  box, stickDim);
}

llvm::Expected<TensorLayoutAttr>
TensorLayoutAttr::getSparse(ArrayRef<int64_t> shape, Type elementType) {
  if (llvm::Error error = requireElements(shape))
    return error;
  llvm::Expected<int64_t> stick = getStickElements(elementType);
  if (!stick)
    return stick.takeError();
  MLIRContext *context = elementType.getContext();
  SmallVector<AffineExpr> results;
  for (unsigned dim : llvm::seq<unsigned>(0, shape.size()))
    results.push_back(getAffineDimExpr(dim, context));
  results.push_back(getAffineConstantExpr(0, context));
  SmallVector<int64_t> box(shape);
  box.push_back(*stick);
  return getInBox(AffineMap::get(shape.size(), 0, results, context), box);
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `, name = 4`.
static ParseResult parseNumber(AsmParser &parser, StringRef name,
                               int64_t &number) {
  return failure(parser.parseComma() || parser.parseKeyword(name) ||
                 parser.parseEqual() || parser.parseInteger(number));
}

/// `4x200`, or `4x200xf16` if an element type is asked for.
static ParseResult parseShape(AsmParser &parser,
                              SmallVectorImpl<int64_t> &shape,
                              Type *elementType) {
  bool isTyped = elementType;
  return failure(parser.parseDimensionList(shape, /*allowDynamic=*/!isTyped,
                                           /*withTrailingX=*/isTyped) ||
                 (isTyped && parser.parseType(*elementType)));
}

/// A form with a name of its own, behind the name. Null if it is malformed.
static TensorLayoutAttr parseNamedForm(AsmParser &parser, SMLoc loc,
                                       StringRef name) {
  MLIRContext *context = parser.getContext();
  SmallVector<int64_t> shape;
  Type elementType;
  int64_t number = 0;
  bool isSticks = name == "sticks", isSparse = name == "sparse";
  if (parseShape(parser, shape,
                 isSticks || isSparse ? &elementType : nullptr) ||
      (isSticks && parseNumber(parser, "dim", number)) ||
      (name == "nchwc" && parseNumber(parser, "block", number)))
    return {};
  auto build = [&]() -> llvm::Expected<TensorLayoutAttr> {
    if (isSticks)
      return TensorLayoutAttr::getSticks(shape, number, elementType);
    if (isSparse)
      return TensorLayoutAttr::getSparse(shape, elementType);
    if (name == "nchwc")
      return TensorLayoutAttr::getNchwc(context, shape, number);
    if (name == "channels_last")
      return TensorLayoutAttr::getChannelsLast(context, shape);
    return TensorLayoutAttr::getRowMajor(context, shape);
  };
  llvm::Expected<TensorLayoutAttr> built = build();
  if (built)
    return *built;
  parser.emitError(loc) << llvm::toString(built.takeError());
  return {};
}

/// `(n, c) -> (c, n) in [4, 8], stick = 0`. Null if it is malformed.
static TensorLayoutAttr parseMapForm(AsmParser &parser, SMLoc loc,
                                     bool &hasComma) {
  MLIRContext *context = parser.getContext();
  AffineMap map;
  SmallVector<int64_t> separators, box;
  if (parseMapInBox(parser, map, separators, box))
    return {};
  std::optional<int64_t> stickDim;
  hasComma = succeeded(parser.parseOptionalComma());
  if (hasComma && succeeded(parser.parseOptionalKeyword("stick"))) {
    if (parser.parseEqual() || parser.parseInteger(stickDim.emplace()))
      return {};
    hasComma = succeeded(parser.parseOptionalComma());
  }
  auto attr = parser.getChecked<IndexMapAttr>(
      loc, context, map, ArrayRef<int64_t>(separators), ArrayRef<int64_t>(box));
  return attr ? parser.getChecked<TensorLayoutAttr>(loc, context, attr,
                                                    stickDim, Attribute())
              : TensorLayoutAttr();
}

Attribute TensorLayoutAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  bool hasComma = false;
  TensorLayoutAttr attr;
  if (succeeded(
          parser.parseOptionalKeyword(&name, {"row_major", "channels_last",
                                              "nchwc", "sticks", "sparse"}))) {
    attr = parseNamedForm(parser, loc, name);
    hasComma = attr && succeeded(parser.parseOptionalComma());
  } else if (succeeded(parser.parseOptionalKeyword(&name))) {
    parser.emitError(loc) << "requires a map, row_major, channels_last, nchwc, "
                             "sticks or sparse, found '"
                          << name << "'";
  } else {
    attr = parseMapForm(parser, loc, hasComma);
  }
  Attribute padding;
  if (!attr ||
      (hasComma && (parser.parseKeyword("padding") || parser.parseEqual() ||
                    parser.parseAttribute(padding))) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<TensorLayoutAttr>(
      loc, parser.getContext(), attr.getMap(), attr.getStickDim(), padding);
}

void TensorLayoutAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printMapInBox(printer, getMap());
  if (std::optional<int64_t> dim = getStickDim())
    printer << ", stick = " << *dim;
  if (Attribute padding = getPadding())
    printer << ", padding = " << padding;
  printer << ">";
}
