//===- TestPlantWrongMap.cpp - Makes one rewrite wrong --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::layout;

/// Exchanges two results of equal size in the map of `op`:
///
///   layout.layout_transform %x by <(i, j, k) -> (j, k, i)>
///       : tensor<2x4x4xf32> to tensor<4x4x2xf32>
///
/// becomes
///
///   layout.layout_transform %x by <(i, j, k) -> (k, j, i)>
///       : tensor<2x4x4xf32> to tensor<4x4x2xf32>
///
/// Returns whether there are two such results.
static bool exchangeResults(LayoutTransformOp op) {
  ArrayRef<int64_t> shape = op.getResult().getType().getShape();
  AffineMap map = op.getMap().getMap();
  for (unsigned i = 0; i < shape.size(); ++i)
    for (unsigned j = i + 1; j < shape.size(); ++j) {
      if (shape[i] != shape[j] || shape[i] == 1)
        continue;
      SmallVector<AffineExpr> results(map.getResults());
      std::swap(results[i], results[j]);
      op.setMapAttr(IndexMapAttr::get(IndexMap(
          AffineMap::get(map.getNumDims(), 0, results, op.getContext()))));
      return true;
    }
  return false;
}

namespace {
/// A checker that compares programs before and after planning has to notice
/// what this pass does.
struct TestPlantWrongMap
    : PassWrapper<TestPlantWrongMap, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPlantWrongMap)

  StringRef getArgument() const override {
    return "test-layout-plant-wrong-map";
  }
  StringRef getDescription() const override {
    return "Exchanges two dims of equal size in one layout_transform";
  }

  void runOnOperation() override {
    auto result = getOperation()->walk([](LayoutTransformOp op) {
      return exchangeResults(op) ? WalkResult::interrupt()
                                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return;
    emitError(getOperation().getLoc())
        << "requires a rewrite with two dims of equal size, found none";
    signalPassFailure();
  }
};
} // namespace

namespace mlir::layout {
void registerTestPlantWrongMap() { PassRegistration<TestPlantWrongMap>(); }
} // namespace mlir::layout
