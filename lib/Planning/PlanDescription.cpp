//===- PlanDescription.cpp - Plans in reports and files -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanDescription.h"
#include "Analysis/LayerName.h"
#include "Analysis/ModuleFunctions.h"
#include "LayoutNames.h"
#include "Relayout/LoopRelayout.h"
#include "Solver/ProblemFile.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class Describer {
public:
  Describer(const PlanningModel &model, const LayoutNames &names,
            const Plan &plan)
      : model(model), plans{model.getBaselinePlan(), plan}, names(names) {}

  PlanGraph describe();

private:
  unsigned getLayout(unsigned net, unsigned layout);
  std::array<unsigned, 2> getLayouts(Problem::PortRef port);
  void addNodes(unsigned variable);
  PlanGraph::Node describeOp(unsigned variable);
  void addNet(unsigned net);
  int addRewrite(unsigned net, unsigned produced, unsigned required);

  const PlanningModel &model;
  std::array<Plan, 2> plans;
  const LayoutNames &names;
  PlanGraph result;
  llvm::StringMap<unsigned> layouts;
  /// For each variable, the node of each port.
  std::vector<SmallVector<unsigned, 4>> portNodes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

unsigned Describer::getLayout(unsigned net, unsigned layout) {
  std::string text = names.getText(net, layout);
  auto [entry, isNew] = layouts.try_emplace(text, layouts.size());
  if (isNew)
    result.layouts.push_back(text);
  return entry->second;
}

std::array<unsigned, 2> Describer::getLayouts(Problem::PortRef port) {
  unsigned net =
      model.getProblem().variables[port.variable].ports[port.port].net;
  return {getLayout(net, model.getProblem().getLayout(plans[0], port)),
          getLayout(net, model.getProblem().getLayout(plans[1], port))};
}

/// Returns the kind of a generic op if it is critical, else the first ops of
/// its body.
static std::string getBodyText(const ModelVariable &variable) {
  auto generic = dyn_cast<linalg::GenericOp>(variable.op);
  if (!generic)
    return "";
  if (variable.critical)
    return variable.critical->isConvolution() ? "convolution" : "contraction";
  constexpr size_t limit = 3;
  llvm::SetVector<StringRef> ops;
  for (Operation &part : generic.getBody()->without_terminator())
    ops.insert(part.getName().stripDialect());
  std::string text = llvm::join(ops.getArrayRef().take_front(limit), ", ");
  return ops.size() > limit ? text + ", …" : text;
}

static std::string getTypeText(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape())
    if (ShapedType::isDynamic(extent))
      os << "?x";
    else
      os << extent << "x";
  os << type.getElementType();
  return text;
}

/// "carried by scf.for", "argument or result of @callee".
static std::string getRegionFlowText(const ModelVariable &self) {
  if (auto function = dyn_cast_or_null<func::FuncOp>(self.op))
    return "argument or result of @" + function.getName().str();
  return "carried by " +
         (self.op ? self.op->getName().getStringRef().str() : "a region");
}

static PlanGraph::Kind getKind(const PlanningModel &model, unsigned variable) {
  const Problem::Variable &problemVariable =
      model.getProblem().variables[variable];
  bool isFree =
      llvm::any_of(problemVariable.ports,
                   [](const Problem::Port &port) { return port.isResult; }) &&
      llvm::all_of(problemVariable.ports, [&](const Problem::Port &port) {
        return model.getProblem().nets[port.net].isFree;
      });
  if (isFree)
    return PlanGraph::Kind::Constant;
  if (model.getVariable(variable).critical)
    return PlanGraph::Kind::Critical;
  return problemVariable.kind == Problem::Kind::Agnostic
             ? PlanGraph::Kind::Agnostic
             : PlanGraph::Kind::Fixed;
}

/// Whether a critical op reads a port as its filter or its matrix of weights,
/// which all images share.
static bool readsAsWeight(const ModelVariable &variable,
                          const ModelPort &port) {
  if (!variable.critical)
    return false;
  auto op = cast<linalg::LinalgOp>(variable.op);
  OpOperand *weight = op.getDpsInputOperand(1);
  AffineMap map = op.getMatchingIndexingMap(weight);
  return weight->getOperandNumber() == port.number &&
         llvm::none_of(
             variable.critical->getLoops(LoopRole::Batch),
             [&](unsigned loop) { return map.isFunctionOfDim(loop); });
}

