//===- ValueVersions.cpp - Values in the layouts of a plan ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueVersions.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#define DEBUG_TYPE "layout-flow"
ALWAYS_ENABLED_STATISTIC(numTransforms, "Layout transforms inserted");
ALWAYS_ENABLED_STATISTIC(numRematerialized,
                         "Values computed again instead of being rewritten");

using namespace mlir;
using namespace mlir::layout;

Value ValueVersions::find(unsigned net, ArrayRef<MixedRadix> map,
                          Attribute content) const {
  for (const Version &version : versions[net])
    if (ArrayRef(version.map) == map &&
        (!content || getContent(version.value).fits(PadContent::get(content))))
      return version.value;
  return nullptr;
}

FailureOr<Value> ValueVersions::getVersion(Value value,
                                           ArrayRef<MixedRadix> layout,
                                           Attribute content) {
  unsigned net = model.getNetOf(value);
  std::optional<MixedRadixMap> map = model.getRootLayout(value, layout);
  if (!map)
    return getSplitVersion(value, layout, content);
  Value root = model.getNet(net).root;
  bool isPadded =
      ArrayRef(getSpannedShape(concat(*map), getShape(root).size())) !=
      getShape(root);
  if (!isPadded)
    content = {};
  else if (!content)
    content = model.getNet(net).padding;
  if (Value version = find(net, *map, content))
    return version;
  return createVersion(net, std::move(*map), content);
}

/// The key of `lastCreated`: the value, or the block whose argument it is.
static void *getInsertionKey(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument ? static_cast<void *>(argument.getOwner())
                  : value.getAsOpaquePointer();
}

void ValueVersions::setInsertionPointAfter(Value value) {
  if (Operation *last = lastCreated.lookup(getInsertionKey(value)))
    rewriter.setInsertionPointAfter(last);
  else
    rewriter.setInsertionPointAfterValue(value);
}

/// Creates a version for a layout that splits a dim of `value` where the root
/// cannot be split, but keeps the parts adjacent. The dim is rewritten as a
/// whole and split by a reshape, which is free. If %value is tensor<48xf32>,
/// collapsed from %root, the layout (d0 floordiv 12, d0 mod 12) of %value is
///
///   %v = layout.layout_transform %root by <(d0, d1) -> (d0 * 8 + d1)>
///          : tensor<6x8xf32> to tensor<48xf32>
///   %r = layout.layout_transform %v by <(d0) -> (d0 floordiv 12, d0 mod 12)>
///          : tensor<48xf32> to tensor<4x12xf32>
FailureOr<Value> ValueVersions::getSplitVersion(Value value,
                                                ArrayRef<MixedRadix> layout,
                                                Attribute content) {
  MixedRadixMap merged;
  for (const Digit &digit : concat(layout))
    merged.push_back({digit});
  if (!model.getRootLayout(value, merged))
    return emitError(value.getLoc())
           << "a planned layout splits a dim where it does not divide";
  FailureOr<Value> version = getVersion(value, merged, content);
  if (failed(version))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  setInsertionPointAfter(*version);
  SmallVector<int64_t> shape = llvm::map_to_vector(
      layout, [](const MixedRadix &list) { return getExtent(list); });
  std::optional<IndexMap> map =
      IndexMap::getReshape(getShape(*version), shape, rewriter.getContext());
  if (!map)
    return emitError(value.getLoc())
           << "a planned layout needs a reshape of unknown sizes";
  auto reshaped =
      LayoutTransformOp::create(rewriter, value.getLoc(), *version, *map);
  lastCreated[getInsertionKey(*version)] = reshaped;
  contents.insert_or_assign(reshaped, getContent(*version));
  return Value(reshaped);
}

Value ValueVersions::createVersion(unsigned net, MixedRadixMap map,
                                   Attribute content) {
  OpBuilder::InsertionGuard guard(rewriter);
  Value created = rematerializeRoot(net, map, content);
  if (!created) {
    // A version with the same order of elements is only a reshape away.
    MixedRadix order = concat(map);
    auto *same = llvm::find_if(versions[net], [&](const Version &version) {
      return concat(version.map) == order;
    });
    if (same != versions[net].end())
      created = createFrom(net, *same, map, content);
  }
  if (!created)
    created = createFrom(net, versions[net].front(), map, content);
  if (!created) {
    // The two layouts split some dim at strides that do not divide each other,
    // or differ in their padding: go through the unpadded row-major layout.
    MixedRadixMap logical = getIdentity(model.getNet(net).root);
    Value between = find(net, logical, {});
    if (!between)
      between = createVersion(net, logical, {});
    created = createFrom(net, {between, logical}, map, content);
  }
  versions[net].push_back({created, std::move(map)});
  return created;
}

