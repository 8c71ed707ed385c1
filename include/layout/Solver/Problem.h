//===- Problem.h - The layout planning problem ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planning problem without its program: solvers see numbers only.
//
// A *variable* stands for an op or for the arguments of a block. It has *ports*
// (its tensor operands and results) and *candidates*. A candidate gives each
// port a layout and has a cost. A *net* is one value: it connects the port that
// produces the value (the producer) with the ports that use it (the uses). The
// layouts of a net are numbered. If a use requires another layout than the
// producer has, the value is rewritten. Uses that require the same layout share
// one rewrite:
//
//   cost(net)  = Σ over the distinct layouts l != p that uses require of
//                weight · (bytes(p) + bytes(l))
//   cost(plan) = Σ cost(chosen candidates) + Σ cost(nets)
//
// where p is the layout of the producer and bytes(l) the size of the value in
// layout l. A net may list the costs of its rewrites instead, in another unit
// than bytes (microseconds, for example); costs of candidates then have this
// unit as well. Rewrites of a free net (a constant, a fill) cost nothing.
//
// A *plan* selects one candidate of each variable. Candidate 0 is the layout
// without planning: the op as it stands, or the first layout option of a
// critical op. The plan that selects candidate 0 everywhere is the *baseline*.
//
// If all nets have one use, this is a partitioned boolean quadratic problem
// (PBQP: Scholz and Eckstein, "Register Allocation for Irregular
// Architectures", 2002) with a node for each variable.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SOLVER_PROBLEM_H
#define LAYOUT_SOLVER_PROBLEM_H

#include "layout/Support/Saturating.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

/// The number of the chosen candidate, for each variable.
using Plan = std::vector<unsigned>;

/// Bytes moved at run time, or time; never negative. Costs of candidates come
/// from users, so sums and products saturate.
using Cost = int64_t;

/// Solvers compute sums of costs and dual variables without overflow if
/// Problem::getLargestCost is less than this.
inline constexpr Cost kCostLimit = Cost(1) << 57;

/// The cost of a candidate or a rewrite that no plan may have. It exceeds the
/// cost of any program, and the sum of many stays below `kCostLimit`.
inline constexpr Cost kForbidden = Cost(1) << 48;

struct Problem {
  struct Candidate {
    Cost cost = 0;
    /// For each port, the number of a layout of its net.
    llvm::SmallVector<unsigned, 4> layouts;
  };
  struct Port {
    unsigned net;
    bool isResult;
  };
  /// How the sweep solvers treat a variable. Other solvers ignore it.
  enum class Kind {
    /// Has one candidate, which neighbors must accept: a frozen op, a
    /// signature, an op that is not understood.
    Fixed,
    /// Has candidates of its own and prefers some of them.
    Critical,
    /// Has candidates that stem from its neighbors, and no preference.
    Agnostic
  };
  struct Variable {
    Kind kind = Kind::Fixed;
    llvm::SmallVector<Port, 4> ports;
    llvm::SmallVector<Candidate, 1> candidates;
    /// The last variable inside the regions through which the value of this
    /// variable flows, if any. Sweeps in both directions visit this variable
    /// before those inside the regions.
    std::optional<unsigned> last;
  };
  struct PortRef {
    unsigned variable;
    /// Index into Variable::ports.
    unsigned port;
  };
  struct Net {
    PortRef producer;
    llvm::SmallVector<PortRef, 2> uses;
    /// For each layout, the size of the value in bytes.
    llvm::SmallVector<Cost, 4> bytes;
    /// A matrix, row by row: the cost of one rewrite from the layout of the row
    /// to that of the column. If empty, a rewrite costs the bytes of both
    /// layouts.
    std::vector<Cost> rewrites;
    /// How often a rewrite of the value runs.
    Cost weight = 1;
    bool isFree = false;
  };

  /// Ordered such that producers precede uses, except around loops.
  std::vector<Variable> variables;
  std::vector<Net> nets;
  /// Whether some candidates were left out, so that an optimum is optimal among
  /// the generated candidates only.
  bool isCapped = false;

  /// Returns an error if the members contradict the description above.
  std::optional<std::string> check() const;
  /// Returns an error if `plan` is not a plan of this problem.
  std::optional<std::string> verify(const Plan &plan) const;

  /// Returns the layout of `port` under `plan`.
  unsigned getLayout(const Plan &plan, PortRef port) const {
    const Variable &variable = variables[port.variable];
    return variable.candidates[plan[port.variable]].layouts[port.port];
  }
  /// Returns the layouts to which the value of a net is rewritten under `plan`,
  /// in the order of the uses; none if the net is free.
  llvm::SmallVector<unsigned, 4> getRewrittenLayouts(const Net &net,
                                                     const Plan &plan) const;
  Cost getNetCost(const Net &net, const Plan &plan) const;
  Cost getCost(const Plan &plan) const;
  /// Returns an upper bound of the cost of every plan, at least 1.
  Cost getLargestCost() const;
  Plan getBaselinePlan() const { return Plan(variables.size(), 0); }
};

/// Returns the cost of rewriting the value of `net` from one layout to another.
inline Cost getRewriteCost(const Problem::Net &net, unsigned from,
                           unsigned to) {
  if (from == to || net.isFree)
    return 0;
  Cost once = net.rewrites.empty()
                  ? addSaturating(net.bytes[from], net.bytes[to])
                  : net.rewrites[from * net.bytes.size() + to];
  return multiplySaturating(net.weight, once);
}

/// Returns the cost of a net whose producer has layout `produced` and whose
/// uses require the layouts `required`, which may contain duplicates.
Cost getRewriteCost(const Problem::Net &net, unsigned produced,
                    llvm::ArrayRef<unsigned> required);

/// Replaces costs above some cap by the cap, such that `getLargestCost` is less
/// than kCostLimit. The cap is the largest power of two that suffices. No plan
/// gets more expensive, so a lower bound of the result is one of `problem`.
Problem limitCosts(Problem problem);

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_PROBLEM_H
