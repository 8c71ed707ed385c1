//===- PlanReport.h - What a run of the passes did --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of one run fill in one PlanReport, a module analysis, and
// `layout-report` writes it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_PLANREPORT_H
#define LAYOUT_REPORT_PLANREPORT_H

#include "layout/Analysis/RewriteCount.h"
#include "layout/Report/CriticalLayouts.h"
#include "layout/Report/DeviceBuffers.h"
#include "layout/Report/FilledPadding.h"
#include "layout/Report/PlanGraph.h"
#include "layout/Report/PlannedValues.h"
#include "layout/Report/UnmetHints.h"
#include "layout/Report/UnplannedFunctions.h"
#include "layout/Support/Saturating.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/AnalysisManager.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

/// A rewrite of run-time data that is left in the program.
struct RemainingRewrite {
  std::string location;
  /// The same; null if the report was not made from a program.
  LocationAttr place;
  /// The last op of the rewrite in the planned program, as long as that is not
  /// changed; null if it is not known (`findInProgram`).
  Operation *op = nullptr;
  std::string name; ///< of the layer (LayerName.h); may be empty
  /// Index maps, as text, from common logical dims to the layout of the source
  /// and to that of the result; "?" if a layout is no such map.
  std::string from, to;
  /// The same in letters, "NCHW -> NHWC"; empty if no letters fit.
  std::string letters;
  int64_t bytes = 0; ///< read and written, times the runs
  /// The op that computes the source, then the ops that read the result.
  std::vector<std::string> between;
  /// The neighbours that keep the rewrite from moving on: a function's
  /// signature, frozen ops, ops that cannot adapt.
  std::string blockedBy;
  /// What the user can state so that the rewrite is not needed; may be empty.
  std::string advice;
  /// What the rewrite writes, if the target describes a device.
  std::optional<DeviceBuffer> buffer;
};

/// An operand that a critical op reads as if a transpose in front of it were
/// part of the op.
struct AbsorbedRead {
  std::string location;
  std::string name; ///< of the layer; may be empty
  std::string op;   ///< the name of the operation
  int64_t operand = 0;
  int64_t bytes = 0; ///< of the operand, which is read with strides
};

/// The plans among which a plan was chosen.
struct PlanSpace {
  /// The operations, regions and calls with more than one candidate, and the
  /// candidates of these.
  int64_t choices = 0, candidates = 0;
  /// The tensors of run-time data, and the layouts of these.
  int64_t values = 0, layouts = 0;
  /// The operations, regions and calls of which candidates were left out,
  /// because there are too many.
  int64_t capped = 0;
  /// The operations that keep their layouts, because they have no layout rule:
  /// how many there are by name.
  std::map<std::string, int64_t> barriers;

  void add(const PlanSpace &other);
};

/// The bytes that rewrites and moves read and write if critical ops take the
/// first of their layouts and every other op keeps its own.
struct BaselineFigures {
  int64_t rewrites = 0;
  int64_t moves = 0; ///< pads, slices, concatenations, and crops alone

  void add(const BaselineFigures &other);
  void add(const RewriteCount &count) {
    add(BaselineFigures{count.rewrites.bytes, count.moves.bytes});
  }
};

/// The cost of the plans of all functions together.
struct PlanCost {
  /// The unit of costs, from a calibration; bytes if there is none.
  std::optional<std::string> unit;
  int64_t cost = 0;
  int64_t bound = 0; ///< no plan costs less
  /// The parts of the cost: the bytes that rewrites read and write, the bytes
  /// of crops that are part of no rewrite, and the rest (costs of layout
  /// options, strided reads, computing on padding). They are in bytes even if
  /// the plan has another unit.
  int64_t rewrites = 0, moves = 0, prices = 0;
  /// With `placement`, moves are all copies that are left and the borders of
  /// pads, and these are the borders; nothing otherwise.
  std::optional<int64_t> borders;
  /// The copies that are left when the places have been carried out
  /// (`layout-verify-placement`).
  std::optional<Tally> placed;
  /// How what the program moves compares with what its plan says.
  enum class Comparison { Equal, Unknown, Less };
  /// Unknown if they differ, but sizes or trip counts are dynamic; nothing if
  /// they have not been compared (`layout-verify-plan`).
  std::optional<Comparison> comparison;
  /// Whether layouts were left out of the problem, so that the bound holds
  /// among the others only.
  bool isCapped = false;
  PlanSpace space;
  /// How often the program has been planned, the last time by this plan
  /// (`layout-plan-again`).
  int64_t rounds = 1;

  /// How much more than planned the program moves, in bytes: less than 0 if it
  /// moves less, and nothing if that is not known.
  std::optional<int64_t> getExcess() const {
    if (!comparison || *comparison == Comparison::Unknown)
      return std::nullopt;
    if (*comparison == Comparison::Less)
      return -1;
    return placed && borders ? placed->bytes - (moves - *borders) : 0;
  }

  /// Whether the program moves what its plan says; nothing if that is not
  /// known.
  std::optional<bool> isAsPlanned() const {
    std::optional<int64_t> excess = getExcess();
    return excess ? std::optional(*excess == 0) : std::nullopt;
  }
};

/// What the program of functions that are planned together moves, as their plan
/// has it.
struct PlannedMovement {
  /// A rewrite or a move, in bytes read and written, times the runs.
  struct Part {
    Location location; ///< of the op, or of the value that is rewritten
    int64_t bytes = 0;
  };

