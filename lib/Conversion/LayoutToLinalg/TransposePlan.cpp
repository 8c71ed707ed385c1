//===- TransposePlan.cpp - A digit map as one transpose -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposePlan.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

namespace {
/// Walks the dims of a shape along the sequence of digits.
class RunCursor {
public:
  explicit RunCursor(ArrayRef<unsigned> runs)
      : runs(runs), groups(runs.size()) {}

  /// The unit dims that stand here, between two digits.
  unsigned getNumUnitDims() const {
    return used != 0 ? 0
                     : runs.drop_front(dim)
                           .take_while([](unsigned run) { return run == 0; })
                           .size();
  }
  /// Gives the next unit dims of the common shape to the unit dims that stand
  /// here; those beyond go to the dim before, or to the first.
  void takeUnitDims(unsigned count, int64_t common) {
    for (unsigned mine = getNumUnitDims(); count != 0; --count, ++common) {
      if (mine != 0) {
        groups[dim++].push_back(common);
        --mine;
      } else if (!groups.empty()) {
        groups[dim == 0 || used != 0 ? dim : dim - 1].push_back(common);
      }
    }
  }
  /// The digits left in the present dim.
  unsigned getNumDigits() const { return runs[dim] - used; }
  /// Gives the next dim of the common shape, of `count` digits, to the present
  /// dim.
  void takeDigits(unsigned count, int64_t common) {
    groups[dim].push_back(common);
    used += count;
    if (used == runs[dim]) {
      ++dim;
      used = 0;
    }
  }
  SmallVector<ReassociationIndices> takeGroups() { return std::move(groups); }

private:
  ArrayRef<unsigned> runs;
  SmallVector<ReassociationIndices> groups;
  size_t dim = 0;
  unsigned used = 0;
};
} // namespace

