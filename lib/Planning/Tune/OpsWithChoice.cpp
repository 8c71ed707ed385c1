//===- OpsWithChoice.cpp - Ops that may have several layouts --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpsWithChoice.h"
#include "Planning/Freeze/DecisionReport.h"

using namespace mlir;
using namespace mlir::layout;

/// The roles of the loops of a critical op or a pooling.
static std::optional<CriticalOp> getRoles(linalg::LinalgOp op,
                                          const CriticalOpAnalysis &analysis) {
  if (const CriticalOp *critical = analysis.lookupOnTensors(op))
    return *critical;
  return getPoolingRoles(op);
}

/// Describes an op with these options.
static OpWithChoice describe(linalg::LinalgOp op,
                             const std::optional<CriticalOp> &roles,
                             ArrayAttr options) {
  OpWithChoice found{
      op, llvm::to_vector(options.getAsRange<OpLayoutAttr>()), {}, {}, {}};
  auto refuse = [&](std::string reason) {
    found.reason = std::move(reason);
    return found;
  };
  if (!roles)
    return refuse("requires a convolution, matmul or pooling, found another");
  std::string reason;
  FailureOr<TunedOp> tuned = TunedOp::get(op, *roles, reason);
  if (failed(tuned))
    return refuse(reason);
  found.tuned = std::move(*tuned);
  for (OpLayoutAttr option : found.options)
    found.layouts.push_back(getLayoutTexts(op, *roles, option));
  return found;
}

std::vector<OpWithChoice>
layout::findOpsWithChoice(ArrayRef<func::FuncOp> functions) {
  CriticalOpAnalysis analysis(functions);
  std::vector<OpWithChoice> all;
  for (func::FuncOp function : functions)
    function.walk([&](linalg::LinalgOp op) {
      auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
      if (options && options.size() > 1)
        all.push_back(describe(op, getRoles(op, analysis), options));
    });
  return all;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// Gives the options of an op these costs, which include that of padding.
static void setCosts(const OpWithChoice &found, ArrayRef<int64_t> costs) {
  SmallVector<Attribute> options;
  for (auto [option, cost] : llvm::zip_equal(found.options, costs))
    options.push_back(
        OpLayoutAttr::get(option.getContext(), option.getOperands(),
                          option.getResults(), cost, option.getOrder()));
  found.op->setAttr(LayoutDialect::kOpLayout,
                    ArrayAttr::get(found.op->getContext(), options));
}

void layout::setRecordedCosts(ModuleOp module, ArrayRef<func::FuncOp> functions,
                              const TuningRecords &records,
                              DecisionReport &report) {
  std::vector<OpWithChoice> all = findOpsWithChoice(functions);
  size_t numPriced = 0;
  for (const OpWithChoice &found : all) {
    std::string reason = "it " + found.reason;
    FailureOr<SmallVector<int64_t>> costs = failure();
    if (found.reason.empty())
      costs = records.getCosts(found.tuned, found.layouts, reason);
    if (failed(costs)) {
      remark::missed(found.op->getLoc(), getFreezeRemark(found.op))
          << remark::add("keeps the costs of the preference: {0}", reason);
      report.addHint(found.op->getLoc(), "records", "not used: " + reason);
      continue;
    }
    setCosts(found, *costs);
    ++numPriced;
  }
  remark::analysis(module.getLoc(), getFreezeRemark(module))
      << remark::add("records of '{0}' have {1} of {2} ops with a choice",
                     records.getProcessor().str(), numPriced, all.size());
}
