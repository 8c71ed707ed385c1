//===- NetTally.cpp - The layouts that uses of a net require --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NetTally.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

template <typename EntriesT>
static auto findLayout(EntriesT &entries, unsigned layout) {
  return llvm::find_if(entries, [&](const NetTally::Entry &entry) {
    return entry.layout == layout;
  });
}

void NetTally::add(unsigned layout) {
  auto found = findLayout(entries, layout);
  if (found == entries.end())
    entries.push_back({layout, 1});
  else
    ++found->numUses;
}

void NetTally::remove(unsigned layout) {
  auto found = findLayout(entries, layout);
  if (--found->numUses != 0)
    return;
  *found = entries.back();
  entries.pop_back();
}

unsigned NetTally::getNumUses(unsigned layout) const {
  auto found = findLayout(entries, layout);
  return found == entries.end() ? 0 : found->numUses;
}

Cost NetTally::getCost(const Problem::Net &net, unsigned produced) const {
  Cost cost = 0;
  for (const Entry &entry : entries)
    cost = addSaturating(cost, getRewriteCost(net, produced, entry.layout));
  return cost;
}
