//===- UnmetWishes.cpp - What layout-freeze reports of other ops ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnmetWishes.h"

using namespace mlir;
using namespace mlir::layout;

void UnmetWishes::add(Location location, const Twine &hint,
                      const Twine &outcome) {
  UnmetHint added = {location, hint.str(), outcome.str()};
  bool isThere = !hints.empty() && hints.back().location == location &&
                 hints.back().hint == added.hint &&
                 hints.back().outcome == added.outcome;
  if (!isThere)
    hints.push_back(std::move(added));
}

void UnmetWishes::addOp(Location location, StringRef kind, StringRef wished,
                        ArrayRef<CriticalLayout::Choice> choices,
                        ArrayRef<std::string> refusals) {
  StringRef refusal = refusals.empty() ? "" : StringRef(refusals.front());
  if (refusal.consume_front((wished + ": it ").str()))
    add(location, kind + Twine(" ") + wished,
        refusal + (choices.empty()
                       ? "; the operation has the layouts of its neighbours"
                       : "; the operation has others that are stated for it"));
  else if (choices.size() == 1 && !choices.front().concessions.empty())
    add(location, kind + Twine(" ") + wished,
        choices.front().concessions.front() + "; the operation has " +
            choices.front().layouts);
  if (choices.size() > 1)
    open.push_back(
        {location, kind.str(), choices.vec(), std::nullopt, /*refusals=*/{}});
}

std::vector<CriticalLayout::Choice>
layout::getChoices(ArrayRef<LayoutOption> options) {
  std::vector<CriticalLayout::Choice> choices;
  for (const LayoutOption &option : options) {
    choices.push_back({option.attribute, option.layouts.str(), {}});
    for (const std::string &concession : option.concessions)
      choices.back().concessions.push_back("a block " + concession);
  }
  return choices;
}
