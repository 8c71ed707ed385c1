//===- LayoutOps.cpp - Operations of the layout dialect -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

Attribute layout::getZeroElement(Type elementType) {
  Builder builder(elementType.getContext());
  // Pads take scalar values or poison.
  if (isa<VectorType>(elementType))
    return {};
  auto complex = dyn_cast<ComplexType>(elementType);
  Attribute zero =
      builder.getZeroAttr(complex ? complex.getElementType() : elementType);
  return zero && complex ? builder.getArrayAttr({zero, zero}) : zero;
}

/// Parses `0.0 : f32`, `poison`, or `[re, im]` for complex elements.
static ParseResult parseElementValue(OpAsmParser &parser, Attribute &value) {
  if (succeeded(parser.parseOptionalKeyword("poison"))) {
    value = ub::PoisonAttr::get(parser.getContext());
    return success();
  }
  return parser.parseAttribute(value);
}

static void printElementValue(OpAsmPrinter &printer, Operation *,
                              Attribute value) {
  if (isa<ub::PoisonAttr>(value))
    printer << "poison";
  else
    printer.printAttribute(value);
}

/// Parses `_`, or `<(n, c) -> (c, n)>` with a padding behind it.
static ParseResult parseEdgeLayout(OpAsmParser &parser, EdgeLayoutAttr &edge) {
  FailureOr<EdgeLayoutAttr> parsed = EdgeLayoutAttr::parseBody(parser);
  if (failed(parsed))
    return failure();
  edge = *parsed;
  return success();
}

static void printEdgeLayout(OpAsmPrinter &printer, Operation *,
                            EdgeLayoutAttr edge) {
  edge.printBody(printer);
}

#define GET_OP_CLASSES
#include "layout/Dialect/LayoutOps.cpp.inc"

/// Whether `value` is an element of `type`, or poison.
static bool isElementOf(Attribute value, Type type) {
  if (isa<ub::PoisonAttr>(value))
    return true;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    auto parts = dyn_cast<ArrayAttr>(value);
    return parts && parts.size() == 2 &&
           llvm::all_of(parts, [&](Attribute part) {
             return isElementOf(part, complex.getElementType()) &&
                    !isa<ub::PoisonAttr>(part);
           });
  }
  if (!isa<FloatAttr, IntegerAttr>(value))
    return false;
  return cast<TypedAttr>(value).getType() == type;
}

/// Checks the result type against the inferred one.
static LogicalResult verifyResult(Operation *op, RankedTensorType expected,
                                  RankedTensorType found) {
  if (expected == found)
    return success();
  return op->emitOpError() << "requires the result type " << expected
                           << ", found " << found;
}

//===----------------------------------------------------------------------===//
// LayoutTransformOp
//===----------------------------------------------------------------------===//

RankedTensorType LayoutTransformOp::inferType(RankedTensorType source,
                                              const IndexMap &map) {
  if (map.getNumDims() != source.getRank())
    return {};
  std::optional<SmallVector<int64_t>> shape =
      map.getPhysicalShape(source.getShape());
  if (!shape)
    return {};
  return source.clone(*shape);
}

LogicalResult LayoutTransformOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  auto source = dyn_cast<RankedTensorType>(adaptor.getSource().getType());
  if (!source)
    return failure();
  RankedTensorType type = inferType(source, adaptor.getMap().getIndexMap());
  if (!type)
    return emitOptionalError(loc, "requires a map whose physical shape on ",
                             source, " is known, found ", adaptor.getMap());
  types.push_back(type);
  return success();
}

void LayoutTransformOp::build(OpBuilder &builder, OperationState &state,
                              Value source, const IndexMap &map) {
  build(builder, state,
        inferType(cast<RankedTensorType>(source.getType()), map), source,
        IndexMapAttr::get(map));
}