/// The kind of an argument of a block.
static PlanGraph::Kind getArgumentKind(const PlanningModel &model,
                                       unsigned number) {
  const Problem::Net &net = model.getProblem().nets[number];
  if (net.isFree)
    return PlanGraph::Kind::Constant;
  bool isWeight =
      !net.uses.empty() && llvm::all_of(net.uses, [&](Problem::PortRef use) {
        const ModelVariable &user = model.getVariable(use.variable);
        return readsAsWeight(user, user.ports[use.port]);
      });
  return isWeight ? PlanGraph::Kind::Weight : PlanGraph::Kind::Fixed;
}

/// The node of a variable, without what depends on a port.
PlanGraph::Node Describer::describeOp(unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  const Problem::Variable &problemVariable =
      model.getProblem().variables[variable];
  PlanGraph::Node node;
  node.kind = getKind(model, variable);
  node.numLabels = problemVariable.candidates.size();
  node.costs = {problemVariable.candidates[plans[0][variable]].cost,
                problemVariable.candidates[plans[1][variable]].cost};
  if (!self.op)
    return node;
  node.op = self.op->getName().getStringRef().str();
  node.place = getLocationText(self.op->getLoc());
  node.body = getBodyText(self);
  node.isFrozen = isFrozen(self.op);
  node.name = getLayerName(self.op->getLoc());
  return node;
}

