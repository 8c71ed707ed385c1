//===- ValueAnnotations.h - Layouts stated of values ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments and results of functions, and the results of ops, may state layouts
// as texts (Notation.h) or as attributes (TensorLayoutInterface.h):
// `layout.require`, `layout.prefer`, `layout.given`, which is a text, and, at
// the boundary of a function, `layout.tensor_layout`. The verifier of the
// dialect checks their form and place; `layout-legalize` reads the texts, which
// takes the types and names of dims around them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_VALUEANNOTATIONS_H
#define LAYOUT_LIB_DIALECT_VALUEANNOTATIONS_H

#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout {

/// Whether an attribute of that name states a layout of a value.
bool isValueAnnotation(StringRef name);

/// The layout that an annotation states of one value: a text or an attribute.
struct StatedLayout {
  StringRef text;
  TensorLayoutAttrInterface attribute; ///< null for a text
  /// What a layout other than a preferred one costs, as a share of the bytes.
  double price = 1.0;

  /// The text, or that of the attribute.
  std::string str() const;
};

/// The layout that `attribute`, a string, a layout or a dictionary, states;
/// nothing if it is malformed or states none ("_").
std::optional<StatedLayout> getStatedLayout(Attribute attribute);

/// The layout that the annotation `name` of `op` states of one of its results;
/// nothing if there is none.
std::optional<StatedLayout> getStatedLayout(OpResult result, StringRef name);

/// Whether the function states a layout of an argument or result, by an
/// attribute or an encoding, or an op inside of it does, or adapts a value
/// (AdaptOp).
bool statesLayouts(Operation *function);

/// Erases what a function and the ops inside of it state of layouts, except
/// `layout.tensor_layout`, which the type of a tensor has to follow.
void eraseValueAnnotations(FunctionOpInterface function);

/// Erases what is stated of the tensors that `op` itself reads and writes, of
/// its layouts and its movement. On an op that works on buffers, for which it
/// has no operands and results, it is an error or says nothing.
void eraseTensorAttributes(Operation *op);

/// Checks an annotation of an op with results of types `types`, or of an
/// argument or result of a function, which has one type.
LogicalResult verifyValueAnnotation(Operation *op, NamedAttribute attribute,
                                    TypeRange types);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_VALUEANNOTATIONS_H