Refinement layout::refine(ArrayRef<unsigned> first, ArrayRef<unsigned> second) {
  Refinement result;
  RunCursor a(first), b(second);
  unsigned left = std::accumulate(first.begin(), first.end(), 0u);
  while (true) {
    unsigned unitDims = std::max(a.getNumUnitDims(), b.getNumUnitDims());
    a.takeUnitDims(unitDims, result.common.size());
    b.takeUnitDims(unitDims, result.common.size());
    result.common.append(unitDims, 0);
    if (left == 0)
      break;
    unsigned count = std::min(a.getNumDigits(), b.getNumDigits());
    a.takeDigits(count, result.common.size());
    b.takeDigits(count, result.common.size());
    result.common.push_back(count);
    left -= count;
  }
  result.first = a.takeGroups();
  result.second = b.takeGroups();
  return result;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

namespace {
/// Which neighbouring digits travel as one dim, where they stay neighbours.
enum class Joining { None, WithinSourceDims, WithinResultDims, All };

/// Which unit dims travel.
enum class UnitDims { None, OfSource, OfResult };

/// A dim on its way: a run of digits, or a unit dim (no digits).
struct Traveller {
  unsigned begin, count;
  unsigned id;
};
} // namespace

/// The digits before each unit dim of a shape.
static SmallVector<unsigned> getUnitDimPlaces(ArrayRef<unsigned> runs) {
  SmallVector<unsigned> places;
  unsigned position = 0;
  for (unsigned run : runs) {
    if (run == 0)
      places.push_back(position);
    position += run;
  }
  return places;
}

/// The dim of a shape in which each digit lies.
static SmallVector<unsigned> getOwners(ArrayRef<unsigned> runs) {
  SmallVector<unsigned> owners;
  for (auto [dim, run] : llvm::enumerate(runs))
    owners.append(run, dim);
  return owners;
}

/// Puts `count` unit dims among the runs at the given places, as far as there
/// are any, and behind everything otherwise.
static SmallVector<Traveller> insertUnitDims(ArrayRef<Traveller> runs,
                                             ArrayRef<unsigned> places,
                                             unsigned count) {
  SmallVector<Traveller> result;
  unsigned next = 0, position = 0;
  auto insertUpTo = [&](unsigned end) {
    for (; next < count && next < places.size() && places[next] <= end; ++next)
      result.push_back({0, 0, static_cast<unsigned>(runs.size()) + next});
  };
  for (const Traveller &run : runs) {
    insertUpTo(position);
    result.push_back(run);
    position += run.count;
  }
  for (; next < count; ++next)
    result.push_back({0, 0, static_cast<unsigned>(runs.size()) + next});
  return result;
}

static Runs getRuns(ArrayRef<Traveller> travellers) {
  Runs runs;
  for (const Traveller &traveller : travellers)
    runs.push_back(traveller.count);
  return runs;
}

/// Fills in what is transposed.
static void setTranspose(TransposePlan &plan, Joining joining,
                         UnitDims unitDims) {
  SmallVector<unsigned> sourceOwners = getOwners(plan.source);
  SmallVector<unsigned> resultPlaces(plan.digits.size());
  SmallVector<unsigned> resultOwners(plan.digits.size());
  SmallVector<unsigned> owners = getOwners(plan.result);
  for (auto [place, digit] : llvm::enumerate(plan.resultOrder)) {
    resultPlaces[digit] = place;
    resultOwners[digit] = owners[place];
  }
  auto joins = [&](unsigned digit) {
    // A dynamic digit is the outermost of whatever dim it lies in.
    if (resultPlaces[digit] + 1 != resultPlaces[digit + 1] ||
        plan.digits[digit + 1].isDynamic())
      return false;
    switch (joining) {
    case Joining::None:
      return false;
    case Joining::WithinSourceDims:
      return sourceOwners[digit] == sourceOwners[digit + 1];
    case Joining::WithinResultDims:
      return resultOwners[digit] == resultOwners[digit + 1];
    case Joining::All:
      return true;
    }
    llvm_unreachable("unknown joining");
  };

  SmallVector<Traveller> runs;
  for (unsigned digit = 0; digit < plan.digits.size(); ++digit) {
    if (digit != 0 && joins(digit - 1))
      ++runs.back().count;
    else
      runs.push_back({digit, 1, static_cast<unsigned>(runs.size())});
  }
  SmallVector<Traveller> sortedRuns = runs;
  llvm::sort(sortedRuns, [&](const Traveller &a, const Traveller &b) {
    return resultPlaces[a.begin] < resultPlaces[b.begin];
  });

  SmallVector<unsigned> sourceUnits = getUnitDimPlaces(plan.source);
  SmallVector<unsigned> resultUnits = getUnitDimPlaces(plan.result);
  unsigned count = unitDims == UnitDims::None       ? 0
                   : unitDims == UnitDims::OfSource ? sourceUnits.size()
                                                    : resultUnits.size();
  SmallVector<Traveller> from = insertUnitDims(runs, sourceUnits, count);
  SmallVector<Traveller> to = insertUnitDims(sortedRuns, resultUnits, count);
  SmallVector<int64_t> positions(from.size());
  for (auto [position, traveller] : llvm::enumerate(from))
    positions[traveller.id] = position;
  plan.before = getRuns(from);
  plan.after = getRuns(to);
  plan.permutation = llvm::map_to_vector(
      to, [&](const Traveller &traveller) { return positions[traveller.id]; });
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// The digits in both orders.
static TransposePlan getOrders(ArrayRef<MixedRadix> map, unsigned sourceRank) {
  struct Place {
    Digit digit;
    unsigned inResult;
  };
  TransposePlan plan;
  SmallVector<Place> places;
  for (const MixedRadix &list : map) {
    plan.result.push_back(list.size());
    for (const Digit &digit : list)
      places.push_back({digit, static_cast<unsigned>(places.size())});
  }
  llvm::sort(places, [](const Place &a, const Place &b) {
    if (a.digit.dim != b.digit.dim)
      return a.digit.dim < b.digit.dim;
    return a.digit.stride > b.digit.stride;
  });
  plan.source.assign(sourceRank, 0);
  plan.resultOrder.resize(places.size());
  for (auto [index, place] : llvm::enumerate(places)) {
    plan.digits.push_back(place.digit);
    plan.resultOrder[place.inResult] = index;
    ++plan.source[place.digit.dim];
  }
  return plan;
}

TransposePlan layout::planTranspose(ArrayRef<MixedRadix> map,
                                    unsigned sourceRank) {
  TransposePlan plan = getOrders(map, sourceRank);
  if (llvm::is_sorted(plan.resultOrder))
    return plan;

  auto getCost = [](const TransposePlan &plan) {
    return std::make_pair(refine(plan.source, plan.before).getNumReshapes() +
                              refine(plan.after, plan.result).getNumReshapes(),
                          plan.before.size());
  };
  std::optional<TransposePlan> best;
  for (Joining joining : {Joining::None, Joining::WithinSourceDims,
                          Joining::WithinResultDims, Joining::All})
    for (UnitDims unitDims :
         {UnitDims::OfSource, UnitDims::OfResult, UnitDims::None}) {
      setTranspose(plan, joining, unitDims);
      if (!best || getCost(plan) < getCost(*best))
        best = plan;
    }
  return *best;
}
