//===- PlannedValues.cpp - Values and ops of a planned program ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/PlannedValues.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Analysis/CallSites.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Report/PlanReport.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;

std::string layout::getComputation(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return op->getName().getStringRef().str();
  return llvm::join(
      llvm::map_range(
          *structured.getBlock(),
          [](Operation &part) { return part.getName().getStringRef().str(); }),
      " ");
}

std::optional<MixedRadixMap> layout::divideIntoDims(ArrayRef<Digit> order,
                                                    ArrayRef<int64_t> shape) {
  MixedRadixMap dims;
  for (int64_t size : shape) {
    MixedRadix &dim = dims.emplace_back();
    // Only the first digit of a dim may be dynamic.
    while (!order.empty() && size != 1 &&
           (dim.empty() ||
            (getExtent(dim) != size && !order.front().isDynamic()))) {
      dim.push_back(order.front());
      order = order.drop_front();
    }
    if (getExtent(dim) != size)
      return std::nullopt;
  }
  if (!order.empty())
    return std::nullopt;
  return dims;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What tells values of a program apart: the location, what is computed there,
/// the region or -1, and the number. In a group, they are in program order.
using ValueKey = std::tuple<const void *, std::string, int64_t, unsigned>;
using ValueGroups = std::map<ValueKey, SmallVector<Value, 1>>;

static void addValues(Operation *op, int64_t region, ValueRange values,
                      ValueGroups &groups) {
  for (auto [number, value] : llvm::enumerate(values))
    if (isa<RankedTensorType>(value.getType()))
      groups[{op->getLoc().getAsOpaquePointer(), getComputation(op), region,
              number}]
          .push_back(value);
}

/// The tensors of a program, without those that rewrites compute: these have
/// the locations of the ops whose values they rewrite.
static ValueGroups groupValues(ModuleOp module) {
  ValueGroups groups;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      if (!region.empty())
        addValues(op, region.getRegionNumber(), region.getArguments(), groups);
    if (!getRewriteBy(op) && !isPartOfRewrite(op))
      addValues(op, -1, op->getResults(), groups);
  });
  return groups;
}

/// Sets the value and its layout if the value can have it.
static void setValue(PlannedValue &planned, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  std::optional<MixedRadixMap> dims =
      divideIntoDims(planned.order, type.getShape());
  if (!dims || type.getElementType() != planned.logical.getElementType())
    return;
  planned.value = value;
  planned.layout =
      IndexMap::get(*dims, planned.logical.getShape(), value.getContext())
          .getAffineMap();
}

/// Calls `set` with each of `entries` and what `found` has under its key, one
/// each in program order; `getKey` gives the key of an entry.
template <typename KeyT, typename FoundT, typename EntryT, typename GetKeyT,
          typename SetT>
static void assign(std::vector<EntryT> &entries,
                   const std::map<KeyT, SmallVector<FoundT, 1>> &found,
                   GetKeyT getKey, SetT set) {
  std::map<KeyT, SmallVector<EntryT *, 1>> groups;
  for (EntryT &entry : entries)
    groups[getKey(entry)].push_back(&entry);
  for (auto &[key, group] : groups) {
    auto place = found.find(key);
    if (place == found.end() || place->second.size() != group.size())
      continue;
    for (auto [entry, one] : llvm::zip_equal(group, place->second))
      set(*entry, one);
  }
}

static void findValues(std::vector<PlannedValue> &all, ModuleOp module) {
  auto getKey = [](const PlannedValue &planned) {
    return ValueKey(planned.location.getAsOpaquePointer(), planned.computation,
                    planned.region ? static_cast<int64_t>(*planned.region) : -1,
                    planned.number);
  };
  assign(all, groupValues(module), getKey, setValue);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Sets the ops of entries that are not values.
static constexpr auto setOp = [](auto &entry, Operation *op) { entry.op = op; };

static void findCriticalOps(std::vector<CriticalLayout> &layouts,
                            ModuleOp module) {
  CriticalOpAnalysis criticalOps(module);
  std::map<const void *, SmallVector<Operation *, 1>> ops;
  module.walk([&](Operation *op) {
    if (criticalOps.lookupOnTensors(op))
      ops[op->getLoc().getAsOpaquePointer()].push_back(op);
  });
  auto getKey = [](const CriticalLayout &layout) {
    return layout.location.getAsOpaquePointer();
  };
  assign(layouts, ops, getKey, setOp);
}

static void findRewrites(std::vector<RemainingRewrite> &rewrites,
                         ModuleOp module) {
  CallSites calls(module);
  std::map<std::pair<const void *, int64_t>, SmallVector<Operation *, 1>> ops;
  forEachRewrite(module, [&](const Rewrite &rewrite) {
    Operation *op = rewrite.ops.back();
    ops[{op->getLoc().getAsOpaquePointer(),
         getBytesMoved(rewrite, calls).bytes}]
        .push_back(op);
  });
  auto getKey = [](const RemainingRewrite &rewrite) {
    return std::pair(rewrite.place ? rewrite.place.getAsOpaquePointer()
                                   : nullptr,
                     rewrite.bytes);
  };
  assign(rewrites, ops, getKey, setOp);
}

void layout::findInProgram(PlanReport &report, ModuleOp module) {
  findValues(report.values, module);
  findCriticalOps(report.criticalLayouts, module);
  if (report.remaining)
    findRewrites(*report.remaining, module);
}
