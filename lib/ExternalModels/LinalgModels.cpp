//===- LinalgModels.cpp - Layout rules of the linalg dialect --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "layout/ExternalModels/ExternalModels.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Every dim may move; the normalised one may not be split, for the op names
/// one dim.
struct SoftmaxModel
    : LayoutRuleOpInterface::ExternalModel<SoftmaxModel, linalg::SoftmaxOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<linalg::SoftmaxOp>(self);
    auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
    if (!type || op->getNumResults() != 1)
      return std::nullopt;
    LayoutRule rule;
    rule.factors = getDimFactors(type.getShape());
    PortRule port = getWholePort(type);
    unsigned dim = op.getDimension();
    if (type.getDimSize(dim) != 1)
      port.dims[dim] = Access::piece(dim, ShapedType::kDynamic);
    rule.ports.assign(3, port); // input, destination, result
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<linalg::SoftmaxOp>(self);
    auto normalised =
        llvm::find_if(layouts.back(), [&](const MixedRadix &list) {
          return list.front().dim == op.getDimension();
        });
    auto softmax = linalg::SoftmaxOp::create(
        rewriter, op.getLoc(), TypeRange{operands[1].getType()}, operands[0],
        operands[1], normalised - layouts.back().begin());
    return {softmax->getResult(0)};
  }
};
} // namespace

void layout::registerLinalgModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    linalg::SoftmaxOp::attachInterface<SoftmaxModel>(*context);
  });
}
