//===- CriticalLayouts.cpp - Layouts of convolutions and matmuls ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/CriticalLayouts.h"
#include "Analysis/LayerName.h"
#include "layout/Analysis/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

StringRef CriticalLayout::getLayouts() const {
  if (agrees)
    return "as its neighbours";
  return chosen ? StringRef(choices[*chosen].layouts) : StringRef();
}

std::vector<std::string> CriticalLayout::getReasons() const {
  std::vector<std::string> reasons = refusals;
  if (!chosen)
    return reasons;
  llvm::append_range(reasons, choices[*chosen].concessions);
  if (*chosen > 0)
    reasons.push_back("the plan costs less than with " +
                      choices.front().layouts);
  return reasons;
}

/// Whether two options have the same layouts; costs may come from records.
static bool haveSameLayouts(OpLayoutAttr a, OpLayoutAttr b) {
  return a.getOperands() == b.getOperands() && a.getResults() == b.getResults();
}

/// Records a choice in an op if it can have it and none is recorded.
static void record(CriticalLayout &op, OpLayoutAttr choice) {
  auto found = llvm::find_if(op.choices, [&](const auto &possible) {
    return haveSameLayouts(possible.option, choice);
  });
  if (!op.chosen && found != op.choices.end())
    op.chosen = found - op.choices.begin();
}

std::vector<UnmetHint>
layout::recordChoices(MutableArrayRef<CriticalLayout> ops,
                      MutableArrayRef<CriticalLayout> others,
                      ArrayRef<ChosenOption> choices) {
  DenseMap<int64_t, CriticalLayout *> undecided;
  for (CriticalLayout &op : llvm::concat<CriticalLayout>(ops, others))
    if (op.decision)
      undecided[*op.decision] = &op;
  for (const ChosenOption &choice : choices)
    if (CriticalLayout *op = undecided.lookup(choice.decision))
      record(*op, choice.option);
  std::vector<UnmetHint> hints;
  for (const CriticalLayout &op : others) {
    std::string first = op.kind;
    if (!op.choices.front().layouts.empty())
      first += " " + op.choices.front().layouts;
    if (!op.chosen)
      hints.push_back(
          {op.location, first, "the plan gives the operation other layouts"});
    else if (*op.chosen != 0 && !op.choices[*op.chosen].layouts.empty())
      hints.push_back(
          {op.location, first,
           "the plan costs less with " + op.choices[*op.chosen].layouts});
  }
  return hints;
}

/// Returns the first of `all` that fits, or adds `other` as the last one.
template <typename T>
static T &findOrAdd(std::vector<T> &all, llvm::function_ref<bool(T &)> fits,
                    T other) {
  auto found = llvm::find_if(all, fits);
  return found != all.end() ? *found : all.emplace_back(std::move(other));
}

namespace {
/// The ops that have a layout for the same reason.
struct Reason {
  std::string text;
  Location first;
  int64_t count = 0;
};

/// The ops of one kind in the same layouts.
struct Group {
  StringRef layouts;
  int64_t count = 0;
  std::vector<Reason> reasons;

  void add(const CriticalLayout &op) {
    ++count;
    for (const std::string &text : op.getReasons())
      ++findOrAdd<Reason>(reasons,
                          [&](Reason &other) { return other.text == text; },
                          {text, op.location})
            .count;
  }
};

/// The ops of one kind.
struct Kind {
  StringRef name;
  int64_t count = 0;
  std::vector<Group> groups;

  void add(const CriticalLayout &op) {
    ++count;
    StringRef layouts = op.getLayouts();
    findOrAdd<Group>(groups,
                     [&](Group &other) { return other.layouts == layouts; },
                     {layouts, 0, {}})
        .add(op);
  }

  /// The groups, the largest first, and in program order.
  std::vector<const Group *> getSorted() const {
    std::vector<const Group *> sorted;
    sorted.reserve(groups.size());
    for (const Group &group : groups)
      sorted.push_back(&group);
    llvm::sort(sorted, [](const Group *a, const Group *b) {
      return std::pair(-a->count, a) < std::pair(-b->count, b);
    });
    return sorted;
  }
};
} // namespace

/// The kinds of ops, in program order.
static std::vector<Kind> getKinds(ArrayRef<CriticalLayout> ops) {
  std::vector<Kind> kinds;
  for (const CriticalLayout &op : ops)
    findOrAdd<Kind>(kinds, [&](Kind &other) { return other.name == op.kind; },
                    {op.kind, 0, {}})
        .add(op);
  return kinds;
}

void layout::printCriticalLayouts(ArrayRef<CriticalLayout> ops,
                                  llvm::raw_ostream &os) {
  for (const Kind &kind : getKinds(ops))
    for (const Group *group : kind.getSorted()) {
      os << llvm::formatv(
          "  {0} of {1} {2}: {3}\n", group->count, kind.count, kind.name,
          group->layouts.empty() ? "as it came" : group->layouts);
      for (const Reason &reason : group->reasons)
        os << llvm::formatv("    {0} because {1}; first at {2}\n", reason.count,
                            reason.text, getPlaceText(reason.first));
    }
}

static void printGroup(llvm::json::OStream &json, const Kind &kind,
                       const Group &group) {
  json.attribute("kind", kind.name);
  json.attribute("of", kind.count);
  json.attribute("n", group.count);
  json.attribute("layouts", group.layouts.empty()
                                ? llvm::json::Value(nullptr)
                                : llvm::json::Value(group.layouts));
  json.attributeArray("reasons", [&] {
    for (const Reason &reason : group.reasons)
      json.object([&] {
        json.attribute("reason", reason.text);
        json.attribute("n", reason.count);
        json.attribute("first", getLocationText(reason.first));
        if (std::string name = getLayerName(reason.first); !name.empty())
          json.attribute("name", llvm::json::fixUTF8(name));
      });
  });
}

void layout::printCriticalLayouts(ArrayRef<CriticalLayout> ops,
                                  llvm::json::OStream &json) {
  for (const Kind &kind : getKinds(ops))
    for (const Group *group : kind.getSorted())
      json.object([&] { printGroup(json, kind, *group); });
}