/// Emits an error that says why the map is not bijective on the source.
static LogicalResult rejectMap(LayoutTransformOp op) {
  RankedTensorType source = op.getSource().getType();
  InFlightDiagnostic error = op.emitOpError()
                             << "requires a bijective map on its source, found "
                             << op.getMap() << " on " << source;
  std::optional<int64_t> elements = getNumPoints(source.getShape()), places;
  if (auto physical = op.getIndexMap().getPhysicalShape(source.getShape()))
    places = getNumPoints(*physical);
  if (elements && places && elements != places)
    return error << ", which has " << *places << " places for " << *elements
                 << " elements";
  return error << ", which puts two elements in one place or one below 0";
}

LogicalResult LayoutTransformOp::verify() {
  RankedTensorType source = getSource().getType();
  IndexMap map = getIndexMap();
  if (map.getNumDims() != source.getRank())
    return emitOpError() << "requires a map of " << source.getRank()
                         << " dims for its source, found " << map.getNumDims();
  if (!map.getSeparators().empty())
    return emitOpError() << "requires a map without axis separators, found "
                         << getMap();
  auto *dialect = getContext()->getLoadedDialect<LayoutDialect>();
  switch (map.isBijective(source.getShape(), &dialect->getVerdictCache())) {
  case Verdict::Proved:
    return verifyResult(*this, inferType(source, map), getResult().getType());
  case Verdict::Refuted:
    return rejectMap(*this);
  case Verdict::Unknown:
    return emitOpError() << "requires a map proved bijective on its source, "
                            "found "
                         << getMap() << " on " << source
                         << ", which can be neither proved nor refuted";
  }
  llvm_unreachable("all verdicts handled");
}

bool LayoutTransformOp::isFree() {
  auto *dialect = cast<LayoutDialect>((*this)->getDialect());
  return isProved(getIndexMap().isRowMajorReshape(
      getSource().getType().getShape(), &dialect->getReshapeCache()));
}

/// Returns the size of a result dim with the digits `list` as an expression
/// over the sizes of the source.
static AffineExpr
getSizeExpr(ArrayRef<Digit> list, MLIRContext *context,
            llvm::function_ref<AffineExpr(unsigned)> getSourceSize) {
  AffineExpr size = getAffineConstantExpr(1, context);
  for (const Digit &digit : list)
    size = size * (digit.isDynamic()
                       ? getSourceSize(digit.dim).floorDiv(digit.stride)
                       : getAffineConstantExpr(digit.extent, context));
  return size;
}

LogicalResult
LayoutTransformOp::reifyResultShapes(OpBuilder &builder,
                                     ReifiedRankedShapedTypeDims &shapes) {
  RankedTensorType source = getSource().getType();
  std::optional<MixedRadixMap> digits =
      getIndexMap().getDigits(source.getShape());
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(getResult().getType().getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(builder.getIndexAttr(size));
      continue;
    }
    // Only one digit of a dim can be dynamic, so one symbol is enough.
    OpFoldResult sourceSize;
    AffineExpr expr =
        getSizeExpr((*digits)[dim], getContext(), [&](unsigned sourceDim) {
          sourceSize =
              tensor::getMixedSize(builder, getLoc(), getSource(), sourceDim);
          return builder.getAffineSymbolExpr(0);
        });
    sizes.push_back(affine::makeComposedFoldedAffineApply(builder, getLoc(),
                                                          expr, {sourceSize}));
    // The interface requires values for dynamic sizes.
    sizes.back() =
        getValueOrCreateConstantIndexOp(builder, getLoc(), sizes.back());
  }
  shapes.push_back(std::move(sizes));
  return success();
}

void LayoutTransformOp::populateBoundsForShapedValueDim(
    Value value, int64_t dim, ValueBoundsConstraintSet &constraints) {
  std::optional<MixedRadixMap> digits =
      getIndexMap().getDigits(getSource().getType().getShape());
  if (!digits)
    return;
  constraints.bound(value)[dim] ==
      getSizeExpr((*digits)[dim], getContext(), [&](unsigned sourceDim) {
        return constraints.getExpr(getSource(), sourceDim);
      });
}

//===----------------------------------------------------------------------===//
// PadOp
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> PadOp::getMixedLow() {
  return getMixedValues(getStaticLow(), getLow(), getContext());
}
SmallVector<OpFoldResult> PadOp::getMixedHigh() {
  return getMixedValues(getStaticHigh(), getHigh(), getContext());
}

