//===- HostInterface.cpp - What a caller passes and gets ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostInterface.h"

#include "layout/Algebra/IndexMap.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

namespace mlir::layout::execution {

//===----------------------------------------------------------------------===//
// layout.host
//===----------------------------------------------------------------------===//

/// Reads what a caller needs of a description of a value of type `type`.
/// Returns nothing if it describes no such value.
static std::optional<HostValue> readDescription(DictionaryAttr description,
                                                Type type) {
  auto logical = description.getAs<TypeAttr>("logical");
  auto map = description.getAs<StringAttr>("map");
  auto stored = dyn_cast<RankedTensorType>(type);
  auto host = logical ? dyn_cast<RankedTensorType>(logical.getValue())
                      : RankedTensorType();
  if (!map || !stored || !host ||
      host.getElementType() != stored.getElementType())
    return std::nullopt;
  MLIRContext *context = type.getContext();
  // It says nothing where it fails: the caller of this does.
  ScopedDiagnosticHandler silent(context,
                                 [](Diagnostic &) { return success(); });
  auto parsed = dyn_cast_or_null<AffineMapAttr>(
      parseAttribute(("affine_map<" + map.getValue() + ">").str(), context));
  if (!parsed || parsed.getValue().getNumSymbols() != 0 ||
      parsed.getValue().getNumDims() != host.getRank() ||
      parsed.getValue().getNumResults() != stored.getRank())
    return std::nullopt;
  return HostValue{host, StoredTensor{parsed.getValue(), stored,
                                      description.get("padding")}};
}

/// Reads the value of an argument or a result.
static FailureOr<HostValue> readValue(func::FuncOp entry, Attribute description,
                                      Type type, StringRef what,
                                      unsigned number) {
  auto entries = dyn_cast_or_null<DictionaryAttr>(description);
  // A caller passes on weights, and values that a function has prepared.
  bool isPrepared =
      entries && (entries.contains("argument") || entries.contains("global") ||
                  entries.contains("weight"));
  if (!description || isPrepared)
    return HostValue{type, std::nullopt};
  if (entries)
    if (std::optional<HostValue> value = readDescription(entries, type))
      return *value;
  return entry.emitError("requires 'layout.host' of ")
         << what << " " << number << " to describe a tensor of type " << type
         << ", found " << description;
}

/// Reads the contents of an argument that the file of weights has.
static FailureOr<std::shared_ptr<HostTensor>>
readWeight(func::FuncOp entry, unsigned number, DictionaryAttr description,
           StringRef path) {
  auto type = cast<RankedTensorType>(entry.getArgumentTypes()[number]);
  auto fail = [&](const llvm::Twine &found) {
    return entry.emitError("requires a file with the weight that is argument ")
           << number << ", found " << found.str();
  };
  auto offset = description.getAs<IntegerAttr>("weight_offset");
  if (!offset || !type.hasStaticShape() || !elementBytes(type.getElementType()))
    return fail("no offset in 'layout.host'");
  auto tensor = std::make_shared<HostTensor>(
      HostTensor::allocate(type.getElementType(), type.getShape()));
  size_t size = tensor->numBytes();
  // A mapping of more than the file would read zeros behind its end.
  uint64_t fileSize;
  if (std::error_code error = llvm::sys::fs::file_size(path, fileSize))
    return fail(path + ": " + error.message());
  if (offset.getInt() < 0 || offset.getInt() + size > fileSize)
    return fail(path + " of fewer bytes");
  auto file = llvm::MemoryBuffer::getFileSlice(path, size, offset.getInt());
  if (!file)
    return fail(path + ": " + file.getError().message());
  std::memcpy(tensor->bytes(), (*file)->getBufferStart(), size);
  return tensor;
}

FailureOr<HostInterface> HostInterface::create(func::FuncOp entry,
                                               StringRef weights) {
  HostInterface interface;
  StringRef name = LayoutDialect::kHost;
  for (auto [number, type] : llvm::enumerate(entry.getArgumentTypes())) {
    Attribute description = entry.getArgAttr(number, name);
    auto entries = dyn_cast_or_null<DictionaryAttr>(description);
    Argument &argument = interface.arguments.emplace_back();
    bool isWeight = entries && entries.contains("weight");
    if (isWeight && !weights.empty()) {
      auto weight = readWeight(entry, number, entries, weights);
      if (failed(weight))
        return failure();
      argument.weight = std::move(*weight);
      continue;
    }
    auto value = readValue(entry, description, type, "argument", number);
    if (failed(value))
      return failure();
    static_cast<HostValue &>(argument) = *value;
  }
  for (auto [number, type] : llvm::enumerate(entry.getResultTypes())) {
    auto value = readValue(entry, entry.getResultAttr(number, name), type,
                           "result", number);
    if (failed(value))
      return failure();
    interface.results.push_back(*value);
  }
  return interface;
}

SmallVector<Type> HostInterface::getArgumentTypes() const {
  SmallVector<Type> types;
  for (const Argument &argument : arguments)
    if (!argument.weight)
      types.push_back(argument.type);
  return types;
}

SmallVector<Type> HostInterface::getResultTypes() const {
  return llvm::map_to_vector(results,
                             [](const HostValue &value) { return value.type; });
}

std::vector<OutputInfo> HostInterface::getOutputs() const {
  return outputsOf(getArgumentTypes(), getResultTypes());
}

static LogicalResult checkTypes(func::FuncOp a, TypeRange typesA,
                                func::FuncOp b, TypeRange typesB,
                                StringRef what) {
  if (typesA.size() != typesB.size()) {
    InFlightDiagnostic error = b.emitError("signatures differ: @")
                               << b.getName() << " has " << typesB.size() << " "
                               << what << "s, expected " << typesA.size();
    error.attachNote(a.getLoc()) << "as in this function";
    return error;
  }
  for (auto [index, typeA, typeB] : llvm::enumerate(typesA, typesB)) {
    if (typeA != typeB) {
      InFlightDiagnostic error = b.emitError("signatures differ: ")
                                 << what << " " << index << " of @"
                                 << b.getName() << " has type " << typeB
                                 << ", expected " << typeA;
      error.attachNote(a.getLoc()) << "as in this function";
      return error;
    }
    if (!isPassable(typeA))
      return a.emitError("cannot pass ")
             << what << " " << index << " of type " << typeA
             << ": expected a scalar or a ranked tensor or memref of integers "
                "up to 64 bits, index, f16, bf16, f32, f64 or complex";
  }
  return success();
}

LogicalResult checkSignatures(func::FuncOp a, const HostInterface &ofA,
                              func::FuncOp b, const HostInterface &ofB) {
  if (failed(checkTypes(a, ofA.getArgumentTypes(), b, ofB.getArgumentTypes(),
                        "argument")) ||
      failed(checkTypes(a, ofA.getResultTypes(), b, ofB.getResultTypes(),
                        "result")))
    return failure();
  if (ofA.getOutputs().empty())
    return a.emitError("requires results, found none of @") << a.getName();
  return success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The value of an expression of dims.
static int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = evaluate(binary.getLHS(), dims),
          b = evaluate(binary.getRHS(), dims);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(a, b);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(a, b);
  default:
    return a - llvm::divideFloorSigned(a, b) * b;
  }
}