/// Adds one node, or for the arguments of a block one node each.
void Describer::addNodes(unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  const Problem::Variable &problemVariable =
      model.getProblem().variables[variable];
  SmallVector<unsigned, 4> &nodesOfPorts = portNodes.emplace_back();
  PlanGraph::Node node = describeOp(variable);
  auto add = [&](unsigned port) {
    unsigned net = problemVariable.ports[port].net;
    node.type = getTypeText(names.getLogicalType(net));
    node.layouts = getLayouts({variable, port});
    for (unsigned side : {PlanGraph::kBefore, PlanGraph::kAfter})
      node.physical[side] = getTypeText(names.getPhysicalType(
          net, model.getProblem().getLayout(plans[side], {variable, port})));
    result.nodes.push_back(node);
  };
  if (self.op || self.regionFlow) {
    if (self.regionFlow)
      node.op = getRegionFlowText(self);
    auto *shown =
        llvm::find_if(problemVariable.ports,
                      [](const Problem::Port &port) { return port.isResult; });
    nodesOfPorts.assign(problemVariable.ports.size(), result.nodes.size());
    add(shown == problemVariable.ports.end()
            ? 0
            : shown - problemVariable.ports.begin());
    return;
  }
  for (auto [port, value] : llvm::enumerate(self.ports)) {
    node.op = getLocationText(cast<BlockArgument>(value.value));
    node.kind = getArgumentKind(model, problemVariable.ports[port].net);
    node.place = getLocationText(value.value.getLoc());
    nodesOfPorts.push_back(result.nodes.size());
    add(port);
  }
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

int Describer::addRewrite(unsigned net, unsigned produced, unsigned required) {
  const Problem::Net &problemNet = model.getProblem().nets[net];
  result.rewrites.push_back({getLayout(net, produced), getLayout(net, required),
                             getRewriteCost(problemNet, produced, required)});
  return result.rewrites.size() - 1;
}

/// Adds an edge for each use. Uses that need the same layout share a rewrite.
void Describer::addNet(unsigned net) {
  const Problem::Net &problemNet = model.getProblem().nets[net];
  std::array<llvm::SmallDenseMap<unsigned, int>, 2> rewrites;
  for (Problem::PortRef use : problemNet.uses) {
    PlanGraph::Edge edge;
    edge.from =
        portNodes[problemNet.producer.variable][problemNet.producer.port];
    edge.to = portNodes[use.variable][use.port];
    edge.isFree = problemNet.isFree;
    for (unsigned side : {PlanGraph::kBefore, PlanGraph::kAfter}) {
      const Problem &problem = model.getProblem();
      unsigned produced = problem.getLayout(plans[side], problemNet.producer);
      unsigned required = problem.getLayout(plans[side], use);
      if (problemNet.isFree || required == produced)
        continue;
      auto [entry, isNew] =
          rewrites[side].try_emplace(required, PlanGraph::Edge::kNone);
      if (isNew)
        entry->second = addRewrite(net, produced, required);
      edge.rewrites[side] = entry->second;
    }
    result.edges.push_back(edge);
  }
}

PlanGraph Describer::describe() {
  for (unsigned variable : llvm::seq<unsigned>(0, model.getVariables().size()))
    addNodes(variable);
  for (unsigned net : llvm::seq<unsigned>(0, model.getNets().size()))
    addNet(net);
  divideIntoBlocks(result);
  return std::move(result);
}

PlanGraph layout::describePlan(const PlanningModel &model,
                               const LayoutNames &names, const Plan &plan) {
  return Describer(model, names, plan).describe();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Describes a value that has the layout `number` of its net.
static PlannedValue describeValue(const PlanningModel &model,
                                  const LayoutNames &names, Value value,
                                  unsigned number) {
  unsigned net = model.getNetOf(value);
  auto [logical, order] = names.getTypeAndDigits(net, number);
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *op =
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  std::optional<unsigned> region;
  if (argument)
    region = argument.getOwner()->getParent()->getRegionNumber();
  return {op->getLoc(),
          getComputation(op),
          argument ? argument.getArgNumber()
                   : cast<OpResult>(value).getResultNumber(),
          region,
          logical,
          order,
          names.getText(net, number),
          /*value=*/Value(),
          /*layout=*/AffineMap()};
}

std::vector<PlannedValue> layout::getPlannedValues(const PlanningModel &model,
                                                   const LayoutNames &names,
                                                   const Plan &plan) {
  std::vector<PlannedValue> values;
  for (auto [number, variable] :
       llvm::enumerate(model.getProblem().variables)) {
    for (auto [port, use] : llvm::enumerate(variable.ports)) {
      Value value = model.getVariable(number).ports[port].value;
      auto argument = dyn_cast<BlockArgument>(value);
      if (!use.isResult || (argument && !argument.getOwner()->isEntryBlock()))
        continue;
      unsigned layout = model.getProblem().getLayout(
          plan, {static_cast<unsigned>(number), static_cast<unsigned>(port)});
      values.push_back(describeValue(model, names, value, layout));
    }
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Absorbed reads
//===----------------------------------------------------------------------===//

std::vector<AbsorbedRead> layout::getAbsorbedReads(const PlanningModel &model,
                                                   const Plan &plan) {
  std::vector<AbsorbedRead> reads;
  for (auto [self, variable, candidate] : llvm::zip_equal(
           model.getVariables(), model.getProblem().variables, plan)) {
    if (self.flexibility != LayoutFlexibility::Absorbed)
      continue;
    for (auto [port, layout, original] :
         llvm::zip_equal(self.ports, variable.candidates[candidate].layouts,
                         variable.candidates.front().layouts)) {
      bool isFree = model.getProblem().nets[model.getNetOf(port.value)].isFree;
      if (layout == original || isFree)
        continue;
      auto type = cast<RankedTensorType>(port.value.getType());
      reads.push_back(
          {getLocationText(self.op->getLoc()), getLayerName(self.op->getLoc()),
           self.op->getName().getStringRef().str(),
           static_cast<int64_t>(port.number), getByteCount(type).bytes});
    }
  }
  return reads;
}

std::vector<ChosenOption> layout::getChosenOptions(const PlanningModel &model,
                                                   const Plan &plan) {
  std::vector<ChosenOption> chosen;
  for (auto [variable, candidate] :
       llvm::zip_equal(model.getVariables(), plan)) {
    OpLayoutAttr option = variable.candidates[candidate].getOption();
    if (!option)
      continue;
    if (auto decision =
            variable.op->getAttrOfType<IntegerAttr>(LayoutDialect::kDecision))
      chosen.push_back({decision.getInt(), option});
  }
  return chosen;
}

/// The number of the candidate of a preference that meets it.
static std::optional<unsigned> getMetCandidate(const ModelVariable &variable) {
  const auto *found = llvm::find_if_not(
      variable.candidates,
      [](const ModelCandidate &candidate) { return candidate.isUnmet; });
  if (found == variable.candidates.end())
    return std::nullopt;
  return found - variable.candidates.begin();
}

std::vector<UnmetHint> layout::getUnmetPreferences(const PlanningModel &model,
                                                   const Plan &plan,
                                                   StringRef unit) {
  std::vector<UnmetHint> hints;
  std::optional<LayoutNames> names;
  for (auto [self, variable, candidate] : llvm::zip_equal(
           model.getVariables(), model.getProblem().variables, plan)) {
    auto op = dyn_cast_or_null<ConstraintOp>(self.op);
    if (!op || !op.isPreference())
      continue;
    auto add = [&](const std::string &outcome) {
      hints.push_back({op.getLoc(), LayoutDialect::kPrefer.str(), outcome});
    };
    if (op.getPrice().isZero()) {
      add("counts for nothing: its price is 0");
      continue;
    }
    const ModelCandidate &chosen = self.candidates[candidate];
    if (!chosen.isUnmet)
      continue;
    if (!names)
      names.emplace(model);
    auto getText = [&, &candidates = variable.candidates](unsigned number) {
      return names->getText(model.getNetOf(op.getResult()),
                            candidates[number].layouts.back());
    };
    std::optional<unsigned> met = getMetCandidate(self);
    add(llvm::formatv("the value lies as {0}{1}, for which the plan pays {2:n} "
                      "{3}",
                      getText(candidate),
                      met ? ", not " + getText(*met) : std::string(),
                      chosen.price, unit));
  }
  return hints;
}

/// Whether an op keeps its layouts only because nothing is known about it. A
/// constraint is no op of the program, but what is required of a value.
static bool isBarrier(const ModelVariable &variable) {
  Operation *op = variable.op;
  return op && !isa<ConstraintOp>(op) && !variable.rule && !variable.critical &&
         !variable.regionFlow && !op->hasAttr(LayoutDialect::kOpLayout) &&
         !variable.resize && !isFrozen(op) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         !op->hasTrait<OpTrait::ConstantLike>() && !isa<func::CallOp>(op) &&
         !llvm::any_of(op->getResults(), isRematerializable);
}

PlanSpace layout::getPlanSpace(const PlanningModel &model) {
  PlanSpace space;
  for (const ModelVariable &variable : model.getVariables()) {
    if (size_t candidates = variable.candidates.size(); candidates > 1) {
      ++space.choices;
      space.candidates += candidates;
    }
    if (isBarrier(variable))
      ++space.barriers[variable.op->getName().getStringRef().str()];
  }
  for (auto [net, numbers] :
       llvm::zip_equal(model.getNets(), model.getProblem().nets))
    if (!numbers.isFree) {
      ++space.values;
      space.layouts += net.layouts.size();
    }
  space.capped = model.getNumCapped();
  return space;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// The digits of a layout of a net, and the content of its padding.
static std::string getLayoutText(const ModelNet &net, unsigned number) {
  const NetLayout &layout = net.layouts[number];
  std::string text = getDigitsText(layout.digits, getRootType(net));
  llvm::raw_string_ostream os(text);
  if (layout.content)
    os << " beside " << layout.content;
  if (!layout.cropped.empty())
    os << " and " << getDigitsText(layout.cropped, getRootType(net));
  return text;
}

/// The same with the place.
static std::string getLayoutText(const PlanningModel &model,
                                 const PlacementProblem &places, unsigned net,
                                 unsigned layout) {
  std::string text =
      getLayoutText(model.getNet(net), places.getModelLayout(net, layout));
  if (std::optional<unsigned> place = places.getPlace(net, layout))
    text += " in place " + std::to_string(*place);
  return text;
}

void PlanFiles::setTexts(const PlanningModel &model,
                         const PlacementProblem *places, const Problem &problem,
                         const Solution &solution) {
  problemText.clear();
  planText.clear();
  llvm::raw_string_ostream problemStream(problemText), planStream(planText);
  if (!problemPath.empty())
    writeProblem(
        problem,
        [&](unsigned net, unsigned layout) {
          return places ? getLayoutText(model, *places, net, layout)
                        : getLayoutText(model.getNet(net), layout);
        },
        problemStream);
  if (!planPath.empty())
    writePlan(problem, solution, planStream);
}

/// A part of a file name for the name of a function: distinct for distinct
/// names. Characters besides letters, digits, `_`, `-` and `.` are written in
/// hexadecimal, `a/b` as `a%2Fb`.
static std::string getFileNamePart(StringRef name) {
  std::string part;
  for (unsigned char c : name)
    part += llvm::isAlnum(c) || StringRef("_-.").contains(c)
                ? std::string(1, c)
                : "%" + llvm::toHex(StringRef(reinterpret_cast<char *>(&c), 1));
  return part;
}

/// X-NAME.suffix for X.suffix.
static std::string getPath(StringRef path, StringRef suffix, StringRef name) {
  path.consume_back(suffix);
  return (path + "-" + name + suffix).str();
}

std::vector<PlanFile> PlanFiles::get(func::FuncOp function) const {
  std::vector<PlanFile> files;
  auto add = [&](StringRef path, StringRef ending, StringRef text) {
    if (!path.empty())
      files.push_back(
          {getPath(path, ending, getFileNamePart(getQualifiedName(function))),
           text.str(), function.getLoc()});
  };
  add(problemPath, kProblemEnding, problemText);
  add(planPath, kPlanEnding, planText);
  return files;
}
