//===- Places.h - Where values may lie in buffers ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A move (a concatenation, pad, slice or insertion) copies nothing if the
// smaller of its values lies at its place inside of the larger one. An *arena*
// is a buffer for values that may lie inside of each other. In
//
//   %3 = tensor.concat dim(0) %0, %1 : ... -> tensor<12xf32>
//   %4 = tensor.concat dim(0) %3, %2 : ... -> tensor<16xf32>
//   %5 = tensor.concat dim(0) %2, %0 : ... -> tensor<12xf32>
//
// %0, %1, %2 and %3 have places in the arena of %4. %5 has an arena of its own,
// in which %0 and %2 have another place, because what lies beside them differs.
// A value can be in one of its places only: at all others it must be copied.
//
// Every value of a net has a *home*, which is its place in the largest arena
// that could be found for it. Two arenas are merged if they hold the same
// wherever they overlap, and together take no more memory than both. Places are
// in units of the dims of the values that are moved, so they do not depend on
// layouts: if a move can be done in some layout, its parts are boxes in that
// layout as well.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_PLACES_H
#define LAYOUT_LIB_PLANNING_MODEL_PLACES_H

#include "PlaceTies.h"
#include "layout/Interfaces/PitchedAccess.h"
#include <map>

namespace mlir::layout {

/// A box in an arena. A dim of a root has no axis if its size is 1 and it has
/// no counterpart in the arena.
struct Place {
  unsigned arena;
  SmallVector<unsigned, 4> axes;   ///< per dim of the root
  SmallVector<int64_t, 4> offsets; ///< per axis of the arena

  bool operator==(const Place &other) const {
    return arena == other.arena && axes == other.axes &&
           offsets == other.offsets;
  }
};

class Places {
public:
  /// The ties must live as long as the places.
  Places(const PlanningModel &model, const PlaceTies &ties);

  /// The places of the value of a net; the first one is its home.
  ArrayRef<Place> getPlaces(unsigned net) const { return places[net]; }
  /// Whether the producer of a net can write at its home only.
  bool isPinned(unsigned net) const { return pinned[net]; }
  /// The place in which a use must find the value that needs it in a buffer of
  /// its own.
  unsigned getContiguousPlace(unsigned net) const { return contiguous[net]; }
  /// Whether a value fills the whole arena at its place.
  bool isWholeArena(unsigned net, unsigned place) const;
  /// Whether the elements of a value are contiguous at its place, in a layout
  /// of its net. False if that depends on the layouts of other values there.
  bool isContiguous(unsigned net, unsigned layout, unsigned place) const;

  /// The place of the part if the whole of a tie has the place `place`; nothing
  /// if it cannot lie there.
  std::optional<unsigned> getPartPlace(unsigned variable, const PlaceTie &tie,
                                       unsigned place) const;

  /// Whether some value has more places than are considered.
  bool isCapped() const { return capped; }

private:
  struct Arena {
    SmallVector<unsigned> members; ///< nets whose home it is
    std::vector<ArenaContent> contents;
    SmallVector<int64_t, 4> begin, end; ///< per axis
    /// Whether its memory belongs to somebody else, so that nothing can be put
    /// beside the value.
    bool isClosed = false;
    /// Whether it stands for a part of another arena that is no box.
    bool isPart = false;
    /// The layouts of the values in it, as digits of the axes. The outermost
    /// digits extend to the ends of the axes, which is written as kDynamic.
    SmallVector<MixedRadix, 2> orders;
  };

  void addHome(unsigned net, bool isClosed);
  Place addArena(unsigned net, bool isClosed);
  std::optional<Place> makePartPlace(unsigned variable, unsigned number,
                                     unsigned place);
  std::optional<Place> getPartPlace(const PlaceTie &tie, const Place &whole,
                                    unsigned part) const;
  void mergeHomes();
  void mergeInto(const PlaceTie &tie, unsigned part, unsigned whole,
                 bool isSlice);
  void addContiguousPlaces();
  void addOtherPlaces();
  std::optional<MixedRadix> getDigits(unsigned net, unsigned layout) const;
  void addOrders(unsigned net, const Place &place);

  const PlanningModel &model;
  const PlaceTies &ties;
  std::vector<SmallVector<Place, 1>> places; ///< per net
  std::vector<unsigned> contiguous;          ///< per net
  std::vector<bool> pinned;                  ///< per net
  std::vector<Arena> arenas;
  /// The places of parts that are no boxes, by variable, number of the tie, and
  /// place of the whole.
  std::map<std::tuple<unsigned, unsigned, unsigned>, unsigned> otherParts;
  bool capped = false;
};

/// What it costs an op to read and write values at a pitch; nothing if they
/// must be in buffers of their own.
std::optional<PitchedAccess> getPitchedAccess(const ModelVariable &variable);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_PLACES_H
