//===- ValueVersions.cpp - Values in the layouts of a plan ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueVersions.h"
#include "OpModels/ExternalModels.h"
#include "Planning/Model/LayoutConversion.h"
#include "Planning/Model/PaddingBoxes.h"
#include "Relayout/LoopRelayout.h"
#include "Relayout/UniformContent.h"
#include "layout/Dialect/Layout.h"
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

/// What the padding of a version of the net of `value` must hold, null if it
/// has none or may hold anything. `map` is the layout of the version, `content`
/// what a use of `value` requires beyond what pads of the program put there. It
/// does not fail if `content` is null.
FailureOr<Attribute> ValueVersions::getPaddingOf(Value value,
                                                 ArrayRef<MixedRadix> map,
                                                 Attribute content) const {
  MixedRadix order = concat(map);
  FailureOr<Attribute> required =
      model.getRequiredContent(value, order, content);
  if (failed(required) || *required)
    return required;
  const ModelNet &net = model.getNet(model.getNetOf(value));
  ArrayRef<int64_t> shape = getShape(net.root);
  bool isPadded = ArrayRef(getSpannedShape(order, shape.size())) != shape;
  return isPadded ? net.padding : Attribute();
}

FailureOr<Value> ValueVersions::getVersion(Value value,
                                           ArrayRef<MixedRadix> layout,
                                           Attribute content,
                                           std::string &reason) {
  unsigned net = model.getNetOf(value);
  std::optional<MixedRadixMap> map = model.getRootLayout(value, layout);
  if (!map)
    return getSplitVersion(value, layout, content, reason);
  FailureOr<Attribute> required = getPaddingOf(value, *map, content);
  if (failed(required)) {
    reason = "the layout of a value requires different contents of its padding";
    return failure();
  }
  content = *required;
  if (Value version = find(net, *map, content))
    return version;
  return createVersion(net, std::move(*map), content);
}

const ValueVersions::Version &ValueVersions::getOrCreate(unsigned net,
                                                         MixedRadixMap map) {
  OpBuilder::InsertionGuard guard(rewriter);
  const Version *found =
      llvm::find_if(versions[net], [&](const Version &other) {
        return concat(other.map) == concat(map);
      });
  if (found != versions[net].end())
    return *found;
  Value created = createFrom(net, versions[net].front(), map, {});
  versions[net].push_back({created, std::move(map)});
  return versions[net].back();
}

Value ValueVersions::createUnshared(Value value, const Version &from) {
  OpBuilder::InsertionGuard guard(rewriter);
  MixedRadixMap map = *model.getRootLayout(value, getIdentity(value));
  return createFrom(model.getNetOf(value), from, map,
                    *getPaddingOf(value, map, /*content=*/{}));
}

Value ValueVersions::createJoined(LayoutTransformOp op, const Version &from,
                                  ArrayRef<MixedRadix> written) {
  OpBuilder::InsertionGuard guard(rewriter);
  Value value = op.getSource(), result = op.getResult();
  MixedRadixMap map = *model.getRootLayout(value, getIdentity(value));
  LayoutConversion before = getConversion(
      getShape(model.getNet(model.getNetOf(value)).root), from.map, map);
  rewriter.setInsertionPoint(op);
  Value padded =
      createPadded(from, before, *getPaddingOf(value, map, /*content=*/{}));

  LayoutConversion behind =
      getConversion(getShape(result), getIdentity(result), written);
  auto transform = LayoutTransformOp::create(
      rewriter, op.getLoc(), padded,
      joinConversions(before, map, op.getIndexMap(), behind));
  transform->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  ++transformCount;
  return transform;
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
                                                Attribute content,
                                                std::string &reason) {
  MixedRadixMap merged;
  for (const Digit &digit : concat(layout))
    merged.push_back({digit});
  if (!model.getRootLayout(value, merged)) {
    reason = "the layout of a value splits a dim where that does not divide";
    return failure();
  }
  FailureOr<Value> version = getVersion(value, merged, content, reason);
  if (failed(version))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  setInsertionPointAfter(*version);
  std::optional<IndexMap> map = IndexMap::getReshape(
      getShape(*version), getListExtents(layout), rewriter.getContext());
  if (!map) {
    reason = "the layout of a value requires a reshape of unknown sizes";
    return failure();
  }
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
    // A version with the same order of elements is only a reshape away, if its
    // padding holds what this one requires.
    MixedRadix order = concat(map);
    ArrayRef<int64_t> shape = getShape(model.getNet(net).root);
    auto *same = llvm::find_if(versions[net], [&](const Version &version) {
      return concat(version.map) == order &&
             canConvert(getConversion(shape, version.map, map), version.value,
                        content);
    });
    if (same != versions[net].end())
      created = createFrom(net, *same, map, content);
  }
  if (!created) {
    Version &from = getSource(net, map, content);
    created = createFrom(net, from, map, content);
    if (!created) // The padding holds something else.
      created = createWithContent(net, from, map, content);
  }
  if (!find(net, map, content))
    versions[net].push_back({created, std::move(map)});
  return created;
}

