//===- ValueVersions.h - Values in the layouts they are wanted in --*- C++
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a plan is applied, every value that changes has versions: one per
// layout it is wanted in, each made once, right behind the version it is made
// from, so that it dominates all uses.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_APPLY_VALUEVERSIONS_H
#define LAYOUT_LIB_PLANNING_APPLY_VALUEVERSIONS_H

#include "../Model/PlanningModel.h"
#include "layout/Interfaces/PadContents.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

class ValueVersions {
public:
  ValueVersions(const PlanningModel &graph, IRRewriter &rewriter)
      : graph(graph), rewriter(rewriter), versions(graph.nets.size()) {}

  /// Notes the version that a net's producer makes, before any is asked for.
  /// `map` says of every dim of it which normalised digits of the root's dims
  /// it has, `content` what stands in its padding.
  void add(unsigned net, Value produced, MixedRadixMap map,
           PadContent content = PadContent::getUnknown()) {
    versions[net].push_back({produced, std::move(map)});
    contents.insert_or_assign(produced, content);
  }

  /// Whether a version of the net has been noted.
  bool isKnown(unsigned net) const { return !versions[net].empty(); }

  /// `value`, which is derived from the root of some net, in the layout
  /// `layout` of its dims. Where that is padded, `content` stands there, or
  /// what the net has in its padding if it is null.
  FailureOr<Value> getVersion(Value value, ArrayRef<MixedRadix> layout,
                              Attribute content = {});

  /// What stands in the padding of a version.
  PadContent getContent(Value version) const {
    auto found = contents.find(version);
    return found == contents.end() ? PadContent::getUnknown() : found->second;
  }

  /// Size of a dim made of digits of a net's root, read off a version of it.
  OpFoldResult getSize(unsigned net, ArrayRef<Digit> digits, Location loc);

private:
  struct Version {
    Value value;
    MixedRadixMap map;
  };

  /// Behind a value and what was made from it: so versions stand in the order
  /// in which they are wanted.
  void insertBehind(Value value);

  /// The same where the reader cuts a dim otherwise than the root does, but
  /// leaves both pieces beside each other: by a reshape of the whole.
  FailureOr<Value> getReshaped(Value value, ArrayRef<MixedRadix> layout,
                               Attribute content);

  Value find(unsigned net, ArrayRef<MixedRadix> map, Attribute content) const;

  /// A new version, by whatever is cheapest; nothing is asked of its padding if
  /// `content` is null.
  Value makeVersion(unsigned net, MixedRadixMap map, Attribute content);
  Value makeAnewIn(unsigned net, ArrayRef<MixedRadix> map, Attribute content);
  /// By a pad, a transform and a crop, as far as they are needed; null if that
  /// will not do.
  Value makeFrom(unsigned net, const Version &from, ArrayRef<MixedRadix> map,
                 Attribute content);

  const PlanningModel &graph;
  IRRewriter &rewriter;
  SmallVector<SmallVector<Version, 0>, 0> versions; ///< the produced one first
  DenseMap<Value, PadContent> contents;
  /// The last op made from a value, or from the arguments of a block.
  DenseMap<void *, Operation *> lastMade;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_APPLY_VALUEVERSIONS_H
