//===- BufferAnnotations.cpp - Layouts required of buffers ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/IR/BufferAnnotations.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isBufferAnnotation(StringRef name) {
  return name == LayoutDialect::kBufferTransforms ||
         name == LayoutDialect::kAxisSeparators ||
         name == LayoutDialect::kPadValue;
}

MemRefType layout::getAnnotatedType(Operation *op) {
  // An allocation may have another result, an async token.
  auto buffers =
      llvm::make_filter_range(op->getResultTypes(), llvm::IsaPred<MemRefType>);
  if (llvm::hasSingleElement(buffers))
    return cast<MemRefType>(*buffers.begin());
  auto type = op->getAttrOfType<TypeAttr>("type");
  return isa<SymbolOpInterface>(op) && type
             ? dyn_cast<MemRefType>(type.getValue())
             : MemRefType();
}

std::optional<IndexMap> layout::getLayoutMap(MemRefType type) {
  if (auto layout = dyn_cast<IndexMapAttr>(type.getLayout()))
    return layout.getIndexMap();
  if (!type.getLayout().isIdentity())
    return std::nullopt;
  return IndexMap(
      AffineMap::getMultiDimIdentityMap(type.getRank(), type.getContext()));
}

FailureOr<IndexMap>
layout::getAnnotatedMap(MemRefType type, DictionaryAttr annotations,
                        llvm::function_ref<InFlightDiagnostic()> emitError) {
  std::optional<IndexMap> map = getLayoutMap(type);
  if (!map)
    return emitError() << "requires a memref whose layout is an index map, "
                          "found "
                       << type;
  Attribute transforms = annotations.get(LayoutDialect::kBufferTransforms);
  auto list = dyn_cast_or_null<ArrayAttr>(transforms);
  if (transforms && !list)
    return emitError() << "requires 'layout.buffer_transforms' to be an array "
                          "of #layout.index_map, found "
                       << transforms;
  for (Attribute entry : list ? list.getValue() : ArrayRef<Attribute>()) {
    auto transform = dyn_cast<IndexMapAttr>(entry);
    if (!transform)
      return emitError() << "requires 'layout.buffer_transforms' to hold "
                            "#layout.index_map, found "
                         << entry;
    IndexMap next = transform.getIndexMap();
    if (next.getNumDims() == 0 && next.getNumResults() == 0)
      continue;
    if (next.getNumDims() != map->getNumResults())
      return emitError() << "requires a buffer transform of "
                         << map->getNumResults() << " dims, found "
                         << next.getNumDims();
    map = next.compose(*map, type.getShape());
  }
  Attribute separators = annotations.get(LayoutDialect::kAxisSeparators);
  if (!separators)
    return *map;
  auto groups = dyn_cast<DenseI64ArrayAttr>(separators);
  if (!groups)
    return emitError() << "requires 'layout.axis_separators' to be an array of "
                          "i64, found "
                       << separators;
  AffineMap affine = map->getAffineMap();
  if (std::optional<std::string> error =
          IndexMap::getError(affine, groups.asArrayRef()))
    return emitError() << *error;
  return IndexMap(affine, groups.asArrayRef());
}

/// Checks that the annotations are well-formed and require an injective map.
static LogicalResult
verifyAnnotations(MemRefType type, DictionaryAttr annotations,
                  llvm::function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<IndexMap> map = getAnnotatedMap(type, annotations, emitError);
  if (failed(map))
    return failure();
  return IndexMapAttr::get(*map).verifyLayout(type.getShape(), emitError);
}

LogicalResult layout::verifyBufferAnnotation(Operation *op,
                                             NamedAttribute attribute) {
  MemRefType type = getAnnotatedType(op);
  if (!type)
    return op->emitOpError() << "requires to be a buffer for '"
                             << attribute.getName().getValue() << "'";
  if (attribute.getName() == LayoutDialect::kPadValue) {
    auto value = dyn_cast<TypedAttr>(attribute.getValue());
    if (value && value.getType() == type.getElementType())
      return success();
    return op->emitOpError()
           << "requires 'layout.pad_value' to be of type "
           << type.getElementType() << ", found " << attribute.getValue();
  }
  return verifyAnnotations(type, op->getDiscardableAttrDictionary(),
                           [&] { return op->emitOpError(); });
}

LogicalResult layout::verifyBufferAnnotation(Operation *op, Type type,
                                             DictionaryAttr annotations) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer)
    return op->emitOpError()
           << "requires a memref for 'layout.buffer_transforms', found "
           << type;
  return verifyAnnotations(buffer, annotations,
                           [&] { return op->emitOpError(); });
}