/// Returns nothing if the size exceeds 64 bits, which the verifier rejects.
static std::optional<int64_t> getPaddedSize(int64_t size, int64_t low,
                                            int64_t high) {
  if (std::optional<int64_t> sum = llvm::checkedAdd(size, low))
    return llvm::checkedAdd(*sum, high);
  return std::nullopt;
}

RankedTensorType PadOp::inferType(RankedTensorType source,
                                  ArrayRef<int64_t> low,
                                  ArrayRef<int64_t> high) {
  SmallVector<int64_t> shape;
  for (auto [size, before, after] :
       llvm::zip_equal(source.getShape(), low, high)) {
    bool dynamic = ShapedType::isDynamic(size) ||
                   ShapedType::isDynamic(before) ||
                   ShapedType::isDynamic(after);
    shape.push_back(dynamic ? ShapedType::kDynamic
                            : getPaddedSize(size, before, after)
                                  .value_or(ShapedType::kDynamic));
  }
  return source.clone(shape);
}

void PadOp::build(OpBuilder &builder, OperationState &state, Value source,
                  ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high,
                  Attribute value) {
  SmallVector<int64_t> staticLow, staticHigh;
  SmallVector<Value> dynamicLow, dynamicHigh;
  dispatchIndexOpFoldResults(low, dynamicLow, staticLow);
  dispatchIndexOpFoldResults(high, dynamicHigh, staticHigh);
  build(builder, state,
        inferType(cast<RankedTensorType>(source.getType()), staticLow,
                  staticHigh),
        source, dynamicLow, dynamicHigh, staticLow, staticHigh, value);
}

/// Checks a mixed list of indices: one entry per dim, static ones at least 0,
/// and one run-time value per dynamic entry.
static LogicalResult verifyIndexList(Operation *op, StringRef name,
                                     ArrayRef<int64_t> staticValues,
                                     size_t numDynamic, int64_t rank) {
  if (static_cast<int64_t>(staticValues.size()) != rank)
    return op->emitOpError()
           << "requires " << rank << " " << name << " for its source, found "
           << staticValues.size();
  if (llvm::count_if(staticValues, ShapedType::isDynamic) !=
      static_cast<int64_t>(numDynamic))
    return op->emitOpError() << "requires as many run-time " << name
                             << " as are dynamic, found " << numDynamic;
  for (int64_t value : staticValues)
    if (!ShapedType::isDynamic(value) && value < 0)
      return op->emitOpError()
             << "requires " << name << " of at least 0, found " << value;
  return success();
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  auto source = dyn_cast<RankedTensorType>(adaptor.getSource().getType());
  size_t rank = source ? source.getRank() : 0;
  if (!source || adaptor.getStaticLow().size() != rank ||
      adaptor.getStaticHigh().size() != rank)
    return failure();
  types.push_back(
      inferType(source, adaptor.getStaticLow(), adaptor.getStaticHigh()));
  return success();
}

LogicalResult PadOp::verify() {
  RankedTensorType source = getSource().getType();
  if (failed(verifyIndexList(*this, "low widths", getStaticLow(),
                             getLow().size(), source.getRank())) ||
      failed(verifyIndexList(*this, "high widths", getStaticHigh(),
                             getHigh().size(), source.getRank())))
    return failure();
  if (!isElementOf(getValue(), source.getElementType()))
    return emitOpError() << "requires a value of type "
                         << source.getElementType() << " or poison, found "
                         << getValue();
  for (auto [dim, size, low, high] :
       llvm::enumerate(source.getShape(), getStaticLow(), getStaticHigh()))
    if (llvm::none_of(ArrayRef{size, low, high}, ShapedType::isDynamic) &&
        !getPaddedSize(size, low, high))
      return emitOpError() << "requires a size below 2^63 in dim " << dim
                           << ", found " << low << " + " << size << " + "
                           << high;
  return verifyResult(*this, inferType(source, getStaticLow(), getStaticHigh()),
                      getResult().getType());
}

