//===- Certificate.cpp - Why no plan is cheaper ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Solver/Certificate.h"
#include "Components.h"
#include "Elimination.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// What plans cost at least in which the variable has one of its candidates
/// left.
static Cost getBoundByLabel(const Problem &problem, Domains candidates,
                            unsigned variable, ArrayRef<Certificate> proofs) {
  std::optional<Cost> least;
  SmallVector<unsigned, 4> left = candidates[variable];
  for (auto [candidate, certificate] : llvm::zip_equal(left, proofs)) {
    candidates[variable] = {candidate};
    Cost bound = getBound(restrict(problem, candidates).problem, certificate);
    least = std::min(least.value_or(bound), bound);
  }
  return *least;
}

static Cost getBoundByParts(const Problem &problem, const Domains &candidates,
                            ArrayRef<Certificate> proofs) {
  Components components(problem, candidates);
  Cost bound = components.settled;
  for (auto [component, certificate] :
       llvm::zip_equal(components.components, proofs))
    bound += getBound(component.problem, certificate);
  return bound;
}

Cost layout::getBound(const Problem &problem, const Certificate &certificate) {
  if (!certificate.order.empty())
    return getMinimum(problem, certificate.order);
  Cost bound = getBound(problem, certificate.duals);
  if (!certificate.cases)
    return bound;
  const Cases &cases = *certificate.cases;
  Domains candidates = getDomains(problem, certificate.duals, cases.limit);
  Cost left =
      cases.variable
          ? getBoundByLabel(problem, candidates, *cases.variable, cases.proofs)
          : getBoundByParts(problem, candidates, cases.proofs);
  return std::max(bound, std::min(cases.limit, left));
}