/// Whether a conversion of the version `from` leaves `content` in the padding.
bool ValueVersions::canConvert(const LayoutConversion &conversion, Value from,
                               Attribute content) const {
  return !conversion.keepsPadding || !content ||
         getContent(from).fits(PadContent::get(content));
}

/// The version from which another one is created: the produced one, unless it
/// costs less from the cropped one, or needs an intermediate one.
ValueVersions::Version &ValueVersions::getSource(unsigned net,
                                                 ArrayRef<MixedRadix> map,
                                                 Attribute content) {
  Version &produced = versions[net][0];
  if (!hasCropped[net])
    return produced;
  Version &cropped = versions[net][1];
  auto type = cast<RankedTensorType>(model.getNet(net).root.getType());
  auto getCost = [&](const Version &from) {
    LayoutConversion direct = getConversion(type.getShape(), from.map, map);
    return canConvert(direct, from.value, content)
               ? getConversionCost(type, direct).getSum()
               : getContentChange(type, from.map, map, content).cost.getSum();
  };
  return getCost(cropped) < getCost(produced) ? cropped : produced;
}

/// Computes a value with equal elements again, in another layout. Returns null
/// if the root is not such a value, or cannot hold `content`.
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
  if (!model.canRematerialize(net, content))
    return nullptr;
  Value root = model.getNet(net).root;
  PadContent everywhere = getUniformContent(root);
  auto filling = dyn_cast_or_null<TypedAttr>(content);
  bool isFilled = filling && root.getDefiningOp<tensor::EmptyOp>();
  rewriter.setInsertionPointAfterValue(root);
  SmallVector<OpFoldResult> sizes;
  for (const MixedRadix &list : map)
    sizes.push_back(getSize(net, list, root.getLoc()));
  Value created = rematerialize(rewriter, root, sizes);
  if (isFilled) {
    created = createFill(rewriter, root.getLoc(), filling, created);
    everywhere = PadContent::get(content);
  }
  contents.insert_or_assign(created, everywhere);
  ++rematerializedCount;
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

/// Reshapes `value`, whose dims consist of the digits `from` of the root's
/// dims, such that they consist of `to`. Both list the same digits in the same
/// order and span `shape`.
static Value reshape(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<MixedRadix> from, ArrayRef<MixedRadix> to,
                     ArrayRef<int64_t> shape) {
  if (from == to)
    return value;
  std::optional<MixedRadixMap> map = composeAll(to, invert(from, shape));
  return LayoutTransformOp::create(
      builder, loc, value,
      IndexMap::get(*map, getShape(value), builder.getContext()));
}

/// Returns the value of a pad whose padding must hold `content`: poison if that
/// is null, so that it may hold anything.
static Attribute getAdded(Attribute content, MLIRContext *context) {
  return content ? content : Attribute(ub::PoisonAttr::get(context));
}

/// The version `from`, reshaped and padded with `content` as `conversion` says.
Value ValueVersions::createPadded(const Version &from,
                                  const LayoutConversion &conversion,
                                  Attribute content) {
  Location loc = from.value.getLoc();
  size_t rank = conversion.shape.size();
  Value created = reshape(rewriter, loc, from.value, from.map, conversion.from,
                          getSpannedShape(concat(from.map), rank));
  if (!conversion.pads)
    return created;
  SmallVector<OpFoldResult> low(conversion.from.size(),
                                rewriter.getIndexAttr(0));
  return PadOp::create(
      rewriter, loc, created, low,
      getPadWidths(rewriter, conversion.from, conversion.paddedFrom),
      getAdded(content, loc.getContext()));
}

/// Transforms `value` by `map`, the transform of `conversion`. If blocks of the
/// one layout lie across those of the other, no map of a dynamic shape is
/// proved to be bijective, and the row-major layout comes between:
///
///   %t = layout.layout_transform %v by <(d0, d1, d2) -> (d0, d1 * 4 + d2)>
///          : tensor<?x5x4xf32> to tensor<?x20xf32>
///   %u = layout.layout_transform %t by <(d0, d1) -> (d0, d1 floordiv 10,
///                                                    d1 mod 10)>
///          : tensor<?x20xf32> to tensor<?x2x10xf32>
static Value createTransform(OpBuilder &builder, Location loc, Value value,
                             const LayoutConversion &conversion,
                             const IndexMap &map) {
  if (ShapedType::isDynamicShape(getShape(value)) &&
      !isProved(map.isBijective(getShape(value)))) {
    MLIRContext *context = builder.getContext();
    value = LayoutTransformOp::create(
        builder, loc, value,
        IndexMap::get(invert(conversion.paddedFrom, conversion.shape),
                      getShape(value), context));
    return LayoutTransformOp::create(
        builder, loc, value,
        IndexMap::get(conversion.paddedTo, conversion.shape, context));
  }
  return LayoutTransformOp::create(builder, loc, value, map);
}