LogicalResult PadOp::reifyResultShapes(OpBuilder &builder,
                                       ReifiedRankedShapedTypeDims &shapes) {
  AffineExpr sum = builder.getAffineSymbolExpr(0) +
                   builder.getAffineSymbolExpr(1) +
                   builder.getAffineSymbolExpr(2);
  SmallVector<OpFoldResult> sizes, low = getMixedLow(), high = getMixedHigh();
  for (auto [dim, size] : llvm::enumerate(getResult().getType().getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(builder.getIndexAttr(size));
      continue;
    }
    OpFoldResult sourceSize =
        tensor::getMixedSize(builder, getLoc(), getSource(), dim);
    OpFoldResult padded = affine::makeComposedFoldedAffineApply(
        builder, getLoc(), sum, {sourceSize, low[dim], high[dim]});
    sizes.push_back(getValueOrCreateConstantIndexOp(builder, getLoc(), padded));
  }
  shapes.push_back(std::move(sizes));
  return success();
}

void PadOp::populateBoundsForShapedValueDim(
    Value value, int64_t dim, ValueBoundsConstraintSet &constraints) {
  constraints.bound(value)[dim] == constraints.getExpr(getSource(), dim) +
                                       constraints.getExpr(getMixedLow()[dim]) +
                                       constraints.getExpr(getMixedHigh()[dim]);
}

//===----------------------------------------------------------------------===//
// CropOp
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> CropOp::getMixedOffsets() {
  return getMixedValues(getStaticOffsets(), getOffsets(), getContext());
}
SmallVector<OpFoldResult> CropOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

void CropOp::build(OpBuilder &builder, OperationState &state, Value source,
                   ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                   Attribute cropped) {
  SmallVector<int64_t> staticOffsets, staticSizes;
  SmallVector<Value> dynamicOffsets, dynamicSizes;
  dispatchIndexOpFoldResults(offsets, dynamicOffsets, staticOffsets);
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  build(builder, state,
        cast<RankedTensorType>(source.getType()).clone(staticSizes), source,
        dynamicOffsets, dynamicSizes, staticOffsets, staticSizes, cropped);
}

LogicalResult CropOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  auto source = dyn_cast<RankedTensorType>(adaptor.getSource().getType());
  if (!source)
    return failure();
  types.push_back(source.clone(adaptor.getStaticSizes()));
  return success();
}

/// Returns a static offset or size, which is at least 0; 0 for a dynamic one.
/// The sum of two of them does not overflow.
static uint64_t orZero(int64_t entry) {
  return ShapedType::isDynamic(entry) ? 0 : entry;
}

std::optional<int64_t> CropOp::findDimOutOfBounds(RankedTensorType source,
                                                  ArrayRef<int64_t> offsets,
                                                  ArrayRef<int64_t> sizes) {
  // Dynamic entries are negative, too.
  auto isNegative = [](int64_t entry) {
    return entry < 0 && !ShapedType::isDynamic(entry);
  };
  for (auto [dim, extent, offset, size] :
       llvm::enumerate(source.getShape(), offsets, sizes))
    if (isNegative(offset) || isNegative(size) ||
        (!ShapedType::isDynamic(extent) &&
         orZero(offset) + orZero(size) > static_cast<uint64_t>(extent)))
      return dim;
  return std::nullopt;
}

LogicalResult CropOp::verify() {
  RankedTensorType source = getSource().getType();
  if (failed(verifyIndexList(*this, "offsets", getStaticOffsets(),
                             getOffsets().size(), source.getRank())) ||
      failed(verifyIndexList(*this, "sizes", getStaticSizes(),
                             getSizes().size(), source.getRank())))
    return failure();
  if (std::optional<int64_t> dim =
          findDimOutOfBounds(source, getStaticOffsets(), getStaticSizes()))
    return emitOpError() << "requires the box to end within "
                         << source.getDimSize(*dim) << " in dim " << *dim
                         << ", found an end of "
                         << orZero(getStaticOffsets()[*dim]) +
                                orZero(getStaticSizes()[*dim]);
  if (getCropped() && !isElementOf(*getCropped(), source.getElementType()))
    return emitOpError() << "requires a cropped value of type "
                         << source.getElementType() << " or poison, found "
                         << *getCropped();
  return verifyResult(*this, source.clone(getStaticSizes()),
                      getResult().getType());
}

