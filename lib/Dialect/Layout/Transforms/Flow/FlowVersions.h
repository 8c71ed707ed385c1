//===- FlowVersions.h - Values in the layouts they are wanted in -*- C++ -*===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a plan is applied, every value that changes has versions: one per
// layout it is wanted in, each made once, right behind the version it is made
// from, so that it dominates all uses.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWVERSIONS_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWVERSIONS_H

#include "FlowGraph.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

class ValueVersions {
public:
  ValueVersions(const FlowGraph &graph, IRRewriter &rewriter)
      : graph(graph), rewriter(rewriter), versions(graph.nets.size()) {}

  /// Notes the version that a net's producer makes, before any is asked for.
  /// `map` says of every dim of it which normalised digits of the root's dims
  /// it has.
  void add(unsigned net, Value produced, DigitLists map) {
    versions[net].push_back({produced, std::move(map)});
  }

  /// `value`, which is derived from the root of some net, in the layout
  /// `layout` of its dims.
  FailureOr<Value> getVersion(Value value, ArrayRef<DigitList> layout);

  /// Size of a dim made of digits of a net's root, read off a version of it.
  OpFoldResult getSize(unsigned net, ArrayRef<Digit> digits, Location loc);

private:
  struct Version {
    Value value;
    DigitLists map;
  };

  /// A new version, by whatever is cheapest.
  FailureOr<Value> makeVersion(unsigned net, DigitLists map);

  const FlowGraph &graph;
  IRRewriter &rewriter;
  SmallVector<SmallVector<Version, 0>, 0> versions; ///< the produced one first
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWVERSIONS_H