/// Creates a version from another one (LayoutConversion.h). For a root of 50
/// elements, a version %v padded to 52 with the layout (d0 floordiv 4, d0 mod
/// 4) becomes one padded to 56 with the layout (d0 mod 8, d0 floordiv 8):
///
///   %p = layout.pad %v low [0, 0] high [1, 0] value(0.000000e+00 : f32)
///          : tensor<13x4xf32> to tensor<14x4xf32>
///   %t = layout.layout_transform %p by <(d0, d1) ->
///          ((d0 mod 2) * 4 + d1, d0 floordiv 2)>
///          : tensor<14x4xf32> to tensor<8x7xf32>
///
/// and the way back is the inverse transform and a crop. What is kept of the
/// padding of %v holds `kept`.
Value ValueVersions::createFrom(unsigned net, const Version &from,
                                ArrayRef<MixedRadix> map, Attribute content,
                                const PadContent &kept) {
  Value root = model.getNet(net).root;
  Location loc = root.getLoc();
  ArrayRef<int64_t> shape = getShape(root);
  LayoutConversion conversion = getConversion(shape, from.map, map);
  PadContent held = kept, cropped = getContent(from.value);
  if (conversion.pads) {
    PadContent added = PadContent::get(getAdded(content, loc.getContext()));
    held = conversion.keepsPadding ? kept.join(added) : added;
    cropped = cropped.join(added);
  }

  setInsertionPointAfter(from.value);
  Value created = createPadded(from, conversion, content);
  IndexMap transform = conversion.getTransform(root.getContext());
  if (!isProved(transform.isIdentity(getShape(created)))) {
    created = createTransform(rewriter, loc, created, conversion, transform);
    ++transformCount;
  }
  if (conversion.crops)
    created = createCrop(rewriter, loc, created, conversion.to,
                         cropped.getConstant());
  created = reshape(rewriter, loc, created, conversion.to, map,
                    getSpannedShape(concat(map), shape.size()));
  contents.insert_or_assign(created, held);
  if (created != from.value)
    lastCreated[getInsertionKey(from.value)] = created.getDefiningOp();
  LAYOUT_DEBUG(llvm::dbgs() << "net " << net << ": " << from.value.getType()
                            << " -> " << created.getType() << " by "
                            << transform.getAffineMap() << "\n");
  return created;
}

/// The same, where the padding of `from` is as it was. Returns null if what is
/// kept of it does not hold `content`.
Value ValueVersions::createFrom(unsigned net, const Version &from,
                                ArrayRef<MixedRadix> map, Attribute content) {
  ArrayRef<int64_t> shape = getShape(model.getNet(net).root);
  if (!canConvert(getConversion(shape, from.map, map), from.value, content))
    return nullptr;
  return createFrom(net, from, map, content, getContent(from.value));
}

/// Creates a version of which `from` keeps padding that does not hold `content`
/// (getContentChange).
Value ValueVersions::createWithContent(unsigned net, Version &from,
                                       ArrayRef<MixedRadix> map,
                                       Attribute content) {
  Value root = model.getNet(net).root;
  ContentChange change = getContentChange(
      cast<RankedTensorType>(root.getType()), from.map, map, content);
  if (change.overwrites) {
    SmallVector<int64_t> kept =
        getKeptShape(getShape(root).size(), from.map, map);
    return createFrom(net, overwritePadding(net, from, content, kept), map,
                      content, PadContent::get(content));
  }
  // The plan counts what is between for each such version.
  Value between = createFrom(net, from, change.between, {});
  return createFrom(net, {between, change.between}, map, content);
}

/// Writes `content` to boxes of the dims of a value.
static Value fillBoxes(OpBuilder &builder, Location loc, Value value,
                       ArrayRef<PaddingBox> boxes, Attribute content) {
  for (const PaddingBox &box : boxes) {
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, size] : llvm::enumerate(box.sizes))
      sizes.push_back(ShapedType::isDynamic(size)
                          ? tensor::getMixedSize(builder, loc, value, dim)
                          : builder.getIndexAttr(size));
    value = createFilledBox(
        builder, loc, content, value,
        getAsIndexOpFoldResult(builder.getContext(), box.offsets), sizes);
  }
  return value;
}

