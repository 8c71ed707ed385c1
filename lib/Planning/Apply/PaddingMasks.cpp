//===- PaddingMasks.cpp - What ops must not do in padding -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanApplier.h"
#include "layout/Interfaces/LinalgRule.h"

using namespace mlir;
using namespace mlir::layout;

/// What the operands hold where all padded loops are in the padding.
static SmallVector<PadContent> getContents(const LayoutRule &rule,
                                           const LayoutRule &grown,
                                           ValueRange operands,
                                           const ValueVersions &versions) {
  SmallVector<PadContent> contents;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    // Where an operand does not have a padded loop, it holds its data.
    bool lacks = false;
    for (auto [factor, before, after] :
         llvm::enumerate(rule.factors, grown.factors)) {
      if (before.extent == after.extent)
        continue;
      auto isOf = [factor = factor](const Access &access) {
        return llvm::any_of(access.digits, [&](const Digit &digit) {
          return digit.dim == factor;
        });
      };
      lacks = lacks || llvm::none_of(rule.ports[number].dims, isOf);
    }
    contents.push_back(!lacks && isa<TensorType>(operand.getType())
                           ? versions.getContent(operand)
                           : PadContent::getUnknown());
  }
  return contents;
}

Masks layout::getMasks(const PlanningModel &graph, const ModelVariable &node,
                       const OpCandidate &candidate, ValueRange operands,
                       const ValueVersions &versions,
                       SmallVectorImpl<PadContent> &results) {
  Masks masks;
  results.assign(node.op->getNumResults(), PadContent::getUnknown());
  std::optional<LayoutRule> grown;
  if (candidate.entry ||
      node.rule->growTo(candidate.digits, grown) == node.rule)
    return masks;
  SmallVector<PadContent> contents =
      getContents(*node.rule, *grown, operands, versions);
  auto op = dyn_cast<linalg::LinalgOp>(node.op);
  auto evaluated =
      op ? evaluateOnPads(op, contents)
         : cast<LayoutRuleOpInterface>(node.op).getPadContents(contents);
  if (succeeded(evaluated))
    results = *evaluated;
  if (!op)
    return masks;
  masks.keepsResults = !isNeutral(op, contents);
  for (auto [result, content] : llvm::zip_equal(op->getResults(), results)) {
    Attribute wanted = graph.nets[graph.getDerivation(result).net].padding;
    bool isMasked = wanted && !content.fits(PadContent::get(wanted));
    masks.contents.push_back(isMasked ? cast<TypedAttr>(wanted) : TypedAttr());
    if (isMasked)
      content = PadContent::get(wanted);
  }
  return masks;
}
