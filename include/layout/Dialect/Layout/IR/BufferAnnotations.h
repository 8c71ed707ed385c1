//===- BufferAnnotations.h - Layouts asked of buffers -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plain memref says how it is to lie by attributes of its allocation, its
// global or the function argument it is (RFC 39 of TVM):
//
//   layout.buffer_transforms = [#layout.index_map<…>, …]   applied in order
//   layout.axis_separators = array<i64: …>   of the physical dims: the first of
//                                            every group but the first
//   layout.pad_value = 0.0 : f32             what is to stand in padding;
//                                            without it that does not matter
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_IR_BUFFERANNOTATIONS_H
#define LAYOUT_DIALECT_LAYOUT_IR_BUFFERANNOTATIONS_H

#include "layout/Dialect/Layout/IR/Layout.h"

namespace mlir::layout {

/// Whether `name` is one of the attributes above.
bool isBufferAnnotation(StringRef name);

/// The type of the buffer that an allocation or a global makes; null for other
/// ops.
MemRefType getAnnotatedType(Operation *op);

/// The index map that the layout of a type is; nothing if it is none of ours.
std::optional<IndexMap> getLayoutMap(MemRefType type);

/// The map from logical to physical indices that `annotations` ask of a buffer
/// of this type, after the layout it has; a map of no dims stands for the
/// identity. Fails with a diagnostic where the transforms do not fit.
FailureOr<IndexMap>
getAnnotatedMap(MemRefType type, DictionaryAttr annotations,
                llvm::function_ref<InFlightDiagnostic()> emitError);

/// Checks an annotation of an allocation or a global.
LogicalResult verifyBufferAnnotation(Operation *op, NamedAttribute attribute);
/// Checks the annotations of an argument.
LogicalResult verifyBufferAnnotation(Operation *op, Type type,
                                     DictionaryAttr annotations);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_IR_BUFFERANNOTATIONS_H
