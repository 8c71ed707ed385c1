//===- PrintRules.cpp - Prints the layout rules of ops --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LayoutRules.h"
#include "Dialect/VerifyRules.h"
#include "Interfaces/LinalgRule.h"
#include "Relayout/BuildInLayouts.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Report/Passes.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#define DEBUG_TYPE "layout-print-rules"
ALWAYS_ENABLED_STATISTIC(numRules, "Layout rules printed");
ALWAYS_ENABLED_STATISTIC(numBarriers, "Ops without a layout rule");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPRINTRULES
#include "layout/Report/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Changes of an op in another layout
//===----------------------------------------------------------------------===//

namespace {
/// Creates an op in another layout in a scratch module, to inspect the result.
class Trial {
public:
  explicit Trial(Operation *op)
      : op(op), scratch(ModuleOp::create(op->getLoc())),
        rewriter(op->getContext()) {
    rewriter.setInsertionPointToEnd(scratch->getBody());
  }

  /// Returns the op in the given layouts, or null if it cannot have them.
  Operation *applyLayouts(ArrayRef<MixedRadixMap> layouts);

private:
  Operation *op;
  OwningOpRef<ModuleOp> scratch;
  IRRewriter rewriter;
};
} // namespace

Operation *Trial::applyLayouts(ArrayRef<MixedRadixMap> layouts) {
  SmallVector<Value> operands;
  for (auto [operand, layout] : llvm::zip_first(op->getOperands(), layouts)) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    operands.push_back(type ? UnrealizedConversionCastOp::create(
                                  rewriter, op->getLoc(),
                                  getPhysicalType(type, layout), operand)
                                  .getResult(0)
                            : operand);
  }
  BuildRefusal refusal;
  FailureOr<SmallVector<Value>> results =
      layout::applyLayouts(rewriter, op, layouts, operands, refusal);
  return succeeded(results) && !results->empty()
             ? results->front().getDefiningOp()
             : nullptr;
}

/// Returns what changes in `op` if its factors are reversed: its name or
/// attributes. Returns an empty text if nothing changes, or if the op cannot
/// have such a layout.
static std::string getChanges(Operation *op, const LayoutRule &rule) {
  FactorOrder reversed;
  for (auto [number, factor] : llvm::enumerate(rule.factors))
    if (factor.extent != 1)
      reversed.insert(reversed.begin(),
                      Digit{static_cast<unsigned>(number), 1, factor.extent});
  Trial trial(op);
  Operation *other = rule.isValid(reversed)
                         ? trial.applyLayouts(rule.getLayouts(reversed))
                         : nullptr;
  if (!other)
    return "";
  if (other->getName() != op->getName())
    return ("becomes " + other->getName().getStringRef()).str();
  SmallVector<StringRef> names;
  for (NamedAttribute attribute : op->getAttrs())
    if (attribute.getName() != LayoutDialect::kRule &&
        other->getAttr(attribute.getName()) != attribute.getValue())
      names.push_back(attribute.getName());
  return names.empty() ? "" : "changes " + llvm::join(names, ", ");
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Prints the class of an op, as the description of the pass lists them.
static void printClass(raw_ostream &os, Operation *op,
                       const CriticalOp *critical,
                       const std::optional<LayoutRule> &rule) {
  if (critical) {
    os << "critical, "
       << (critical->isConvolution() ? "a convolution" : "a contraction");
    return;
  }
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    os << "a view";
    return;
  }
  if (!rule) {
    os << "a barrier";
    return;
  }
  std::string changes = getChanges(op, *rule);
  os << (changes.empty() ? "agnostic" : "sensitive, " + changes);
}

namespace {
struct LayoutPrintRulesPass
    : layout::impl::LayoutPrintRulesBase<LayoutPrintRulesPass> {
  void runOnProgram() override {
    if (failed(verifyLayoutRules(getOperation())))
      return signalPassFailure();
    const auto &criticalOps = getAnalysis<CriticalOpAnalysis>();
    SmallVector<Operation *> ops;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      std::optional<LayoutRule> rule = getLayoutRule(op);
      ++(rule ? numRules : numBarriers);
      LAYOUT_DEBUG(llvm::dbgs() << *op << "\n");
      llvm::outs() << getLocationText(op) << ": ";
      printClass(llvm::outs(), op, criticalOps.lookupOnTensors(op), rule);
      llvm::outs() << '\n';
      if (rule)
        rule->print(llvm::outs(), op->getNumResults());
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
