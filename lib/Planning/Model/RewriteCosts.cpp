//===- RewriteCosts.cpp - A planning problem in time ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteCosts.h"
#include "layout/Analysis/Rewrites.h"

using namespace mlir;
using namespace mlir::layout;

/// How many elements lie beside each other in both orders; a size that is not
/// known counts as 1.
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

static int64_t getElementBytes(RankedTensorType type) {
  return getByteCount(RankedTensorType::get({}, type.getElementType())).bytes;
}

static void price(Problem::Net &net, const ModelNet &flow,
                  const Calibration &calibration) {
  size_t size = net.bytes.size();
  if (net.isFree || size < 2)
    return;
  int64_t element =
      getElementBytes(cast<RankedTensorType>(flow.root.getType()));
  net.rewrites.assign(size * size, 0);
  for (size_t from = 0; from < size; ++from)
    for (size_t to = 0; to < size; ++to)
      if (from != to)
        net.rewrites[from * size + to] = calibration.getCost(
            addSaturating(net.bytes[from], net.bytes[to]),
            multiplySaturating(element, getRun(flow.layouts[from].digits,
                                               flow.layouts[to].digits)));
}

Problem layout::getProblemIn(const Calibration &calibration,
                             const PlanningModel &graph) {
  Problem problem = graph.problem;
  for (Problem::Variable &variable : problem.variables)
    for (Problem::Candidate &candidate : variable.candidates)
      candidate.cost = calibration.getCost(candidate.cost);
  for (auto [net, flow] : llvm::zip_equal(problem.nets, graph.nets))
    price(net, flow, calibration);
  return problem;
}
