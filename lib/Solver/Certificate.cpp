//===- Certificate.cpp - Certificates of lower bounds ---------------------===//
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

static Cost getBoundOfBranches(const Problem &problem, Domains domains,
                               unsigned variable,
                               ArrayRef<Certificate> branches) {
  std::optional<Cost> least;
  SmallVector<unsigned, 4> remaining = domains[variable];
  for (auto [candidate, branch] : llvm::zip_equal(remaining, branches)) {
    domains[variable] = {candidate};
    Cost bound = getBound(restrict(problem, domains).problem, branch);
    least = std::min(least.value_or(bound), bound);
  }
  return *least;
}

static Cost getBoundOfComponents(const Problem &problem, const Domains &domains,
                                 ArrayRef<Certificate> certificates) {
  Components components(problem, domains);
  Cost bound = components.fixedCost;
  for (auto [component, certificate] :
       llvm::zip_equal(components.components, certificates))
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
  Domains domains = getDomains(problem, certificate.duals, cases.limit);
  Cost caseBound =
      cases.variable
          ? getBoundOfBranches(problem, std::move(domains), *cases.variable,
                               cases.certificates)
          : getBoundOfComponents(problem, domains, cases.certificates);
  return std::max(bound, std::min(cases.limit, caseBound));
}
