//===- PlanningModel.cpp - Functions as a planning problem ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanningModel.h"
#include "layout/Analysis/Rewrites.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Layouts of values and of roots
//===----------------------------------------------------------------------===//

/// Expresses `layout`, in digits of a value of shape `shape`, in digits of
/// another value of shape `innerShape`, whose digits `map` gives per dim of the
/// first. Returns nothing if a dim that `layout` pads is not a whole dim of the
/// other value.
static std::optional<MixedRadixMap>
composePadded(ArrayRef<MixedRadix> layout, ArrayRef<int64_t> shape,
              ArrayRef<MixedRadix> map, ArrayRef<int64_t> innerShape) {
  SmallVector<int64_t> spanned = getSpannedShape(concat(layout), shape.size());
  MixedRadixMap padded(map.begin(), map.end());
  for (auto [size, extent, list] : llvm::zip_equal(shape, spanned, padded)) {
    if (size == extent)
      continue;
    if (list.size() != 1 || list.front().stride != 1 ||
        list.front().extent != innerShape[list.front().dim])
      return std::nullopt;
    list.front().extent = extent;
  }
  return composeAll(layout, padded);
}

std::optional<MixedRadixMap>
PlanningModel::getRootLayout(Value value, ArrayRef<MixedRadix> layout) const {
  const Derivation &derivation = getDerivation(value);
  if (derivation.isRoot)
    return normalizeAll(layout);
  return composePadded(layout, getShape(value), derivation.map,
                       getShape(nets[derivation.net].root));
}

std::optional<MixedRadix> PlanningModel::getValueLayout(Value value,
                                                        unsigned layout) const {
  const Derivation &derivation = getDerivation(value);
  const ModelNet &net = nets[derivation.net];
  const MixedRadix &rootLayout = net.layouts[layout].digits;
  if (derivation.isRoot)
    return rootLayout;
  std::optional<MixedRadixMap> lists = composePadded(
      {rootLayout}, getShape(net.root), derivation.inverse, getShape(value));
  if (!lists)
    return std::nullopt;
  return std::move(lists->front());
}

