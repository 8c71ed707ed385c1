//===- PlanningModel.cpp - Functions as a planning problem ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanningModel.h"
#include "Analysis/PadContents.h"
#include "Relayout/LoopRelayout.h"
#include "Relayout/UniformContent.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#define DEBUG_TYPE "layout-flow"
ALWAYS_ENABLED_STATISTIC(numCapped,
                         "Candidates left out because a variable has too many");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Layouts of values and of roots
//===----------------------------------------------------------------------===//

/// Expresses `layout`, in digits of a value A of shape `shape`, in digits of a
/// value B of shape `innerShape`. `map` lists, for each dim of A, its digits in
/// the dims of B. Returns nothing if a dim that `layout` pads does not begin
/// with the outermost digit of a dim of B.
static std::optional<MixedRadixMap>
composePadded(ArrayRef<MixedRadix> layout, ArrayRef<int64_t> shape,
              ArrayRef<MixedRadix> map, ArrayRef<int64_t> innerShape) {
  SmallVector<int64_t> spanned = getSpannedShape(concat(layout), shape.size());
  MixedRadixMap padded(map.begin(), map.end());
  for (auto [dim, size, extent, list] :
       llvm::enumerate(shape, spanned, padded)) {
    if (size == extent)
      continue;
    // A unit dim that both have in the same place has no digits.
    if (size == 1 && list.empty() && shape == innerShape)
      list.push_back({static_cast<unsigned>(dim), 1, 1});
    if (!growOutermostDigit(list, innerShape, extent))
      return std::nullopt;
  }
  return composeAll(layout, padded);
}

std::optional<MixedRadixMap>
PlanningModel::getRootLayout(Value value, ArrayRef<MixedRadix> layout) const {
  const Derivation &derivation = getDerivation(value);
  if (derivation.isRoot)
    return normalizeAll(layout);
  return composePadded(layout, getShape(value), derivation.map, derivation.box);
}

std::optional<MixedRadix> PlanningModel::getValueLayout(Value value,
                                                        unsigned layout) const {
  return getValueLayout(value, nets[getNetOf(value)].layouts[layout].digits);
}

std::optional<MixedRadix>
PlanningModel::getValueLayout(Value value, const MixedRadix &rootLayout) const {
  const Derivation &derivation = getDerivation(value);
  if (derivation.isRoot)
    return rootLayout;
  std::optional<MixedRadixMap> grown =
      growLeadingDigits({rootLayout}, derivation.box);
  if (!grown)
    return std::nullopt;
  std::optional<MixedRadixMap> lists = composePadded(
      *grown, derivation.box, derivation.inverse, getShape(value));
  if (!lists)
    return std::nullopt;
  return std::move(lists->front());
}

FailureOr<Attribute>
PlanningModel::getRequiredContent(Value value, ArrayRef<Digit> layout,
                                  Attribute content) const {
  const Derivation &derivation = getDerivation(value);
  const ModelNet &net = nets[derivation.net];
  ArrayRef<int64_t> shape = getShape(net.root);
  // The value itself may be the result of a pad.
  bool isPadded = derivation.content || derivation.box != shape;
  if (!isPadded && ArrayRef(getSpannedShape(layout, shape.size())) == shape)
    return Attribute();
  Attribute required = content == net.padding ? Attribute() : content;
  if (!isPadded || derivation.content == required)
    return required;
  if (!content || content == derivation.content)
    return derivation.content;
  if (derivation.content || net.padding)
    return failure();
  return required;
}

