//===- Places.cpp - Where values may lie in buffers -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "Relayout/LoopRelayout.h"
#include "layout/Analysis/PitchedOps.h"

using namespace mlir;
using namespace mlir::layout;

using Extent = ArenaContent::Extent;

/// The most places of a value.
static constexpr size_t kMaxPlaces = 4;

std::optional<PitchedAccess>
layout::getPitchedAccess(const ModelVariable &variable) {
  if (!variable.op || variable.regionFlow)
    return std::nullopt;
  return layout::getPitchedAccess(variable.op);
}

static bool acceptsAnyPitch(const ModelVariable &variable) {
  std::optional<PitchedAccess> access = getPitchedAccess(variable);
  return access && access->isFree();
}

//===----------------------------------------------------------------------===//
// Homes
//===----------------------------------------------------------------------===//

Place Places::addArena(unsigned net, bool isClosed) {
  Arena &arena = arenas.emplace_back();
  arena.isClosed = isClosed;
  Place place;
  place.arena = arenas.size() - 1;
  for (auto [dim, extent] : llvm::enumerate(ties.getShape(net))) {
    place.axes.push_back(dim);
    place.offsets.push_back(0);
    arena.begin.push_back(0);
    arena.end.push_back(getKnownSize(extent));
  }
  return place;
}

void Places::addHome(unsigned net, bool isClosed) {
  Place place = addArena(net, isClosed);
  arenas[place.arena].members.push_back(net);
  arenas[place.arena].contents = ties.getContents(net);
  places[net].push_back(std::move(place));
}

std::optional<Place> Places::getPartPlace(const PlaceTie &tie,
                                          const Place &whole,
                                          unsigned part) const {
  if (!tie.isPossible || !tie.isBox)
    return std::nullopt;
  Place place;
  place.arena = whole.arena;
  place.offsets = whole.offsets;
  for (auto [axis, offset] : llvm::zip_equal(whole.axes, tie.offsets)) {
    if (axis != kNoAxis)
      place.offsets[axis] += offset;
    else if (offset != 0)
      return std::nullopt;
  }
  for (unsigned dim : tie.dims)
    place.axes.push_back(dim == kNoAxis ? kNoAxis : whole.axes[dim]);
  for (auto [axis, extent] : llvm::zip_equal(place.axes, ties.getShape(part)))
    if (axis == kNoAxis && extent != 1)
      return std::nullopt;
  return place;
}

std::optional<unsigned> Places::getPartPlace(unsigned variable,
                                             const PlaceTie &tie,
                                             unsigned place) const {
  if (!tie.isBox) {
    unsigned number = &tie - ties.get(variable).begin();
    auto found = otherParts.find({variable, number, place});
    return found == otherParts.end() ? std::nullopt
                                     : std::optional(found->second);
  }
  unsigned part = ties.getNet(variable, tie.partPort),
           whole = ties.getNet(variable, tie.wholePort);
  std::optional<Place> wanted = getPartPlace(tie, places[whole][place], part);
  if (!wanted)
    return std::nullopt;
  const auto *found = llvm::find(places[part], *wanted);
  return found == places[part].end()
             ? std::nullopt
             : std::optional<unsigned>(found - places[part].begin());
}

static int64_t getVolume(ArrayRef<int64_t> begin, ArrayRef<int64_t> end) {
  int64_t volume = 1;
  for (auto [first, last] : llvm::zip_equal(begin, end))
    volume = multiplySaturating(volume, last - first);
  return volume;
}

namespace {
/// How the axes of one arena become those of another one.
struct AxisMap {
  SmallVector<unsigned, 4> axes;  ///< kNoAxis where only one position is used
  SmallVector<int64_t, 4> deltas; ///< per axis of the first arena
};
} // namespace

/// Returns how an arena in which a value has the place `from` becomes a part of
/// another one in which it has the place `to`.
static std::optional<AxisMap> getAxisMap(const Place &from, const Place &to,
                                         ArrayRef<int64_t> begin,
                                         ArrayRef<int64_t> end) {
  AxisMap map;
  map.axes.assign(begin.size(), kNoAxis);
  map.deltas.assign(begin.size(), 0);
  for (auto [axis, target] : llvm::zip_equal(from.axes, to.axes)) {
    if (axis == kNoAxis || target == kNoAxis)
      continue;
    if (llvm::is_contained(map.axes, target))
      return std::nullopt;
    map.axes[axis] = target;
    map.deltas[axis] = to.offsets[target] - from.offsets[axis];
  }
  for (auto [axis, first, last] : llvm::zip_equal(map.axes, begin, end))
    if (axis == kNoAxis && last - first != 1)
      return std::nullopt;
  return map;
}

