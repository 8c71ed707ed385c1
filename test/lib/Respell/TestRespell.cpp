//===- TestRespell.cpp - Writes a program in another spelling -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Respell.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns how to spell ops by the name of a spelling; null if there is none.
static RespellOp getRespellOp(StringRef name) {
  for (ArrayRef<Spelling> spellings :
       {getStructuredSpellings(), getElementwiseSpellings(), getBodySpellings(),
        getConstantSpellings(), getMovementSpellings(), getDynamicSpellings()})
    for (const Spelling &spelling : spellings)
      if (spelling.name == name)
        return spelling.respell;
  return nullptr;
}

/// Whether `op` has attributes of the layout dialect, which may say something
/// about its loops or operands.
static bool isAnnotated(Operation *op) {
  return llvm::any_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
    return isa_and_nonnull<LayoutDialect>(attribute.getNameDialect());
  });
}

namespace {
/// Spells each op in another way, without a change of what the program
/// computes. Prints how many ops it has respelled.
struct TestRespell : PassWrapper<TestRespell, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestRespell)

  TestRespell() = default;
  TestRespell(const TestRespell &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-layout-respell"; }
  StringRef getDescription() const override {
    return "Spells the ops of a program in another way";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect,
                    tensor::TensorDialect>();
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    unsigned number = 0;
    for (const std::string &name : spellings) {
      RespellOp respell = getRespellOp(name);
      if (!respell) {
        emitError(getOperation().getLoc())
            << "requires the name of a spelling, found '" << name << "'";
        return signalPassFailure();
      }
      SmallVector<Operation *> ops;
      getOperation()->walk([&](func::FuncOp function) {
        if (!isAnnotated(function))
          function.getBody().walk([&](Operation *op) { ops.push_back(op); });
      });
      for (Operation *op : ops) {
        // Ops in the bodies of structured ops are part of these.
        if (isAnnotated(op) || isa<linalg::LinalgOp>(op->getParentOp()))
          continue;
        rewriter.setInsertionPoint(op);
        number += respell(rewriter, op);
      }
    }
    llvm::errs() << "respelled " << number << "\n";
  }

  ListOption<std::string> spellings{
      *this, "spellings",
      llvm::cl::desc("Names of spellings, which are applied in turn")};
};
} // namespace

namespace mlir::layout {
void registerTestRespell() { PassRegistration<TestRespell>(); }
} // namespace mlir::layout
