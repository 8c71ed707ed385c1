//===- LayoutPass.h - The base of all passes --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_LAYOUTPASS_H
#define LAYOUT_INTERFACES_LAYOUTPASS_H

#include "layout/Interfaces/IndexArithmetic.h"
#include "layout/Support/Options.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

/// An op pass that says which options there are if one is wrong, and fails with
/// an error, before it changes anything, at ops whose index arithmetic is not
/// defined. Passes.td makes it the base of the passes of this project.
template <typename OpT>
class LayoutPass : public OperationPass<OpT> {
public:
  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    std::string pipeline;
    llvm::raw_string_ostream stream(pipeline);
    this->printAsTextualPipeline(stream);
    return OperationPass<OpT>::initializeOptions(
        options, [&](const Twine &message) {
          return errorHandler(describeOptionError(message.str(), options,
                                                  getPrintedOptions(pipeline)));
        });
  }

  void runOnOperation() final {
    // A copy, as a pipeline that the pass runs invalidates the analysis.
    IndexArithmetic arithmetic = this->template getAnalysis<IndexArithmetic>();
    if (!arithmetic.isDefined)
      return this->signalPassFailure();
    runOnProgram();
    // A tile that a pass folds to a constant may be 0.
    if (!arithmetic.readsValues)
      this->template markAnalysesPreserved<IndexArithmetic>();
  }

protected:
  using OperationPass<OpT>::OperationPass;
  LayoutPass(const LayoutPass &other) = default;

  /// Runs the pass on a program whose index arithmetic is defined.
  virtual void runOnProgram() = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_LAYOUTPASS_H
