//===- ReportText.cpp - The report as people read it ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportText.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

/// Three digits and a unit: "41.1 MB".
static std::string getSize(int64_t bytes) {
  if (bytes < 1000)
    return llvm::formatv("{0} B", bytes);
  double size = bytes;
  StringRef units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  const StringRef *unit = units;
  // Rounding must not make it 1000.
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

static void printHeader(const Report &report, llvm::raw_ostream &os) {
  os << "Layouts";
  if (report.target)
    os << " for target " << *report.target;
  if (report.strategy)
    os << ", strategy " << *report.strategy;
  const Tally &after = report.after.rewrites;
  os << ": ";
  if (after.n != 0)
    os << llvm::formatv("{0} {1} at run time, {2}\n", after.n,
                        after.n == 1 ? "rewrite" : "rewrites",
                        getSize(after.bytes));
  else if (report.after.constants.n != 0)
    os << "no data but constants is rewritten at run time\n";
  else
    os << "no data is rewritten at run time\n";
}

static std::string getCost(const PlanReport &plan, int64_t cost) {
  return plan.unit ? llvm::formatv("{0:n} {1}", cost, *plan.unit).str()
                   : getSize(cost);
}

/// How near the plan is to the cheapest there is.
static void printPlan(const PlanReport &plan, llvm::raw_ostream &os) {
  StringRef scope =
      plan.isCapped ? " over the layouts that were considered" : "";
  if (plan.cost == plan.bound)
    os << llvm::formatv("  no plan is cheaper{0}\n", scope);
  else
    os << llvm::formatv("  planned for {0}, no plan takes less than {1}{2}\n",
                        getCost(plan, plan.cost), getCost(plan, plan.bound),
                        scope);
}

static void printRow(llvm::raw_ostream &os, StringRef name, StringRef before,
                     StringRef frozen, StringRef after) {
  std::string row =
      llvm::formatv("  {0,-24}{1,18}{2,18}{3,18}", name, before, frozen, after);
  os << StringRef(row).rtrim() << "\n";
}

static void printTable(const Report &report, llvm::raw_ostream &os) {
  auto printTallies = [&](StringRef name, Tally RewriteCount::*figure,
                          const std::string &frozen = "") {
    printRow(os, name, report.before ? getTally(*report.before.*figure) : "?",
             frozen, getTally(report.after.*figure));
  };
  printRow(os, "", "before", "frozen", "after");
  printTallies("rewrites", &RewriteCount::rewrites,
               report.frozenBytes ? getSize(*report.frozenBytes) : "?");
  printTallies("  of constants", &RewriteCount::constants);
  printTallies("reads in another order", &RewriteCount::absorbed);
  printTallies("pads, slices, concats", &RewriteCount::moves);
  os << "\nBytes are read and written. Frozen: what rewrites would move if "
        "only "
        "the\nconvolutions and matmuls took their layouts.\n";
  if (report.after.dynamic || (report.before && report.before->dynamic))
    os << "Sizes known only at run time count as 1.\n";
}

/// Whether a map, as text, ends in the dims it begins with.
static bool isIdentity(StringRef map) {
  auto [dims, results] = map.split(" -> ");
  return dims == results;
}

/// The map of a rewrite; a side that lies as its dims say is left out.
static std::string getMap(const RewriteLeft &left) {
  if (isIdentity(left.from))
    return "by " + left.to;
  if (isIdentity(left.to))
    return "back by " + left.from;
  return "from " + left.from + " to " + left.to;
}

/// `text` without the file in places that lie in that of `location`.
static std::string shorten(StringRef text, StringRef location) {
  StringRef file = location.rsplit(':').first.rsplit(':').first;
  std::string place = (" at " + file + ":").str(), shortened;
  while (text.contains(place)) {
    auto [before, behind] = text.split(place);
    shortened += (before + " at ").str();
    text = behind;
  }
  return shortened + text.str();
}

/// One line each, the largest first.
static void printLeft(const Report &report, llvm::raw_ostream &os) {
  if (report.left.empty())
    return;
  auto lefts = llvm::map_to_vector(
      report.left, [](const RewriteLeft &left) { return &left; });
  llvm::sort(lefts, [](const RewriteLeft *a, const RewriteLeft *b) {
    return std::pair(-a->bytes, a) < std::pair(-b->bytes, b);
  });
  os << "\nLeft, the largest first";
  if (static_cast<int64_t>(lefts.size()) != report.after.rewrites.n)
    os << " (what only pads or crops counts as a pad or slice above)";
  os << ":\n";
  for (const RewriteLeft *left : lefts)
    os << llvm::formatv(
        "  {0}: {1:n} bytes {2}, between {3}, blocked by {4}\n", left->location,
        left->bytes, getMap(*left),
        shorten(llvm::join(left->between, " and "), left->location),
        shorten(left->blockedBy, left->location));
}

static void printReads(const Report &report, llvm::raw_ostream &os) {
  if (report.reads.empty())
    return;
  os << "\nRead with strides instead of being rewritten:\n";
  for (const AbsorbedRead &read : report.reads)
    os << llvm::formatv("  {0}: {1:n} bytes, operand {2} of {3}\n",
                        read.location, read.bytes, read.operand, read.op);
}

void layout::printText(const Report &report, llvm::raw_ostream &os) {
  printHeader(report, os);
  if (report.plan)
    printPlan(*report.plan, os);
  os << "\n";
  printTable(report, os);
  printLeft(report, os);
  printReads(report, os);
  if (report.copies.n != 0)
    os << "\nConstants stored in more than one layout: "
       << getSize(report.copies.bytes) << " more\n";
  if (!report.unmatched.empty())
    os << "\nPreferences that match no op: "
       << llvm::join(report.unmatched, ", ") << "\n";
}
