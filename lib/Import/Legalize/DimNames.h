//===- DimNames.h - Names of the dims of values -----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout of letters orders dims by their names. Types have no names, so they
// come from `layout.given`, or from the roles that the dims play in the
// convolution or matmul nearest to the value.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_LEGALIZE_DIMNAMES_H
#define LAYOUT_LIB_IMPORT_LEGALIZE_DIMNAMES_H

#include "AlikeValues.h"
#include "layout/Analysis/CriticalOps.h"

namespace mlir::layout {

/// The program must not change while one of these lives: what has been searched
/// for one value is known for all others that were reached.
class DimNames {
public:
  explicit DimNames(const CriticalOpAnalysis &criticalOps)
      : criticalOps(criticalOps) {}

  const CriticalOpAnalysis &getCriticalOps() const { return criticalOps; }

  /// The `layout.given` of a value; empty if there is none.
  static StringRef getGiven(Value value);

  /// The names of the dims of `value`: those that are given, else the roles in
  /// the nearest critical op, to which elementwise ops may lead; empty if there
  /// is none.
  std::string get(Value value);

  /// The names that a critical op next to the operand or result of one tells;
  /// empty if it is none or a dim has no role.
  std::string getRoles(OpOperand &operand) const;
  std::string getRoles(OpResult result) const;

private:
  /// A value that has been reached.
  struct Known {
    Value value;
    /// To the nearest critical op, in values; none if there is no such op.
    std::optional<unsigned> distance;
    std::string names;
  };
  /// Leads from one value to another, the number of which is `to`.
  struct Way {
    size_t to;
    SmallVector<unsigned, 4> dims; ///< as in Alike
  };

  std::string getRoles(Operation *op, unsigned operand) const;
  std::string getRolesNextTo(Value value) const;
  std::vector<SmallVector<Way>> addReached(Value value);
  void search(Value value);

  const CriticalOpAnalysis &criticalOps;
  AlikeValues alike;
  std::vector<Known> known;
  llvm::DenseMap<Value, size_t> numbers; ///< of values in `known`
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_LEGALIZE_DIMNAMES_H
