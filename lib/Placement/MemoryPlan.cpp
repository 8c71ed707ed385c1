//===- MemoryPlan.cpp - Places of buffers in an arena ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers are split into groups between two steps at which no buffer is live;
// the groups use the same memory one after another. Each group is placed buffer
// by buffer in several orders, in the first or the tightest gap. Unless its
// arena meets the bound, a small group is then searched exhaustively, and the
// best order of a larger one is changed step by step.
//
//===----------------------------------------------------------------------===//

#include "MemoryPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>
#include <random>
#include <tuple>

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

/// How many pairs of buffers are compared to improve the order of a group.
static constexpr uint64_t kMaxComparisons = 20000000;

/// How many partial placements the exhaustive searches of all groups try.
static constexpr unsigned kMaxTrials = 1000000;

static int64_t alignUp(int64_t offset, int64_t alignment) {
  return llvm::alignTo(uint64_t(offset), uint64_t(alignment));
}

/// The largest sum of sizes that are live at one step.
static int64_t getBound(ArrayRef<Lifetime> buffers) {
  // A buffer that begins at a step comes before one that ends at it, because
  // both are live there.
  SmallVector<std::tuple<int64_t, bool, int64_t>> events;
  for (const Lifetime &buffer : buffers) {
    events.emplace_back(buffer.first, false, buffer.size);
    events.emplace_back(buffer.last, true, -buffer.size);
  }
  llvm::sort(events);
  int64_t live = 0, bound = 0;
  for (auto [step, ends, size] : events)
    bound = std::max(bound, live += size);
  return bound;
}

namespace {

/// Offsets of the buffers of a group, and the end of the last one.
struct Placement {
  SmallVector<int64_t> offsets;
  int64_t peak = kUnlimited;
};

//===----------------------------------------------------------------------===//
// Placing buffers one after another
//===----------------------------------------------------------------------===//

enum class Fit { First, Best };

/// Places buffers in an order that is given.
class GreedyPlacer {
public:
  explicit GreedyPlacer(ArrayRef<Lifetime> buffers) : buffers(buffers) {}

  /// Stops without a result when the peak reaches `limit`.
  Placement place(ArrayRef<unsigned> order, Fit fit, int64_t limit);

private:
  int64_t findOffset(const Lifetime &buffer, Fit fit) const;

  /// A buffer that has a place.
  struct Placed {
    int64_t offset;
    Lifetime buffer;
  };

  ArrayRef<Lifetime> buffers;
  /// Sorted by offset.
  std::vector<Placed> placed;
};

} // namespace

/// Returns the begin of the first or the tightest gap that holds `buffer`.
int64_t GreedyPlacer::findOffset(const Lifetime &buffer, Fit fit) const {
  int64_t end = 0, best = 0, bestGap = kUnlimited;
  for (const Placed &other : placed) {
    if (!other.buffer.overlaps(buffer))
      continue;
    int64_t offset = alignUp(end, buffer.alignment);
    int64_t gap = other.offset - offset;
    if (gap >= buffer.size && gap < bestGap) {
      if (fit == Fit::First)
        return offset;
      best = offset;
      bestGap = gap;
    }
    end = std::max(end, other.offset + other.buffer.size);
  }
  return bestGap == kUnlimited ? alignUp(end, buffer.alignment) : best;
}

Placement GreedyPlacer::place(ArrayRef<unsigned> order, Fit fit,
                              int64_t limit) {
  placed.clear();
  Placement result;
  result.offsets.resize(buffers.size());
  int64_t peak = 0;
  for (unsigned index : order) {
    const Lifetime &buffer = buffers[index];
    int64_t offset = findOffset(buffer, fit);
    peak = std::max(peak, offset + buffer.size);
    if (peak >= limit)
      return Placement();
    result.offsets[index] = offset;
    auto after = llvm::upper_bound(placed, offset,
                                   [](int64_t offset, const Placed &other) {
                                     return offset < other.offset;
                                   });
    placed.insert(after, {offset, buffer});
  }
  result.peak = peak;
  return result;
}

