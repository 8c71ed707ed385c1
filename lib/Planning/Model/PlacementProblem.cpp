//===- PlacementProblem.cpp - Layouts and places together -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacementProblem.h"
#include "CandidateCosts.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout.h"

using namespace mlir;
using namespace mlir::layout;

/// The most candidates with places that a candidate of the model becomes.
static constexpr size_t kMaxPlacements = 64;

std::optional<unsigned> PlacementProblem::getPlace(unsigned net,
                                                   unsigned layout) const {
  unsigned place = layout % numPlaces[net];
  return numPlaces[net] == 1 || place == getAny(net)
             ? std::nullopt
             : std::optional<unsigned>(place);
}

//===----------------------------------------------------------------------===//
// Nets
//===----------------------------------------------------------------------===//

/// The cost of one copy of a value in a layout of the model.
Cost PlacementProblem::getCopyCost(unsigned net, unsigned layout) const {
  Cost bytes =
      multiplySaturating(2, model.getProblem().nets[net].bytes[layout]);
  return calibration ? calibration->getCost(bytes) : bytes;
}

/// The cost of one rewrite or copy between two layouts with places. `once` is
/// the net of the model that runs once.
static Cost getOnce(const Problem::Net &once, unsigned from, unsigned to) {
  return once.isFree ? 0 : getRewriteCost(once, from, to);
}

Cost PlacementProblem::getNetRewrite(const Problem::Net &once, unsigned net,
                                     unsigned from, unsigned to) const {
  unsigned size = numPlaces[net];
  unsigned before = from / size, after = to / size;
  unsigned place = from % size, wanted = to % size;
  Cost rewrite = getOnce(once, before, after);
  bool isInPlace =
      wanted == getAny(net) || place == wanted ||
      (place != getAny(net) && wanted == places.getContiguousPlace(net) &&
       places.isWholeArena(net, place));
  if (isInPlace || ties.isUniform(net) || (before != after && !once.isFree))
    return rewrite;
  return getCopyCost(net, after);
}

