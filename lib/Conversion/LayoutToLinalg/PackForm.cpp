//===- PackForm.cpp - Blocked rewrites as linalg.pack and unpack ----------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Conversion/LayoutToLinalg/LayoutToLinalg.h"
#include "layout/Dialect/Layout/Transforms/Relayout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// What linalg.pack says of a map: the outer digits of all dims, in some order,
/// and behind them the tiles of some.
struct PackForm {
  SmallVector<int64_t> outerDimsPerm, innerDimsPos;
  SmallVector<OpFoldResult> tiles;
};
} // namespace

static std::optional<PackForm>
getPackForm(const IndexMap &map, ArrayRef<int64_t> shape, Builder &builder) {
  std::optional<DigitLists> digits = getExplicitDigits(map, shape);
  size_t rank = shape.size();
  if (!digits || digits->size() <= rank ||
      llvm::any_of(*digits, [](const DigitList &list) {
        return list.size() != 1 || list.front().isDynamic();
      }))
    return std::nullopt;
  PackForm form;
  SmallVector<int64_t> tiles(rank, 1);
  llvm::SmallBitVector isOuter(rank);
  for (auto [place, list] : llvm::enumerate(*digits)) {
    const Digit &digit = list.front();
    if (place < rank) {
      bool isOutermost =
          digit.stride * digit.extent == shape[digit.dim] ||
          (digit.extent == 1 && shape[digit.dim] == digit.stride);
      if (!isOutermost || isOuter.test(digit.dim))
        return std::nullopt;
      isOuter.set(digit.dim);
      tiles[digit.dim] = digit.stride;
      form.outerDimsPerm.push_back(digit.dim);
      continue;
    }
    if (digit.stride != 1 || digit.extent != tiles[digit.dim] ||
        llvm::is_contained(form.innerDimsPos, digit.dim))
      return std::nullopt;
    form.innerDimsPos.push_back(digit.dim);
    form.tiles.push_back(builder.getIndexAttr(digit.extent));
  }
  // What is cut has its tile behind.
  for (auto [dim, tile] : llvm::enumerate(tiles))
    if (tile != 1 && !llvm::is_contained(form.innerDimsPos, int64_t(dim)))
      return std::nullopt;
  return form;
}

bool layout::materializeAsPack(RewriterBase &rewriter, LayoutTransformOp op) {
  RankedTensorType source = op.getSource().getType();
  RankedTensorType result = op.getResult().getType();
  if (!source.hasStaticShape() || !result.hasStaticShape())
    return false;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  auto createEmpty = [&] {
    return tensor::EmptyOp::create(rewriter, op.getLoc(), result.getShape(),
                                   result.getElementType(),
                                   result.getEncoding());
  };
  IndexMap map = op.getIndexMap();
  if (auto form = getPackForm(map, source.getShape(), rewriter)) {
    rewriter.replaceOpWithNewOp<linalg::PackOp>(
        op, op.getSource(), createEmpty(), form->innerDimsPos, form->tiles,
        /*paddingValue=*/std::nullopt, form->outerDimsPerm);
    return true;
  }
  std::optional<IndexMap> inverse = map.inverse(source.getShape());
  if (!inverse)
    return false;
  if (auto form = getPackForm(*inverse, result.getShape(), rewriter)) {
    rewriter.replaceOpWithNewOp<linalg::UnPackOp>(
        op, op.getSource(), createEmpty(), form->innerDimsPos, form->tiles,
        form->outerDimsPerm);
    return true;
  }
  return false;
}
