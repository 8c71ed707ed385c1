//===- PlanReport.cpp - The report as text and as JSON --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/PlanReport.h"
#include "Analysis/LayerName.h"
#include "Support/OutputFile.h"
#include "layout/Support/Saturating.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Returns a size with three digits and a unit: "41.1 MB".
static std::string getSize(int64_t bytes) {
  if (bytes < 1000)
    return llvm::formatv("{0} B", bytes);
  double size = bytes;
  StringRef units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  const StringRef *unit = units;
  // From 999.5 on, three digits would be "1000".
  for (size /= 1000; size >= 999.5 && unit + 1 != std::end(units); ++unit)
    size /= 1000;
  int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.*f ", decimals, size) << *unit;
  return text;
}

static std::string getTally(const Tally &tally) {
  if (tally.n == 0)
    return "-";
  return llvm::formatv("{0} ({1})", tally.n, getSize(tally.bytes));
}

void PlanSpace::add(const PlanSpace &other) {
  choices += other.choices;
  candidates += other.candidates;
  values += other.values;
  layouts += other.layouts;
  capped += other.capped;
  for (const auto &[name, count] : other.barriers)
    barriers[name] += count;
}

void BaselineFigures::add(const BaselineFigures &other) {
  rewrites = addSaturating(rewrites, other.rewrites);
  moves = addSaturating(moves, other.moves);
}

static void printHeader(const PlanReport &report, llvm::raw_ostream &os) {
  os << "Layouts";
  if (report.target)
    os << " for target " << *report.target;
  if (report.strategy)
    os << ", strategy " << *report.strategy;
  const Tally &after = report.after.rewrites;
  os << ": ";
  if (!report.isPlanned())
    os << "nothing was planned in this run" << (after.n != 0 ? "; " : "\n");
  if (after.n != 0)
    os << llvm::formatv("{0} {1} at run time, {2}\n", after.n,
                        after.n == 1 ? "rewrite" : "rewrites",
                        getSize(after.bytes));
  else if (!report.isPlanned())
    return;
  else if (report.after.constants.n != 0)
    os << "no data but constants is rewritten at run time\n";
  else
    os << "no data is rewritten at run time\n";
}

static std::string getCost(const PlanCost &plan, int64_t cost) {
  return plan.unit ? llvm::formatv("{0:n} {1}", cost, *plan.unit).str()
                   : getSize(cost);
}

/// Over which layouts of how many values a plan is the cheapest one, and what
/// was left out.
static std::string getScope(const PlanCost &plan) {
  const PlanSpace &space = plan.space;
  std::string text =
      llvm::formatv("{0:n} {1} of {2:n} {3} considered", space.layouts,
                    space.layouts == 1 ? "layout" : "layouts", space.values,
                    space.values == 1 ? "value" : "values");
  if (plan.rounds > 1)
    text += llvm::formatv(" in the last of {0} rounds", plan.rounds);
  if (space.capped != 0)
    text += llvm::formatv(", too many for {0:n} {1}", space.capped,
                          space.capped == 1 ? "operation" : "operations");
  else if (plan.isCapped)
    text += ", others left out";
  return text;
}

/// Prints how near the plan is to the cheapest one.
static void printPlan(const PlanCost &plan, llvm::raw_ostream &os) {
  std::string cost = getCost(plan, plan.cost);
  std::optional<int64_t> excess = plan.getExcess();
  if (!excess)
    os << llvm::formatv("  planned for {0}, no plan takes less than {1} ({2}); "
                        "whether the program moves that is not known\n",
                        cost, getCost(plan, plan.bound), getScope(plan));
  else if (*excess != 0)
    os << llvm::formatv("  planned for {0}, but the program moves {1}\n", cost,
                        *excess < 0 ? "less" : "more");
  else if (plan.cost == plan.bound)
    os << llvm::formatv("  no plan is cheaper ({0})\n", getScope(plan));
  else
    os << llvm::formatv(
        "  planned for {0}, no plan takes less than {1} ({2})\n", cost,
        getCost(plan, plan.bound), getScope(plan));
  if (plan.borders) {
    int64_t planned = plan.moves - *plan.borders;
    int64_t copied = plan.placed ? plan.placed->bytes : planned;
    os << "  in placed buffers, pads, slices and concats copy "
       << getSize(copied);
    if (copied != planned)
      os << " (" << getSize(planned) << " as planned)";
    os << " and fill borders of " << getSize(*plan.borders) << "\n";
  }
  if (plan.space.barriers.empty())
    return;
  os << "  as these operations, which have no layout rule, keep their "
        "layouts: ";
  llvm::interleaveComma(plan.space.barriers, os, [&](const auto &barrier) {
    os << llvm::formatv("{0} {1}", barrier.second, barrier.first);
  });
  os << "\n";
}

