//===- Certificate.h - Certificates of lower bounds -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A certificate shows that no plan costs less than a bound. It can be checked
// without a search: it is a branch-and-bound tree (Land and Doig, "An Automatic
// Method of Solving Discrete Programming Problems", 1960) in written form.
//
// A node of this tree is a problem. Either dual variables (DualVariables.h)
// prove its bound. Or dual variables prove less than the bound, and cases
// follow. Or an order of elimination is given: whoever eliminates the nodes of
// the problem in this order (Elimination.h) computes its minimum.
//
// *Cases* have a limit. They first restrict the domains by reduced-cost fixing:
// candidate x of a variable remains if, in units of 1 / scale,
//
//   dual value - minimum of the variable + reduced cost of x
//     <= scale · (the largest multiple of the unit below the limit)
//
// A plan with a candidate that does not remain costs at least the limit. If no
// candidate of some variable remains, the limit is the bound. Otherwise the
// bound is the smaller one of the limit and of what the cases prove for the
// restricted problem:
//
//   - *Branches*: a variable takes each of its remaining candidates in turn.
//     The bound is the smallest bound of all branches.
//   - *Components*: variables with a choice that share a net are in one
//     component, together with the nets at them and all variables at these
//     nets. The bound is the sum of the bounds of all components, plus the cost
//     of what is in no component. A variable with one remaining candidate may
//     be in several components; its cost counts once.
//
// Each branch and each component is a problem of its own, with its own unit and
// certificate. Numbers of its variables and nets follow the order of the whole
// problem.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SOLVER_CERTIFICATE_H
#define LAYOUT_SOLVER_CERTIFICATE_H

#include "layout/Solver/DualVariables.h"

namespace mlir::layout {

struct Certificate;

struct Cases {
  /// Candidates that occur only in plans of at least this cost are dropped.
  Cost limit = 0;
  /// The variable on which to branch; components if empty.
  std::optional<unsigned> variable;
  /// One for each remaining candidate of `variable`, or one for each component
  /// in the order of their first variables.
  std::vector<Certificate> certificates;
};

struct Certificate {
  /// The variables and nets in the order of their elimination; nets are
  /// numbered after the variables. If empty, the other members apply.
  std::vector<unsigned> order;
  DualVariables duals;
  std::optional<Cases> cases;
};

/// Returns the bound that the certificate proves. Recomputes it from the
/// problem and trusts no number of the certificate. The certificate must have
/// the shape that the problem requires; layout-check-plan checks this as well.
Cost getBound(const Problem &problem, const Certificate &certificate);

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_CERTIFICATE_H