/// Returns what the contents of one arena add to another one of which it
/// becomes a part; nothing if they do not agree. Most contents are in both, so
/// those are found first.
static std::optional<std::vector<ArenaContent>>
getAdded(ArrayRef<ArenaContent> contents, ArrayRef<ArenaContent> others,
         const AxisMap &map, const Place &to) {
  llvm::DenseMap<size_t, unsigned> known;
  for (auto [number, other] : llvm::enumerate(others))
    known.try_emplace(getHash(other), number);
  std::vector<ArenaContent> added;
  for (const ArenaContent &content : contents) {
    ArenaContent moved{content.source, content.isConstant, {}};
    for (int64_t offset : to.offsets)
      moved.ranges.push_back({-1, 0, offset, offset + 1});
    for (auto [axis, target, delta] : llvm::zip_equal(
             llvm::seq<unsigned>(map.axes.size()), map.axes, map.deltas)) {
      const Extent &range = content.ranges[axis];
      if (target != kNoAxis)
        moved.ranges[target] = {range.dim,
                                range.dim < 0 ? 0 : range.shift + delta,
                                range.begin + delta, range.end + delta};
    }
    auto found = known.find(getHash(moved));
    if (found != known.end() && others[found->second] == moved)
      continue;
    if (llvm::any_of(others, [&](const ArenaContent &other) {
          return !agree(moved, other);
        }))
      return std::nullopt;
    added.push_back(std::move(moved));
  }
  return added;
}

/// Merges the arena of the part's home into that of the whole, unless their
/// contents conflict or the merged arena would be larger than both together.
void Places::mergeInto(const PlaceTie &tie, unsigned part, unsigned whole,
                       bool isSlice) {
  const Place from = places[part].front();
  std::optional<Place> to = getPartPlace(tie, places[whole].front(), part);
  if (!to || from.arena == to->arena)
    return;
  Arena &source = arenas[from.arena], &target = arenas[to->arena];
  bool isFresh = source.members.size() == 1;
  // A view of memory of somebody else is possible, but nothing can be added.
  if (isSlice ? !isFresh : source.isClosed || target.isClosed)
    return;
  std::optional<AxisMap> map = getAxisMap(from, *to, source.begin, source.end);
  if (!map)
    return;
  auto added = getAdded(source.contents, target.contents, *map, *to);
  if (!added)
    return;
  SmallVector<int64_t, 4> begin(target.begin), end(target.end);
  for (auto [axis, targetAxis] : llvm::enumerate(map->axes)) {
    if (targetAxis == kNoAxis)
      continue;
    int64_t delta = map->deltas[axis];
    begin[targetAxis] = std::min(begin[targetAxis], source.begin[axis] + delta);
    end[targetAxis] = std::max(end[targetAxis], source.end[axis] + delta);
  }
  if (getVolume(begin, end) >
      addSaturating(getVolume(source.begin, source.end),
                    getVolume(target.begin, target.end)))
    return;
  for (unsigned member : source.members) {
    Place &home = places[member].front();
    Place moved;
    moved.arena = to->arena;
    moved.offsets = to->offsets;
    for (auto [axis, offset] : llvm::enumerate(home.offsets))
      if (map->axes[axis] != kNoAxis)
        moved.offsets[map->axes[axis]] = offset + map->deltas[axis];
    for (unsigned axis : home.axes)
      moved.axes.push_back(axis == kNoAxis ? kNoAxis : map->axes[axis]);
    home = std::move(moved);
  }
  llvm::append_range(target.members, source.members);
  llvm::append_range(target.contents, *added);
  target.begin = std::move(begin);
  target.end = std::move(end);
  source = {};
}

