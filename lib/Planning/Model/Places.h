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

#include "PlanningModel.h"
#include "layout/Interfaces/PitchedAccess.h"
#include <map>

namespace mlir::layout {

/// A box in an arena. A dim of a root has no axis if its size is 1 and it has
/// no counterpart in the arena.
struct Place {
  static constexpr unsigned kNoAxis = ~0u;

  unsigned arena;
  SmallVector<unsigned, 4> axes;   ///< per dim of the root
  SmallVector<int64_t, 4> offsets; ///< per axis of the arena

  bool operator==(const Place &other) const {
    return arena == other.arena && axes == other.axes &&
           offsets == other.offsets;
  }
};

/// A part of a move, in terms of the model.
struct PlaceTie {
  unsigned partPort, wholePort; ///< of the variable
  /// Per dim of the whole's root, what the place of the part adds to that of
  /// the whole.
  SmallVector<int64_t, 4> offsets;
  /// Per dim of the part's root, the dim of the whole's root, or kNoAxis.
  SmallVector<unsigned, 4> dims;
  /// Whether the part is a box of the whole in these dims. If not, its places
  /// in the whole are shared with no other value.
  bool isBox = true;
  /// Whether the part can lie inside of the whole.
  bool isPossible = true;
  /// Whether it overwrites elements of the part in front of it, and can lie in
  /// the whole only if that does.
  bool isOver = false;
};

/// What lies where in an arena or a value: elements of a value that is no
/// result of a move, or a constant.
struct ArenaContent {
  struct Extent {
    int dim;       ///< of the value with these elements; -1 if it has none
    int64_t shift; ///< of the positions in that dim
    int64_t begin, end;

    bool operator==(const Extent &other) const {
      return dim == other.dim && shift == other.shift && begin == other.begin &&
             end == other.end;
    }
  };
  const void *source;
  bool isConstant;
  SmallVector<Extent, 4> ranges; ///< per axis of the arena, or dim of the value

  bool operator==(const ArenaContent &other) const {
    return source == other.source && ranges == other.ranges;
  }
};

class Places {
public:
  explicit Places(const PlanningModel &model);

  /// The shape of the value of a net in the dims that its places are given in.
  ArrayRef<int64_t> getShape(unsigned net) const {
    return layout::getShape(references[net]);
  }
  /// The places of the value of a net; the first one is its home.
  ArrayRef<Place> getPlaces(unsigned net) const { return places[net]; }
  /// Whether the producer of a net can write at its home only.
  bool isPinned(unsigned net) const { return pinned[net]; }
  /// The place in which a use must find the value that needs it in a buffer of
  /// its own.
  unsigned getContiguousPlace(unsigned net) const { return contiguous[net]; }
  /// Whether all elements of the value of a net are known to be the same: a
  /// copy of it is a fill, which reads nothing.
  bool isUniform(unsigned net) const { return uniform[net]; }
  /// Whether nothing needs what an op computes, so that it will not run.
  bool isDead(unsigned variable) const {
    return deadOps.contains(model.getVariable(variable).op);
  }
  /// Whether bufferization copies the operand of a structured op that updates
  /// it, because something else needs what it was.
  bool isCopiedBeneath(unsigned variable, unsigned port) const;
  /// Whether a value fills the whole arena at its place.
  bool isWholeArena(unsigned net, unsigned place) const;
  /// Whether the elements of a value are contiguous at its place, in a layout
  /// of its net. False if that depends on the layouts of other values there.
  bool isContiguous(unsigned net, unsigned layout, unsigned place) const;

  /// The ties of a variable; empty if its op moves nothing, or must stay.
  ArrayRef<PlaceTie> getTies(unsigned variable) const { return ties[variable]; }
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

  unsigned getNet(unsigned variable, unsigned port) const;
  void findDeadOps();
  void chooseReferences();
  bool isUniformRoot(unsigned variable, Value root) const;
  SmallVector<unsigned, 4> getDims(Value value) const;
  bool setBox(PlaceTie &tie, const ValuePart &part, unsigned partNet,
              unsigned wholeNet) const;
  bool areKnownEarly(ArrayRef<Value> numbers, unsigned net) const;
  std::optional<PlaceTie> getTie(unsigned variable, const ValuePart &part,
                                 ArrayRef<bool> usedPorts) const;
  bool isReadBefore(unsigned net, Operation *op, unsigned except) const;
  bool isOverwritable(unsigned variable, unsigned port) const;
  bool isComputedOver(unsigned variable, const PlaceTie &later,
                      unsigned under) const;
  void writeOver(unsigned variable, PlaceTie &earlier, PlaceTie &later) const;
  void addTies(unsigned variable);
  std::vector<ArenaContent> getContents(unsigned variable, unsigned net);
  void addHome(unsigned net, bool isClosed, std::vector<ArenaContent> contents);
  Place addArena(unsigned net, bool isClosed);
  std::optional<Place> makePartPlace(unsigned variable, unsigned number,
                                     unsigned place);
  std::optional<Place> getPartPlace(const PlaceTie &tie, const Place &whole,
                                    unsigned part) const;
  void mergeInto(const PlaceTie &tie, unsigned part, unsigned whole,
                 bool isSlice);
  void addContiguousPlaces();
  void addOtherPlaces();
  std::optional<MixedRadix> getDigits(unsigned net, unsigned layout) const;
  void addOrders(unsigned net, const Place &place);

  const PlanningModel &model;
  /// Per net, the root or a value that is the root in another order.
  std::vector<Value> references;
  llvm::SmallDenseSet<unsigned> isFixedReference;
  std::vector<SmallVector<PlaceTie, 0>> ties;      ///< per variable
  std::vector<SmallVector<Place, 1>> places;       ///< per net
  std::vector<std::vector<ArenaContent>> contents; ///< per net
  std::vector<unsigned> contiguous;                ///< per net
  std::vector<bool> pinned;                        ///< per net
  std::vector<bool> uniform;                       ///< per net
  llvm::SmallPtrSet<Operation *, 4> deadOps;
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
