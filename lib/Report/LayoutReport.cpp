//===- LayoutReport.cpp - Writes the report -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportText.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Report/Passes.h"
#include "layout/Report/PlanGraph.h"
#include "layout/Report/RemainingRewrites.h"
#include "layout/Report/ReportFormat.h"
#include "layout/Support/OutputFile.h"
#include "llvm/Support/JSON.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREPORT
#include "layout/Report/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// From the module
//===----------------------------------------------------------------------===//

static std::optional<std::string> getString(Attribute attribute) {
  if (auto string = dyn_cast_or_null<StringAttr>(attribute))
    return string.str();
  return std::nullopt;
}

static std::vector<std::string> getStrings(Attribute attribute) {
  std::vector<std::string> strings;
  if (auto array = dyn_cast_or_null<ArrayAttr>(attribute))
    for (Attribute element : array)
      strings.push_back(getString(element).value_or(""));
  return strings;
}

static int64_t getInteger(DictionaryAttr entry, StringRef name) {
  auto figure = entry.getAs<IntegerAttr>(name);
  return figure ? figure.getInt() : 0;
}

static RewriteLeft getRewriteLeft(DictionaryAttr entry) {
  RewriteLeft left;
  left.location = getString(entry.get("location")).value_or("");
  left.from = getString(entry.get("from")).value_or("");
  left.to = getString(entry.get("to")).value_or("");
  left.bytes = getInteger(entry, "bytes");
  left.between = getStrings(entry.get("between"));
  left.blockedBy = getString(entry.get("blocked_by")).value_or("");
  return left;
}

static AbsorbedRead getAbsorbedRead(DictionaryAttr entry) {
  return {getString(entry.get("location")).value_or(""),
          getString(entry.get("op")).value_or(""), getInteger(entry, "operand"),
          getInteger(entry, "bytes")};
}