static void printRow(llvm::raw_ostream &os, StringRef name, StringRef before,
                     StringRef frozen, StringRef after) {
  std::string row =
      llvm::formatv("  {0,-24}{1,18}{2,18}{3,18}", name, before, frozen, after);
  os << StringRef(row).rtrim() << "\n";
}

static void printTable(const PlanReport &report, llvm::raw_ostream &os) {
  auto printTallies = [&](StringRef name, Tally RewriteCount::*figure,
                          const std::string &frozen = "") {
    printRow(os, name, report.before ? getTally(*report.before.*figure) : "?",
             frozen, getTally(report.after.*figure));
  };
  auto getBaseline = [&](int64_t BaselineFigures::*figure) -> std::string {
    if (!report.baseline)
      return "?";
    int64_t bytes = *report.baseline.*figure;
    return bytes ? getSize(bytes) : "-";
  };
  printRow(os, "", "before", "baseline", "after");
  printTallies("rewrites", &RewriteCount::rewrites,
               getBaseline(&BaselineFigures::rewrites));
  printTallies("  of constants", &RewriteCount::constants);
  printTallies("reads in another order", &RewriteCount::absorbed);
  printTallies("pads, slices, concats", &RewriteCount::moves,
               getBaseline(&BaselineFigures::moves));
  os << "\nBytes are read and written. Baseline: what would move if only "
     << (report.criticalLayouts.empty()
             ? "what\nstates layouts took them.\n"
             : "the\nconvolutions and matmuls took their layouts.\n");
  if (report.after.dynamic || (report.before && report.before->dynamic))
    os << "Sizes known only at run time count as 1, loops of unknown length as "
       << kUnknownTripCount << " runs.\n";
}

/// Whether the text of a map, "(d0, d1) -> (d0, d1)", says that it is the
/// identity.
static bool isIdentity(StringRef map) {
  auto [dims, results] = map.split(" -> ");
  return dims == results;
}

/// "by MAP", "back by MAP" or "from MAP to MAP": a side in row-major order of
/// the logical dims is left out. In front stand the letters of the layouts, if
/// some fit: "NCHW -> NHWC by MAP".
static std::string getMap(const RemainingRewrite &rewrite) {
  std::string letters = rewrite.letters.empty() ? "" : rewrite.letters + " ";
  if (isIdentity(rewrite.from))
    return letters + "by " + rewrite.to;
  if (isIdentity(rewrite.to))
    return letters + "back by " + rewrite.from;
  return letters + "from " + rewrite.from + " to " + rewrite.to;
}

/// Removes from the locations in `text` the name of the file if it is the file
/// of `location`: "at net.mlir:3:4" becomes "at 3:4".
static std::string shorten(StringRef text, StringRef location) {
  StringRef file = location.rsplit(':').first.rsplit(':').first;
  std::string prefix = (" at " + file + ":").str(), shortened;
  while (text.contains(prefix)) {
    auto [before, rest] = text.split(prefix);
    shortened += (before + " at ").str();
    text = rest;
  }
  return shortened + text.str();
}

/// One line for each rewrite, the largest first.
static void printRemaining(const PlanReport &report, llvm::raw_ostream &os) {
  if (!report.remaining || report.remaining->empty())
    return;
  auto rewrites = llvm::map_to_vector(
      *report.remaining,
      [](const RemainingRewrite &rewrite) { return &rewrite; });
  llvm::sort(rewrites,
             [](const RemainingRewrite *a, const RemainingRewrite *b) {
               return std::pair(-a->bytes, a) < std::pair(-b->bytes, b);
             });
  os << "\nLeft, the largest first";
  if (static_cast<int64_t>(rewrites.size()) != report.after.rewrites.n)
    os << " (what only pads or crops counts as a pad or slice above)";
  os << ":\n";
  for (const RemainingRewrite *rewrite : rewrites) {
    os << llvm::formatv(
        "  {0}: {1:n} bytes {2}, between {3}, blocked by {4}\n",
        getPlaceText(rewrite->location, rewrite->name), rewrite->bytes,
        getMap(*rewrite),
        shorten(llvm::join(rewrite->between, " and "), rewrite->location),
        shorten(rewrite->blockedBy, rewrite->location));
    if (!rewrite->advice.empty())
      os << "    " << rewrite->advice << "\n";
  }
}

