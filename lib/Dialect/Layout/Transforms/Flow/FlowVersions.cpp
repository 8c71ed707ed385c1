//===- FlowVersions.cpp - Values in the layouts they are wanted in --------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowVersions.h"
#include "layout/Dialect/Layout/Transforms/Relayout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Digits composed with a derivation; nothing when a cut does not divide.
static std::optional<DigitLists> composeAll(ArrayRef<DigitList> lists,
                                            ArrayRef<DigitList> inner) {
  DigitLists result;
  for (const DigitList &list : lists) {
    std::optional<DigitList> composed = compose(list, inner);
    if (!composed)
      return std::nullopt;
    result.push_back(std::move(*composed));
  }
  return result;
}

FailureOr<Value> ValueVersions::getVersion(Value value,
                                           ArrayRef<DigitList> layout) {
  const Derivation &derivation = graph.getDerivation(value);
  std::optional<DigitLists> map = composeAll(layout, derivation.map);
  if (!map)
    return emitError(value.getLoc())
           << "a planned layout cuts a dim where it does not divide";
  for (const Version &version : versions[derivation.net])
    if (version.map == *map)
      return version.value;
  return makeVersion(derivation.net, std::move(*map));
}

FailureOr<Value> ValueVersions::makeVersion(unsigned net, DigitLists map) {
  Value root = graph.nets[net].root;
  auto rootType = cast<RankedTensorType>(root.getType());
  OpBuilder::InsertionGuard guard(rewriter);

  Value made;
  if (canBeMadeAnew(root)) {
    rewriter.setInsertionPointAfterValue(root);
    SmallVector<OpFoldResult> sizes;
    for (const DigitList &list : map)
      sizes.push_back(getSize(net, list, root.getLoc()));
    made = makeAnew(rewriter, root, sizes);
  } else {
    // A version in the same place is a reshape away.
    DigitList place = concat(map);
    const Version *from = &versions[net].front();
    for (const Version &version : versions[net])
      if (concat(version.map) == place) {
        from = &version;
        break;
      }
    rewriter.setInsertionPointAfterValue(from->value);
    DigitLists inverse = invert(from->map, rootType.getShape());
    auto type = cast<RankedTensorType>(from->value.getType());
    MLIRContext *context = rewriter.getContext();
    if (std::optional<DigitLists> direct = composeAll(map, inverse)) {
      made = LayoutTransformOp::create(
          rewriter, root.getLoc(), from->value,
          IndexMap::get(*direct, type.getShape(), context));
    } else {
      // The two cut some dim at places that clash; the logical index is
      // between them.
      Value logical = LayoutTransformOp::create(
          rewriter, root.getLoc(), from->value,
          IndexMap::get(inverse, type.getShape(), context));
      made = LayoutTransformOp::create(
          rewriter, root.getLoc(), logical,
          IndexMap::get(map, rootType.getShape(), context));
    }
  }
  versions[net].push_back({made, std::move(map)});
  return made;
}

OpFoldResult ValueVersions::getSize(unsigned net, ArrayRef<Digit> digits,
                                    Location loc) {
  int64_t extent = getExtent(digits);
  if (!ShapedType::isDynamic(extent))
    return rewriter.getIndexAttr(extent);
  // One dynamic digit of the root, which is the outermost of some dim of the
  // version: its size is that of the dim without the digits beside it.
  const Version &version = versions[net].front();
  AffineExpr size = rewriter.getAffineConstantExpr(1);
  OpFoldResult source;
  for (const Digit &digit : digits) {
    if (!digit.isDynamic()) {
      size = size * digit.extent;
      continue;
    }
    for (auto [dim, list] : llvm::enumerate(version.map)) {
      int64_t beside = 1;
      const Digit *dynamic = nullptr;
      for (const Digit &part : list) {
        if (part.isDynamic() && part.dim == digit.dim)
          dynamic = &part;
        else
          beside *= part.extent;
      }
      if (!dynamic)
        continue;
      source = tensor::getMixedSize(rewriter, loc, version.value, dim);
      size = size * (rewriter.getAffineSymbolExpr(0).floorDiv(beside) *
                     dynamic->stride)
                        .floorDiv(digit.stride);
    }
  }
  return affine::makeComposedFoldedAffineApply(rewriter, loc, size, {source});
}
