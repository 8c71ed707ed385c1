//===- Options.cpp - Errors of options ------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Support/Options.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

std::string layout::getSuggestion(StringRef found,
                                  ArrayRef<StringRef> choices) {
  // A third of the letters may differ. Two are a swap. Of two choices at the
  // same distance, the one of nearer length has fewer letters missing.
  auto getDistance = [&](StringRef choice) {
    size_t lengths = choice.size() < found.size()
                         ? found.size() - choice.size()
                         : choice.size() - found.size();
    return std::pair(size_t(found.edit_distance(choice)), lengths);
  };
  std::pair<size_t, size_t> best(std::max<size_t>(2, found.size() / 3) + 1, 0);
  StringRef nearest;
  for (StringRef choice : choices)
    if (auto distance = getDistance(choice); distance < best) {
      best = distance;
      nearest = choice;
    }
  return nearest.empty() ? "" : ("; did you mean '" + nearest + "'?").str();
}

/// Returns "a, b or c".
static std::string listNames(ArrayRef<StringRef> names, StringRef last) {
  if (names.size() < 2)
    return names.empty() ? "nothing" : names.front().str();
  return llvm::join(names.drop_back(), ", ") + (" " + last + " ").str() +
         names.back().str();
}

std::string layout::describeChoices(StringRef found,
                                    ArrayRef<StringRef> choices) {
  return "requires " + listNames(choices, "or") + ", found '" + found.str() +
         "'" + getSuggestion(found, choices);
}

std::string layout::describeOptionError(StringRef message, StringRef text,
                                        ArrayRef<StringRef> names) {
  StringRef said = message.trim();
  if (said.empty())
    return "cannot read the options '" + text.str() + "'";
  StringRef unknown = said.split("no such option ").second;
  if (unknown.empty())
    return said.str();
  return "no option '" + unknown.str() + "', only " + listNames(names, "and") +
         getSuggestion(unknown, names);
}

SmallVector<StringRef> layout::getPrintedOptions(StringRef pipeline) {
  SmallVector<StringRef> names;
  SmallVector<StringRef> parts;
  auto [pass, options] = pipeline.split('{');
  options.split(parts, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts)
    if (auto [name, value] = part.split('='); part.contains('='))
      names.push_back(name);
  return names;
}