static Report getReport(ModuleOp module) {
  Report report;
  report.target = getString(getReportEntry(module, "target"));
  report.strategy = getString(getReportEntry(module, "strategy"));
  if (auto before =
          dyn_cast_or_null<DictionaryAttr>(getReportEntry(module, "before")))
    report.before = RewriteCount::get(before);
  if (auto frozen =
          dyn_cast_or_null<DictionaryAttr>(getReportEntry(module, "frozen")))
    report.frozenBytes = getInteger(frozen, "bytes");
  if (auto plan =
          dyn_cast_or_null<DictionaryAttr>(getReportEntry(module, "plan"))) {
    auto capped = plan.getAs<BoolAttr>("capped");
    report.plan =
        PlanReport{getString(plan.get("unit")), getInteger(plan, "cost"),
                   getInteger(plan, "bound"), capped && capped.getValue()};
  }
  report.after = countRewrites(module, CallSites(module));
  // Collected before the rewrites became upstream ops, if they did.
  auto left = dyn_cast_or_null<ArrayAttr>(getReportEntry(module, "left"));
  if (!left)
    left = collectRemainingRewrites(module);
  for (auto entry : left.getAsRange<DictionaryAttr>())
    report.left.push_back(getRewriteLeft(entry));
  if (auto reads =
          dyn_cast_or_null<ArrayAttr>(getReportEntry(module, "absorbed_reads")))
    for (auto entry : reads.getAsRange<DictionaryAttr>())
      report.reads.push_back(getAbsorbedRead(entry));
  if (auto copies =
          dyn_cast_or_null<DictionaryAttr>(getReportEntry(module, "copies")))
    report.copies = {getInteger(copies, "n"), getInteger(copies, "bytes")};
  report.unmatched = getStrings(getReportEntry(module, "unmatched"));
  report.graphs = getStrings(getReportEntry(module, "graphs"));
  return report;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void printLeft(llvm::json::OStream &json, const RewriteLeft &left) {
  json.object([&] {
    json.attribute("location", left.location);
    json.attribute("from", left.from);
    json.attribute("to", left.to);
    json.attribute("bytes", left.bytes);
    json.attributeArray("between", [&] {
      for (const std::string &end : left.between)
        json.value(end);
    });
    json.attribute("blocked_by", left.blockedBy);
  });
}

static void printRead(llvm::json::OStream &json, const AbsorbedRead &read) {
  json.object([&] {
    json.attribute("location", read.location);
    json.attribute("op", read.op);
    json.attribute("operand", read.operand);
    json.attribute("bytes", read.bytes);
  });
}

/// The order of the keys stays. What no pass has said is null.
static void printJSON(const Report &report, llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("target", report.target);
    json.attribute("strategy", report.strategy);
    json.attributeBegin("before");
    if (report.before)
      report.before->print(json);
    else
      json.value(nullptr);
    json.attributeEnd();
    json.attributeObject("frozen",
                         [&] { json.attribute("bytes", report.frozenBytes); });
    if (report.plan)
      json.attributeObject("plan", [&] {
        if (report.plan->unit)
          json.attribute("unit", *report.plan->unit);
        json.attribute("cost", report.plan->cost);
        json.attribute("bound", report.plan->bound);
        json.attribute("gap", report.plan->cost - report.plan->bound);
        json.attribute("capped", report.plan->isCapped);
      });
    json.attributeBegin("after");
    report.after.print(json);
    json.attributeEnd();
    json.attributeArray("left", [&] {
      for (const RewriteLeft &left : report.left)
        printLeft(json, left);
    });
    if (!report.reads.empty())
      json.attributeArray("absorbed_reads", [&] {
        for (const AbsorbedRead &read : report.reads)
          printRead(json, read);
      });
    if (report.copies.n != 0)
      json.attributeObject("copies", [&] {
        json.attribute("n", report.copies.n);
        json.attribute("bytes", report.copies.bytes);
      });
    json.attributeArray("unmatched", [&] {
      for (const std::string &kind : report.unmatched)
        json.value(kind);
    });
  });
  os << "\n";
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static llvm::Error printGraphs(ArrayRef<std::string> texts,
                               llvm::raw_ostream &os) {
  std::vector<PlanGraph> graphs;
  for (const std::string &text : texts) {
    llvm::Expected<PlanGraph> graph = readPlanGraph(text);
    if (!graph)
      return graph.takeError();
    graphs.push_back(std::move(*graph));
  }
  printDot(graphs, os);
  return llvm::Error::success();
}

static llvm::Error print(const Report &report, ReportFormat format,
                         llvm::raw_ostream &os) {
  switch (format) {
  case ReportFormat::Text:
    printText(report, os);
    return llvm::Error::success();
  case ReportFormat::JSON:
    printJSON(report, os);
    return llvm::Error::success();
  case ReportFormat::Page: {
    std::string figures;
    llvm::raw_string_ostream figuresOs(figures);
    printJSON(report, figuresOs);
    return printPage(figures, report.graphs, os);
  }
  case ReportFormat::Dot:
    return printGraphs(report.graphs, os);
  }
  llvm_unreachable("covered switch");
}

static llvm::Error write(const Report &report, StringRef path) {
  if (path == "-") {
    printText(report, llvm::errs());
    return llvm::Error::success();
  }
  return writeFile(path, [&](llvm::raw_ostream &os) {
    return print(report, getReportFormat(path), os);
  });
}

namespace {
struct LayoutReportPass : layout::impl::LayoutReportBase<LayoutReportPass> {
  using LayoutReportBase::LayoutReportBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!path.empty())
      if (llvm::Error error = write(getReport(module), path)) {
        emitError(module.getLoc())
            << "cannot write the report: " << llvm::toString(std::move(error));
        return signalPassFailure();
      }
    module->removeAttr(LayoutDialect::kReport);
    markAllAnalysesPreserved();
  }
};
} // namespace