  std::vector<std::string> functions; ///< their names
  int64_t rewrites = 0, moves = 0;    ///< sums, as in `RewriteCount`
  /// Bytes that `layout-clean-up` may save by joining moves which every plan
  /// has, such as slices of slices.
  int64_t joinableMoves = 0;
  std::vector<Part> parts;

  int64_t getSum() const { return addSaturating(rewrites, moves); }
};

/// A constant argument of a planned function, which another one prepares.
struct PreparedArgument {
  std::string function; ///< the name of the planned function
  int64_t argument = 0; ///< of that function
  int64_t result = 0;   ///< of the function that prepares
  std::string type;
  /// The entries of `layout.host` (HostDescriptor.h); nothing if the argument
  /// is computed, so that only the function that prepares it says how.
  std::optional<llvm::json::Object> descriptor;
};

/// A planning problem or a plan that is to be written.
struct PlanFile {
  std::string path;
  std::string text;
  Location location; ///< of the function, for errors
};

/// Writes the files. On failure an error has been emitted.
LogicalResult writePlanFiles(ArrayRef<PlanFile> files);

/// The strategy that reports name where the baseline has been applied.
inline constexpr llvm::StringLiteral kBaselineStrategy = "baseline";

/// The results that the passes of a run report about a module. Each member is
/// empty until the pass named there has run. The analysis survives every change
/// of the module.
struct PlanReport {
  explicit PlanReport(Operation *) {}

  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

  /// Whether `layout-flow` has planned some function in this run.
  bool isPlanned() const { return strategy.has_value(); }

  // layout-survey
  bool isRead = true; ///< whether a layout-report of this run reads this one
  std::optional<RewriteCount> before;
  std::vector<UnplannedFunction> unplanned;
  /// The layouts that annotations of the program ask for, until layout-legalize
  /// has read them.
  std::vector<StatedHint> stated;
  /// Whether there are some, or were.
  bool statesLayouts = false;

  /// What was asked for and is not given: of the passes from layout-legalize to
  /// layout-drop-constraints, each of which adds to it.
  std::vector<UnmetHint> hints;

  // layout-freeze
  std::optional<std::string> target;
  std::vector<std::string> unmatched; ///< kinds whose preference fits no op
  DeviceMemory memory;                ///< of the first device
  bool isAsked = true; ///< whether a target or preferences were given
  /// Convolutions and matmuls, in program order; layout-flow completes those
  /// with several choices. Empty if nothing is asked for.
  std::vector<CriticalLayout> criticalLayouts;
  /// Other operations with several layouts, or with preferred ones, of which
  /// layout-flow chooses.
  std::vector<CriticalLayout> otherLayouts;

  // layout-flow
  std::optional<std::string> strategy;
  std::optional<PlanCost> plan; ///< of a strategy that proves a bound
  std::vector<PlannedMovement>
      movements; ///< one for functions planned together
  /// With `layout-flow{for-report=files}`, what `layout-report` writes.
  std::vector<PlanFile> files;
  std::optional<BaselineFigures> baseline; ///< the key is `frozen` in files
  std::vector<AbsorbedRead> absorbedReads;
  std::vector<PlanGraph> graphs; ///< one for functions planned together
  /// The tensors of the program, in its order, if there are graphs.
  std::vector<PlannedValue> values;

  // layout-fold
  Tally copies; ///< constants that are stored in one more layout

  // layout-list-rewrites, or else layout-report
  std::optional<std::vector<RemainingRewrite>> remaining;

  // layout-report
  RewriteCount after;
  /// Of arguments and results, if the target describes a device.
  std::vector<DeviceBuffer> boundary;
  std::vector<PreparedArgument> prepared;
  std::vector<FilledPadding> filledPadding;
};

/// Calls `visit` for each rewrite that moves run-time data, in program order.
void forEachRewrite(ModuleOp module,
                    llvm::function_ref<void(const Rewrite &rewrite)> visit);

/// The rewrites of `module` that move run-time data, in program order, if the
/// list is read. Emits a missed remark for each in any case.
std::vector<RemainingRewrite>
collectRemainingRewrites(ModuleOp module, const CallSites &calls,
                         const CriticalOpAnalysis &criticalOps,
                         const DeviceMemory &memory, bool isRead = true);

/// The arguments of functions that `layout-prepare-constants` has divided.
std::vector<PreparedArgument> collectPreparedArguments(ModuleOp module);

/// Emits an error for each of these rewrites, with notes about the ops and
/// signatures on both sides that keep their layouts. Succeeds if there are
/// none.
LogicalResult refuseRemainingRewrites(ModuleOp module, const CallSites &calls,
                                      const CriticalOpAnalysis &criticalOps);

enum class ReportFormat { Text, JSON, Page, Dot, Svg };

/// The format that the end of a file name asks for (.json, .html, .svg,
/// .dot); text for every other name, of which `checkReportPath` accepts some.
ReportFormat getReportFormat(llvm::StringRef path);

/// Fails if a report at `path` would have no known format: its name has an
/// extension that stands for none.
llvm::Error checkReportPath(llvm::StringRef path);

/// Whether the format shows the plan as a graph.
bool showsGraph(ReportFormat format);

/// Prints the report; fails if this build has no page and one is asked for.
llvm::Error printReport(const PlanReport &report, ReportFormat format,
                        llvm::raw_ostream &os);

/// Writes the report into the file `path` in the format that its name asks
/// for, or as text on standard error for `-`. The file appears whole or not at
/// all; the error says why it does not.
llvm::Error writeReport(const PlanReport &report, llvm::StringRef path);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_PLANREPORT_H
