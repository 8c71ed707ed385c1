//===- PlanDescription.cpp - A plan for people ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanDescription.h"
#include "LayoutNames.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/Layout/Utils/LocationText.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class Describer {
public:
  Describer(const PlanningModel &graph, const Plan &plan)
      : graph(graph), plans{graph.problem.getBaselinePlan(), plan},
        names(graph) {}

  PlanGraph describe();

private:
  unsigned getLayout(unsigned net, unsigned layout);
  std::array<unsigned, 2> getLayouts(Problem::PortRef port);
  void addNodes(unsigned variable);
  PlanGraph::Node describeOp(unsigned variable);
  void addNet(unsigned net);
  int addRewrite(unsigned net, unsigned produced, unsigned wanted);

  const PlanningModel &graph;
  std::array<Plan, 2> plans;
  LayoutNames names;
  PlanGraph result;
  llvm::StringMap<unsigned> layouts;
  /// Of each port of each variable, the node it is of.
  std::vector<SmallVector<unsigned, 4>> ofPorts;
};
} // namespace

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

unsigned Describer::getLayout(unsigned net, unsigned layout) {
  std::string text = names.getText(net, layout);
  auto [place, isNew] = layouts.try_emplace(text, layouts.size());
  if (isNew)
    result.layouts.push_back(text);
  return place->second;
}

std::array<unsigned, 2> Describer::getLayouts(Problem::PortRef port) {
  unsigned net = graph.problem.variables[port.variable].ports[port.port].net;
  return {getLayout(net, graph.problem.getLayout(plans[0], port)),
          getLayout(net, graph.problem.getLayout(plans[1], port))};
}

/// What a generic op is, as it has no name of its own: the first ops in its
/// body.
static std::string getBody(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return "";
  if (auto critical = classify(generic))
    return critical->isConvolution() ? "convolution" : "contraction";
  constexpr size_t limit = 3;
  llvm::SetVector<StringRef> ops;
  for (Operation &part : generic.getBody()->without_terminator())
    ops.insert(part.getName().stripDialect());
  std::string text = llvm::join(ops.getArrayRef().take_front(limit), ", ");
  return ops.size() > limit ? text + ", …" : text;
}

static std::string getTypeText(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
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
static std::string getCarriedText(const ModelVariable &node) {
  if (auto function = dyn_cast_or_null<func::FuncOp>(node.op))
    return "argument or result of @" + function.getName().str();
  return "carried by " +
         (node.op ? node.op->getName().getStringRef().str() : "a region");
}

static PlanGraph::Kind getKind(const PlanningModel &graph, unsigned variable) {
  const Problem::Variable &numbers = graph.problem.variables[variable];
  bool isFree =
      llvm::any_of(numbers.ports,
                   [](const Problem::Port &port) { return port.isResult; }) &&
      llvm::all_of(numbers.ports, [&](const Problem::Port &port) {
        return graph.problem.nets[port.net].isFree;
      });
  auto structured =
      dyn_cast_or_null<linalg::LinalgOp>(graph.nodes[variable].op);
  if (isFree)
    return PlanGraph::Kind::Constant;
  if (structured && classify(structured))
    return PlanGraph::Kind::Critical;
  return numbers.kind == Problem::Kind::Agnostic ? PlanGraph::Kind::Agnostic
                                                 : PlanGraph::Kind::Fixed;
}

/// All but what it says of a value.
PlanGraph::Node Describer::describeOp(unsigned variable) {
  const ModelVariable &node = graph.nodes[variable];
  const Problem::Variable &numbers = graph.problem.variables[variable];
  PlanGraph::Node text;
  text.kind = getKind(graph, variable);
  text.numLabels = numbers.candidates.size();
  text.costs = {numbers.candidates[plans[0][variable]].cost,
                numbers.candidates[plans[1][variable]].cost};
  if (!node.op)
    return text;
  text.op = node.op->getName().getStringRef().str();
  text.place = getLocationText(node.op->getLoc());
  text.body = getBody(node.op);
  text.isFrozen = isFrozen(node.op);
  if (auto name = node.op->getLoc()->findInstanceOf<NameLoc>())
    text.name = name.getName().str();
  return text;
}

/// One node, or one for each argument of a block.
void Describer::addNodes(unsigned variable) {
  const ModelVariable &node = graph.nodes[variable];
  const Problem::Variable &numbers = graph.problem.variables[variable];
  SmallVector<unsigned, 4> &ofPort = ofPorts.emplace_back();
  PlanGraph::Node text = describeOp(variable);
  auto add = [&](unsigned port) {
    unsigned net = numbers.ports[port].net;
    text.type = getTypeText(names.getReference(net));
    text.layouts = getLayouts({variable, port});
    result.nodes.push_back(text);
  };
  if (node.op || node.regionFlow) {
    if (node.regionFlow)
      text.op = getCarriedText(node);
    auto *shown = llvm::find_if(
        numbers.ports, [](const Problem::Port &port) { return port.isResult; });
    ofPort.assign(numbers.ports.size(), result.nodes.size());
    add(shown == numbers.ports.end() ? 0 : shown - numbers.ports.begin());
    return;
  }
  for (auto [port, value] : llvm::enumerate(node.ports)) {
    text.op = getLocationText(cast<BlockArgument>(value.value));
    text.place = getLocationText(value.value.getLoc());
    ofPort.push_back(result.nodes.size());
    add(port);
  }
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

int Describer::addRewrite(unsigned net, unsigned produced, unsigned wanted) {
  const Problem::Net &numbers = graph.problem.nets[net];
  result.rewrites.push_back({getLayout(net, produced), getLayout(net, wanted),
                             getRewriteCost(numbers, produced, wanted)});
  return result.rewrites.size() - 1;
}

/// An edge for each use; uses that want one layout share its rewrite.
void Describer::addNet(unsigned net) {
  const Problem::Net &numbers = graph.problem.nets[net];
  std::array<llvm::SmallDenseMap<unsigned, int>, 2> rewrites;
  for (Problem::PortRef use : numbers.uses) {
    PlanGraph::Edge edge;
    edge.from = ofPorts[numbers.producer.variable][numbers.producer.port];
    edge.to = ofPorts[use.variable][use.port];
    edge.isFree = numbers.isFree;
    for (unsigned side : {PlanGraph::kBefore, PlanGraph::kAfter}) {
      const Problem &problem = graph.problem;
      unsigned produced = problem.getLayout(plans[side], numbers.producer);
      unsigned wanted = problem.getLayout(plans[side], use);
      if (numbers.isFree || wanted == produced)
        continue;
      auto [place, isNew] =
          rewrites[side].try_emplace(wanted, PlanGraph::Edge::kNone);
      if (isNew)
        place->second = addRewrite(net, produced, wanted);
      edge.rewrites[side] = place->second;
    }
    result.edges.push_back(edge);
  }
}

PlanGraph Describer::describe() {
  for (unsigned variable : llvm::seq<unsigned>(0, graph.nodes.size()))
    addNodes(variable);
  for (unsigned net : llvm::seq<unsigned>(0, graph.nets.size()))
    addNet(net);
  divideIntoBlocks(result);
  return std::move(result);
}

PlanGraph layout::describePlan(const PlanningModel &graph, const Plan &plan) {
  return Describer(graph, plan).describe();
}
