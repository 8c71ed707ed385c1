//===- BufferAnnotations.h - Layouts required of buffers --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of an allocation, a global or a function argument require a layout
// of a plain memref (as RFC 39 of TVM does):
//
//   layout.buffer_transforms = [#layout.index_map<…>, …]   applied in order
//   layout.axis_separators = array<i64: …>   the physical dims that begin a
//                                            group, except the first group
//   layout.pad_value = 0.0 : f32             value of the padding; arbitrary if
//                                            absent
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_BUFFERANNOTATIONS_H
#define LAYOUT_LIB_DIALECT_BUFFERANNOTATIONS_H

#include "layout/Dialect/LayoutAttributes.h"

namespace mlir::layout {

/// Whether `name` is one of the attributes above.
bool isBufferAnnotation(StringRef name);

/// Returns the type of the buffer that an allocation or a global creates; null
/// for other ops.
MemRefType getAnnotatedType(Operation *op);

/// Returns the layout of a memref type as an index map; nothing if the layout
/// is of another kind (TensorLayoutInterface.h).
std::optional<IndexMap> getLayoutMap(MemRefType type);

/// Returns the map of a buffer of type `type` to which `entry`, a transform, is
/// applied after those that `map` composes. A transform without dims is the
/// identity. Fails with a diagnostic if it does not fit.
FailureOr<IndexMap>
appendTransform(Attribute entry, const IndexMap &map, MemRefType type,
                llvm::function_ref<InFlightDiagnostic()> emitError);

/// Returns the map from logical to physical indices that `annotations` require
/// of a buffer of type `type`: the layout of the type, followed by the
/// transforms. A transform without dims is the identity. Fails with a
/// diagnostic if the transforms do not fit.
FailureOr<IndexMap>
getAnnotatedMap(MemRefType type, DictionaryAttr annotations,
                llvm::function_ref<InFlightDiagnostic()> emitError);

/// Checks an annotation of an allocation or a global.
LogicalResult verifyBufferAnnotation(Operation *op, NamedAttribute attribute);
/// Checks the annotations of an argument of `op`, of type `type`.
LogicalResult verifyBufferAnnotation(Operation *op, Type type,
                                     DictionaryAttr annotations);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_BUFFERANNOTATIONS_H
