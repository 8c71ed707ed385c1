//===- DualAscent.h - Raises the bound of dual variables --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block-coordinate ascent on the Lagrangian dual (DualVariables.h). A sweep
// visits the variables in order, or in reverse order. At each variable it first
// moves the min-marginals of the variable's nets into the dual variables: the
// nets become indifferent to its layouts, and its reduced costs contain what
// the nets know. It then moves equal shares of the variable's own min-marginals
// to the nets that connect it with variables later in the sweep. Neither step
// decreases the dual value.
//
// This is sequential message passing as in TRW-S (Kolmogorov, "Convergent
// Tree-Reweighted Message Passing for Energy Minimization", 2006). It differs
// in two points: nets are factors of any number of ports, in which shared
// rewrites count exactly (as in SRMP: Kolmogorov, "A New Look at Reweighted
// Message Passing", 2015), and a variable keeps no share for its nets to
// earlier variables.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_DUALASCENT_H
#define LAYOUT_LIB_SOLVER_DUALASCENT_H

#include "NetMinima.h"
#include "NetTally.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace mlir::layout {

class DualAscent {
public:
  /// Starts with dual variables of 0, unrestricted.
  explicit DualAscent(const Problem &problem);

  /// Sweeps over all variables once and returns a plan that is decoded on the
  /// way: each variable takes the candidate that is best given the candidates
  /// of the variables before it and the dual variables of those after it.
  Plan sweep(bool isForward) {
    return sweep(isForward, problem.getBaselinePlan());
  }
  /// Sweeps over the variables to which sweeps are restricted. The other
  /// variables keep their candidates of `plan`.
  Plan sweep(bool isForward, Plan plan);

  /// Restricts sweeps to the given variables, in ascending order.
  void restrictTo(llvm::ArrayRef<unsigned> active);

  DualVariables &getDuals() { return duals; }

private:
  /// A plan that is decided one variable after the other.
  struct Decoding {
    Plan plan;
    llvm::BitVector isDecided;
    /// The requirements of the decided uses of nets, as far as nets have been
    /// looked at.
    llvm::DenseMap<unsigned, NetTally> required;
  };

  NetMinima *getMinima(unsigned net);
  template <typename Fn>
  void changeDuals(unsigned variable, unsigned port, Fn change);
  void collectFromNets(unsigned variable);
  void distributeToNets(unsigned variable, bool isForward);
  const NetTally &getRequired(Decoding &decoding, unsigned net) const;
  unsigned decode(unsigned variable, Decoding &decoding) const;
  void decide(unsigned variable, unsigned candidate, Decoding &decoding) const;

  const Problem &problem;
  DualVariables duals;
  /// The minima of nets with many uses, as far as they have been looked at.
  llvm::DenseMap<unsigned, std::unique_ptr<NetMinima>> minima;
  /// The variables to which sweeps are restricted.
  std::vector<unsigned> variables;
  /// For each net at these variables, the first and the last one at the net.
  std::vector<std::pair<unsigned, unsigned>> ends;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_DUALASCENT_H