/// One line for each result whose padding is filled, and what saves that.
static void printFilledPadding(const PlanReport &report,
                               llvm::raw_ostream &os) {
  if (report.filledPadding.empty())
    return;
  os << "\nPadding that is filled:\n";
  for (const FilledPadding &filled : report.filledPadding)
    os << llvm::formatv(
        "  {0}: {1:n} bytes, since its layout says that padding "
        "holds {2}\n    padding = #ub.poison in that layout "
        "saves them\n",
        filled.value, filled.bytes, filled.padding);
}

/// One line for each argument and result, and for each rewrite.
static void printDevice(const PlanReport &report, llvm::raw_ostream &os) {
  const DeviceMemory &memory = report.memory;
  if (!memory.isDescribed())
    return;
  os << "\nBuffers on the device";
  if (memory.stickBytes)
    os << llvm::formatv(", in sticks of {0} bytes", *memory.stickBytes);
  else if (memory.lineBytes)
    os << llvm::formatv(", in lines of {0} bytes", *memory.lineBytes);
  os << ":\n";
  for (const DeviceBuffer &buffer : report.boundary)
    os << "  " << buffer.value << ": " << buffer.str(memory) << "\n";
  if (report.remaining)
    for (const RemainingRewrite &rewrite : *report.remaining)
      if (rewrite.buffer)
        os << "  rewrite at " << getPlaceText(rewrite.location, rewrite.name)
           << ": " << rewrite.buffer->str(memory) << "\n";
}

static void printReads(const PlanReport &report, llvm::raw_ostream &os) {
  if (report.absorbedReads.empty())
    return;
  os << "\nRead with strides instead of being rewritten:\n";
  for (const AbsorbedRead &read : report.absorbedReads)
    os << llvm::formatv("  {0}: {1:n} bytes, operand {2} of {3}\n",
                        getPlaceText(read.location, read.name), read.bytes,
                        read.operand, read.op);
}

/// One line for each function whose caller gets arguments from another one. The
/// arguments of one function are adjacent.
static void printPrepared(const PlanReport &report, llvm::raw_ostream &os) {
  if (report.prepared.empty())
    return;
  os << "\nPrepared once, before the first call:\n";
  ArrayRef<PreparedArgument> rest = report.prepared;
  while (!rest.empty()) {
    std::string function = rest.front().function;
    auto own = rest.take_while([&](const PreparedArgument &argument) {
      return argument.function == function;
    });
    rest = rest.drop_front(own.size());
    int64_t ofGlobals =
        llvm::count_if(own, [](const PreparedArgument &argument) {
          return argument.descriptor && argument.descriptor->get("global");
        });
    int64_t computed =
        llvm::count_if(own, [](const PreparedArgument &argument) {
          return !argument.descriptor;
        });
    os << llvm::formatv("  '{0}' takes {1} {2} from '{0}.prepare'", function,
                        own.size(), own.size() == 1 ? "argument" : "arguments");
    if (ofGlobals != 0)
      os << llvm::formatv(", {0} made of globals", ofGlobals);
    if (computed != 0)
      os << llvm::formatv(", {0} computed", computed);
    os << "\n";
  }
}

