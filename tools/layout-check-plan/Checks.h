//===- Checks.h - Checks of a plan and its certificate ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recomputes the cost and the lower bound that a plan file states. This tool
// shares no code with the solver: a mistake there must not pass unnoticed here.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_PLAN_CHECKS_H
#define LAYOUT_CHECK_PLAN_CHECKS_H

#include "Files.h"
#include "llvm/ADT/Twine.h"

namespace checkplan {

/// Holds every sum of products of numbers in files (Files.cpp limits these).
using Wide = __int128;

/// The minimum of a net is exact if its uses may require at most this number of
/// layouts, or if it has at most that number of uses.
constexpr unsigned maxEnumeratedLayouts = 10, maxEnumeratedUses = 6;

/// For each variable its remaining candidates, in ascending order.
using Domains = std::vector<std::vector<int64_t>>;

/// Returns the error that rejects a plan.
inline llvm::Error reject(const llvm::Twine &why) {
  return llvm::createStringError(why);
}

//===----------------------------------------------------------------------===//
// Cost.cpp
//===----------------------------------------------------------------------===//

Wide getRewriteCost(const Net &net, int64_t from, int64_t to);

/// Returns the greatest common divisor of all costs, at least 1.
Wide getUnit(const Problem &problem);

/// Rejects a plan that does not cost what it says, or whose nets are rewritten
/// to other layouts than it says.
llvm::Error checkCost(const Problem &problem, const Plan &plan);

//===----------------------------------------------------------------------===//
// DualBound.cpp
//
// Each variable pays the dual variables of its layouts, each net receives them.
// In a plan they cancel. No plan therefore costs less than the sum of the least
// cost of each variable and of each net on its own, whatever the dual variables
// are.
//===----------------------------------------------------------------------===//

struct DualValue {
  /// The sum of all minima, in units of 1 / scale.
  Wide sum = 0;
  /// For each variable and candidate, its cost with dual variables.
  std::vector<std::vector<Wide>> reducedCosts;
};

/// Rejects dual variables that do not fit the problem.
llvm::Expected<DualValue> getDualValue(const Problem &problem,
                                       const Duals &duals);

/// Returns the bound that a dual value proves: the least multiple of the unit
/// that is not below it.
Wide getBound(const Problem &problem, const Duals &duals, Wide dualValue);

/// Returns the candidates that may occur in a plan of less than `limit`; any
/// other raises the dual value too far.
Domains getDomains(const Problem &problem, const Duals &duals,
                   const DualValue &dualValue, Wide limit);

//===----------------------------------------------------------------------===//
// Elimination.cpp
//===----------------------------------------------------------------------===//

/// Returns the cost of the cheapest plan by bucket elimination. The order names
/// each variable and each net once; nets are numbered after the variables.
llvm::Expected<Wide> getMinimum(const Problem &problem,
                                const std::vector<int64_t> &order);

//===----------------------------------------------------------------------===//
// Certificate.cpp
//===----------------------------------------------------------------------===//

/// Rejects a plan whose certificate does not prove the bound that it states.
llvm::Error checkBound(const Problem &problem, const Plan &plan);

} // namespace checkplan

#endif // LAYOUT_CHECK_PLAN_CHECKS_H