/// Computes a value with equal elements again, in another layout. Returns null
/// if the root is not such a value, or does not hold `content`.
///
///   %e = tensor.empty() : tensor<2x64xf32>
///   %0 = linalg.fill ins(%cst) outs(%e) -> tensor<2x64xf32>
///
/// gives, for the layout (d0, d1) -> (d1, d0),
///
///   %f = tensor.empty() : tensor<64x2xf32>
///   %1 = linalg.fill ins(%cst) outs(%f) -> tensor<64x2xf32>
Value ValueVersions::rematerializeRoot(unsigned net, ArrayRef<MixedRadix> map,
                                       Attribute content) {
  Value root = model.getNet(net).root;
  if (!isRematerializable(root))
    return nullptr;
  PadContent everywhere = getUniformContent(root);
  if (content && !everywhere.fits(PadContent::get(content)))
    return nullptr;
  rewriter.setInsertionPointAfterValue(root);
  SmallVector<OpFoldResult> sizes;
  for (const MixedRadix &list : map)
    sizes.push_back(getSize(net, list, root.getLoc()));
  Value created = rematerialize(rewriter, root, sizes);
  contents.insert_or_assign(created, everywhere);
  ++numRematerialized;
  return created;
}

/// The high padding widths that turn the extents of `from` into those of `to`.
static SmallVector<OpFoldResult> getPadWidths(OpBuilder &builder,
                                              ArrayRef<MixedRadix> from,
                                              ArrayRef<MixedRadix> to) {
  SmallVector<OpFoldResult> widths;
  for (auto [before, after] : llvm::zip_equal(from, to)) {
    int64_t extent = getExtent(after);
    widths.push_back(builder.getIndexAttr(
        ShapedType::isDynamic(extent) ? 0 : extent - getExtent(before)));
  }
  return widths;
}

/// Crops `value` to the extents of `map`.
static Value createCrop(OpBuilder &builder, Location loc, Value value,
                        ArrayRef<MixedRadix> map, Attribute cropped) {
  SmallVector<OpFoldResult> offsets(map.size(), builder.getIndexAttr(0)), sizes;
  for (auto [dim, list] : llvm::enumerate(map)) {
    int64_t extent = getExtent(list);
    sizes.push_back(ShapedType::isDynamic(extent)
                        ? tensor::getMixedSize(builder, loc, value, dim)
                        : builder.getIndexAttr(extent));
  }
  return CropOp::create(builder, loc, value, offsets, sizes, cropped);
}

