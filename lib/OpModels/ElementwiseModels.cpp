//===- ElementwiseModels.cpp - Layout rules of elementwise ops ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/PadContents.h"
#include "ExternalModels.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Interfaces/DivisionInterface.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

using namespace mlir;
using namespace mlir::layout;

/// The port whose dims are the factors, so that those of one element can be
/// padded as others are.
static PortRule getElementwisePort(RankedTensorType type) {
  PortRule port = PortRule::whole(type);
  for (auto [dim, size] : llvm::enumerate(port.shape))
    if (size == 1)
      port.dims[dim] = Access::whole(static_cast<unsigned>(dim), 1);
  return port;
}

namespace {
/// The rule of every op that applies a scalar function to each element: the
/// tensors among its operands and its result have one layout.
struct ElementwiseModel
    : LayoutRuleOpInterface::FallbackModel<ElementwiseModel> {
  std::optional<LayoutRule> getLayoutRule(Operation *op) const {
    auto result = op->getNumResults() == 1
                      ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                      : RankedTensorType();
    if (!result)
      return std::nullopt;
    LayoutRuleBuilder rule(result.getShape());
    for (Type type : op->getOperandTypes()) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (isa<ShapedType>(type) &&
          (!tensor || tensor.getShape() != result.getShape()))
        return std::nullopt;
      if (tensor)
        rule.addPort(getElementwisePort(tensor));
      else
        rule.addScalars(1);
    }
    return rule.addPort(getElementwisePort(result)).build();
  }

  /// In the layout (d1, d0),
  ///
  ///   %1 = arith.maximumf %0, %c : tensor<4x8xf32>
  ///
  /// becomes
  ///
  ///   %1 = arith.maximumf %0, %c : tensor<8x4xf32>
  SmallVector<Value> applyLayouts(Operation *op, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    Operation *created =
        clone(rewriter, op, getPhysicalType(result, layouts.back()), operands);
    return {created->getResult(0)};
  }

  /// It is as fast in each of them.
  LayoutRequests getLayoutRequests(Operation *op) const { return {}; }

  /// The padding holds what the function makes of single elements. There is
  /// none if that may be undefined behaviour, as a division by zero is:
  ///
  ///   %1 = arith.addf %0, %c : tensor<4x8xf32>
  ///
  /// adds as
  ///
  ///   %1 = arith.addf %0, %c : f32
  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *op, ArrayRef<PadContent> operands) const {
    Block body;
    for (Type type : op->getOperandTypes())
      body.addArgument(getElementTypeOrSelf(type), op->getLoc());
    OpBuilder builder(op->getContext());
    builder.setInsertionPointToStart(&body);
    Operation *onElements = builder.create(
        op->getLoc(), op->getName().getIdentifier(), body.getArguments(),
        getElementTypeOrSelf(op->getResult(0).getType()), op->getAttrs());
    return evaluateOnPads(*onElements, operands);
  }
  /// Such ops have no form on buffers.
  std::optional<PitchedAccess> getPitchedAccess(Operation *) const {
    return std::nullopt;
  }
};

template <typename OpTy>
struct DivisionModel
    : DivisionOpInterface::ExternalModel<DivisionModel<OpTy>, OpTy> {
  Value getDivisor(Operation *op) const { return cast<OpTy>(op).getRhs(); }
};
} // namespace

/// Upstream knows of the other divisions that they may fail.
template <typename... OpTys>
static void attachDivisionModels(MLIRContext *context) {
  (OpTys::template attachInterface<DivisionModel<OpTys>>(*context), ...);
}

static void attachToElementwiseOps(Dialect *dialect) {
  for (RegisteredOperationName name :
       dialect->getContext()->getRegisteredOperations())
    if (&name.getDialect() == dialect && name.hasTrait<OpTrait::Elementwise>())
      name.attachInterface<ElementwiseModel>();
}

void layout::registerElementwiseModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context,
                            arith::ArithDialect *dialect) {
    attachToElementwiseOps(dialect);
    attachDivisionModels<arith::FloorDivSIOp, arith::RemSIOp, arith::RemUIOp>(
        context);
  });
  registry.addExtension(+[](MLIRContext *, math::MathDialect *dialect) {
    attachToElementwiseOps(dialect);
  });
}
