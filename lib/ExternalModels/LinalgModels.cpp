//===- LinalgModels.cpp - Constants and fills of the linalg dialect -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/ExternalModels/ExternalModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

Value layout::createConstant(OpBuilder &builder, Location loc, Type type,
                             Attribute value) {
  if (auto poison = dyn_cast<ub::PoisonAttrInterface>(value))
    return ub::PoisonOp::create(builder, loc, type, poison);
  if (auto parts = dyn_cast<ArrayAttr>(value))
    return complex::ConstantOp::create(builder, loc, type, parts);
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSignless())
    return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value));
  auto signless = builder.getIntegerType(integer.getWidth());
  Value bits = arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(signless, cast<IntegerAttr>(value).getValue()));
  return UnrealizedConversionCastOp::create(builder, loc, type, bits)
      .getResult(0);
}

Attribute layout::getConstant(Value value) {
  auto type = dyn_cast<IntegerType>(value.getType());
  auto cast = value.getDefiningOp<UnrealizedConversionCastOp>();
  bool isCast =
      type && !type.isSignless() && cast && cast.getNumOperands() == 1;
  if (isCast)
    value = cast.getOperand(0);
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return {};
  if (isa<ub::PoisonAttrInterface>(constant))
    return ub::PoisonAttr::get(value.getContext());
  if (!isCast)
    return constant;
  auto bits = dyn_cast<IntegerAttr>(constant);
  return bits && bits.getValue().getBitWidth() == type.getWidth()
             ? IntegerAttr::get(type, bits.getValue())
             : Attribute();
}

Value layout::createFill(OpBuilder &builder, Location loc, TypedAttr value,
                         Value destination) {
  Value element = createConstant(builder, loc, value.getType(), value);
  return linalg::FillOp::create(builder, loc, element, destination)
      .getResult(0);
}