/// Calls `visit` with the number of each element of a tensor of the host, in
/// row-major order, and the number of its place in a tensor of shape `places`.
static void forEachElement(AffineMap map, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> places,
                           llvm::function_ref<void(int64_t, int64_t)> visit) {
  SmallVector<int64_t> strides = computeStrides(places);
  SmallVector<int64_t> position(shape.size(), 0);
  for (int64_t element : llvm::seq(ShapedType::getNumElements(shape))) {
    int64_t place = 0;
    for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides))
      place += evaluate(expr, position) * stride;
    visit(element, place);
    for (size_t dim = shape.size(); dim-- > 0;) {
      if (++position[dim] < shape[dim])
        break;
      position[dim] = 0;
    }
  }
}

/// The bits of an element of a type that can be passed: those of `padding`. If
/// that is poison, they are bits that show where they are used.
static uint64_t getBits(Attribute padding, Type type) {
  if (auto number = dyn_cast_or_null<FloatAttr>(padding))
    return number.getValue().bitcastToAPInt().getZExtValue();
  if (auto number = dyn_cast_or_null<IntegerAttr>(padding))
    return number.getValue().getZExtValue();
  if (!isa_and_nonnull<ub::PoisonAttr>(padding))
    return 0;
  if (auto number = dyn_cast<FloatType>(type))
    return llvm::APFloat::getNaN(number.getFloatSemantics())
        .bitcastToAPInt()
        .getZExtValue();
  return type.isIntOrIndex()
             ? llvm::maskTrailingOnes<uint64_t>(integerWidth(type))
             : 0;
}

/// The shape of the places for a tensor of the host.
static SmallVector<int64_t> getPlaces(const StoredTensor &stored,
                                      ArrayRef<int64_t> shape) {
  if (stored.type.hasStaticShape())
    return SmallVector<int64_t>(stored.type.getShape());
  // Tensors with dynamic dims have no padding.
  std::optional<SmallVector<int64_t>> places =
      IndexMap(stored.map).getPhysicalShape(shape);
  return places.value_or(SmallVector<int64_t>(stored.type.getRank(), 0));
}

