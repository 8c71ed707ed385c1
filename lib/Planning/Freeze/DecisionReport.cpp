//===- DecisionReport.cpp - What a report says of decisions ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecisionReport.h"

using namespace mlir;
using namespace mlir::layout;

void DecisionReport::addHint(Location location, const Twine &hint,
                             const Twine &outcome) {
  UnmetHint added = {location, hint.str(), outcome.str()};
  bool isThere = !hints.empty() && hints.back().location == location &&
                 hints.back().hint == added.hint &&
                 hints.back().outcome == added.outcome;
  if (!isThere)
    hints.push_back(std::move(added));
}

static std::vector<CriticalLayout::Choice>
getChoices(const Decision &decision) {
  std::vector<CriticalLayout::Choice> choices;
  const auto *options = decision.getAs<Options>();
  if (!options)
    return choices;
  for (const LayoutOption &option : options->choices) {
    choices.push_back({option.attribute, option.layouts, {}});
    for (const Reason &concession : option.concessions)
      choices.back().concessions.push_back("a block " + getText(concession));
  }
  return choices;
}

/// Why an op does not have the layouts that were asked for. If it can have the
/// first ones, the report does not say that it cannot have the others.
static std::vector<std::string> getRefusals(const Decision &decision) {
  if (const auto *kept = decision.getAs<Kept>())
    return {getText(*kept)};
  if (decision.getAs<Stated>())
    return {"'layout.op_layout' states its layouts"};
  std::vector<std::string> texts;
  bool lacksFirst =
      !decision.refusals.empty() && decision.refusals.front().number == 0;
  if (decision.getAs<Refused>() || lacksFirst)
    for (const Refusal &refusal : decision.refusals)
      texts.push_back(refusal.str());
  return texts;
}

/// Adds a hint if an op that is not critical has not what was asked for first.
void DecisionReport::addUnmet(Location location, StringRef kind,
                              const Decision &decision,
                              ArrayRef<CriticalLayout::Choice> choices) {
  std::string hint = (kind + Twine(" ") + decision.requested).str();
  if (!decision.refusals.empty() && decision.refusals.front().number == 0)
    addHint(location, hint,
            getText(decision.refusals.front().reason) +
                (choices.empty()
                     ? "; the operation has the layouts of its neighbours"
                     : "; the operation has others that are stated for it"));
  else if (choices.size() == 1 && !choices.front().concessions.empty())
    addHint(location, hint,
            choices.front().concessions.front() + "; the operation has " +
                choices.front().layouts);
}

std::optional<int64_t> DecisionReport::add(Location location, StringRef kind,
                                           const Decision &decision) {
  std::optional<int64_t> number;
  const auto *stated = decision.getAs<Stated>();
  std::vector<CriticalLayout::Choice> choices = getChoices(decision);
  if (choices.size() > 1 || (stated && stated->isPreference))
    number = numOpen++;
  if (stated && stated->isPreference) {
    CriticalLayout &op = otherOps.emplace_back(
        CriticalLayout{location, LayoutDialect::kOpLayout.str()});
    for (auto option : stated->options.getAsRange<OpLayoutAttr>())
      op.choices.push_back({option, "", {}});
    op.decision = number;
  }
  if (!decision.isCritical) {
    if (decision.getAs<Options>() || decision.getAs<Refused>())
      addUnmet(location, kind, decision, choices);
    if (choices.size() > 1) {
      CriticalLayout &op =
          otherOps.emplace_back(CriticalLayout{location, kind.str(), choices});
      op.decision = number;
    }
    return number;
  }
  CriticalLayout &op =
      criticalOps.emplace_back(CriticalLayout{location, kind.str(), choices});
  op.refusals = getRefusals(decision);
  op.agrees = decision.getAs<Free>();
  if (choices.size() == 1)
    op.chosen = 0;
  if (choices.size() > 1)
    op.decision = number;
  return number;
}

void DecisionReport::moveTo(PlanReport &report) {
  report.criticalLayouts.clear();
  if (report.isAsked)
    report.criticalLayouts = std::move(criticalOps);
  report.otherLayouts = std::move(otherOps);
  llvm::append_range(report.hints, hints);
}