void PlacementProblem::addNet(unsigned net) {
  Problem::Net &numbers = problem.nets[net];
  Value root = model.getNet(net).root;
  // What is computed in any layout is also computed in any place.
  bool isFree = numbers.isFree && isRematerializable(root);
  size_t size = numbers.bytes.size() * numPlaces[net];
  Problem::Net once = numbers;
  once.weight = 1;
  numbers.bytes.clear();
  for (unsigned layout : llvm::seq<unsigned>(size))
    numbers.bytes.push_back(once.bytes[getModelLayout(net, layout)]);
  numbers.rewrites.clear();
  numbers.isFree = isFree;
  if (isFree)
    return;
  numbers.rewrites.reserve(size * size);
  for (unsigned from : llvm::seq<unsigned>(size))
    for (unsigned to : llvm::seq<unsigned>(size))
      numbers.rewrites.push_back(getNetRewrite(once, net, from, to));
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The places at which a port of an op that is no move may have its value in a
/// candidate of the model.
SmallVector<PlacementProblem::PlaceOption, 4>
PlacementProblem::getPlaceOptions(unsigned variable, unsigned number,
                                  unsigned port) const {
  const Problem::Variable &numbers = model.getProblem().variables[variable];
  const ModelVariable &self = model.getVariable(variable);
  auto [net, isResult] = numbers.ports[port];
  if (numPlaces[net] == 1 || (isResult && places.isPinned(net)))
    return {{0}};
  if (!isResult && ties.isDead(variable))
    return {{getAny(net)}};
  std::optional<PitchedAccess> access = getPitchedAccess(self);
  if (!access)
    return {{places.getContiguousPlace(net)}};
  SmallVector<PlaceOption, 4> options;
  if (!isResult && access->isFree())
    options.push_back({getAny(net)});
  // A use may share the rewrite of another one, wherever that writes.
  if (!options.empty() && model.getNet(net).layouts.size() == 1)
    return options;
  unsigned layout = numbers.candidates[number].layouts[port];
  for (unsigned place : llvm::seq(getAny(net))) {
    bool isPitched =
        !access->isFree() && !places.isContiguous(net, layout, place);
    if (!isPitched)
      options.push_back({place});
    else if (!access->isRefused())
      options.push_back(
          {place, multiplySaturating(
                      getRunCount(self, calls),
                      access->getCost(getBytes(variable, number, port)))});
  }
  return options;
}

void PlacementProblem::addCandidate(unsigned variable, Candidate candidate) {
  const ModelCandidate &self =
      model.getVariable(variable).candidates[candidate.base];
  const Problem::Variable &numbers = model.getProblem().variables[variable];
  const Problem::Candidate &base = numbers.candidates[candidate.base];
  Cost cost = costs[variable][candidate.base];
  const PlacedMovement &movement = candidate.movement;
  Cost moved = addSaturating(addSaturating(movement.copies, movement.borders),
                             movement.prices);
  if (!ties.get(variable).empty()) {
    // The moves of the model are among those of the parts.
    cost = addSaturating(base.cost - self.moves, moved);
    cost = calibration ? calibration->getCost(cost) : cost;
  } else if (moved != 0) {
    cost =
        addSaturating(cost, calibration ? calibration->getCost(moved) : moved);
  }
  SmallVector<unsigned, 4> layouts;
  for (auto [port, layout, place] :
       llvm::zip_equal(numbers.ports, base.layouts, candidate.places))
    layouts.push_back(layout * numPlaces[port.net] + place);
  problem.variables[variable].candidates.push_back({cost, std::move(layouts)});
  candidates[variable].push_back(std::move(candidate));
}

/// Adds the candidates of an op that is no move with known parts: one for each
/// combination of places.
void PlacementProblem::addCandidates(unsigned variable, unsigned number) {
  const ModelVariable &self = model.getVariable(variable);
  Candidate first{number, {}, {}};
  std::optional<CountedMovement> movement =
      self.op && !self.resize && !ties.isDead(variable)
          ? getCountedMovement(self.op)
          : std::nullopt;
  if (movement && movement->kind == CountedMovement::Kind::Move &&
      !isa<PadOp, CropOp>(self.op))
    first.movement.copies = getBytesMoved(*movement, calls).bytes;
  for (unsigned port : llvm::seq<unsigned>(self.ports.size()))
    if (ties.isCopiedBeneath(variable, port))
      first.movement.copies =
          addSaturating(first.movement.copies,
                        multiplySaturating(2 * getRunCount(self, calls),
                                           getBytes(variable, number, port)));
  SmallVector<Candidate> all = {first};
  for (unsigned port : llvm::seq<unsigned>(self.ports.size())) {
    SmallVector<PlaceOption, 4> options =
        getPlaceOptions(variable, number, port);
    if (all.size() * options.size() > kMaxPlacements) {
      options.truncate(1);
      problem.isCapped = true;
    }
    SmallVector<Candidate> extended;
    for (const Candidate &candidate : all)
      for (PlaceOption option : options) {
        Candidate &placed = extended.emplace_back(candidate);
        placed.places.push_back(option.place);
        placed.movement.prices =
            addSaturating(placed.movement.prices, option.price);
      }
    all = std::move(extended);
  }
  for (Candidate &candidate : all)
    addCandidate(variable, std::move(candidate));
}

/// The bytes of the value of a port in a layout of the model.
Cost PlacementProblem::getBytes(unsigned variable, unsigned number,
                                unsigned port) const {
  const Problem::Variable &self = model.getProblem().variables[variable];
  unsigned layout = self.candidates[number].layouts[port];
  return model.getProblem().nets[self.ports[port].net].bytes[layout];
}

/// Whether what a part lies in is the buffer of the part, which is updated or
/// holds nothing yet: a destination of an insertion.
bool PlacementProblem::isUpdated(unsigned net, const PlaceTie &tie,
                                 unsigned wholeNet) const {
  if (ties.getShape(net) != ties.getShape(wholeNet))
    return false;
  unsigned producer = model.getProblem().nets[net].producer.variable;
  return ties.isUniform(net) ||
         (tie.isPossible && model.getVariable(producer).regionFlow);
}

/// Adds the candidate of a move into its result, where that has a place. A part
/// that cannot lie there is copied.
void PlacementProblem::addMoveInto(unsigned variable, unsigned number,
                                   unsigned whole, unsigned place) {
  const Problem::Variable &self = model.getProblem().variables[variable];
  ArrayRef<PlaceTie> parts = ties.get(variable);
  Cost runs = getRunCount(model.getVariable(variable), calls);
  Candidate candidate{number, {}, {}};
  for (const Problem::Port &port : self.ports)
    candidate.places.push_back(numPlaces[port.net] == 1 ? 0 : getAny(port.net));
  candidate.places[whole] = place;
  Cost covered = 0;
  bool isCopied = false;
  for (const PlaceTie &tie : parts) {
    Cost bytes = getBytes(variable, number, tie.partPort);
    covered = addSaturating(covered, bytes);
    unsigned net = self.ports[tie.partPort].net;
    if (isUpdated(net, tie, self.ports[whole].net))
      continue;
    std::optional<unsigned> found = places.getPartPlace(variable, tie, place);
    if (found && !(tie.isOver && isCopied)) {
      candidate.places[tie.partPort] = *found;
      continue;
    }
    isCopied = true;
    if (!ties.isUniform(net))
      candidate.movement.copies = addSaturating(
          candidate.movement.copies, multiplySaturating(2 * runs, bytes));
  }
  Cost border = std::max<Cost>(getBytes(variable, number, whole) - covered, 0);
  candidate.movement.borders = multiplySaturating(runs, border);
  addCandidate(variable, std::move(candidate));
}

/// Adds the candidates of a slice: it is read where it lies in the whole, or
/// copied to another place.
void PlacementProblem::addSlices(unsigned variable, unsigned number,
                                 const PlaceTie &tie) {
  const Problem::Variable &self = model.getProblem().variables[variable];
  unsigned part = self.ports[tie.partPort].net;
  unsigned whole = self.ports[tie.wholePort].net;
  Candidate candidate{number, {}, {}};
  for (const Problem::Port &port : self.ports)
    candidate.places.push_back(numPlaces[port.net] == 1 ? 0 : getAny(port.net));
  SmallVector<bool> isView(numPlaces[part], false);
  for (unsigned place : llvm::seq<unsigned>(places.getPlaces(whole).size())) {
    std::optional<unsigned> found = places.getPartPlace(variable, tie, place);
    if (!found)
      continue;
    Candidate view = candidate;
    view.places[tie.wholePort] = place;
    view.places[tie.partPort] = *found;
    isView[*found] = true;
    addCandidate(variable, std::move(view));
  }
  Cost runs = getRunCount(model.getVariable(variable), calls);
  if (!ties.isUniform(part))
    candidate.movement.copies =
        multiplySaturating(2 * runs, getBytes(variable, number, tie.partPort));
  for (unsigned place : llvm::seq<unsigned>(places.getPlaces(part).size())) {
    // Where the whole has one place, a view is never worse.
    if (isView[place] && numPlaces[whole] == 1)
      continue;
    Candidate copy = candidate;
    copy.places[tie.partPort] = place;
    addCandidate(variable, std::move(copy));
  }
}

PlacementProblem::PlacementProblem(const PlanningModel &model,
                                   const Problem &base, const CallSites &calls,
                                   const Calibration *calibration)
    : model(model), calls(calls), calibration(calibration), ties(model),
      places(model, ties), problem(base), candidates(base.variables.size()) {
  problem.isCapped |= places.isCapped();
  for (unsigned net : llvm::seq<unsigned>(base.nets.size())) {
    unsigned size = places.getPlaces(net).size();
    numPlaces.push_back(size == 1 ? 1 : size + 1);
    if (size > 1)
      addNet(net);
  }
  for (unsigned variable : llvm::seq<unsigned>(base.variables.size())) {
    Problem::Variable &self = problem.variables[variable];
    costs.push_back(llvm::map_to_vector<1>(
        self.candidates,
        [](const Problem::Candidate &candidate) { return candidate.cost; }));
    self.candidates.clear();
    ArrayRef<PlaceTie> parts = ties.get(variable);
    for (unsigned number : llvm::seq<unsigned>(costs[variable].size())) {
      if (parts.empty())
        addCandidates(variable, number);
      else if (self.ports[parts.front().partPort].isResult)
        addSlices(variable, number, parts.front());
      else
        for (unsigned place : llvm::seq<unsigned>(
                 places.getPlaces(self.ports[parts.front().wholePort].net)
                     .size()))
          addMoveInto(variable, number, parts.front().wholePort, place);
    }
    if (self.kind == Problem::Kind::Fixed && self.candidates.size() > 1)
      self.kind = Problem::Kind::Agnostic;
  }
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

Plan PlacementProblem::getModelPlan(const Plan &plan) const {
  Plan result;
  for (auto [list, number] : llvm::zip_equal(candidates, plan))
    result.push_back(list[number].base);
  return result;
}

void PlacementProblem::setModelPlan(Plan &plan, const Plan &modelPlan) const {
  for (unsigned variable : llvm::seq<unsigned>(plan.size())) {
    ArrayRef<Candidate> list = candidates[variable];
    const Candidate &chosen = list[plan[variable]];
    unsigned base = modelPlan[variable];
    if (chosen.base == base)
      continue;
    const auto *found = llvm::find_if(list, [&](const Candidate &other) {
      return other.base == base && other.places == chosen.places;
    });
    assert(found != list.end() && "every candidate has the same places");
    plan[variable] = found - list.begin();
  }
}

PlacedMovement PlacementProblem::getMovement(const Plan &plan) const {
  PlacedMovement sum;
  for (auto [list, number] : llvm::zip_equal(candidates, plan)) {
    const PlacedMovement &own = list[number].movement;
    sum.copies = addSaturating(sum.copies, own.copies);
    sum.borders = addSaturating(sum.borders, own.borders);
    sum.prices = addSaturating(sum.prices, own.prices);
  }
  for (auto [number, net] : llvm::enumerate(problem.nets)) {
    unsigned produced = problem.getLayout(plan, net.producer);
    unsigned before = getModelLayout(number, produced);
    for (unsigned required : problem.getRewrittenLayouts(net, plan)) {
      if (getModelLayout(number, required) != before ||
          getRewriteCost(net, produced, required) == 0)
        continue;
      Cost bytes =
          multiplySaturating(2, model.getProblem().nets[number].bytes[before]);
      sum.copies =
          addSaturating(sum.copies, multiplySaturating(net.weight, bytes));
    }
  }
  return sum;
}

SmallVector<std::pair<Operation *, bool>>
PlacementProblem::getPricedOps(const Plan &plan) const {
  SmallVector<std::pair<Operation *, bool>> ops;
  for (auto [self, list, number] :
       llvm::zip_equal(model.getVariables(), candidates, plan)) {
    std::optional<PitchedAccess> access = getPitchedAccess(self);
    if (access && !access->isFree() && !access->isRefused())
      ops.push_back({self.op, list[number].movement.prices != 0});
  }
  return ops;
}

Cost PlacementProblem::getPaddingMoved(const Plan &modelPlan) const {
  Cost sum = 0;
  for (auto [variable, self, number] :
       llvm::enumerate(model.getVariables(), modelPlan))
    if (!ties.get(variable).empty())
      sum = addSaturating(sum, self.candidates[number].moves);
  return sum;
}
