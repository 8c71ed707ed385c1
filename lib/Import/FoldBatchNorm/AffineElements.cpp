//===- AffineElements.cpp - Elements as functions of another --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineElements.h"
#include "OpModels/RoundedFolding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;
using namespace mlir::layout;
using llvm::APFloat;
using llvm::SmallBitVector;

constexpr APFloat::roundingMode kNearest = APFloat::rmNearestTiesToEven;

//===----------------------------------------------------------------------===//
// FloatConstant
//===----------------------------------------------------------------------===//

template <typename Number>
static double readAs(const char *data) {
  Number number;
  std::memcpy(&number, data, sizeof(number));
  return number;
}

std::optional<FloatConstant> FloatConstant::get(Value value) {
  ElementsAttr constant;
  FloatConstant found;
  found.type = dyn_cast<RankedTensorType>(value.getType());
  if (!found.type || !isa<FloatType>(found.type.getElementType()) ||
      found.type.getElementTypeBitWidth() % 8 != 0 ||
      found.type.getElementTypeBitWidth() > 64 ||
      !matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  if (auto dense = dyn_cast<DenseElementsAttr>(constant)) {
    found.bytes = dense.getRawData();
    found.splat = dense.isSplat();
    return found;
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  const AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob)
    return std::nullopt;
  found.bytes = blob->getData();
  int64_t size = found.type.getElementTypeBitWidth() / 8;
  if (static_cast<int64_t>(found.bytes.size()) !=
      found.type.getNumElements() * size)
    return std::nullopt;
  return found;
}

double FloatConstant::getElement(int64_t position) const {
  auto element = cast<FloatType>(type.getElementType());
  unsigned size = element.getWidth() / 8;
  const char *data = bytes.data() + (splat ? 0 : position * size);
  if (element.isF32())
    return readAs<float>(data);
  if (element.isF64())
    return readAs<double>(data);
  llvm::APInt bits(element.getWidth(), 0);
  llvm::LoadIntFromMemory(bits, reinterpret_cast<const uint8_t *>(data), size);
  return APFloat(element.getFloatSemantics(), bits).convertToDouble();
}

double FloatConstant::getElement(ArrayRef<int64_t> index) const {
  int64_t position = 0;
  for (auto [extent, at] : llvm::zip_equal(type.getShape(), index))
    position = position * extent + at;
  return getElement(position);
}

//===----------------------------------------------------------------------===//
// Ops on numbers
//===----------------------------------------------------------------------===//

static std::optional<APFloat> getFloat(const KnownValue &value) {
  if (auto constant = dyn_cast_or_null<FloatAttr>(value.constant))
    return constant.getValue();
  return std::nullopt;
}

static KnownValue add(KnownValue a, KnownValue b, bool negate) {
  std::optional<APFloat> first = getFloat(a), second = getFloat(b);
  auto addTo = [](APFloat &sum, const APFloat &other, bool subtract) {
    subtract ? sum.subtract(other, kNearest) : sum.add(other, kNearest);
  };
  if (a.function && b.function) {
    addTo(a.function->scale, b.function->scale, negate);
    addTo(a.function->shift, b.function->shift, negate);
    return a;
  }
  if (a.function && second) {
    addTo(a.function->shift, *second, negate);
    return a;
  }
  if (!b.function || !first)
    return {};
  if (negate) {
    b.function->scale.changeSign();
    b.function->shift.changeSign();
  }
  b.function->shift.add(*first, kNearest);
  return b;
}

static KnownValue multiply(KnownValue a, KnownValue b, bool divide) {
  if (!divide && !a.function)
    std::swap(a, b);
  std::optional<APFloat> factor = getFloat(b);
  if (!a.function || !factor)
    return {};
  for (APFloat *number : {&a.function->scale, &a.function->shift})
    divide ? number->divide(*factor, kNearest)
           : number->multiply(*factor, kNearest);
  return a;
}

static KnownValue negate(KnownValue a) {
  if (!a.function)
    return {};
  a.function->scale.changeSign();
  a.function->shift.changeSign();
  return a;
}

/// Returns what is known of the result of an op on constants.
static KnownValue fold(Operation *op, ArrayRef<KnownValue> operands) {
  SmallVector<Attribute> constants;
  for (const KnownValue &operand : operands)
    constants.push_back(operand.constant);
  if (Attribute rounded = foldRounded(op, constants[0]))
    return {rounded};
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(constants, results)) || results.size() != 1)
    return {};
  if (auto value = dyn_cast<Value>(results.front())) {
    auto same = llvm::find(op->getOperands(), value);
    return operands[std::distance(op->operand_begin(), same)];
  }
  return {cast<Attribute>(results.front())};
}