static void printText(const PlanReport &report, llvm::raw_ostream &os) {
  printHeader(report, os);
  if (report.plan)
    printPlan(*report.plan, os);
  if (!report.isAsked && report.isPlanned())
    os << "  no target and no preference was given: every op keeps the layouts "
          "that it has\n";
  for (const UnplannedFunction &function : report.unplanned)
    os << llvm::formatv("  not planned: '{0}' {1}\n", function.name,
                        function.reason);
  os << "\n";
  printTable(report, os);
  if (!report.criticalLayouts.empty()) {
    os << "\nConvolutions and matmuls:\n";
    printCriticalLayouts(report.criticalLayouts, os);
  }
  printRemaining(report, os);
  printFilledPadding(report, os);
  printDevice(report, os);
  printReads(report, os);
  printPrepared(report, os);
  if (report.copies.n != 0)
    os << "\nConstants stored in more than one layout: "
       << getSize(report.copies.bytes) << " more\n";
  if (!report.hints.empty()) {
    os << "\nHints that are not met:\n";
    printUnmetHints(report.hints, os);
  }
  if (!report.unmatched.empty())
    os << "\nPreferences that match no op: "
       << llvm::join(report.unmatched, ", ") << "\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// Prints the name of a layer, if there is one.
static void printName(llvm::json::OStream &json, StringRef name) {
  if (!name.empty())
    json.attribute("name", llvm::json::fixUTF8(name));
}

static void printRemaining(llvm::json::OStream &json,
                           const RemainingRewrite &rewrite,
                           const DeviceMemory &memory) {
  json.object([&] {
    json.attribute("location", rewrite.location);
    printName(json, rewrite.name);
    json.attribute("from", rewrite.from);
    json.attribute("to", rewrite.to);
    if (!rewrite.letters.empty())
      json.attribute("letters", rewrite.letters);
    json.attribute("bytes", rewrite.bytes);
    json.attributeArray("between", [&] {
      for (const std::string &end : rewrite.between)
        json.value(end);
    });
    json.attribute("blocked_by", rewrite.blockedBy);
    if (!rewrite.advice.empty())
      json.attribute("advice", rewrite.advice);
    if (rewrite.buffer)
      json.attributeObject("buffer",
                           [&] { rewrite.buffer->print(memory, json); });
  });
}

static void printDevice(llvm::json::OStream &json, const PlanReport &report) {
  const DeviceMemory &memory = report.memory;
  json.attributeObject("device", [&] {
    if (memory.stickBytes)
      json.attribute("stick_bytes", *memory.stickBytes);
    if (memory.lineBytes)
      json.attribute("line_bytes", *memory.lineBytes);
    if (memory.cores)
      json.attribute("cores", *memory.cores);
    json.attributeArray("buffers", [&] {
      for (const DeviceBuffer &buffer : report.boundary)
        json.object([&] { buffer.print(memory, json); });
    });
  });
}

static void printRead(llvm::json::OStream &json, const AbsorbedRead &read) {
  json.object([&] {
    json.attribute("location", read.location);
    printName(json, read.name);
    json.attribute("op", read.op);
    json.attribute("operand", read.operand);
    json.attribute("bytes", read.bytes);
  });
}

static void printPrepared(llvm::json::OStream &json,
                          const PreparedArgument &prepared) {
  json.object([&] {
    json.attribute("function", prepared.function);
    json.attribute("argument", prepared.argument);
    json.attribute("result", prepared.result);
    json.attribute("type", prepared.type);
    json.attributeBegin("descriptor");
    if (prepared.descriptor)
      json.value(llvm::json::Object(*prepared.descriptor));
    else
      json.value(nullptr);
    json.attributeEnd();
  });
}

/// Prints the report as JSON. Scripts rely on the keys and on their order.
/// Figures of passes that did not run are null.
static void printJSON(const PlanReport &report, llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("target", report.target);
    json.attribute("strategy", report.strategy);
    if (!report.isPlanned())
      json.attribute("planned", false);
    json.attributeBegin("before");
    if (report.before)
      report.before->print(json);
    else
      json.value(nullptr);
    json.attributeEnd();
    json.attributeObject("frozen", [&] {
      const auto &baseline = report.baseline;
      json.attribute("bytes", baseline ? std::optional(baseline->rewrites)
                                       : std::nullopt);
      json.attribute("moves",
                     baseline ? std::optional(baseline->moves) : std::nullopt);
    });
    if (report.plan)
      json.attributeObject("plan", [&] {
        if (report.plan->unit)
          json.attribute("unit", *report.plan->unit);
        json.attribute("cost", report.plan->cost);
        json.attribute("bound", report.plan->bound);
        json.attribute("gap", report.plan->cost - report.plan->bound);
        json.attribute("capped", report.plan->isCapped);
        json.attribute("rewrites", report.plan->rewrites);
        json.attribute("moves", report.plan->moves);
        if (report.plan->borders)
          json.attribute("borders", *report.plan->borders);
        if (const std::optional<Tally> &placed = report.plan->placed)
          json.attributeObject("placed", [&] {
            json.attribute("n", placed->n);
            json.attribute("bytes", placed->bytes);
          });
        json.attribute("prices", report.plan->prices);
        json.attribute("choices", report.plan->space.choices);
        json.attribute("candidates", report.plan->space.candidates);
        json.attributeObject("barriers", [&] {
          for (const auto &[name, count] : report.plan->space.barriers)
            json.attribute(name, count);
        });
        json.attributeObject("considered", [&] {
          json.attribute("layouts", report.plan->space.layouts);
          json.attribute("values", report.plan->space.values);
          json.attribute("capped", report.plan->space.capped);
        });
        json.attribute("rounds", report.plan->rounds);
        json.attribute("as_planned", report.plan->isAsPlanned());
      });
    if (!report.criticalLayouts.empty())
      json.attributeArray("critical", [&] {
        printCriticalLayouts(report.criticalLayouts, json);
      });
    json.attributeBegin("after");
    report.after.print(json);
    json.attributeEnd();
    json.attributeArray("left", [&] {
      if (report.remaining)
        for (const RemainingRewrite &rewrite : *report.remaining)
          printRemaining(json, rewrite, report.memory);
    });
    if (!report.filledPadding.empty())
      json.attributeArray("filled_padding", [&] {
        for (const FilledPadding &filled : report.filledPadding)
          json.object([&] {
            json.attribute("value", filled.value);
            json.attribute("padding", filled.padding);
            json.attribute("bytes", filled.bytes);
          });
      });
    if (report.memory.isDescribed())
      printDevice(json, report);
    if (!report.absorbedReads.empty())
      json.attributeArray("absorbed_reads", [&] {
        for (const AbsorbedRead &read : report.absorbedReads)
          printRead(json, read);
      });
    if (report.copies.n != 0)
      json.attributeObject("copies", [&] {
        json.attribute("n", report.copies.n);
        json.attribute("bytes", report.copies.bytes);
      });
    if (!report.unplanned.empty())
      json.attributeArray("unplanned", [&] {
        for (const UnplannedFunction &function : report.unplanned)
          json.object([&] {
            json.attribute("function", function.name);
            json.attribute("reason", function.reason);
          });
      });
    if (!report.prepared.empty())
      json.attributeArray("prepared", [&] {
        for (const PreparedArgument &argument : report.prepared)
          printPrepared(json, argument);
      });
    if (!report.hints.empty())
      json.attributeArray("hints",
                          [&] { printUnmetHints(report.hints, json); });
    json.attributeArray("unmatched", [&] {
      for (const std::string &kind : report.unmatched)
        json.value(kind);
    });
  });
  os << "\n";
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

