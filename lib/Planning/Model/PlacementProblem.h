//===- PlacementProblem.h - Layouts and places together ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The problem of a planning model, extended by the places of values. A layout
// of a net becomes one layout for each place (Places.h) and one for uses that
// accept any place:
//
//   from          to            costs
//   ------------  ------------  --------------------------------------------
//   layout l, p   layout l, p   nothing
//   layout l, p   l, any place  nothing
//   layout l, p   layout l, q   a copy: the bytes of l, read and written
//   layout l, p   layout m, q   the rewrite from l to m, which writes there
//
// A candidate of an op becomes one for each place of its results. A move takes
// its operands where they lie in its result, so that its cost is that of nets;
// a pad also writes its border. An op that updates a value which is still
// needed also copies that. An op that asks a price for values at a pitch
// (PitchedOps.h) pays it where it has them; one that refuses them has only the
// places in which the elements are contiguous. A value with one place keeps its
// layouts, so a program without moves and updates has the same problem.
//
// The solvers, certificates and the checker see a `Problem` like any other.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_PLACEMENTPROBLEM_H
#define LAYOUT_LIB_PLANNING_MODEL_PLACEMENTPROBLEM_H

#include "Places.h"
#include "layout/Analysis/CallSites.h"

namespace mlir::layout {

/// The bytes that a plan moves if its places are carried out.
struct PlacedMovement {
  Cost copies = 0;  ///< read and written by moves, and in front of updates
  Cost borders = 0; ///< written beside the sources of pads
  Cost prices = 0;  ///< what ops ask for values at a pitch; no bytes moved
};

class PlacementProblem {
public:
  /// `calibration` is null if costs are bytes; `base` is the problem of `model`
  /// in its unit.
  PlacementProblem(const PlanningModel &model, const Problem &base,
                   const CallSites &calls, const Calibration *calibration);

  const Problem &getProblem() const { return problem; }
  /// The plan of the model that a plan of this problem contains.
  Plan getModelPlan(const Plan &plan) const;
  /// Changes the layouts of a plan of this problem to those of a plan of the
  /// model, where it has the same places.
  void setModelPlan(Plan &plan, const Plan &modelPlan) const;

  /// The layout of the model that a layout of a net belongs to.
  unsigned getModelLayout(unsigned net, unsigned layout) const {
    return layout / numPlaces[net];
  }
  /// The number of a place; nothing if a net has one place, or any will do.
  std::optional<unsigned> getPlace(unsigned net, unsigned layout) const;

  PlacedMovement getMovement(const Plan &plan) const;
  /// The ops that ask a price for values at a pitch, and whether a plan has
  /// such values there.
  SmallVector<std::pair<Operation *, bool>>
  getPricedOps(const Plan &plan) const;
  /// The part of the moves of a plan of the model that `getMovement` has as
  /// well.
  Cost getPaddingMoved(const Plan &modelPlan) const;

private:
  /// A candidate of the model with places.
  struct Candidate {
    unsigned base;
    SmallVector<unsigned, 4> places; ///< per port
    PlacedMovement movement;
  };

  /// A place at which an op may have a value, and its price.
  struct PlaceOption {
    unsigned place;
    Cost price = 0;
  };

  unsigned getAny(unsigned net) const { return numPlaces[net] - 1; }
  Cost getCopyCost(unsigned net, unsigned layout) const;
  Cost getNetRewrite(const Problem::Net &once, unsigned net, unsigned from,
                     unsigned to) const;
  Cost getBytes(unsigned variable, unsigned number, unsigned port) const;
  SmallVector<PlaceOption, 4>
  getPlaceOptions(unsigned variable, unsigned number, unsigned port) const;
  bool isUpdated(unsigned net, const PlaceTie &tie, unsigned wholeNet) const;
  void addNet(unsigned net);
  void addCandidate(unsigned variable, Candidate candidate);
  void addCandidates(unsigned variable, unsigned number);
  void addMoveInto(unsigned variable, unsigned number, unsigned whole,
                   unsigned place);
  void addSlices(unsigned variable, unsigned number, const PlaceTie &tie);

  const PlanningModel &model;
  const CallSites &calls;
  const Calibration *calibration;
  PlaceTies ties;
  Places places;
  Problem problem;
  std::vector<unsigned> numPlaces; ///< per net, with that for any place
  std::vector<SmallVector<Candidate, 1>> candidates; ///< per variable
  /// Per variable, the costs of the candidates of the problem without places.
  std::vector<SmallVector<Cost, 1>> costs;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_PLACEMENTPROBLEM_H