/// The orders in which buffers are placed: by keys, those with larger ones
/// first, buffers with equal keys as given.
static SmallVector<SmallVector<unsigned>>
getOrders(ArrayRef<Lifetime> buffers) {
  using Key = std::pair<double, double>;
  using GetKey = Key (*)(const Lifetime &);
  static constexpr auto getLength = [](const Lifetime &buffer) {
    return double(buffer.last) - double(buffer.first) + 1;
  };
  GetKey keys[] = {
      [](const Lifetime &b) { return Key(b.size, getLength(b)); },
      [](const Lifetime &b) { return Key(double(b.size) * getLength(b), 0); },
      [](const Lifetime &b) { return Key(getLength(b), b.size); },
      [](const Lifetime &b) { return Key(-double(b.first), b.size); }};
  SmallVector<SmallVector<unsigned>> orders;
  for (GetKey getKey : keys) {
    auto &order = orders.emplace_back(
        llvm::to_vector(llvm::seq<unsigned>(0, buffers.size())));
    llvm::sort(order, [&](unsigned a, unsigned b) {
      Key ofA = getKey(buffers[a]), ofB = getKey(buffers[b]);
      return ofA != ofB ? ofA > ofB : a < b;
    });
  }
  return orders;
}

/// Improves a placement in the given order by placing a buffer that ends at the
/// peak, or any other one, earlier. Orders with the same peak replace each
/// other, so that the search does not stay where no single change helps.
static void improve(GreedyPlacer &placer, ArrayRef<Lifetime> buffers,
                    SmallVector<unsigned> order, Fit fit, int64_t bound,
                    Placement &best) {
  // The numbers of this generator are the same everywhere.
  std::mt19937 random;
  uint64_t comparisons = uint64_t(buffers.size()) * buffers.size() / 2;
  uint64_t numRounds = std::min<uint64_t>(2000, kMaxComparisons / comparisons);
  for (uint64_t round = 0; round < numRounds && best.peak > bound; ++round) {
    SmallVector<unsigned> changed = order;
    auto *moved = llvm::find_if(changed, [&](unsigned index) {
      return best.offsets[index] + buffers[index].size == best.peak;
    });
    if (round % 2)
      moved = changed.begin() + random() % changed.size();
    std::rotate(changed.begin() + random() % (moved - changed.begin() + 1),
                moved, moved + 1);
    Placement placement = placer.place(changed, fit, best.peak + 1);
    if (placement.peak > best.peak)
      continue;
    best = std::move(placement);
    order = std::move(changed);
  }
}

//===----------------------------------------------------------------------===//
// Exhaustive search
//===----------------------------------------------------------------------===//

namespace {

/// Places buffers from the bottom to the top: each on the highest one below it
/// that is live at the same time. Every best placement becomes such a one if
/// its buffers are moved down in the order of their offsets.
class ExactPlacer {
public:
  /// Ends when the peak is `bound` or `trials` have been used up.
  ExactPlacer(ArrayRef<Lifetime> buffers, int64_t bound, Placement best,
              unsigned &trials)
      : buffers(buffers), bound(bound), best(std::move(best)), trials(trials),
        offsets(buffers.size(), -1) {
    for (const Lifetime &buffer : buffers)
      steps.push_back(buffer.first);
  }

  Placement search() {
    visit(/*lowest=*/0, /*previous=*/0, /*numLeft=*/buffers.size());
    return std::move(best);
  }

private:
  bool isDone() const { return best.peak <= bound || !trials; }
  bool isPlaced(unsigned index) const { return offsets[index] >= 0; }
  int64_t getEnd(unsigned index) const {
    return offsets[index] + buffers[index].size;
  }
  int64_t getLowerBound(int64_t lowest) const;
  int64_t getOffset(unsigned index) const;
  void visit(int64_t lowest, unsigned previous, unsigned numLeft);

