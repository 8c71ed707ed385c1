//===- HostDescriptor.cpp - What a caller knows of a tensor ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/HostDescriptor.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Notation/DeviceLayout.h"
#include "layout/Notation/MapText.h"
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
