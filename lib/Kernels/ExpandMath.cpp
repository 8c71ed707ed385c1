//===- ExpandMath.cpp - Functions that upstream's lowering loses ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMath.h"
#include "layout/Kernels/Passes.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "layout-expand-math"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTEXPANDMATH
#include "layout/Kernels/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Fails at functions of elements that libm does not have.
static LogicalResult checkElements(Operation *op) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  if (element.getIntOrFloatBitWidth() <= 64)
    return success();
  return op->emitOpError("requires elements of at most 64 bits, found ")
         << element;
}

namespace {
struct LayoutExpandMath : layout::impl::LayoutExpandMathBase<LayoutExpandMath> {
  void runOnProgram() override {
    SmallVector<Operation *> classTests, functions;
    bool hasFailed = false;
    getOperation()->walk([&](Operation *op) {
      if (isa<math::IsInfOp, math::IsNormalOp>(op))
        classTests.push_back(op);
      if (!isa<math::Log1pOp, math::ExpM1Op>(op))
        return;
      hasFailed |= failed(checkElements(op));
      functions.push_back(op);
    });
    if (hasFailed)
      return signalPassFailure();
    if (classTests.empty() && functions.empty())
      return markAllAnalysesPreserved();
    RewritePatternSet tests(&getContext()), calls(&getContext());
    populateClassTestPatterns(tests);
    populateMathToLibmConversionPatterns(calls);
    if (failed(expand(classTests, std::move(tests))) ||
        failed(expand(functions, std::move(calls))))
      signalPassFailure();
  }

private:
  /// Applies patterns to `ops` and to what these become: vectors become
  /// elements, and functions are declared in the module.
  LogicalResult expand(ArrayRef<Operation *> ops, RewritePatternSet patterns) {
    if (ops.empty())
      return success();
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
        .setScope(&getOperation().getBodyRegion());
    return applyOpPatternsGreedily(ops, std::move(patterns), config);
  }
};
} // namespace