/// Returns what is known of the result of an op with one result.
static KnownValue evaluate(Operation *op, ArrayRef<KnownValue> operands) {
  if (!llvm::all_of(operands, [](const KnownValue &known) {
        return static_cast<bool>(known);
      }))
    return {};
  if (llvm::none_of(operands,
                    [](const KnownValue &known) { return known.function; }))
    return operands.empty() ? KnownValue() : fold(op, operands);
  return llvm::TypeSwitch<Operation *, KnownValue>(op)
      .Case<arith::AddFOp, arith::SubFOp>([&](auto) {
        return add(operands[0], operands[1], isa<arith::SubFOp>(op));
      })
      .Case<arith::MulFOp, arith::DivFOp>([&](auto) {
        return multiply(operands[0], operands[1], isa<arith::DivFOp>(op));
      })
      .Case([&](arith::NegFOp) { return negate(operands[0]); })
      .Default(KnownValue());
}

//===----------------------------------------------------------------------===//
// AffineElements
//===----------------------------------------------------------------------===//

bool AffineElements::isElementwise(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumLoops() == op.getNumParallelLoops() &&
         llvm::all_of(
             op.getIndexingMapsArray(),
             [](AffineMap map) { return map.isProjectedPermutation(); }) &&
         op.getIndexingMapsArray().back().isPermutation();
}

/// Returns the elementwise op that computes `tensor`, or null.
static linalg::LinalgOp getProducer(Value tensor) {
  auto op = tensor.getDefiningOp<linalg::LinalgOp>();
  return op && AffineElements::isElementwise(op) ? op : nullptr;
}

static SmallVector<int64_t> permute(AffineMap map, ArrayRef<int64_t> point) {
  return llvm::map_to_vector(llvm::seq(map.getNumResults()), [&](unsigned i) {
    return point[map.getDimPosition(i)];
  });
}

KnownValue AffineElements::getElement(Value tensor, ArrayRef<int64_t> index) {
  if (!isa<RankedTensorType>(tensor.getType())) {
    Attribute scalar;
    matchPattern(tensor, m_Constant(&scalar));
    return {scalar};
  }
  if (tensor == source->getResult(0)) {
    KnownValue start = getElement(source.getDpsInits()[0], index);
    std::optional<APFloat> shift = getFloat(start);
    if (!shift)
      return {};
    return {{}, AffineFunction{APFloat(shift->getSemantics(), 1), *shift}};
  }
  if (std::optional<FloatConstant> constant = FloatConstant::get(tensor))
    return {FloatAttr::get(constant->getType().getElementType(),
                           constant->getElement(index))};
  linalg::LinalgOp op = getProducer(tensor);
  if (!op)
    return {};
  AffineMap inverse = inversePermutation(op.getIndexingMapsArray().back());
  return getBody(op, permute(inverse, index))
      .lookup(op.getBlock()->getTerminator()->getOperand(0));
}

llvm::DenseMap<Value, KnownValue>
AffineElements::getBody(linalg::LinalgOp op, ArrayRef<int64_t> point) {
  llvm::DenseMap<Value, KnownValue> values;
  for (OpOperand &operand : op->getOpOperands())
    if (Value element = op.getMatchingBlockArgument(&operand);
        !element.use_empty())
      values[element] = getElement(
          operand.get(), permute(op.getMatchingIndexingMap(&operand), point));
  for (Operation &inner : op.getBlock()->without_terminator()) {
    SmallVector<KnownValue> operands;
    for (Value operand : inner.getOperands()) {
      auto [known, isNew] = values.try_emplace(operand);
      if (isNew)
        matchPattern(operand, m_Constant(&known->second.constant));
      operands.push_back(known->second);
    }
    if (inner.getNumResults() == 1 && inner.getNumRegions() == 0 &&
        !operands.empty())
      values[inner.getResult(0)] = evaluate(&inner, operands);
  }
  return values;
}

SmallBitVector AffineElements::getDims(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  SmallBitVector dims(type ? type.getRank() : 0);
  if (tensor == source->getResult(0))
    return getDims(source.getDpsInits()[0]);
  if (std::optional<FloatConstant> constant = FloatConstant::get(tensor))
    return constant->isSplat() ? dims : dims.flip();
  if (linalg::LinalgOp op = getProducer(tensor)) {
    SmallBitVector loops = getLoops(op);
    AffineMap result = op.getIndexingMapsArray().back();
    for (unsigned dim : llvm::seq(result.getNumResults()))
      dims[dim] = loops[result.getDimPosition(dim)];
  }
  return dims;
}

SmallBitVector AffineElements::getLoops(linalg::LinalgOp op) {
  SmallBitVector loops(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    if (op.getMatchingBlockArgument(&operand).use_empty())
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    SmallBitVector dims = getDims(operand.get());
    for (unsigned dim : dims.set_bits())
      loops.set(map.getDimPosition(dim));
  }
  return loops;
}
