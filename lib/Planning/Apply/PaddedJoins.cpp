//===- PaddedJoins.cpp - Ops that join pieces in front of padding ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddedJoins.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

static bool hasPieceOf(const PortRule &port, unsigned factor) {
  return llvm::any_of(port.dims, [&](const Access &access) {
    return access.kind == Access::Kind::Piece && access.factor == factor;
  });
}

bool layout::padsBehindPieces(const LayoutRule &rule, const LayoutRule &grown,
                              unsigned numOperands) {
  return llvm::any_of(
      llvm::seq<unsigned>(0, rule.factors.size()), [&](unsigned factor) {
        return rule.factors[factor].isPieced &&
               rule.factors[factor].extent != grown.factors[factor].extent &&
               llvm::all_of(ArrayRef(rule.ports).take_front(numOperands),
                            [&](const PortRule &port) {
                              return hasPieceOf(port, factor);
                            });
      });
}

PadContent layout::getContentBehindPieces(const LayoutRule &rule,
                                          const LayoutRule &grown,
                                          Attribute required,
                                          ArrayRef<PadContent> contents) {
  if (!required)
    return PadContent::getUnknown();
  PadContent joined = PadContent::get(required);
  for (auto [before, after, content] :
       llvm::zip(rule.ports, grown.ports, contents))
    if (before.shape != after.shape)
      joined = joined.join(content);
  return joined;
}
