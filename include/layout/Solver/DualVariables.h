//===- DualVariables.h - Dual variables and lower bounds --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lower bound by Lagrangian relaxation, also called dual decomposition
// (Geoffrion, "Lagrangean Relaxation for Integer Programming", 1974; Komodakis,
// Paragios and Tziritas, "MRF Energy Minimization and Beyond via Dual
// Decomposition", 2011). The constraint that a variable and a net give the port
// between them the same layout is dropped. In its place, each layout of each
// port has a dual variable M(port, layout), which the variable pays and the net
// receives. Each variable and each net is then minimized on its own:
//
//   variable:  min over candidates x of
//                scale · cost(x) + Σ over its ports of M(port, layout in x)
//   net:       min over produced layouts p and required layouts r of
//                scale · cost(p, r) - Σ over its ports of M(port, layout)
//
// In a plan both have the same layout, so dual variables cancel. Every plan
// therefore costs at least the sum of these minima (the dual value), whatever
// the dual variables are. Everyone who has the dual variables can recompute the
// bound in linear time, in integers, without a solver.
//
// The minimum of a net enumerates the produced layout p and the subsets S of
// layouts to which the value may be rewritten. Each use takes the layout of
// S ∪ {p} with the largest dual variable. If a net has few uses, the same
// minimum follows from the divisions of the uses into groups that share a
// layout: each group takes the layout that is cheapest for it. If there are
// more than kMaxEnumeratedUses uses, which may require more than
// kMaxEnumeratedLayouts layouts, either enumeration is too large. Each rewrite
// is then charged in equal shares, rounded down, to the uses that may require
// its layout. This charges at most the cost of the rewrite, so the bound stays
// valid. Free nets use the shares as well, because all of them are 0.
//
// All costs are multiples of a unit: the greatest common divisor of the costs
// of all candidates and of the rewrites between any two layouts of a net,
// whether or not a candidate names them. The bound is the dual value divided by
// scale, rounded up to a multiple of the unit.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SOLVER_DUALVARIABLES_H
#define LAYOUT_SOLVER_DUALVARIABLES_H

#include "layout/Solver/Problem.h"

namespace mlir::layout {

/// The minimum of a net is exact if its uses may require at most this number of
/// layouts, all subsets of which are enumerated, ...
inline constexpr unsigned kMaxEnumeratedLayouts = 10;
/// ... or if it has at most this number of uses, all divisions of which into
/// groups are enumerated.
inline constexpr unsigned kMaxEnumeratedUses = 6;

/// The dual variables of one port of a net.
struct PortDuals {
  Problem::PortRef port;
  /// The layouts that candidates give the port, in ascending order.
  llvm::SmallVector<unsigned, 4> layouts;
  /// The dual variable of each of these layouts.
  llvm::SmallVector<Cost, 4> values;

  /// Returns the index of `layout` in `layouts`.
  unsigned getIndex(unsigned layout) const;
};

struct NetDuals {
  /// The producer first, then the uses.
  std::vector<PortDuals> ports;
  /// The layouts that some use may require, in ascending order.
  llvm::SmallVector<unsigned, 8> required;

  unsigned getNumUses() const { return ports.size() - 1; }
};

struct DualVariables {
  /// Dual variables and the dual value are in units of 1 / scale of a cost.
  Cost scale = 1;
  /// getUnit of the problem.
  Cost unit = 1;
  std::vector<NetDuals> nets;
  /// For each variable and port, the index of the port in NetDuals::ports.
  std::vector<llvm::SmallVector<unsigned, 4>> portIndices;

  /// Returns dual variables that are all 0, with the largest scale up to 2^16
  /// for which 64 bits suffice.
  static DualVariables makeZero(const Problem &problem);
};

/// Returns the reduced cost of each candidate of a variable: its cost plus the
/// dual variables of its layouts, in units of 1 / scale.
llvm::SmallVector<Cost, 8> getReducedCosts(const Problem &problem,
                                           const DualVariables &duals,
                                           unsigned variable);

/// Returns the min-marginals of a port of a net: for each of the port's
/// layouts, the minimum of the net if the port has this layout, in units of
/// 1 / scale. `port` is an index into NetDuals::ports. The least of them is the
/// minimum of the net.
llvm::SmallVector<Cost, 4> getMinMarginals(const Problem::Net &net,
                                           const NetDuals &duals, Cost scale,
                                           unsigned port);

/// Returns the sum of the minima of all variables and nets, in units of
/// 1 / scale.
Cost getDualValue(const Problem &problem, const DualVariables &duals);

/// Returns the greatest common divisor of all costs that a plan may have, at
/// least 1.
Cost getUnit(const Problem &problem);

/// Returns a lower bound of the cost of every plan: the dual value, rounded up
/// to the next cost that a plan may have.
Cost getBound(const Problem &problem, const DualVariables &duals);

/// Returns the bound that follows from a known dual value.
Cost getBound(const DualVariables &duals, Cost dualValue);

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_DUALVARIABLES_H
