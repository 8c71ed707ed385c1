//===- BufferAnnotations.cpp - Layouts required of buffers ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferAnnotations.h"
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
  if (TensorLayoutAttrInterface layout = getLayoutOf(type)) {
    llvm::Expected<IndexMap> map =
        getCheckedMap(layout, type.getShape(), type.getElementType());
    if (map)
      return *map;
    llvm::consumeError(map.takeError());
    return std::nullopt;
  }
  if (!type.getLayout().isIdentity())
    return std::nullopt;
  return IndexMap(
      AffineMap::getMultiDimIdentityMap(type.getRank(), type.getContext()));
}

/// Returns the map of one of the transforms of a buffer of type `type`, behind
/// those that `map` composes.
static FailureOr<IndexMap>
getTransform(Attribute entry, const IndexMap &map, MemRefType type,
             llvm::function_ref<InFlightDiagnostic()> emitError) {
  if (auto transform = dyn_cast<IndexMapAttr>(entry))
    return transform.getIndexMap();
  auto layout = dyn_cast<TensorLayoutAttrInterface>(entry);
  if (!layout)
    return emitError() << "requires 'layout.buffer_transforms' to hold "
                          "#layout.index_map, found "
                       << entry;
  std::optional<SmallVector<int64_t>> shape =
      map.getPhysicalShape(type.getShape());
  if (!shape)
    return emitError() << "requires a known shape for " << entry
                       << ", found that of " << IndexMapAttr::get(map);
  llvm::Expected<IndexMap> next =
      getCheckedMap(layout, *shape, type.getElementType());
  if (!next)
    return emitError() << llvm::toString(next.takeError());
  return *next;
}

FailureOr<IndexMap>
layout::appendTransform(Attribute entry, const IndexMap &map, MemRefType type,
                        llvm::function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<IndexMap> transform = getTransform(entry, map, type, emitError);
  if (failed(transform))
    return failure();
  const IndexMap &next = *transform;
  if (next.getNumDims() == 0 && next.getNumResults() == 0)
    return map;
  if (next.getNumDims() != map.getNumResults())
    return emitError() << "requires a buffer transform of "
                       << map.getNumResults() << " dims, found "
                       << next.getNumDims();
  if (!map.getSeparators().empty())
    return emitError() << "requires groups in the last buffer transform only, "
                          "found "
                       << entry << " after " << IndexMapAttr::get(map);
  return next.compose(map, type.getShape());
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
    FailureOr<IndexMap> next = appendTransform(entry, *map, type, emitError);
    if (failed(next))
      return failure();
    map = *next;
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
          IndexMap::getError(affine, groups.asArrayRef(), map->getBox()))
    return emitError() << *error;
  if (!map->getSeparators().empty() &&
      map->getSeparators() != groups.asArrayRef())
    return emitError()
           << "requires 'layout.axis_separators' to be those of the "
              "layout, "
           << IndexMapAttr::get(*map) << ", found " << separators;
  return IndexMap(affine, groups.asArrayRef(), map->getBox());
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

/// Checks that the value of the padding, if there is one, is an element.
static LogicalResult verifyPadValue(Operation *op, Attribute value,
                                    MemRefType type) {
  if (!value || getPadValue(value, type.getElementType()))
    return success();
  return op->emitOpError() << "requires 'layout.pad_value' to be of type "
                           << type.getElementType() << ", found " << value;
}

LogicalResult layout::verifyBufferAnnotation(Operation *op,
                                             NamedAttribute attribute) {
  MemRefType type = getAnnotatedType(op);
  if (!type)
    return op->emitOpError() << "requires to be a buffer for '"
                             << attribute.getName().getValue() << "'";
  if (attribute.getName() == LayoutDialect::kPadValue)
    return verifyPadValue(op, attribute.getValue(), type);
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
  if (failed(verifyPadValue(op, annotations.get(LayoutDialect::kPadValue),
                            buffer)))
    return failure();
  return verifyAnnotations(buffer, annotations,
                           [&] { return op->emitOpError(); });
}
