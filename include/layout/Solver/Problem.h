//===- Problem.h - The layout planning problem ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The problem without its program, so that solvers know numbers only.
//
// A *variable* (an op, the arguments of a block) has *ports* (tensor operands
// and results) and *candidates*; a candidate gives every port a layout and has
// a cost. A *net* is one value with all its uses: it has a producer port and
// use ports, and its layouts are numbered. Where a use wants another layout
// than the one produced, the value is rewritten once per distinct wanted
// layout, however many uses want it:
//
//   cost(net) = Σ over distinct layouts l wanted by uses, l ≠ p, of
//               weight · (bytes(p) + bytes(l))            p = layout produced
//   cost(plan) = Σ cost(candidate) + Σ cost(net)
//
// A net may also list what its rewrites cost, in another unit than bytes; then
// candidate costs are in that unit, too.
//
// Rewriting a free net (a constant, a fill) costs nothing. Candidate 0 of every
// variable is what the program does without flow: the op as it stands, or the
// first entry of a critical op. The plan of all zeros is the *frozen* plan.
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

/// One candidate number per variable.
using Plan = std::vector<unsigned>;

/// Bytes moved at run time, or time, or a price in their stead; never negative.
/// Prices come from users, so sums and products saturate.
using Cost = int64_t;

struct Problem {
  struct Candidate {
    Cost cost = 0;
    /// Per port, the number of a layout of its net.
    llvm::SmallVector<unsigned, 4> layouts;
  };
  struct Port {
    unsigned net;
    bool isResult;
  };
  /// How a variable takes component in sweeps.
  enum class Kind {
    /// One candidate that has to be met: frozen ops, signatures, opaque ops.
    Fixed,
    /// Several candidates of its own.
    Critical,
    /// Candidates taken from its neighbours; wants nothing by itself.
    Agnostic
  };
  struct Variable {
    Kind kind = Kind::Fixed;
    llvm::SmallVector<Port, 4> ports;
    llvm::SmallVector<Candidate, 1> candidates;
    /// Of a value that goes through regions, the last variable in them: it
    /// comes before all of these, from whichever side they are seen.
    std::optional<unsigned> last;
  };
  struct PortRef {
    unsigned variable;
    unsigned port;
  };
  struct Net {
    PortRef producer;
    llvm::SmallVector<PortRef, 2> uses;
    /// Per layout, the bytes of the value in it.
    llvm::SmallVector<Cost, 4> bytes;
    /// What a rewrite costs from each layout, major, to each, the same there
    /// and back; empty where it is the bytes of both.
    std::vector<Cost> rewrites;
    /// How often a rewrite of the value runs.
    Cost weight = 1;
    bool isFree = false;
  };

  /// In an order in which producers precede uses, but for loops.
  std::vector<Variable> variables;
  std::vector<Net> nets;
  /// Whether some candidates were left out, so that an optimum is one over the
  /// generated candidates.
  bool isCapped = false;

  /// What contradicts the description above; nothing if all is well.
  std::optional<std::string> check() const;
  /// Why `plan` is none of this problem's; nothing if it is.
  std::optional<std::string> verify(const Plan &plan) const;

  unsigned getLayout(const Plan &plan, PortRef port) const {
    const Variable &variable = variables[port.variable];
    return variable.candidates[plan[port.variable]].layouts[port.port];
  }
  Cost getNetCost(const Net &net, const Plan &plan) const;
  Cost getCost(const Plan &plan) const;
  Plan getBaselinePlan() const { return Plan(variables.size(), 0); }
};

/// What a rewrite of a net's value from one of its layouts to another costs.
inline Cost getRewriteCost(const Problem::Net &net, unsigned from,
                           unsigned to) {
  if (from == to || net.isFree)
    return 0;
  Cost once = net.rewrites.empty()
                  ? addSaturating(net.bytes[from], net.bytes[to])
                  : net.rewrites[from * net.bytes.size() + to];
  return multiplySaturating(net.weight, once);
}

/// The cost of a net that produces `produced` for uses that want `wanted`.
Cost getRewriteCost(const Problem::Net &net, unsigned produced,
                    llvm::ArrayRef<unsigned> wanted);

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_PROBLEM_H