SmallVector<NetLayout, 0>
layout::getPortLayouts(const ModelVariable &variable,
                       ArrayRef<MixedRadixMap> operands) {
  auto op = cast<linalg::LinalgOp>(variable.op);
  SmallVector<NetLayout, 0> layouts;
  for (const ModelPort &port : variable.ports)
    layouts.push_back(
        {concat(operands[getTiedOperandNumber(op, port.number)]), {}});
  return layouts;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

Cost PlanningModel::getRewriteCost(const Plan &plan) const {
  Cost cost = 0;
  for (auto [variable, numbers, number] :
       llvm::zip_equal(variables, problem.variables, plan))
    cost = addSaturating(cost, numbers.candidates[number].cost -
                                   variable.candidates[number].nonRewriteCost);
  for (const Problem::Net &net : problem.nets)
    cost = addSaturating(cost, problem.getNetCost(net, plan));
  return cost;
}

/// The number of elements that are contiguous in both orders; a dynamic extent
/// counts as 1.
static int64_t getRun(ArrayRef<Digit> a, ArrayRef<Digit> b) {
  int64_t run = 1;
  for (auto [one, other] : llvm::zip(llvm::reverse(a), llvm::reverse(b))) {
    if (one.dim != other.dim || one.stride != other.stride || one.isDynamic() ||
        other.isDynamic())
      return run;
    run = multiplySaturating(run, std::min(one.extent, other.extent));
    if (one.extent != other.extent)
      return run;
  }
  return run;
}

/// Sets the cost of a rewrite between any two layouts of a net.
static void setRewriteCosts(Problem::Net &net, const ModelNet &modelNet,
                            const Calibration &calibration) {
  size_t size = net.bytes.size();
  if (net.isFree || size < 2)
    return;
  auto type = cast<RankedTensorType>(modelNet.root.getType());
  int64_t elementBytes =
      getByteCount(RankedTensorType::get({}, type.getElementType())).bytes;
  net.rewrites.assign(size * size, 0);
  for (size_t from = 0; from < size; ++from)
    for (size_t to = 0; to < size; ++to)
      if (from != to)
        net.rewrites[from * size + to] = calibration.getCost(
            addSaturating(net.bytes[from], net.bytes[to]),
            multiplySaturating(elementBytes,
                               getRun(modelNet.layouts[from].digits,
                                      modelNet.layouts[to].digits)));
}

Problem layout::getCalibratedProblem(const PlanningModel &model,
                                     const Calibration &calibration) {
  Problem problem = model.getProblem();
  for (Problem::Variable &variable : problem.variables)
    for (Problem::Candidate &candidate : variable.candidates)
      candidate.cost = calibration.getCost(candidate.cost);
  for (auto [net, modelNet] : llvm::zip_equal(problem.nets, model.getNets()))
    setRewriteCosts(net, modelNet, calibration);
  return problem;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

void PlanningModel::reserve(size_t numOps) {
  variables.reserve(numOps);
  nets.reserve(numOps);
  problem.variables.reserve(numOps);
  problem.nets.reserve(numOps);
}

unsigned PlanningModel::addVariable(Operation *op, const CriticalOp *critical,
                                    std::optional<RegionFlow> regionFlow) {
  ModelVariable &variable = variables.emplace_back();
  variable.op = op;
  variable.critical = critical;
  variable.regionFlow = std::move(regionFlow);
  problem.variables.emplace_back();
  return variables.size() - 1;
}

unsigned PlanningModel::addNet(Value root, Cost weight, bool isFree) {
  unsigned net = nets.size();
  nets.push_back({root, {}, {}});
  Problem::Net &numbers = problem.nets.emplace_back();
  numbers.weight = weight;
  numbers.isFree = isFree;
  ArrayRef<MixedRadix> identity =
      getIdentityLayout(cast<RankedTensorType>(root.getType()));
  derivations.insert({root, {net, identity, identity, /*isRoot=*/true}});
  return net;
}

void PlanningModel::addUse(unsigned variable, Value value,
                           unsigned portNumber) {
  SmallVectorImpl<ModelPort> &ports = variables[variable].ports;
  unsigned net = getNetOf(value);
  problem.nets[net].uses.push_back(
      {variable, static_cast<unsigned>(ports.size())});
  ports.push_back({value, portNumber});
  problem.variables[variable].ports.push_back({net, /*isResult=*/false});
}

void PlanningModel::addProducer(unsigned variable, Value root,
                                unsigned portNumber) {
  SmallVectorImpl<ModelPort> &ports = variables[variable].ports;
  unsigned net = getNetOf(root);
  problem.nets[net].producer = {variable, static_cast<unsigned>(ports.size())};
  ports.push_back({root, portNumber});
  problem.variables[variable].ports.push_back({net, /*isResult=*/true});
}

void PlanningModel::addDerivedValue(Operation *op, unsigned net,
                                    MixedRadixMap map, MixedRadixMap inverse) {
  ArrayRef<MixedRadix> keptInverse = digits.emplace_back(std::move(inverse));
  ArrayRef<MixedRadix> keptMap = digits.emplace_back(std::move(map));
  derivations.insert({op->getResult(0), {net, keptMap, keptInverse}});
  derivingOps.push_back(op);
}

std::pair<unsigned, bool> PlanningModel::internLayout(unsigned net,
                                                      NetLayout layout) {
  SmallVectorImpl<NetLayout> &layouts = nets[net].layouts;
  auto *found = llvm::find(layouts, layout);
  unsigned number = found - layouts.begin();
  if (found != layouts.end())
    return {number, false};
  problem.nets[net].bytes.push_back(getBytesIn(
      cast<RankedTensorType>(nets[net].root.getType()), layout.digits));
  layouts.push_back(std::move(layout));
  return {number, true};
}

void PlanningModel::addCandidate(unsigned variable, ModelCandidate candidate,
                                 Cost cost, SmallVector<unsigned, 4> layouts) {
  problem.variables[variable].candidates.push_back({cost, std::move(layouts)});
  variables[variable].candidates.push_back(std::move(candidate));
}

ArrayRef<MixedRadix> PlanningModel::getIdentityLayout(RankedTensorType type) {
  auto [entry, isNew] = identities.try_emplace(type);
  if (isNew)
    entry->second = digits.emplace_back(getIdentityDigits(type.getShape()));
  return entry->second;
}
