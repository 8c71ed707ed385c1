//===- ElementwiseToLinalg.cpp - Elementwise ops as structured ops --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relayout/ElementwiseOps.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Import/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTELEMENTWISETOLINALG
#include "layout/Import/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Erases the attributes of the layout dialect. Upstream copies all attributes
/// of an op to the op on elements, for which these make no sense.
static void eraseLayoutAttributes(Operation *op) {
  SmallVector<StringAttr> names;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (isa_and_nonnull<LayoutDialect>(attribute.getNameDialect()))
      names.push_back(attribute.getName());
  for (StringAttr name : names)
    op->removeDiscardableAttr(name);
}

namespace {
struct LayoutElementwiseToLinalg
    : layout::impl::LayoutElementwiseToLinalgBase<LayoutElementwiseToLinalg> {
  void runOnProgram() override {
    bool isChanged = false;
    getOperation()->walk([&](Operation *op) {
      if (!isElementwiseOnTensors(op))
        return;
      isChanged = true;
      eraseLayoutAttributes(op);
    });
    if (!isChanged)
      return markAllAnalysesPreserved();
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isElementwiseOnTensors(op); });
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
