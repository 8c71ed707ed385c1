//===- BuildInLayouts.h - Builds ops in other layouts -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured op is rebuilt from its indexing maps; any other op builds itself
// by `applyLayouts` of LayoutRuleOpInterface. That is code of its author, so
// what it builds is checked against the layouts that the plan has, before
// another op reads it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_RELAYOUT_BUILDINLAYOUTS_H
#define LAYOUT_LIB_RELAYOUT_BUILDINLAYOUTS_H

#include "layout/Interfaces/LayoutRule.h"
#include "mlir/IR/PatternMatch.h"
#include <string>

namespace mlir::layout {

/// Why an op was not built in other layouts.
struct BuildRefusal {
  /// A clause without a subject, "requires ..., found ...".
  std::string reason;
  /// Whether the op builds something else than LayoutRuleOpInterface promises,
  /// which is an error of its author: results of other types or numbers,
  /// results of its own, or ops that are invalid. An op that builds nothing
  /// only says that it cannot have the layouts.
  bool isBroken = false;
};

/// Creates `op` on `operands` at the insertion point. `layouts` gives the
/// layout of every port of its rule, and `operands` must have them already. A
/// structured op is rebuilt; any other op builds itself
/// (LayoutRuleOpInterface), which may fail. Returns one value per result, of
/// the type that its layout gives; on failure sets `refusal` and may leave ops
/// behind.
FailureOr<SmallVector<Value>> applyLayouts(RewriterBase &rewriter,
                                           Operation *op,
                                           ArrayRef<MixedRadixMap> layouts,
                                           ValueRange operands,
                                           BuildRefusal &refusal);

} // namespace mlir::layout

#endif // LAYOUT_LIB_RELAYOUT_BUILDINLAYOUTS_H
