//===- LinalgModels.cpp - Constants and fills of the linalg dialect -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Clean-up
//===----------------------------------------------------------------------===//

/// Returns the scalar that is every element of `value`; null if there is none.
static Value getScalar(Value value) {
  if (Value scalar = getSplatScalar(value))
    return scalar;
  auto fill = value.getDefiningOp<linalg::FillOp>();
  return fill ? fill.value() : Value();
}

namespace {
/// Fills what a pack makes of equal elements and of the same element as
/// padding. Upstream does so if nothing else has the destination, and for
/// fills. The scalar may be known at run time only:
///
///   %1 = linalg.fill ins(%s : f32) outs(%0 : tensor<6x5xf32>)
///          -> tensor<6x5xf32>
///   %2 = linalg.pack %1 padding_value(%s : f32) inner_dims_pos = [0]
///          inner_tiles = [4] into %d : tensor<6x5xf32> -> tensor<2x5x4xf32>
///
/// becomes
///
///   %2 = linalg.fill ins(%s : f32) outs(%d : tensor<2x5x4xf32>)
///          -> tensor<2x5x4xf32>
struct PackOfEqualElements : OpRewritePattern<linalg::PackOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::PackOp pack,
                                PatternRewriter &rewriter) const override {
    Value scalar = getScalar(pack.getSource());
    Value padding = pack.getPaddingValue();
    if (!scalar || (padding && padding != scalar))
      return failure();
    rewriter.replaceOpWithNewOp<linalg::FillOp>(pack, scalar, pack.getDest());
    return success();
  }
};
} // namespace

void layout::populateLinalgCleanUpPatterns(RewritePatternSet &patterns) {
  patterns.add<PackOfEqualElements>(patterns.getContext());
}

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
  // Constants of other dialects may have an attribute of another type, such as
  // shape.const_size, or of none, such as llvm.mlir.undef.
  auto typed = dyn_cast<TypedAttr>(constant);
  bool isOfType =
      typed ? typed.getType() == value.getType()
            : isa<ArrayAttr>(constant) && isa<ComplexType>(value.getType());
  if (!isOfType)
    return {};
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
