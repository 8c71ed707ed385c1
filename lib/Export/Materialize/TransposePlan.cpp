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
/// Iterates over the dims of a shape and assigns the dims of a common
/// refinement to them.
class RunCursor {
public:
  explicit RunCursor(ArrayRef<unsigned> runs)
      : runs(runs), groups(runs.size()) {}

  /// Returns the number of unit dims at the current position, between two
  /// digits.
  unsigned getNumUnitDims() const {
    return used != 0 ? 0
                     : runs.drop_front(dim)
                           .take_while([](unsigned run) { return run == 0; })
                           .size();
  }
  /// Assigns `count` unit dims of the common shape, beginning with dim
  /// `common`, to the unit dims at the current position. Surplus ones are
  /// assigned to the previous dim, or to the first dim if there is none.
  void takeUnitDims(unsigned count, int64_t common) {
    for (unsigned unitDims = getNumUnitDims(); count != 0; --count, ++common) {
      if (unitDims != 0) {
        groups[dim++].push_back(common);
        --unitDims;
      } else if (!groups.empty()) {
        groups[dim == 0 || used != 0 ? dim : dim - 1].push_back(common);
      }
    }
  }
  /// Returns the number of digits left in the current dim.
  unsigned getNumDigits() const { return runs[dim] - used; }
  /// Assigns the dim `common` of the common shape, with `count` digits, to the
  /// current dim.
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
/// Which digits that are adjacent in source and result are transposed as one
/// dim.
enum class Joining { None, WithinSourceDims, WithinResultDims, All };

/// Which unit dims are dims of the transpose.
enum class UnitDims { None, OfSource, OfResult };

/// A dim of the transpose: a run of digits, or a unit dim (no digits).
struct TransposedDim {
  unsigned begin, count;
  unsigned id;
};
} // namespace

/// Returns for each unit dim of a shape the number of digits in front of it.
static SmallVector<unsigned> getUnitDimPositions(ArrayRef<unsigned> runs) {
  SmallVector<unsigned> positions;
  unsigned position = 0;
  for (unsigned run : runs) {
    if (run == 0)
      positions.push_back(position);
    position += run;
  }
  return positions;
}

/// Returns for each digit the dim of a shape that contains it.
static SmallVector<unsigned> getOwners(ArrayRef<unsigned> runs) {
  SmallVector<unsigned> owners;
  for (auto [dim, run] : llvm::enumerate(runs))
    owners.append(run, dim);
  return owners;
}

/// Inserts `count` unit dims among the runs at the given positions, and at the
/// end if there are fewer positions.
static SmallVector<TransposedDim> insertUnitDims(ArrayRef<TransposedDim> runs,
                                                 ArrayRef<unsigned> positions,
                                                 unsigned count) {
  SmallVector<TransposedDim> result;
  unsigned next = 0, position = 0;
  auto insertUpTo = [&](unsigned end) {
    for (; next < count && next < positions.size() && positions[next] <= end;
         ++next)
      result.push_back({0, 0, static_cast<unsigned>(runs.size()) + next});
  };
  for (const TransposedDim &run : runs) {
    insertUpTo(position);
    result.push_back(run);
    position += run.count;
  }
  for (; next < count; ++next)
    result.push_back({0, 0, static_cast<unsigned>(runs.size()) + next});
  return result;
}

/// Returns the number of digits of each dim.
static Runs getRuns(ArrayRef<TransposedDim> dims) {
  Runs runs;
  for (const TransposedDim &dim : dims)
    runs.push_back(dim.count);
  return runs;
}

/// Sets `before`, `after` and `permutation` of `plan`.
static void setTranspose(TransposePlan &plan, Joining joining,
                         UnitDims unitDims) {
  SmallVector<unsigned> sourceOwners = getOwners(plan.source);
  SmallVector<unsigned> resultPositions(plan.digits.size());
  SmallVector<unsigned> resultOwners(plan.digits.size());
  SmallVector<unsigned> owners = getOwners(plan.result);
  for (auto [position, digit] : llvm::enumerate(plan.resultOrder)) {
    resultPositions[digit] = position;
    resultOwners[digit] = owners[position];
  }
  auto joins = [&](unsigned digit) {
    // A dynamic digit must be the outermost digit of its dim.
    if (resultPositions[digit] + 1 != resultPositions[digit + 1] ||
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

  SmallVector<TransposedDim> runs;
  for (unsigned digit = 0; digit < plan.digits.size(); ++digit) {
    if (digit != 0 && joins(digit - 1))
      ++runs.back().count;
    else
      runs.push_back({digit, 1, static_cast<unsigned>(runs.size())});
  }
  SmallVector<TransposedDim> sortedRuns = runs;
  llvm::sort(sortedRuns, [&](const TransposedDim &a, const TransposedDim &b) {
    return resultPositions[a.begin] < resultPositions[b.begin];
  });

  SmallVector<unsigned> sourceUnits = getUnitDimPositions(plan.source);
  SmallVector<unsigned> resultUnits = getUnitDimPositions(plan.result);
  unsigned count = unitDims == UnitDims::None       ? 0
                   : unitDims == UnitDims::OfSource ? sourceUnits.size()
                                                    : resultUnits.size();
  SmallVector<TransposedDim> from = insertUnitDims(runs, sourceUnits, count);
  SmallVector<TransposedDim> to =
      insertUnitDims(sortedRuns, resultUnits, count);
  SmallVector<int64_t> positions(from.size());
  for (auto [position, dim] : llvm::enumerate(from))
    positions[dim.id] = position;
  plan.before = getRuns(from);
  plan.after = getRuns(to);
  plan.permutation = llvm::map_to_vector(
      to, [&](const TransposedDim &dim) { return positions[dim.id]; });
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// Returns a plan with the digits in source order and in result order, without
/// the transpose.
static TransposePlan getOrders(ArrayRef<MixedRadix> map, unsigned sourceRank) {
  struct MovedDigit {
    Digit digit;
    unsigned resultPosition;
  };
  TransposePlan plan;
  SmallVector<MovedDigit> moved;
  for (const MixedRadix &list : map) {
    plan.result.push_back(list.size());
    for (const Digit &digit : list)
      moved.push_back({digit, static_cast<unsigned>(moved.size())});
  }
  llvm::sort(moved, [](const MovedDigit &a, const MovedDigit &b) {
    if (a.digit.dim != b.digit.dim)
      return a.digit.dim < b.digit.dim;
    return a.digit.stride > b.digit.stride;
  });
  plan.source.assign(sourceRank, 0);
  plan.resultOrder.resize(moved.size());
  for (auto [index, element] : llvm::enumerate(moved)) {
    plan.digits.push_back(element.digit);
    plan.resultOrder[element.resultPosition] = index;
    ++plan.source[element.digit.dim];
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
