//===- FlowLabels.cpp - The layouts that flow to each op ------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include <deque>

using namespace mlir;
using namespace mlir::layout;

void layout::generateLabels(FlowGraph &graph, unsigned maxLabels) {
  // Breadth first from everything as it stands, so that what is near comes
  // before what is far when the cap bites.
  std::deque<FlowGraph::NetLayout> queue;
  for (auto [number, net] : llvm::enumerate(graph.nets))
    for (unsigned layout : llvm::seq<unsigned>(0, net.layouts.size()))
      queue.push_back({static_cast<unsigned>(number), layout});

  auto offer = [&](Problem::PortRef ref, unsigned layout) {
    FlowNode &node = graph.nodes[ref.variable];
    if (!node.rule)
      return;
    const FlowPort &port = node.ports[ref.port];
    std::optional<DigitList> digits = graph.getLayoutOf(port.value, layout);
    if (!digits)
      return;
    std::optional<Label> label = node.rule->pull(port.number, *digits);
    if (!label)
      return;
    if (node.labels.size() >= maxLabels) {
      graph.problem.isCapped = true;
      return;
    }
    SmallVector<FlowGraph::NetLayout> added;
    graph.addLabel(ref.variable, std::move(*label), added);
    llvm::append_range(queue, added);
  };

  while (!queue.empty()) {
    FlowGraph::NetLayout item = queue.front();
    queue.pop_front();
    const Problem::Net &net = graph.problem.nets[item.net];
    // Nobody pays for a rewrite of a free net, so nobody need adapt to it.
    if (net.isFree)
      continue;
    offer(net.producer, item.layout);
    for (Problem::PortRef use : net.uses)
      offer(use, item.layout);
  }
}
