//===- RewriteChains.cpp - Chains of rewrites that are identities ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "layout/Analysis/PlanningScope.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<AffineMap> layout::getSourceIndex(Operation *op) {
  auto shift = [&](ArrayRef<int64_t> offsets, int64_t sign) {
    SmallVector<AffineExpr> index;
    for (auto [dim, offset] : llvm::enumerate(offsets))
      index.push_back(getAffineDimExpr(dim, op->getContext()) + sign * offset);
    return AffineMap::get(offsets.size(), 0, index, op->getContext());
  };
  if (auto pad = dyn_cast<PadOp>(op); pad && pad.isStatic())
    return shift(pad.getStaticLow(), -1);
  if (auto crop = dyn_cast<CropOp>(op); crop && crop.isStatic())
    return shift(crop.getStaticOffsets(), 1);
  auto transform = dyn_cast<LayoutTransformOp>(op);
  if (!transform || !transform.getSource().getType().hasStaticShape())
    return std::nullopt;
  std::optional<IndexMap> inverse = transform.getIndexMap().inverse(
      transform.getSource().getType().getShape());
  if (!inverse)
    return std::nullopt;
  return inverse->getAffineMap();
}

/// Whether `map` sends all indices of the type `from` to indices of `to`.
static bool staysInside(AffineMap map, RankedTensorType from, Type to) {
  std::optional<SmallVector<int64_t>> reached =
      IndexMap(map).getPhysicalShape(from.getShape());
  return reached &&
         llvm::all_of(
             llvm::zip_equal(*reached, cast<ShapedType>(to).getShape()),
             [](auto sizes) {
               return std::get<0>(sizes) <= std::get<1>(sizes);
             });
}

/// Example: with the reversal `(d0) -> (15 - d0)` before and after a crop that
/// removes a padding of 3,
///
///   %p = layout.pad %x low [0] high [3] ... : tensor<13xf32> to tensor<16xf32>
///   %r = layout.layout_transform %p by <(d0) -> (15 - d0)>
///          : tensor<16xf32> to tensor<16xf32>
///   %c = layout.crop %r offsets [3] sizes [13]
///          : tensor<16xf32> to tensor<13xf32>
///   %t = layout.layout_transform %c by <(d0) -> (12 - d0)>
///          : tensor<13xf32> to tensor<13xf32>
///
/// %t is %x: the element i of %t is the element 15 - (12 - i + 3) of %p, which
/// is not in the padding.
Value layout::findEqualSource(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.hasStaticShape())
    return nullptr;
  AffineMap map =
      AffineMap::getMultiDimIdentityMap(type.getRank(), op->getContext());
  constexpr unsigned limit = 16; // so that time is linear
  for (unsigned length = 1; length <= limit; ++length) {
    std::optional<AffineMap> step =
        isRewrite(op) && !isMarked(op) ? getSourceIndex(op) : std::nullopt;
    if (!step)
      return nullptr;
    map = step->compose(map);
    Value source = op->getOperand(0);
    if (isa<PadOp>(op) && !staysInside(map, type, source.getType()))
      return nullptr;
    // The folder cancels two in a row.
    if (length > 2 && source.getType() == type &&
        isProved(IndexMap(map).isIdentity(type.getShape())))
      return source;
    op = source.getDefiningOp();
    if (!op)
      return nullptr;
  }
  return nullptr;
}
