//===- RaiseCopy.cpp - Transposes and copy-like generics ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyLoop.h"
#include "Raise.h"
#include "layout/Dialect/Layout/IR/Layout.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

/// Whether the source has too few elements to be more than a broadcast.
static bool isBroadcast(const CopyLoop &loop) {
  auto count = [](RankedTensorType type) {
    int64_t elements = 1;
    for (int64_t size : type.getShape())
      elements *= ShapedType::isDynamic(size) ? 1 : size;
    return elements;
  };
  return 2 * count(loop.source.getType()) <= count(loop.resultType);
}

LogicalResult raise::raiseCopy(RewriterBase &rewriter, linalg::LinalgOp op) {
  // A copy is the program's wish to have the elements twice.
  if (isa<linalg::CopyOp>(op))
    return failure();
  std::optional<CopyLoop> loop = matchCopyLoop(op);
  if (!loop || !isPlain(loop->source.getType()))
    return failure();
  auto rewrite = getRewrite(*loop);
  if (auto *why = std::get_if<StringRef>(&rewrite))
    return isBroadcast(*loop) ? failure() : leave(op, *why);

  auto [shape, map] = std::get<CopyRewrite>(rewrite);
  RankedTensorType sourceType = loop->source.getType().clone(shape);
  RankedTensorType type = LayoutTransformOp::inferType(sourceType, map);
  if (!isProved(map.isBijective(shape)) || !type ||
      !tensor::CastOp::areCastCompatible(type, loop->resultType))
    return leave(op, "requires an index map proved bijective");
  Value source = castTo(rewriter, loop->source, sourceType);
  return replace(rewriter, op,
                 LayoutTransformOp::create(rewriter, op.getLoc(), source, map));
}
