//===- TestPlanReport.cpp - Reports from and into an attribute ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Report/PlanReport.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::layout;

/// The figures of a report, as a dictionary on the module.
static constexpr StringLiteral kReport = "test.report";

/// Reads {n, bytes}; what is missing is 0.
static Tally readTally(DictionaryAttr tally, StringRef n = "n") {
  auto number = [&](StringRef key) -> int64_t {
    auto value = tally ? tally.getAs<IntegerAttr>(key) : IntegerAttr();
    return value ? value.getInt() : 0;
  };
  return {number(n), number("bytes")};
}

static RewriteCount readCount(DictionaryAttr attribute) {
  RewriteCount count;
  count.rewrites = readTally(attribute, "rewrites");
  count.moves = readTally(attribute.getAs<DictionaryAttr>("moves"));
  count.constants = readTally(attribute.getAs<DictionaryAttr>("constants"));
  count.absorbed = readTally(attribute.getAs<DictionaryAttr>("absorbed"));
  auto dynamic = attribute.getAs<BoolAttr>("dynamic");
  count.dynamic = dynamic && dynamic.getValue();
  return count;
}

namespace {
/// Moves figures from the attribute `test.report` of the module into the
/// PlanReport of the run, so that a test can choose what layout-report writes.
struct TestPlanReport : PassWrapper<TestPlanReport, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPlanReport)

  StringRef getArgument() const override { return "test-layout-plan-report"; }
  StringRef getDescription() const override {
    return "Fills in the report from the attribute test.report";
  }

  void runOnOperation() override {
    auto &report = getAnalysis<PlanReport>();
    auto figures = getOperation()->getAttrOfType<DictionaryAttr>(kReport);
    if (auto target = figures.getAs<StringAttr>("target"))
      report.target = target.str();
    if (auto strategy = figures.getAs<StringAttr>("strategy"))
      report.strategy = strategy.str();
    if (auto before = figures.getAs<DictionaryAttr>("before"))
      report.before = readCount(before);
    if (auto baseline = figures.getAs<DictionaryAttr>("frozen"))
      report.baseline = {readTally(baseline).bytes, 0};
    if (auto kinds = figures.getAs<ArrayAttr>("unmatched"))
      for (auto kind : kinds.getAsRange<StringAttr>())
        report.unmatched.push_back(kind.str());
    getOperation()->removeAttr(kReport);
    markAllAnalysesPreserved();
  }
};

/// Attaches the figures of the plan to the module, for tests that plan many
/// modules of one file:
///
///   module attributes {test.report = {frozen = 4096 : i64, moves = 0 : i64,
///                                       rewrites = 1024 : i64}}
struct TestPrintFigures
    : PassWrapper<TestPrintFigures, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPrintFigures)

  StringRef getArgument() const override { return "test-layout-print-figures"; }
  StringRef getDescription() const override {
    return "Attaches the figures of the plan to the module";
  }

  void runOnOperation() override {
    const auto &report = getAnalysis<PlanReport>();
    Builder builder(&getContext());
    auto figure = [&](StringRef name, int64_t value) {
      return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
    };
    PlanCost plan = report.plan.value_or(PlanCost());
    getOperation()->setAttr(
        kReport,
        builder.getDictionaryAttr(
            {figure("frozen",
                    report.baseline.value_or(BaselineFigures()).rewrites),
             figure("rewrites", plan.rewrites), figure("moves", plan.moves)}));
    markAllAnalysesPreserved();
  }
};
} // namespace

namespace mlir::layout {
void registerTestPlanReport() {
  PassRegistration<TestPlanReport>();
  PassRegistration<TestPrintFigures>();
}
} // namespace mlir::layout