/// Lets values share arenas: first slices with what they are parts of, in
/// program order, then parts with the results of moves, the largest first. Two
/// parts of one value may exclude each other:
///
///   %3 = tensor.concat dim(0) %0[23] [1], %0[0] [23]
void Places::mergeHomes() {
  struct Merge {
    const PlaceTie *tie;
    unsigned part, whole;
    int64_t size;
    size_t number;
  };
  SmallVector<Merge> merges;
  for (auto [number, self] : llvm::enumerate(model.getProblem().variables))
    for (const PlaceTie &tie : ties.get(number)) {
      unsigned part = ties.getNet(number, tie.partPort);
      unsigned whole = ties.getNet(number, tie.wholePort);
      if (self.ports[tie.partPort].isResult) {
        mergeInto(tie, part, whole, /*isSlice=*/true);
        continue;
      }
      int64_t size = 1;
      for (int64_t extent : ties.getShape(part))
        size = multiplySaturating(size, getKnownSize(extent));
      merges.push_back({&tie, part, whole, size, merges.size()});
    }
  llvm::sort(merges, [](const Merge &a, const Merge &b) {
    return std::pair(-a.size, a.number) < std::pair(-b.size, b.number);
  });
  for (const Merge &merge : merges)
    mergeInto(*merge.tie, merge.part, merge.whole, /*isSlice=*/false);
}

bool Places::isWholeArena(unsigned net, unsigned number) const {
  const Place &place = places[net][number];
  const Arena &arena = arenas[place.arena];
  if (arena.isPart)
    return false;
  SmallVector<int64_t, 4> begin(place.offsets), end;
  for (int64_t offset : place.offsets)
    end.push_back(offset + 1);
  for (auto [axis, extent] : llvm::zip_equal(place.axes, ties.getShape(net)))
    if (axis != kNoAxis)
      end[axis] = begin[axis] + getKnownSize(extent);
  return begin == arena.begin && end == arena.end;
}

/// The layout of a net in digits of its reference.
std::optional<MixedRadix> Places::getDigits(unsigned net,
                                            unsigned layout) const {
  if (model.isPadded(net, layout))
    return std::nullopt;
  return model.getValueLayout(ties.getReference(net), layout);
}

void Places::addOrders(unsigned net, const Place &place) {
  SmallVector<MixedRadix, 2> &orders = arenas[place.arena].orders;
  for (unsigned layout : llvm::seq(model.getNet(net).layouts.size())) {
    std::optional<MixedRadix> order = getDigits(net, layout);
    if (!order)
      continue;
    for (Digit &digit : *order) {
      if (digit.isOutermost(ties.getShape(net)[digit.dim]))
        digit.extent = ShapedType::kDynamic;
      digit.dim = place.axes[digit.dim];
    }
    if (!llvm::is_contained(orders, *order))
      orders.push_back(std::move(*order));
  }
}

/// The part of `order`, a layout of an arena, in a box of these sizes.
static MixedRadix cutDigits(const MixedRadix &order, ArrayRef<int64_t> sizes) {
  MixedRadix result;
  for (Digit digit : order) {
    int64_t rest = std::max<int64_t>(sizes[digit.dim] / digit.stride, 1);
    digit.extent = digit.isDynamic() ? rest : std::min(digit.extent, rest);
    result.push_back(digit);
  }
  return result;
}

/// Whether a part of an arena is contiguous: the digits outside of one that the
/// part covers only in part have a single index in it.
static bool isContiguousPart(const MixedRadix &order, const MixedRadix &cut,
                             ArrayRef<int64_t> sizes,
                             ArrayRef<int64_t> arenaSizes) {
  bool isOneIndex = true;
  for (auto [whole, part] : llvm::zip_equal(order, cut)) {
    bool isCut = whole.isDynamic() ? sizes[part.dim] != arenaSizes[part.dim]
                                   : whole.extent != part.extent;
    if (isCut && !isOneIndex)
      return false;
    isOneIndex &= part.extent == 1;
  }
  return true;
}

bool Places::isContiguous(unsigned net, unsigned layout,
                          unsigned number) const {
  if (isWholeArena(net, number))
    return true;
  const Place &place = places[net][number];
  const Arena &arena = arenas[place.arena];
  std::optional<MixedRadix> own = getDigits(net, layout);
  if (!own || arena.isPart)
    return false;
  for (Digit &digit : *own) {
    digit.dim = place.axes[digit.dim];
    digit.extent =
        digit.isDynamic() ? kUnknownSize / digit.stride : digit.extent;
  }
  SmallVector<int64_t, 4> sizes(arena.begin.size(), 1), arenaSizes;
  for (auto [axis, extent] : llvm::zip_equal(place.axes, ties.getShape(net)))
    if (axis != kNoAxis)
      sizes[axis] = getKnownSize(extent);
  for (auto [begin, end] : llvm::zip_equal(arena.begin, arena.end))
    arenaSizes.push_back(end - begin);
  // Layouts of the arena may agree within the part and differ beside it.
  bool isKnown = false;
  for (const MixedRadix &order : arena.orders) {
    MixedRadix cut = cutDigits(order, sizes);
    if (normalize(cut) != *own)
      continue;
    isKnown = true;
    if (!isContiguousPart(order, cut, sizes, arenaSizes))
      return false;
  }
  return isKnown;
}