LogicalResult CropOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(getMixedSizes());
  return success();
}

void CropOp::populateBoundsForShapedValueDim(
    Value value, int64_t dim, ValueBoundsConstraintSet &constraints) {
  constraints.bound(value)[dim] == constraints.getExpr(getMixedSizes()[dim]);
}

//===----------------------------------------------------------------------===//
// ConstraintOp
//===----------------------------------------------------------------------===//

LogicalResult ConstraintOp::inferReturnTypes(MLIRContext *,
                                             std::optional<Location>,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &types) {
  types.push_back(adaptor.getSource().getType());
  return success();
}

LogicalResult ConstraintOp::verify() {
  RankedTensorType type = getSource().getType();
  if (getBorder() && getPreferred())
    return emitOpError("requires a border or a preference, found both");
  if (!getPreferred())
    return verifyResult(*this, type, getResult().getType());
  if (!(getPrice().convertToDouble() >= 0) || !getPrice().isFinite())
    return emitOpError() << "requires a price of at least 0, found "
                         << getPriceAttr();
  EdgeLayoutAttr preferred = *getPreferred();
  if (!preferred.isAsItStands() &&
      preferred.getMap().getNumDims() != type.getRank())
    return emitOpError() << "requires a map of " << type.getRank()
                         << " dims for its source, found "
                         << preferred.getMap().getNumDims();
  return verifyResult(*this, type, getResult().getType());
}

LogicalResult
ConstraintOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(tensor::getMixedSizes(builder, getLoc(), getSource()));
  return success();
}

void ConstraintOp::populateBoundsForShapedValueDim(
    Value value, int64_t dim, ValueBoundsConstraintSet &constraints) {
  constraints.bound(value)[dim] == constraints.getExpr(getSource(), dim);
}

bool ConstraintOp::isMet() {
  if (!getPreferred() || getPreferred()->isAsItStands())
    return true;
  return !getPreferred()->hasPadding() &&
         isProved(getPreferred()->getIndexMap().isRowMajorReshape(
             getSource().getType().getShape()));
}

std::optional<MixedRadix> ConstraintOp::getPreferredDigits() {
  SmallVector<int64_t> shape(getSource().getType().getShape());
  EdgeLayoutAttr preferred = getPreferredAttr();
  if (preferred.isAsItStands())
    return concat(getIdentityDigits(shape));
  for (auto [size, width] : llvm::zip(shape, preferred.getPad()))
    if (ShapedType::isStatic(size))
      size += width;
  std::optional<MixedRadixMap> digits =
      preferred.getIndexMap().getDigits(shape);
  return digits ? std::optional(concat(*digits)) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// AdaptOp
//===----------------------------------------------------------------------===//

LogicalResult AdaptOp::verify() {
  Type from = getSource().getType().getElementType(),
       to = getResult().getType().getElementType();
  if (from != to)
    return emitOpError() << "requires a result with elements of type " << from
                         << ", found " << to;
  return success();
}

//===----------------------------------------------------------------------===//
// ReindexOp
//===----------------------------------------------------------------------===//

LogicalResult ReindexOp::verify() {
  MemRefType source = getSource().getType(), result = getResult().getType();
  if (!source.getLayout().isIdentity())
    return emitOpError() << "requires a source in row-major order, found "
                         << source;
  auto layout = dyn_cast<IndexMapAttr>(result.getLayout());
  if (!layout)
    return emitOpError() << "requires a result whose layout is an index map, "
                            "found "
                         << result;
  std::optional<SmallVector<int64_t>> shape =
      layout.getIndexMap().getPhysicalShape(result.getShape());
  auto expected = MemRefType::get(
      shape.value_or(SmallVector<int64_t>()), result.getElementType(),
      MemRefLayoutAttrInterface(), result.getMemorySpace());
  if (!shape || expected != source)
    return emitOpError() << "requires a result that spans its source, "
                         << source << ", found one that spans " << expected;
  return success();
}