static HostTensor packTensor(const StoredTensor &stored,
                             const HostTensor &tensor) {
  HostTensor packed =
      HostTensor::allocate(tensor.elementType, getPlaces(stored, tensor.shape));
  size_t step = *elementBytes(tensor.elementType);
  uint64_t padding = getBits(stored.padding, tensor.elementType);
  for (int64_t place : llvm::seq(packed.numElements())) {
    std::memset(packed.bytes() + place * step, 0, step);
    std::memcpy(packed.bytes() + place * step, &padding,
                std::min(step, sizeof(padding)));
  }
  forEachElement(stored.map, tensor.shape, packed.shape,
                 [&](int64_t element, int64_t place) {
                   std::memcpy(packed.bytes() + place * step,
                               tensor.bytes() + element * step, step);
                 });
  return packed;
}

std::vector<HostTensor>
HostInterface::pack(std::vector<HostTensor> passed) const {
  std::vector<HostTensor> result;
  size_t next = 0;
  for (const Argument &argument : arguments) {
    if (argument.weight) {
      result.push_back(argument.weight->copy());
      continue;
    }
    HostTensor &tensor = passed[next++];
    result.push_back(argument.stored ? packTensor(*argument.stored, tensor)
                                     : std::move(tensor));
  }
  return result;
}

/// The shape of the tensor of the host, whose dynamic dims are found from the
/// shape of the places: that with the same number of them.
static SmallVector<int64_t> getHostShape(const HostValue &value,
                                         ArrayRef<int64_t> places) {
  SmallVector<int64_t> shape(cast<RankedTensorType>(value.type).getShape());
  const StoredTensor &stored = *value.stored;
  // A dim is one place, or made of the digits of several: its extent is the
  // product of theirs.
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(extent))
      continue;
    extent = 1;
    for (auto [expr, size] : llvm::zip_equal(stored.map.getResults(), places))
      if (expr.isFunctionOfDim(dim))
        extent *= size;
  }
  return shape;
}

/// Returns the first place that holds no element, and not what padding holds.
static std::optional<int64_t> findWrongPadding(const StoredTensor &stored,
                                               const HostTensor &packed,
                                               const llvm::BitVector &isUsed) {
  if (!stored.padding || isa<ub::PoisonAttr>(stored.padding) ||
      !packed.elementType.isIntOrIndexOrFloat())
    return std::nullopt;
  size_t step = *elementBytes(packed.elementType);
  uint64_t padding = getBits(stored.padding, packed.elementType);
  // Zeros are equal whatever their sign.
  uint64_t sign = isa<FloatType>(packed.elementType) && padding == 0
                      ? uint64_t(1) << (8 * step - 1)
                      : 0;
  for (int64_t place : llvm::seq(packed.numElements())) {
    uint64_t bits = 0;
    std::memcpy(&bits, packed.bytes() + place * step, step);
    if (!isUsed[place] && bits != padding && bits != (padding | sign))
      return place;
  }
  return std::nullopt;
}

/// Replaces the places of a result by its elements. Returns what is wrong with
/// the places that are padding, or an empty text.
static std::string unpackTensor(const HostValue &value, HostTensor &packed) {
  const StoredTensor &stored = *value.stored;
  HostTensor tensor = HostTensor::allocate(packed.elementType,
                                           getHostShape(value, packed.shape));
  size_t step = *elementBytes(packed.elementType);
  llvm::BitVector isUsed(packed.numElements());
  forEachElement(stored.map, tensor.shape, packed.shape,
                 [&](int64_t element, int64_t place) {
                   isUsed.set(place);
                   std::memcpy(tensor.bytes() + element * step,
                               packed.bytes() + place * step, step);
                 });
  std::string text;
  if (std::optional<int64_t> wrong = findWrongPadding(stored, packed, isUsed)) {
    llvm::raw_string_ostream os(text);
    os << "requires " << stored.padding << " as padding, found another number "
       << "at [";
    llvm::interleaveComma(delinearize(*wrong, computeStrides(packed.shape)),
                          os);
    os << "] of " << stored.type;
  }
  packed = std::move(tensor);
  return text;
}

std::string HostInterface::unpack(Outputs &outputs) const {
  std::string wrong;
  for (auto [number, value] : llvm::enumerate(results)) {
    if (!value.stored)
      continue;
    std::string found = unpackTensor(value, outputs[number]);
    if (!found.empty() && wrong.empty())
      wrong = "result " + std::to_string(number) + " " + found;
  }
  return wrong;
}

} // namespace mlir::layout::execution