//===----------------------------------------------------------------------===//
// Other places
//===----------------------------------------------------------------------===//

/// Adds a buffer of its own for each value that some op may need in one.
void Places::addContiguousPlaces() {
  auto needsOwn = [&](Problem::PortRef port) {
    return !acceptsAnyPitch(model.getVariable(port.variable));
  };
  for (auto [number, net] : llvm::enumerate(model.getProblem().nets)) {
    bool isNeeded = needsOwn(net.producer) || llvm::any_of(net.uses, needsOwn);
    if (!isNeeded || pinned[number] || isWholeArena(number, 0))
      continue;
    contiguous[number] = places[number].size();
    places[number].push_back(addArena(number, /*isClosed=*/true));
  }
}

/// Creates the place of a part for the place `place` of the whole. Returns
/// nothing if there is none, it exists already, or there are `kMaxPlaces`.
std::optional<Place> Places::makePartPlace(unsigned variable, unsigned number,
                                           unsigned place) {
  const PlaceTie &tie = ties.get(variable)[number];
  unsigned part = ties.getNet(variable, tie.partPort);
  std::optional<Place> result;
  if (tie.isBox)
    result = getPartPlace(
        tie, places[ties.getNet(variable, tie.wholePort)][place], part);
  if (tie.isBox ? !result || llvm::is_contained(places[part], *result)
                : !tie.isPossible)
    return std::nullopt;
  if (places[part].size() == kMaxPlaces) {
    capped = true;
    return std::nullopt;
  }
  if (!tie.isBox) {
    otherParts[{variable, number, place}] = places[part].size();
    result = addArena(part, /*isClosed=*/true);
    arenas.back().isPart = true;
  }
  return result;
}

/// Adds the places that a value has in places of the values that it is a part
/// of, until there are no more.
void Places::addOtherPlaces() {
  SmallVector<SmallVector<std::pair<unsigned, unsigned>>> tiesOf(places.size());
  for (unsigned variable : llvm::seq(model.getVariables().size()))
    for (auto [number, tie] : llvm::enumerate(ties.get(variable)))
      tiesOf[ties.getNet(variable, tie.wholePort)].push_back(
          {variable, number});
  std::deque<std::pair<unsigned, unsigned>> worklist;
  for (auto [net, list] : llvm::enumerate(places))
    for (unsigned place : llvm::seq<unsigned>(list.size()))
      worklist.push_back({net, place});
  for (; !worklist.empty(); worklist.pop_front()) {
    auto [whole, place] = worklist.front();
    for (auto [variable, number] : tiesOf[whole]) {
      std::optional<Place> made = makePartPlace(variable, number, place);
      if (!made)
        continue;
      unsigned part =
          ties.getNet(variable, ties.get(variable)[number].partPort);
      worklist.push_back({part, static_cast<unsigned>(places[part].size())});
      places[part].push_back(std::move(*made));
    }
  }
}

Places::Places(const PlanningModel &model, const PlaceTies &ties)
    : model(model), ties(ties), places(model.getNets().size()),
      contiguous(model.getNets().size(), 0),
      pinned(model.getNets().size(), false), capped(ties.isCapped()) {
  const Problem &problem = model.getProblem();
  for (auto [number, self] : llvm::enumerate(model.getVariables()))
    for (const Problem::Port &port : problem.variables[number].ports)
      if (port.isResult)
        pinned[port.net] = !getPitchedAccess(self);
  for (const Problem::Variable &self : problem.variables)
    for (const Problem::Port &port : self.ports)
      if (port.isResult)
        addHome(port.net, pinned[port.net]);
  mergeHomes();
  addContiguousPlaces();
  addOtherPlaces();
  for (auto [net, list] : llvm::enumerate(places))
    for (const Place &place : list)
      addOrders(net, place);
}
