//===- HostDescriptor.cpp - What a caller knows of a tensor ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostDescriptor.h"
#include "Notation/DeviceLayout.h"
#include "Notation/MapText.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::layout;

/// Adds the loops that copy the tensor, if it has such loops.
static void addLoops(Builder &builder, const PhysicalLayout &layout,
                     NamedAttrList &entries) {
  llvm::Expected<DeviceLayout> device = DeviceLayout::get(layout);
  if (!device)
    return llvm::consumeError(device.takeError());
  SmallVector<int64_t> ranges, deviceStrides, hostStrides;
  for (const DeviceLoop &loop : device->getLoops()) {
    ranges.push_back(loop.range);
    deviceStrides.push_back(loop.deviceStride);
    hostStrides.push_back(loop.hostStride);
  }
  entries.set("ranges", builder.getDenseI64ArrayAttr(ranges));
  entries.set("device_strides", builder.getDenseI64ArrayAttr(deviceStrides));
  entries.set("host_strides", builder.getDenseI64ArrayAttr(hostStrides));
}

DictionaryAttr layout::getHostDescriptor(const ValueLayout &layout,
                                         StringRef text) {
  RankedTensorType logical = layout.getType(),
                   physical = layout.getPhysicalType();
  Builder builder(logical.getContext());
  NamedAttrList entries;
  std::string dtype;
  llvm::raw_string_ostream(dtype) << logical.getElementType();
  entries.set("layout", builder.getStringAttr(text));
  entries.set("logical", TypeAttr::get(logical));
  entries.set("dtype", builder.getStringAttr(dtype));
  entries.set("map", builder.getStringAttr(getText(layout.getMapOfElements())));
  entries.set("padding", layout.getPadding());
  if (std::optional<int64_t> dim = layout.getStickDim())
    entries.set("stick_dim", builder.getI64IntegerAttr(*dim));
  if (std::optional<PhysicalLayout> known = layout.getPhysicalLayout()) {
    entries.set("shape", builder.getDenseI64ArrayAttr(physical.getShape()));
    entries.set("strides", builder.getDenseI64ArrayAttr(
                               computeStrides(physical.getShape())));
    int64_t bytes = getByteCount(physical).bytes;
    entries.set("bytes", builder.getI64IntegerAttr(bytes));
    entries.set("padding_elements",
                builder.getI64IntegerAttr(known->getNumPaddingPositions()));
    entries.set("padding_bytes",
                builder.getI64IntegerAttr(bytes - getByteCount(logical).bytes));
    addLoops(builder, *known, entries);
  }
  return entries.getDictionary(logical.getContext());
}

llvm::Expected<ValueLayout>
layout::readHostDescriptor(DictionaryAttr descriptor) {
  auto text = descriptor.getAs<StringAttr>("layout");
  auto logical = descriptor.getAs<TypeAttr>("logical");
  auto type = logical ? dyn_cast<RankedTensorType>(logical.getValue())
                      : RankedTensorType();
  if (!text || !type)
    return llvm::createStringError("requires a string 'layout' and a ranked "
                                   "tensor 'logical' in 'layout.host'");
  auto layout = ValueLayout::get(text.getValue(), type, /*names=*/{});
  if (Attribute padding = descriptor.get("padding"); layout && padding)
    layout->setPadding(padding);
  return layout;
}

/// Returns the element that padding holds after a pad by `added` of a tensor
/// whose padding holds `before`, null if it has none; null if they differ.
static Attribute mergePadding(Attribute before, Attribute added) {
  if (!before || isa<ub::PoisonAttr>(before))
    return added;
  return isa<ub::PoisonAttr>(added) || added == before ? before : Attribute();
}

DictionaryAttr layout::getHostDescriptor(const ValueLayout &layout,
                                         ArrayRef<Operation *> rewrites) {
  RankedTensorType type = layout.getType();
  MLIRContext *context = type.getContext();
  IndexMap map = layout.getMapOfElements();
  ArrayRef<int64_t> box = layout.getPhysicalType().getShape();
  Attribute padding = layout.isPadded() ? layout.getPadding() : Attribute();
  for (Operation *rewrite : rewrites) {
    box = cast<RankedTensorType>(rewrite->getResult(0).getType()).getShape();
    if (auto transform = dyn_cast<LayoutTransformOp>(rewrite)) {
      map = transform.getIndexMap().compose(map, type.getShape());
      continue;
    }
    auto pad = dyn_cast<PadOp>(rewrite);
    if (!pad || ShapedType::isDynamicShape(pad.getStaticLow()))
      return {};
    SmallVector<AffineExpr> moved;
    for (auto [dim, width] : llvm::enumerate(pad.getStaticLow()))
      moved.push_back(getAffineDimExpr(dim, context) + width);
    map = IndexMap(AffineMap::get(moved.size(), 0, moved, context))
              .compose(map, type.getShape());
    padding = mergePadding(padding, pad.getValue());
    if (!padding)
      return {};
  }
  if (type.hasStaticShape())
    map = IndexMap(map.canonicalize(type.getShape()).getAffineMap(), {}, box);
  std::string text = "map:" + getText(map);
  llvm::Expected<ValueLayout> result = ValueLayout::get(text, type, "");
  if (!result) {
    llvm::consumeError(result.takeError());
    return {};
  }
  if (result->getPhysicalType().getShape() != box)
    return {};
  if (padding)
    result->setPadding(padding);
  return getHostDescriptor(*result, text);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// Numbers and lists of numbers as such, everything else as text.
static llvm::json::Value toJson(Attribute attribute) {
  if (auto list = dyn_cast<DenseI64ArrayAttr>(attribute))
    return llvm::json::Array(list.asArrayRef());
  if (auto text = dyn_cast<StringAttr>(attribute))
    return llvm::json::fixUTF8(text.getValue());
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    if (number.getType().isSignlessInteger(64))
      return number.getInt();
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return llvm::json::fixUTF8(text);
}

llvm::json::Object layout::toJsonObject(DictionaryAttr descriptor) {
  llvm::json::Object object;
  for (NamedAttribute entry : descriptor)
    object[llvm::json::ObjectKey(entry.getName().getValue())] =
        toJson(entry.getValue());
  return object;
}
