//===- LayoutAttributes.h - Dialect and attributes --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect and its attributes, without its operations (Layout.h).
// LayoutDialect.td and LayoutAttributes.td document them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUTATTRIBUTES_H
#define LAYOUT_DIALECT_LAYOUTATTRIBUTES_H

#include "layout/Algebra/IndexMap.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Interfaces/TensorLayoutInterface.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include <functional>

namespace mlir::layout {

/// States the rule of an op in place of the analysis, nothing if the op must
/// keep its layout. Fails for ops that the callback does not know.
using LayoutRuleCallback =
    std::function<FailureOr<std::optional<LayoutRule>>(Operation *)>;

} // namespace mlir::layout

#include "layout/Dialect/LayoutDialect.h.inc"
#include "layout/Dialect/LayoutEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "layout/Dialect/LayoutAttributes.h.inc"

namespace mlir::layout {

/// Registers a callback that states layout rules, and loads the dialect.
/// Callbacks override all other sources of rules but `layout.rule` attributes;
/// the one registered last is asked first. They are asked only for structured
/// ops and ops that implement LayoutRuleOpInterface, because others cannot be
/// rebuilt. Must not be called while passes run.
void registerLayoutRuleCallback(MLIRContext *context,
                                LayoutRuleCallback callback);

/// Returns the rule that `op` states: in its attribute `layout.rule`, through a
/// callback, or through LayoutRuleOpInterface, in this order. The rule is
/// nothing if the op must keep its layout, which includes all ops on tensors
/// without elements. Fails if the op states no rule.
FailureOr<std::optional<LayoutRule>> getStatedRule(Operation *op);

/// Returns the constant of type `type` that `value`, the value of a padding or
/// null, stands for; null if it is no such constant. A constant of complex type
/// is `[re, im]`, which may also be written as #complex.number.
Attribute getPadValue(Attribute value, Type type);

/// Returns zero as `pad` and `crop` state it, `[0, 0]` for a complex type; null
/// if the type has no zero.
Attribute getZeroElement(Type elementType);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUTATTRIBUTES_H
