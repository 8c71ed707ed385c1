//===- LayoutVerify.cpp - Checks what planning promised -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers of ops are local: they take on trust that a split divides a
// run-time size. This is the place where it is proved.
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Transforms/Passes.h"
#include "layout/Dialect/Layout/Utils/DynamicSizes.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTVERIFY
#include "layout/Dialect/Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Requirements
//===----------------------------------------------------------------------===//

/// What of `edges` is not so in `types`; the first one, as text.
static std::optional<std::string>
findUnmet(StringRef kind, ArrayRef<EdgeLayoutAttr> edges, TypeRange types) {
  for (auto [index, edge, type] : llvm::enumerate(edges, types)) {
    if (edge.isAsItStands())
      continue;
    ArrayRef<int64_t> shape = cast<ShapedType>(type).getShape();
    if (!edge.hasPadding() && isProved(edge.getIndexMap().isIdentity(shape)))
      continue;
    std::string text;
    llvm::raw_string_ostream(text)
        << kind << " " << index << " as " << edge.getMap();
    return text;
  }
  return std::nullopt;
}

/// An op that still lists layouts must already have the only one it lists.
static LogicalResult verifyRequirement(Operation *op) {
  auto entries = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (entries.size() > 1)
    return op->emitOpError() << "requires a chosen layout, found "
                             << entries.size() << " to choose from";
  auto entry = cast<OpLayoutAttr>(entries[0]);
  std::optional<std::string> unmet =
      findUnmet("operand", entry.getOperands(), op->getOperandTypes());
  if (!unmet)
    unmet = findUnmet("result", entry.getResults(), op->getResultTypes());
  if (!unmet)
    return success();
  return op->emitOpError() << "requires " << *unmet
                           << ", found it as it stands";
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

static LogicalResult verifySplits(LayoutTransformOp op,
                                  ArrayRef<MixedRadix> digits) {
  for (const MixedRadix &list : digits)
    for (const Digit &digit : list) {
      if (!digit.isDynamic() ||
          isProvedMultiple(op.getSource(), digit.dim, digit.stride))
        continue;
      return op.emitOpError()
             << "requires dim " << digit.dim << " to be a multiple of "
             << digit.stride << ", which is not known of its run-time size";
    }
  return success();
}

static LogicalResult verifyMap(LayoutTransformOp op) {
  IndexMap map = op.getIndexMap();
  ArrayRef<int64_t> shape = op.getSource().getType().getShape();
  auto *dialect = op->getContext()->getLoadedDialect<LayoutDialect>();
  if (!isProved(map.isBijective(shape, &dialect->getVerdictCache())))
    return op.emitOpError() << "requires a bijective map, found " << op.getMap()
                            << ", which is not proved to be one";
  if (std::optional<MixedRadixMap> digits = map.getDigits(shape))
    return verifySplits(op, *digits);
  return success();
}

namespace {
struct LayoutVerifyPass : layout::impl::LayoutVerifyBase<LayoutVerifyPass> {
  void runOnOperation() override {
    bool holds = true;
    getOperation().walk([&](Operation *op) {
      auto transform = dyn_cast<LayoutTransformOp>(op);
      bool asks = op->hasAttr(LayoutDialect::kOpLayout);
      if ((!transform && !asks) || isSkipped(op))
        return;
      if (asks)
        holds &= succeeded(verifyRequirement(op));
      if (transform)
        holds &= succeeded(verifyMap(transform));
    });
    markAllAnalysesPreserved();
    if (!holds)
      signalPassFailure();
  }
};
} // namespace
