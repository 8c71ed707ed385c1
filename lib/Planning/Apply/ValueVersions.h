//===- ValueVersions.h - Values in the layouts of a plan --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_APPLY_VALUEVERSIONS_H
#define LAYOUT_LIB_PLANNING_APPLY_VALUEVERSIONS_H

#include "Analysis/PadContents.h"
#include "Planning/Model/PlanningModel.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

class LayoutTransformOp;

/// The versions of the roots of all nets while a plan is applied. A version is
/// the root in one layout. The first version of a net is the one that its
/// producer computes under the plan. Each further one is created once, when a
/// use first needs it, directly after the value it is computed from, so that it
/// dominates all uses.
class ValueVersions {
public:
  struct Version {
    Value value;
    MixedRadixMap map; ///< per dim of `value`, digits of the root's dims
  };

  ValueVersions(const PlanningModel &model, IRRewriter &rewriter)
      : model(model), rewriter(rewriter), versions(model.getNets().size()),
        hasCropped(model.getNets().size(), false) {}

  /// Records the version that the producer of a net computes. Precondition:
  /// the net has no version yet. `map` gives, for each dim of `produced`, its
  /// digits of the root's dims in normal form; `content` is the content of its
  /// padding.
  void addProduced(unsigned net, Value produced, MixedRadixMap map,
                   PadContent content = PadContent::getUnknown()) {
    versions[net].push_back({produced, std::move(map)});
    contents.insert_or_assign(produced, content);
  }

  /// Adds a version without padding from which others may be created, beside
  /// the produced one.
  void addCropped(unsigned net, MixedRadixMap map) {
    createVersion(net, std::move(map), /*content=*/{});
    hasCropped[net] = true;
  }

  /// Overwrites the padding of the produced version with `content`.
  void fillProduced(unsigned net, Attribute content);

  bool hasVersion(unsigned net) const { return !versions[net].empty(); }

  /// Returns `value`, which belongs to a net that has a version, in the layout
  /// `layout` (a list of digits per physical dim). If that is padded, the
  /// padding holds `content`, if not null, and what the value or the net
  /// requires. On failure `reason` says why it cannot have that layout.
  FailureOr<Value> getVersion(Value value, ArrayRef<MixedRadix> layout,
                              Attribute content, std::string &reason);

  /// Returns the version of a root with the elements in the order of `map`,
  /// which is created if necessary. Its padding may hold anything.
  const Version &getOrCreate(unsigned net, MixedRadixMap map);

  /// Creates `value` in its present layout for one use, also if other uses read
  /// the same, from the version `from` of its root. The padding holds what
  /// `value` requires. Precondition: nothing is left of the padding of `from`.
  Value createUnshared(Value value, const Version &from);

  /// Creates the result of `op` in the layout `written`, which has no padding,
  /// by one transform of the version `from` of the root of its source. It is
  /// inserted at `op`. Precondition: as for `createUnshared`, or `from` is the
  /// source in its present layout.
  Value createJoined(LayoutTransformOp op, const Version &from,
                     ArrayRef<MixedRadix> written);

  /// The content of the padding of a version.
  PadContent getContent(Value version) const {
    auto found = contents.find(version);
    return found == contents.end() ? PadContent::getUnknown() : found->second;
  }

  /// The contents of the operands of an op where its padded loops are in the
  /// padding. `grown` is the rule of the op with the padded extents. If the op
  /// computes each element from all operands (`readsAll`), an operand that some
  /// padded loop does not index holds its data there. Any other op reads
  /// nothing there of an operand that no padded loop indexes, as of %0 in
  ///
  ///   %2 = tensor.insert_slice %0 into %1[0, 0] [3, 4] [1, 1]
  ///          : tensor<3x4xf32> into tensor<3x10xf32>
  ///
  /// where dim 1 of %1 and %2 is padded.
  SmallVector<PadContent> getContents(const LayoutRule &rule,
                                      const LayoutRule &grown,
                                      ValueRange operands, bool readsAll) const;

  /// The extent of a dim that consists of these digits of the root's dims;
  /// where it is dynamic, it is computed from a dim of the produced version.
  OpFoldResult getSize(unsigned net, ArrayRef<Digit> digits, Location loc);

  /// Adds what was created to the statistics.
  void countCreated() const;

private:
  /// Inserts after a value and all versions created from it so far, so that
  /// versions follow each other in the order in which they were needed.
  void setInsertionPointAfter(Value value);
  FailureOr<Value> getSplitVersion(Value value, ArrayRef<MixedRadix> layout,
                                   Attribute content, std::string &reason);
  FailureOr<Attribute> getPaddingOf(Value value, ArrayRef<MixedRadix> map,
                                    Attribute content) const;
  Value find(unsigned net, ArrayRef<MixedRadix> map, Attribute content) const;
  /// Creates a version in the cheapest way; a null `content` allows any.
  Value createVersion(unsigned net, MixedRadixMap map, Attribute content);
  Value rematerializeRoot(unsigned net, ArrayRef<MixedRadix> map,
                          Attribute content);
  Version &getSource(unsigned net, ArrayRef<MixedRadix> map, Attribute content);
  bool isReadElsewhere(unsigned net) const;
  Version overwritePadding(unsigned net, Version &version, Attribute content,
                           ArrayRef<int64_t> kept);
  Value createWithContent(unsigned net, Version &from, ArrayRef<MixedRadix> map,
                          Attribute content);
  bool canConvert(const LayoutConversion &conversion, Value from,
                  Attribute content) const;
  Value createPadded(const Version &from, const LayoutConversion &conversion,
                     Attribute content);
  Value createFrom(unsigned net, const Version &from, ArrayRef<MixedRadix> map,
                   Attribute content);
  Value createFrom(unsigned net, const Version &from, ArrayRef<MixedRadix> map,
                   Attribute content, const PadContent &kept);

  const PlanningModel &model;
  IRRewriter &rewriter;
  /// The produced one first, then the cropped one if there is one.
  SmallVector<SmallVector<Version, 0>, 0> versions;
  SmallVector<bool> hasCropped;
  DenseMap<Value, PadContent> contents;
  /// The last op created after a value, or after the arguments of a block.
  DenseMap<void *, Operation *> lastCreated;
  unsigned transformCount = 0;
  unsigned rematerializedCount = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_APPLY_VALUEVERSIONS_H