llvm::Error layout::checkReportPath(StringRef path) {
  StringRef extension = llvm::sys::path::extension(path);
  if (llvm::is_contained({"", ".txt", ".json", ".html", ".svg", ".dot"},
                         extension))
    return llvm::Error::success();
  return llvm::createStringError(
      "requires a report that ends in .txt, .json, .html, .svg or .dot, or '-' "
      "for standard error, found '" +
      path + "'");
}

ReportFormat layout::getReportFormat(StringRef path) {
  return llvm::StringSwitch<ReportFormat>(llvm::sys::path::extension(path))
      .Case(".json", ReportFormat::JSON)
      .Case(".html", ReportFormat::Page)
      .Case(".dot", ReportFormat::Dot)
      .Case(".svg", ReportFormat::Svg)
      .Default(ReportFormat::Text);
}

bool layout::showsGraph(ReportFormat format) {
  return format == ReportFormat::Page || format == ReportFormat::Dot ||
         format == ReportFormat::Svg;
}

llvm::Error layout::printReport(const PlanReport &report, ReportFormat format,
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
    printDot(report.graphs, os);
    return llvm::Error::success();
  case ReportFormat::Svg: {
    std::string header;
    llvm::raw_string_ostream headerOs(header);
    printHeader(report, headerOs);
    return printSvg(header, report.graphs, os);
  }
  }
  llvm_unreachable("covered switch");
}

llvm::Error layout::writeReport(const PlanReport &report, StringRef path) {
  return writeReportFile(path, [&](llvm::raw_ostream &os) {
    return printReport(report, getReportFormat(path), os);
  });
}
