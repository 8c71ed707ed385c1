//===- DualVariables.h - Prices that prove a lower bound --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message puts a price on every layout of every port. Variables pay the price
// of the layouts of their candidates, nets get it back:
//
//   variable: min over candidates x of         scale·cost(x) + Σ over ports
//   M(x) net:      min over p and wanted w of   scale·cost(p, w) - Σ over ports
//   M
//
// Whatever the duals are, every plan costs at least the sum of these minima,
// for in it they cancel (Lagrange relaxation). So duals are a certificate: who
// has them recomputes the bound in linear time, in integers, without the
// solver.
//
// The minimum over a net is one over the layouts p that may be produced and the
// sets S of layouts the value may be rewritten to: each use takes the one it
// gets most for, of S and p. Where uses want more than kMostWanted layouts, the
// sets are too many; the rewrite to a layout is then shared out evenly among
// the uses that may want it, rounded down, which costs no more than it does. So
// it is for free nets, whose rewrites cost nothing.
//
// All costs are multiples of a unit: the greatest common divisor of the costs
// of candidates and of rewrites between any two layouts of a net, named by a
// candidate or not. The bound is the sum over the scale, rounded up to such a
// multiple.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SOLVER_DUALVARIABLES_H
#define LAYOUT_SOLVER_DUALVARIABLES_H

#include "layout/Solver/Problem.h"

namespace mlir::layout {

/// Of more wanted layouts the sets are not enumerated.
inline constexpr unsigned kMostWanted = 10;

/// A port of a net and what the layouts it may have are sold for.
struct PortDuals {
  Problem::PortRef port;
  /// Layouts of the net that some candidate gives the port, rising.
  llvm::SmallVector<unsigned, 4> layouts;
  llvm::SmallVector<Cost, 4> values;

  unsigned getIndex(unsigned layout) const;
};

/// The duals at one net.
struct NetDuals {
  /// The producer first, then the uses.
  std::vector<PortDuals> ports;
  /// Layouts that some use may want, rising.
  llvm::SmallVector<unsigned, 8> wanted;
};

struct DualVariables {
  /// Prices and bounds are in units of 1 / scale of a cost.
  Cost scale = 1;
  /// getUnit of the problem.
  Cost unit = 1;
  std::vector<NetDuals> nets;
  /// Per variable and port, which of the ports of its net it is.
  std::vector<llvm::SmallVector<unsigned, 4>> places;

  /// Prices of 0, in the finest unit that 64 bits hold.
  static DualVariables get(const Problem &problem);
};

/// The least that every candidate of a variable costs, with what it pays.
llvm::SmallVector<Cost, 8> getCandidateCosts(const Problem &problem,
                                             const DualVariables &duals,
                                             unsigned variable);

/// For every layout of port `port` of a net, the least that the net costs where
/// the port has it. The least of those is the minimum of the net.
llvm::SmallVector<Cost, 4> getNetCosts(const Problem::Net &net,
                                       const NetDuals &duals, Cost scale,
                                       unsigned port);

/// The sum of the minima, in units of 1 / scale.
Cost getSumOfMinima(const Problem &problem, const DualVariables &duals);

/// What all costs are multiples of.
Cost getUnit(const Problem &problem);

/// No plan costs less: the sum of the minima, rounded up to what a plan may
/// cost.
Cost getBound(const Problem &problem, const DualVariables &duals);

/// The same, of a sum of minima that is known.
Cost getBound(const DualVariables &duals, Cost sumOfMinima);

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_DUALVARIABLES_H
