//===- ValueVersions.cpp - Values in the layouts they are wanted in -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueVersions.h"
#include "../Model/PaddedLayouts.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

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

/// Takes the padding off again.
static Value cropTo(OpBuilder &builder, Location loc, Value value,
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

FailureOr<Value> ValueVersions::getVersion(Value value,
                                           ArrayRef<MixedRadix> layout,
                                           Attribute content) {
  unsigned net = graph.getDerivation(value).net;
  std::optional<MixedRadixMap> map = graph.getOnRoot(value, layout);
  if (!map)
    return getReshaped(value, layout, content);
  Value root = graph.nets[net].root;
  bool isPadded = ArrayRef(getDigitBox(concat(*map), getShape(root).size())) !=
                  getShape(root);
  if (!isPadded)
    content = {};
  else if (!content)
    content = graph.nets[net].padding;
  if (Value version = find(net, *map, content))
    return version;
  return makeVersion(net, std::move(*map), content);
}

/// What versions of a value stand behind: itself, or the head of its block.
static void *getLocationText(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument ? static_cast<void *>(argument.getOwner())
                  : value.getAsOpaquePointer();
}

void ValueVersions::insertBehind(Value value) {
  if (Operation *last = lastMade.lookup(getLocationText(value)))
    rewriter.setInsertionPointAfter(last);
  else
    rewriter.setInsertionPointAfterValue(value);
}

FailureOr<Value> ValueVersions::getReshaped(Value value,
                                            ArrayRef<MixedRadix> layout,
                                            Attribute content) {
  MixedRadixMap merged;
  for (const Digit &digit : concat(layout))
    merged.push_back({digit});
  if (!graph.getOnRoot(value, merged))
    return emitError(value.getLoc())
           << "a planned layout cuts a dim where it does not divide";
  FailureOr<Value> version = getVersion(value, merged, content);
  if (failed(version))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  insertBehind(*version);
  SmallVector<int64_t> shape = llvm::map_to_vector(
      layout, [](const MixedRadix &list) { return getExtent(list); });
  std::optional<IndexMap> map =
      IndexMap::getReshape(getShape(*version), shape, rewriter.getContext());
  if (!map)
    return emitError(value.getLoc())
           << "a planned layout takes a reshape whose sizes are not known";
  auto reshaped =
      LayoutTransformOp::create(rewriter, value.getLoc(), *version, *map);
  lastMade[getLocationText(*version)] = reshaped;
  contents.insert_or_assign(reshaped, getContent(*version));
  return Value(reshaped);
}

Value ValueVersions::makeVersion(unsigned net, MixedRadixMap map,
                                 Attribute content) {
  OpBuilder::InsertionGuard guard(rewriter);
  Value made = makeAnewIn(net, map, content);
  if (!made) {
    // A version in the same place is a reshape away.
    MixedRadix place = concat(map);
    auto same = llvm::find_if(versions[net], [&](const Version &version) {
      return concat(version.map) == place;
    });
    if (same != versions[net].end())
      made = makeFrom(net, *same, map, content);
  }
  if (!made)
    made = makeFrom(net, versions[net].front(), map, content);
  if (!made) {
    // The two cut some dim at places that clash, or are padded otherwise; the
    // logical index is between them.
    MixedRadixMap logical = getIdentityDigits(getShape(graph.nets[net].root));
    Value between = find(net, logical, {});
    if (!between)
      between = makeVersion(net, logical, {});
    made = makeFrom(net, {between, logical}, map, content);
  }
  versions[net].push_back({made, std::move(map)});
  return made;
}

Value ValueVersions::makeAnewIn(unsigned net, ArrayRef<MixedRadix> map,
                                Attribute content) {
  Value root = graph.nets[net].root;
  if (!canBeMadeAnew(root))
    return nullptr;
  PadContent everywhere = getUniformContent(root);
  if (content && !everywhere.fits(PadContent::get(content)))
    return nullptr;
  rewriter.setInsertionPointAfterValue(root);
  SmallVector<OpFoldResult> sizes;
  for (const MixedRadix &list : map)
    sizes.push_back(getSize(net, list, root.getLoc()));
  Value made = makeAnew(rewriter, root, sizes);
  contents.insert_or_assign(made, everywhere);
  return made;
}

/// The widths behind the dims of `value` that bring its sizes up to those of
/// the lists.
static SmallVector<OpFoldResult> getWidths(OpBuilder &builder, Value value,
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

Value ValueVersions::makeFrom(unsigned net, const Version &from,
                              ArrayRef<MixedRadix> map, Attribute content) {
  Value root = graph.nets[net].root;
  Location loc = root.getLoc();
  ArrayRef<int64_t> shape = getShape(root);
  SmallVector<int64_t> box = getDigitBox(concat(from.map), shape.size());
  SmallVector<int64_t> wanted = getDigitBox(concat(map), shape.size());
  SmallVector<int64_t> both =
      llvm::map_to_vector(llvm::zip_equal(box, wanted), [](auto sizes) {
        return std::max(std::get<0>(sizes), std::get<1>(sizes));
      });
  bool isPadded = both != box, isCropped = both != wanted;
  bool isKept = llvm::any_of(llvm::zip_equal(shape, box, wanted), [](auto dim) {
    auto [size, before, after] = dim;
    return before > size && after > size;
  });
  PadContent present = getContent(from.value);
  if (isKept && content && !present.fits(PadContent::get(content)))
    return nullptr;
  std::optional<MixedRadixMap> grownFrom =
      growLeadingDigits(from.map, box, both);
  std::optional<MixedRadixMap> grownMap = growLeadingDigits(map, wanted, both);
  if (!grownFrom || !grownMap)
    return nullptr;
  std::optional<MixedRadixMap> direct =
      composeAll(*grownMap, invert(*grownFrom, both));
  if (!direct)
    return nullptr;

  insertBehind(from.value);
  Value made = from.value;
  PadContent result = present;
  if (isPadded) {
    Attribute value =
        content ? content : Attribute(ub::PoisonAttr::get(root.getContext()));
    SmallVector<OpFoldResult> low(from.map.size(), rewriter.getIndexAttr(0));
    made =
        PadOp::create(rewriter, loc, made, low,
                      getWidths(rewriter, made, from.map, *grownFrom), value);
    result =
        isKept ? present.join(PadContent::get(value)) : PadContent::get(value);
  }
  IndexMap transform =
      IndexMap::get(*direct, getShape(made), rewriter.getContext());
  if (!isProved(transform.isIdentity(getShape(made))) ||
      (!isPadded && !isCropped))
    made = LayoutTransformOp::create(rewriter, loc, made, transform);
  if (isCropped)
    made = cropTo(rewriter, loc, made, map, present.getConstant());
  contents.insert_or_assign(made, result);
  lastMade[getLocationText(from.value)] = made.getDefiningOp();
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