  ArrayRef<Lifetime> buffers;
  int64_t bound;
  Placement best;
  unsigned &trials;
  /// Negative for a buffer that has no place yet.
  SmallVector<int64_t> offsets;
  /// At one of these steps the largest sum of sizes is live.
  SmallVector<int64_t> steps;
};

} // namespace

/// The peak at least, if all buffers that are left begin at `lowest` or above.
int64_t ExactPlacer::getLowerBound(int64_t lowest) const {
  int64_t peak = 0;
  for (int64_t step : steps) {
    int64_t used = 0, left = 0;
    for (auto [index, buffer] : llvm::enumerate(buffers)) {
      if (step < buffer.first || buffer.last < step)
        continue;
      if (isPlaced(index))
        used = std::max(used, getEnd(index));
      else
        left += buffer.size;
    }
    peak = std::max(peak, left ? std::max(used, lowest) + left : used);
  }
  return peak;
}

int64_t ExactPlacer::getOffset(unsigned index) const {
  int64_t end = 0;
  for (auto [other, buffer] : llvm::enumerate(buffers))
    if (isPlaced(other) && buffer.overlaps(buffers[index]))
      end = std::max(end, getEnd(other));
  return alignUp(end, buffers[index].alignment);
}

/// Places each buffer next that is left. Offsets do not decrease; buffers at
/// the same offset are placed in the order of their indices.
void ExactPlacer::visit(int64_t lowest, unsigned previous, unsigned numLeft) {
  if (!numLeft) {
    best = {offsets, getLowerBound(lowest)};
    return;
  }
  for (unsigned index : llvm::seq<unsigned>(0, buffers.size())) {
    if (isDone())
      return;
    if (isPlaced(index))
      continue;
    int64_t offset = getOffset(index);
    if (offset < lowest || (offset == lowest && index < previous))
      continue;
    --trials;
    offsets[index] = offset;
    if (getLowerBound(offset) < best.peak)
      visit(offset, index, numLeft - 1);
    offsets[index] = -1;
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Returns the smallest arena found for a group. A peak of `bound` is enough.
static Placement placeGroup(ArrayRef<Lifetime> buffers, int64_t bound,
                            unsigned &trials) {
  Placement best;
  SmallVector<unsigned> bestOrder;
  Fit bestFit = Fit::First;
  GreedyPlacer placer(buffers);
  for (ArrayRef<unsigned> order : getOrders(buffers))
    for (Fit fit : {Fit::First, Fit::Best}) {
      Placement placement = placer.place(order, fit, best.peak);
      if (placement.peak < best.peak) {
        best = std::move(placement);
        bestOrder = SmallVector<unsigned>(order);
        bestFit = fit;
      }
      if (best.peak <= bound)
        return best;
    }
  if (buffers.size() <= kMaxExactBuffers)
    return ExactPlacer(buffers, bound, std::move(best), trials).search();
  improve(placer, buffers, std::move(bestOrder), bestFit, bound, best);
  return best;
}

MemoryPlan layout::planMemory(ArrayRef<Lifetime> buffers) {
  MemoryPlan plan;
  plan.offsets.resize(buffers.size());
  plan.bound = getBound(buffers);
  for (const Lifetime &buffer : buffers)
    plan.sum += buffer.size;

  auto order = llvm::to_vector(llvm::seq<unsigned>(0, buffers.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(buffers[a].first, a) < std::pair(buffers[b].first, b);
  });
  unsigned trials = kMaxTrials;
  for (ArrayRef<unsigned> left = order; !left.empty();) {
    SmallVector<Lifetime> group;
    int64_t last = buffers[left.front()].last;
    while (group.size() < left.size()) {
      const Lifetime &next = buffers[left[group.size()]];
      if (next.first > last)
        break;
      last = std::max(last, next.last);
      group.push_back(next);
    }
    Placement placement = placeGroup(group, plan.bound, trials);
    for (auto [index, offset] : llvm::zip(left, placement.offsets))
      plan.offsets[index] = offset;
    plan.peak = std::max(plan.peak, placement.peak);
    left = left.drop_front(group.size());
  }
  return plan;
}