/// Whether a value of which the versions of `net` are the first elements, as
/// the source of the crop that produces the net, has other readers.
bool ValueVersions::isReadElsewhere(unsigned net) const {
  ArrayRef<Problem::Net> nets = model.getProblem().nets;
  const ModelVariable *producer =
      &model.getVariable(nets[net].producer.variable);
  while (producer->resize) {
    unsigned source = model.getNetOf(producer->ports.front().value);
    if (nets[source].uses.size() != 1)
      return true;
    producer = &model.getVariable(nets[source].producer.variable);
  }
  return false;
}

/// Writes `content` to the padding of a version that is within the shape
/// `kept`. With 14 channels in blocks of 8,
///
///   %v = ... : tensor<2x9x8xf32>
///
/// is followed by
///
///   %e = tensor.empty() : tensor<1x9x2xf32>
///   %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x9x2xf32>)
///   %w = tensor.insert_slice %f into %v[1, 0, 6] [1, 9, 2] [1, 1, 1]
///          : tensor<1x9x2xf32> into tensor<2x9x8xf32>
///
/// All uses of %v read %w, unless one relies on what the padding of %v holds,
/// or reads it as elements. So nothing reads %v afterwards, and %w can be
/// written in the same buffer.
ValueVersions::Version ValueVersions::overwritePadding(unsigned net,
                                                       Version &version,
                                                       Attribute content,
                                                       ArrayRef<int64_t> kept) {
  OpBuilder::InsertionGuard guard(rewriter);
  Value root = model.getNet(net).root, before = version.value;
  Location loc = root.getLoc();
  bool isReplaced = !isReadElsewhere(net) && !getContent(before).isConstant();
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : before.getUses())
    uses.push_back(&use);
  // The digits of each dim, of which normal form would join those of two dims.
  MixedRadix digits;
  for (const MixedRadix &list : version.map)
    llvm::append_range(digits, list);
  MixedRadixMap map = version.map;
  SmallVector<PaddingBox> boxes = getPaddingBoxes(getShape(root), digits, kept);
  if (llvm::any_of(boxes, [&](const PaddingBox &box) {
        return !getBoxOfDims(map, box);
      })) {
    map.clear();
    for (const Digit &digit : digits)
      map.push_back({digit});
  }
  for (PaddingBox &box : boxes)
    box = *getBoxOfDims(map, box);
  SmallVector<int64_t> spanned = getSpannedShape(digits, getShape(root).size());
  rewriter.setInsertionPointAfterValue(before);
  Value value = reshape(rewriter, loc, before, version.map, map, spanned);
  value = fillBoxes(rewriter, loc, value, boxes, content);
  value = reshape(rewriter, loc, value, map, version.map, spanned);
  PadContent overwritten = PadContent::get(content);
  bool isWhole = kept == ArrayRef(spanned);
  contents.insert_or_assign(
      value, isWhole ? overwritten : getContent(before).join(overwritten));
  if (!isReplaced)
    return {value, version.map};
  for (OpOperand *use : uses)
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(value); });
  version.value = value;
  return version;
}

void ValueVersions::fillProduced(unsigned net, Attribute content) {
  Version &produced = versions[net].front();
  if (getContent(produced.value).fits(PadContent::get(content)))
    return;
  SmallVector<int64_t> shape = getSpannedShape(
      concat(produced.map), getShape(model.getNet(net).root).size());
  produced = overwritePadding(net, produced, content, shape);
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

void ValueVersions::countCreated() const {
  numTransforms += transformCount;
  numRematerialized += rematerializedCount;
}

SmallVector<PadContent> ValueVersions::getContents(const LayoutRule &rule,
                                                   const LayoutRule &grown,
                                                   ValueRange operands,
                                                   bool readsAll) const {
  SmallVector<PadContent> contents;
  SmallVector<size_t> unread;
  std::optional<PadContent> read;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    bool holdsData = !isa<TensorType>(operand.getType());
    bool isUnread = !holdsData && !readsAll;
    for (auto [factor, before, after] :
         llvm::enumerate(rule.factors, grown.factors)) {
      if (before.extent == after.extent || before.isUnit)
        continue;
      auto isIndexedByFactor = [factor = factor](const Access &access) {
        return llvm::any_of(access.digits, [&](const Digit &digit) {
          return digit.dim == factor;
        });
      };
      bool isIndexed = llvm::any_of(rule.ports[number].dims, isIndexedByFactor);
      holdsData |= !isIndexed && readsAll;
      isUnread &= !isIndexed;
    }
    contents.push_back(holdsData ? PadContent::getUnknown()
                                 : getContent(operand));
    // Offsets and sizes are no contents.
    if (isUnread)
      unread.push_back(number);
    else if (isa<TensorType>(operand.getType()))
      read = read ? read->join(contents.back()) : contents.back();
  }
  // What is not read there is as good as what is.
  for (size_t number : unread)
    contents[number] = read.value_or(PadContent::getUnknown());
  return contents;
}