/// Creates a version from another one by a pad, a transform and a crop, as far
/// as each is needed. Both layouts are grown to a common shape, on which the
/// transform is a bijection. For a root of 50 elements, a version %v padded to
/// 52 with the layout (d0 floordiv 4, d0 mod 4) becomes one padded to 56 with
/// the layout (d0 mod 8, d0 floordiv 8):
///
///   %p = layout.pad %v low [0, 0] high [1, 0] value(0.000000e+00 : f32)
///          : tensor<13x4xf32> to tensor<14x4xf32>
///   %t = layout.layout_transform %p by <(d0, d1) ->
///          ((d0 mod 2) * 4 + d1, d0 floordiv 2)>
///          : tensor<14x4xf32> to tensor<8x7xf32>
///
/// and the way back is the inverse transform and a crop. Returns null if
/// the layouts cannot be grown to a common shape or composed, or if %v keeps
/// padding that does not hold `content`.
Value ValueVersions::createFrom(unsigned net, const Version &from,
                                ArrayRef<MixedRadix> map, Attribute content) {
  Value root = model.getNet(net).root;
  Location loc = root.getLoc();
  ArrayRef<int64_t> shape = getShape(root);
  SmallVector<int64_t> fromShape =
      getSpannedShape(concat(from.map), shape.size());
  SmallVector<int64_t> toShape = getSpannedShape(concat(map), shape.size());
  SmallVector<int64_t> commonShape =
      llvm::map_to_vector(llvm::zip_equal(fromShape, toShape), [](auto sizes) {
        return std::max(std::get<0>(sizes), std::get<1>(sizes));
      });
  bool needsPad = commonShape != fromShape, needsCrop = commonShape != toShape;
  bool keepsPadding =
      llvm::any_of(llvm::zip_equal(shape, fromShape, toShape), [](auto dim) {
        auto [size, before, after] = dim;
        return before > size && after > size;
      });
  PadContent present = getContent(from.value);
  if (keepsPadding && content && !present.fits(PadContent::get(content)))
    return nullptr;
  std::optional<MixedRadixMap> grownFrom =
      growLeadingDigits(from.map, fromShape, commonShape);
  std::optional<MixedRadixMap> grownTo =
      growLeadingDigits(map, toShape, commonShape);
  if (!grownFrom || !grownTo)
    return nullptr;
  std::optional<MixedRadixMap> direct =
      composeAll(*grownTo, invert(*grownFrom, commonShape));
  if (!direct)
    return nullptr;

  setInsertionPointAfter(from.value);
  Value created = from.value;
  PadContent result = present;
  if (needsPad) {
    Attribute value =
        content ? content : Attribute(ub::PoisonAttr::get(root.getContext()));
    SmallVector<OpFoldResult> low(from.map.size(), rewriter.getIndexAttr(0));
    created =
        PadOp::create(rewriter, loc, created, low,
                      getPadWidths(rewriter, from.map, *grownFrom), value);
    result = keepsPadding ? present.join(PadContent::get(value))
                          : PadContent::get(value);
  }
  IndexMap transform =
      IndexMap::get(*direct, getShape(created), rewriter.getContext());
  if (!isProved(transform.isIdentity(getShape(created))) ||
      (!needsPad && !needsCrop)) {
    created = LayoutTransformOp::create(rewriter, loc, created, transform);
    ++numTransforms;
  }
  if (needsCrop)
    created = createCrop(rewriter, loc, created, map, present.getConstant());
  contents.insert_or_assign(created, result);
  lastCreated[getInsertionKey(from.value)] = created.getDefiningOp();
  LAYOUT_DEBUG(llvm::dbgs() << "net " << net << ": " << from.value.getType()
                            << " -> " << created.getType() << " by "
                            << transform.getAffineMap() << "\n");
  return created;
}

OpFoldResult ValueVersions::getSize(unsigned net, ArrayRef<Digit> digits,
                                    Location loc) {
  int64_t extent = getExtent(digits);
  if (!ShapedType::isDynamic(extent))
    return rewriter.getIndexAttr(extent);
  // A dynamic digit is the outermost digit of a dim of the root, and therefore
  // part of one dim of the produced version. Its extent is the size of that dim
  // divided by the extents of the other digits in it.
  const Version &version = versions[net].front();
  AffineExpr size = rewriter.getAffineConstantExpr(1);
  OpFoldResult source;
  for (const Digit &digit : digits) {
    if (!digit.isDynamic()) {
      size = size * digit.extent;
      continue;
    }
    for (auto [dim, list] : llvm::enumerate(version.map)) {
      int64_t others = 1;
      const Digit *dynamic = nullptr;
      for (const Digit &part : list) {
        if (part.isDynamic() && part.dim == digit.dim)
          dynamic = &part;
        else
          others *= part.extent;
      }
      if (!dynamic)
        continue;
      source = tensor::getMixedSize(rewriter, loc, version.value, dim);
      size = size * (rewriter.getAffineSymbolExpr(0).floorDiv(others) *
                     dynamic->stride)
                        .floorDiv(digit.stride);
    }
  }
  return affine::makeComposedFoldedAffineApply(rewriter, loc, size, {source});
}

SmallVector<PadContent> ValueVersions::getContents(const LayoutRule &rule,
                                                   const LayoutRule &grown,
                                                   ValueRange operands) const {
  SmallVector<PadContent> contents;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    bool holdsData = !isa<TensorType>(operand.getType());
    for (auto [factor, before, after] :
         llvm::enumerate(rule.factors, grown.factors)) {
      if (before.extent == after.extent)
        continue;
      auto isIndexedByFactor = [factor = factor](const Access &access) {
        return llvm::any_of(access.digits, [&](const Digit &digit) {
          return digit.dim == factor;
        });
      };
      holdsData = holdsData ||
                  llvm::none_of(rule.ports[number].dims, isIndexedByFactor);
    }
    contents.push_back(holdsData ? PadContent::getUnknown()
                                 : getContent(operand));
  }
  return contents;
}
