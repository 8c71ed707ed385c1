//===- Proof.cpp - Why no plan is cheaper ---------------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Planner/Proof.h"
#include "Elimination.h"
#include "Parts.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// What plans cost at least in which the variable has one of its labels left.
static Cost getBoundByLabel(const Problem &problem, LabelsLeft labels,
                            unsigned variable, ArrayRef<Proof> proofs) {
  std::optional<Cost> least;
  SmallVector<unsigned, 4> left = labels[variable];
  for (auto [label, proof] : llvm::zip_equal(left, proofs)) {
    labels[variable] = {label};
    Cost bound = getBound(restrict(problem, labels).problem, proof);
    least = std::min(least.value_or(bound), bound);
  }
  return *least;
}

static Cost getBoundByParts(const Problem &problem, const LabelsLeft &labels,
                            ArrayRef<Proof> proofs) {
  Parts parts(problem, labels);
  Cost bound = parts.settled;
  for (auto [part, proof] : llvm::zip_equal(parts.parts, proofs))
    bound += getBound(part.problem, proof);
  return bound;
}

Cost layout::getBound(const Problem &problem, const Proof &proof) {
  if (!proof.order.empty())
    return getMinimum(problem, proof.order);
  Cost bound = getBound(problem, proof.messages);
  if (!proof.cases)
    return bound;
  const Cases &cases = *proof.cases;
  LabelsLeft labels = getLabelsLeft(problem, proof.messages, cases.limit);
  Cost left = cases.variable ? getBoundByLabel(problem, labels, *cases.variable,
                                               cases.proofs)
                             : getBoundByParts(problem, labels, cases.proofs);
  return std::max(bound, std::min(cases.limit, left));
}
