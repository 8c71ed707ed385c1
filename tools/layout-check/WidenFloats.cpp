//===- WidenFloats.cpp - Programs without the rounding of narrow floats ---===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenFloats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"

namespace mlir::layout::execution {

static bool isNarrow(Type type) { return type.isF16() || type.isBF16(); }

/// Converts a number to f32.
static APFloat widen(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

/// The elements of a constant, also of one in a resource; null if the resource
/// is missing.
static DenseElementsAttr readElements(ElementsAttr attribute) {
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute))
    return dense;
  auto resource = dyn_cast<DenseResourceElementsAttr>(attribute);
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  bool isSplat = false;
  if (!blob || !DenseElementsAttr::isValidRawBuffer(resource.getShapedType(),
                                                    blob->getData(), isSplat))
    return nullptr;
  return DenseElementsAttr::getFromRawBuffer(resource.getShapedType(),
                                             blob->getData());
}

static AttrTypeReplacer createReplacer() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](FloatType type) -> std::optional<Type> {
    if (!isNarrow(type))
      return std::nullopt;
    return Float32Type::get(type.getContext());
  });
  replacer.addReplacement([](FloatAttr number) -> std::optional<Attribute> {
    if (!isNarrow(number.getType()))
      return std::nullopt;
    return FloatAttr::get(Float32Type::get(number.getContext()),
                          widen(number.getValue()));
  });
  replacer.addReplacement(
      [](ElementsAttr elements)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        Type type = elements.getElementType();
        DenseElementsAttr dense =
            isNarrow(type) ? readElements(elements) : nullptr;
        if (!dense)
          return std::nullopt;
        auto wide = dense.mapValues(
            Float32Type::get(type.getContext()),
            [](const APFloat &value) { return widen(value).bitcastToAPInt(); });
        return std::pair<Attribute, WalkResult>(wide, WalkResult::skip());
      });
  return replacer;
}

Type widenType(Type type) { return createReplacer().replace(type); }

OwningOpRef<ModuleOp> widenFloats(ModuleOp module) {
  OwningOpRef<ModuleOp> wide = module.clone();
  createReplacer().recursivelyReplaceElementsIn(*wide, /*replaceAttrs=*/true,
                                                /*replaceLocs=*/false,
                                                /*replaceTypes=*/true);
  auto isNarrowed = [](Type type) {
    return isNarrow(getElementTypeOrSelf(type));
  };
  bool isChanged = module
                       .walk([&](Operation *op) {
                         return llvm::any_of(op->getResultTypes(), isNarrowed)
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
  // Conversions that have become none.
  wide->walk([](Operation *op) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op) ||
        op->getOperand(0).getType() != op->getResult(0).getType())
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
  // A program that reads the bits of numbers does not verify now.
  ScopedDiagnosticHandler silent(module.getContext(),
                                 [](Diagnostic &) { return success(); });
  if (!isChanged || failed(verify(*wide)))
    return nullptr;
  return wide;
}

} // namespace mlir::layout::execution
