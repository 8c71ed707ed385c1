//===- LayoutFolds.cpp - When a transform folds away ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folds.h"

using namespace mlir;
using namespace mlir::layout;

static bool isProvedBijective(const IndexMap &map, ArrayRef<int64_t> shape) {
  auto *dialect = map.getContext()->getLoadedDialect<LayoutDialect>();
  return isProved(map.isBijective(shape, &dialect->getVerdictCache()));
}

OpFoldResult LayoutTransformOp::fold(FoldAdaptor adaptor) {
  if (isMarked(*this))
    return {};
  RankedTensorType type = getResult().getType();
  auto isNothing = [&](const IndexMap &map, RankedTensorType source) {
    return source == type && isProved(map.isIdentity(source.getShape()));
  };
  if (isNothing(getIndexMap(), getSource().getType()))
    return getSource();

  auto inner = getSource().getDefiningOp<LayoutTransformOp>();
  if (inner && !isMarked(inner)) {
    RankedTensorType origin = inner.getSource().getType();
    IndexMap merged =
        getIndexMap().compose(inner.getIndexMap(), origin.getShape());
    if (isNothing(merged, origin))
      return inner.getSource();
    // A view of a rewrite that others read as well costs nothing where it is;
    // on the source of that rewrite it would move the data once more. And a pad
    // that only that rewrite reads is done on the way; for two it would be a
    // rewrite of its own.
    Operation *first = inner.getSource().getDefiningOp<PadOp>();
    bool isOnTheWay = first && first->hasOneUse();
    bool movesTwice =
        !inner->hasOneUse() && !inner.isFree() && (isFree() || isOnTheWay);
    // The verifier has to prove the map once more, so it is proved here first.
    if (!movesTwice && isProvedBijective(merged, origin.getShape()) &&
        inferType(origin, merged) == type) {
      getSourceMutable().assign(inner.getSource());
      setMapAttr(IndexMapAttr::get(merged));
      return getResult();
    }
  }
  return resizeSplat(adaptor.getSource(), type);
}

bool layout::fitsSource(LayoutTransformOp op, RankedTensorType source) {
  return isProvedBijective(op.getIndexMap(), source.getShape()) &&
         LayoutTransformOp::inferType(source, op.getIndexMap());
}

void LayoutTransformOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns
      .add<MoveBeforeCast<LayoutTransformOp>, ForwardEmpty<LayoutTransformOp>>(
          context);
}