MixedRadixMap layout::getPortLayouts(const ModelVariable &variable,
                                     ArrayRef<MixedRadixMap> operands) {
  auto op = cast<linalg::LinalgOp>(variable.op);
  MixedRadixMap layouts;
  for (const ModelPort &port : variable.ports)
    layouts.push_back(concat(operands[getTiedOperandNumber(op, port.number)]));
  return layouts;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// The cost of one rewrite of a net, without its weight. If both layouts have
/// padding at the end of a dim, and the new one needs another content there,
/// that is written as well.
ConversionCost PlanningModel::getConversionCost(unsigned number,
                                                const NetLayout &source,
                                                const NetLayout &result) const {
  auto type = cast<RankedTensorType>(nets[number].root.getType());
  bool keepsPadding = false;
  ConversionCost direct = layout::getConversionCost(
      type, source.digits, result.digits, keepsPadding);
  if (!keepsPadding || !result.content || result.content == source.content)
    return direct;
  return getContentChange(type, {source.digits}, {result.digits},
                          result.content)
      .cost;
}

/// The same between layouts by number. If the producer also writes a cropped
/// version, converts from the cheaper of the two.
ConversionCost PlanningModel::getConversionCost(unsigned number, unsigned from,
                                                unsigned to) const {
  const NetLayout &source = nets[number].layouts[from];
  const NetLayout &result = nets[number].layouts[to];
  ConversionCost padded = getConversionCost(number, source, result);
  if (source.cropped.empty())
    return padded;
  ConversionCost cropped =
      getConversionCost(number, NetLayout{source.cropped, {}, {}}, result);
  return cropped.getSum() < padded.getSum() ? cropped : padded;
}

/// Whether some use reads the cropped value of the producer, or a rewrite of
/// it.
bool PlanningModel::readsCropped(unsigned number, const Plan &plan) const {
  const Problem::Net &net = problem.nets[number];
  unsigned produced = problem.getLayout(plan, net.producer);
  const NetLayout &source = nets[number].layouts[produced];
  return llvm::any_of(net.uses, [&](Problem::PortRef use) {
    unsigned required = problem.getLayout(plan, use);
    return getConversionCost(number, produced, required).getSum() <
           getConversionCost(number, source, nets[number].layouts[required])
               .getSum();
  });
}

Plan PlanningModel::getBaselinePlan() const {
  Plan plan = problem.getBaselinePlan();
  for (auto [number, self] : llvm::enumerate(variables)) {
    if (!isa_and_nonnull<LayoutTransformOp>(self.op))
      continue;
    const Problem::Variable &numbers = problem.variables[number];
    SmallVector<unsigned, 4> layouts = numbers.candidates.front().layouts;
    const Problem::Net &source = problem.nets[numbers.ports.front().net];
    layouts.front() = problem.getLayout(plan, source.producer);
    ArrayRef<Problem::PortRef> uses =
        problem.nets[numbers.ports.back().net].uses;
    if (!uses.empty() && llvm::none_of(uses, [&](Problem::PortRef use) {
          return problem.getLayout(plan, use) == layouts.back();
        }))
      layouts.back() = problem.getLayout(plan, uses.front());
    for (unsigned other : llvm::seq<unsigned>(1, self.candidates.size()))
      if (self.candidates[other].isJoined() &&
          numbers.candidates[other].layouts == layouts)
        plan[number] = other;
  }
  return plan;
}

void PlanningModel::dropUnusedCrops(Plan &plan) const {
  for (auto [variable, chosen] : llvm::zip_equal(variables, plan)) {
    const ModelCandidate &candidate = variable.candidates[chosen];
    if (candidate.croppedOrder.empty() ||
        readsCropped(getNetOf(variable.ports.back().value), plan))
      continue;
    auto *other =
        llvm::find_if(variable.candidates, [&](const ModelCandidate &other) {
          return other.croppedOrder.empty() &&
                 other.getFactorOrder() == candidate.getFactorOrder() &&
                 other.getOption() == candidate.getOption() &&
                 other.getOperands() == candidate.getOperands();
        });
    if (other != variable.candidates.end())
      chosen = other - variable.candidates.begin();
  }
}

bool PlanningModel::isPadded(unsigned net, const NetLayout &layout) const {
  ArrayRef<int64_t> shape = getShape(nets[net].root);
  return ArrayRef(getSpannedShape(layout.digits, shape.size())) != shape;
}

bool PlanningModel::canRematerialize(unsigned net, Attribute content) const {
  Value root = nets[net].root;
  if (!isRematerializable(root))
    return false;
  // A value without data can be filled with what is required.
  return !content ||
         (isa<TypedAttr>(content) && root.getDefiningOp<tensor::EmptyOp>()) ||
         getUniformContent(root).fits(PadContent::get(content));
}

bool PlanningModel::canRematerialize(unsigned net,
                                     const NetLayout &layout) const {
  Attribute content = layout.content;
  if (!content && isPadded(net, layout))
    content = nets[net].padding;
  return canRematerialize(net, content);
}

void PlanningModel::forbidRewrites(unsigned number) {
  Problem::Net &numbers = problem.nets[number];
  ArrayRef<NetLayout> layouts = nets[number].layouts;
  for (unsigned from : llvm::seq<unsigned>(layouts.size()))
    for (unsigned to : llvm::seq<unsigned>(layouts.size()))
      numbers.rewrites.push_back(
          from == to || canRematerialize(number, layouts[to]) ? 0 : kForbidden);
}

void PlanningModel::listRewriteCosts() {
  for (auto [number, numbers] : llvm::enumerate(problem.nets)) {
    unsigned net = number;
    ArrayRef<NetLayout> layouts = nets[net].layouts;
    if (nets[net].isRigid && !numbers.isFree) {
      forbidRewrites(net);
      continue;
    }
    if (llvm::none_of(layouts, [&](const NetLayout &layout) {
          return isPadded(net, layout);
        }))
      continue;
    SmallVector<bool> costsNothing =
        llvm::map_to_vector(layouts, [&](const NetLayout &layout) {
          return canRematerialize(net, layout);
        });
    if (numbers.isFree && (!isRematerializable(nets[net].root) ||
                           !llvm::is_contained(costsNothing, false)))
      continue;
    numbers.isFree = false;
    numbers.rewrites.reserve(layouts.size() * layouts.size());
    for (unsigned from : llvm::seq<unsigned>(layouts.size()))
      for (unsigned to : llvm::seq<unsigned>(layouts.size()))
        numbers.rewrites.push_back(
            costsNothing[to] ? 0 : getConversionCost(net, from, to).getSum());
  }
}

/// The bytes of the rewrites of a net under `plan` that are moves.
Cost PlanningModel::getBytesMoved(unsigned number, const Plan &plan) const {
  const Problem::Net &net = problem.nets[number];
  // A net without listed costs is free or has no padded layouts: no moves.
  if (net.rewrites.empty())
    return 0;
  unsigned produced = problem.getLayout(plan, net.producer);
  Cost bytes = 0;
  for (unsigned required : problem.getRewrittenLayouts(net, plan))
    if (!canRematerialize(number, nets[number].layouts[required]))
      bytes = addSaturating(
          bytes, getConversionCost(number, produced, required).moves);
  return multiplySaturating(net.weight, bytes);
}

/// The cost of the rewrites of a net under `plan`, also if they are forbidden.
Cost PlanningModel::getNetCost(unsigned number, const Plan &plan) const {
  const Problem::Net &net = problem.nets[number];
  if (!nets[number].isRigid || net.isFree)
    return problem.getNetCost(net, plan);
  unsigned produced = problem.getLayout(plan, net.producer);
  Cost cost = 0;
  for (unsigned required : problem.getRewrittenLayouts(net, plan))
    if (!canRematerialize(number, nets[number].layouts[required]))
      cost = addSaturating(
          cost, getConversionCost(number, produced, required).getSum());
  return multiplySaturating(net.weight, cost);
}

SmallVector<Operation *> PlanningModel::findForbidden(const Plan &plan) const {
  SmallVector<Operation *> ops;
  for (auto [variable, numbers, number] :
       llvm::zip_equal(variables, problem.variables, plan))
    if (variable.op && variable.op->hasAttr(LayoutDialect::kPartition) &&
        numbers.candidates[number].cost >= kForbidden)
      ops.push_back(variable.op);
  for (auto [number, net] : llvm::enumerate(problem.nets)) {
    if (!nets[number].isRigid || net.isFree)
      continue;
    for (Problem::PortRef use : net.uses)
      if (getRewriteCost(net, problem.getLayout(plan, net.producer),
                         problem.getLayout(plan, use)) >= kForbidden) {
        ops.push_back(variables[use.variable].op);
        break;
      }
  }
  return ops;
}

PlanFigures PlanningModel::getFigures(const Plan &plan) const {
  PlanFigures figures;
  for (auto [variable, numbers, number] :
       llvm::zip_equal(variables, problem.variables, plan)) {
    const ModelCandidate &candidate = variable.candidates[number];
    Cost rewrites =
        numbers.candidates[number].cost - candidate.moves - candidate.price;
    figures.rewrites = addSaturating(figures.rewrites, rewrites);
    figures.moves = addSaturating(figures.moves, candidate.moves);
    figures.separate = addSaturating(figures.separate, candidate.separate);
    figures.prices =
        addSaturating(figures.prices, candidate.price - candidate.separate);
  }
  for (unsigned net : llvm::seq<unsigned>(nets.size())) {
    Cost moves = getBytesMoved(net, plan);
    Cost all = getNetCost(net, plan);
    figures.moves = addSaturating(figures.moves, moves);
    figures.rewrites = addSaturating(figures.rewrites, all - moves);
  }
  return figures;
}

/// The number of elements that are contiguous in both orders, from the
/// innermost digit up to the first one that is dynamic or differs.
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

/// Whether the innermost digits belong to different dims.
static bool changesInnermostDim(ArrayRef<Digit> a, ArrayRef<Digit> b) {
  return !a.empty() && !b.empty() && a.back().dim != b.back().dim;
}

/// A cost in the unit of a calibration; what is forbidden stays so.
template <typename... Args>
static Cost calibrate(const Calibration &calibration, Cost cost, Args... args) {
  return cost >= kForbidden ? kForbidden : calibration.getCost(cost, args...);
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
  Problem::Net unweighted = net;
  unweighted.weight = 1;
  std::vector<Cost> rewrites(size * size, 0);
  for (size_t from = 0; from < size; ++from)
    for (size_t to = 0; to < size; ++to)
      if (from != to) {
        ArrayRef<Digit> before = modelNet.layouts[from].digits;
        ArrayRef<Digit> after = modelNet.layouts[to].digits;
        rewrites[from * size + to] =
            calibrate(calibration, getRewriteCost(unweighted, from, to),
                      multiplySaturating(elementBytes, getRun(before, after)),
                      changesInnermostDim(before, after));
      }
  net.rewrites = std::move(rewrites);
}

Problem layout::getCalibratedProblem(const PlanningModel &model,
                                     const Calibration &calibration) {
  Problem problem = model.getProblem();
  for (Problem::Variable &variable : problem.variables)
    for (Problem::Candidate &candidate : variable.candidates)
      candidate.cost = calibrate(calibration, candidate.cost);
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
  derivations.insert({root,
                      {net, identity, identity, getShape(root), Attribute(),
                       /*isRoot=*/true}});
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
                                    MixedRadixMap map, ArrayRef<int64_t> box,
                                    Attribute content) {
  ArrayRef<MixedRadix> inverse = digits.emplace_back(invert(map, box));
  ArrayRef<MixedRadix> keptMap = digits.emplace_back(std::move(map));
  ArrayRef<int64_t> keptBox = boxes.emplace_back(box);
  derivations.insert(
      {op->getResult(0), {net, keptMap, inverse, keptBox, content}});
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

bool PlanningModel::isAtLimit(unsigned variable, size_t limit) {
  if (variables[variable].candidates.size() < limit)
    return false;
  problem.isCapped = true;
  capped.insert(variable);
  ++numCapped;
  return true;
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
