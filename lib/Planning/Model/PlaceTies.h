//===- PlaceTies.h - Which values lie inside of which -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A move ties its parts to the whole: if the whole has a place in a buffer,
// each part has one there. In
//
//   %2 = tensor.concat dim(0) %0, %1
//       : (tensor<4xf32>, tensor<8xf32>) -> tensor<12xf32>
//
// %0 and %1 are tied to %2, at offsets 0 and 4.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_PLACETIES_H
#define LAYOUT_LIB_PLANNING_MODEL_PLACETIES_H

#include "ArenaContents.h"
#include "PlanningModel.h"
#include "layout/Interfaces/DataMovementInterface.h"

namespace mlir::layout {

/// A part of a move, in terms of the model.
struct PlaceTie : PartBox {
  unsigned partPort, wholePort; ///< of the variable
  /// Whether the part is a box of the whole in these dims. If not, its places
  /// in the whole are shared with no other value.
  bool isBox = true;
  /// Whether the part can lie inside of the whole.
  bool isPossible = true;
  /// Whether it overwrites elements of the part in front of it, and can lie in
  /// the whole only if that does.
  bool isOver = false;
};

/// The ties of all moves of a model, and what their values hold.
class PlaceTies {
public:
  explicit PlaceTies(const PlanningModel &model);

  /// The ties of a variable; empty if its op moves nothing, or must stay.
  ArrayRef<PlaceTie> get(unsigned variable) const { return ties[variable]; }
  unsigned getNet(unsigned variable, unsigned port) const;
  /// The value of a net in whose dims places are given: its root, or that in
  /// another order.
  Value getReference(unsigned net) const { return references[net]; }
  ArrayRef<int64_t> getShape(unsigned net) const {
    return layout::getShape(references[net]);
  }
  /// What the value of a net holds, in its dims.
  const std::vector<ArenaContent> &getContents(unsigned net) const {
    return contents[net];
  }
  /// Whether all elements of the value of a net are known to be the same: a
  /// copy of it is a fill, which reads nothing.
  bool isUniform(unsigned net) const { return uniform[net]; }
  /// Whether nothing needs what an op computes, so that it will not run.
  bool isDead(unsigned variable) const {
    return deadOps.contains(model.getVariable(variable).op);
  }
  /// Whether bufferization copies the operand of a structured op that updates
  /// it, because something else needs what it was.
  bool isCopiedBeneath(unsigned variable, unsigned port) const;
  /// Whether some value holds more than is considered.
  bool isCapped() const { return capped; }

private:
  void findDeadOps();
  void chooseReferences();
  bool isUniformRoot(unsigned variable, Value root) const;
  SmallVector<unsigned, 4> getDims(Value value) const;
  bool setBox(PlaceTie &tie, const ValuePart &part, unsigned partNet,
              unsigned wholeNet) const;
  bool areKnownEarly(ArrayRef<Value> numbers, unsigned net) const;
  std::optional<PlaceTie> getTie(unsigned variable, const ValuePart &part,
                                 ArrayRef<bool> usedPorts) const;
  bool isReadBefore(unsigned net, Operation *op, unsigned except,
                    unsigned numMoves = 0) const;
  bool areReadBefore(ArrayRef<ArenaContent> lost, Operation *op,
                     unsigned except) const;
  bool isOverwritable(unsigned variable, unsigned port) const;
  bool isComputedOver(unsigned variable, const PlaceTie &later, unsigned under,
                      ArrayRef<ArenaContent> lost) const;
  bool keepOut(unsigned part, unsigned whole);
  void writeOver(unsigned variable, PlaceTie &earlier, PlaceTie &later);
  void addTies(unsigned variable);
  std::vector<ArenaContent> findContents(unsigned variable, unsigned net);

  const PlanningModel &model;
  std::vector<Value> references;                 ///< per net
  llvm::DenseMap<const void *, unsigned> owners; ///< the nets of references
  llvm::SmallDenseSet<unsigned> isFixedReference;
  std::vector<SmallVector<PlaceTie, 0>> ties;      ///< per variable
  std::vector<std::vector<ArenaContent>> contents; ///< per net
  std::vector<bool> uniform;                       ///< per net
  llvm::SmallPtrSet<Operation *, 4> deadOps;
  bool capped = false;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_PLACETIES_H
