//===- DeviceBuffers.cpp - Buffers in the memory of a device --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/DeviceBuffers.h"
#include "Analysis/HostDescriptor.h"
#include "Analysis/ModuleFunctions.h"
#include "Notation/LayoutFigures.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void DeviceBuffer::print(const DeviceMemory &memory,
                         llvm::json::OStream &json) const {
  if (!value.empty())
    json.attribute("value", value);
  json.attribute("shape", llvm::json::Array(shape));
  json.attribute("bytes", bytes);
  json.attribute("padding_bytes", getPaddingBytes());
  json.attribute("padding_elements", paddingElements);
  json.attribute("runs", toJson(runs, elementBits));
  json.attribute("requests",
                 runs ? std::optional(runs->numRowMajor) : std::nullopt);
  if (memory.cores)
    json.attributeArray("core_dims", [&] {
      for (unsigned dim : coreDims)
        json.value(dim);
    });
}

/// "dim 1 divides", "dims 0 and 1 divide", "no dim divides".
static std::string getDivision(ArrayRef<unsigned> dims) {
  if (dims.empty())
    return "no dim divides";
  SmallVector<std::string> names;
  for (unsigned dim : dims)
    names.push_back(std::to_string(dim));
  return llvm::formatv("{0} {1} {2}", dims.size() == 1 ? "dim" : "dims",
                       llvm::join(names, " and "),
                       dims.size() == 1 ? "divides" : "divide");
}

std::string DeviceBuffer::str(const DeviceMemory &memory) const {
  SmallVector<std::string> extents;
  for (int64_t extent : shape)
    extents.push_back(std::to_string(extent));
  std::string text = llvm::formatv("{0:n} bytes", bytes);
  if (!extents.empty())
    text += " as " + llvm::join(extents, "x");
  if (paddingElements != 0)
    text += llvm::formatv(", {0:n} of them padding", getPaddingBytes());
  if (!runs)
    text += ", requests not known";
  else if (runs->numRowMajor == 1)
    text += ", 1 request";
  else
    text += llvm::formatv(", {0:n} requests of up to {1:n} bytes",
                          runs->numRowMajor, runs->rowMajor * elementBits / 8);
  if (memory.cores)
    text += llvm::formatv(", {0} over {1} cores", getDivision(coreDims),
                          *memory.cores);
  return text;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Returns a buffer of the static type `type`, filled by a transfer that is
/// described by `layout`; null if that is not known.
static DeviceBuffer getBuffer(RankedTensorType type,
                              const PhysicalLayout *layout,
                              const DeviceMemory &memory) {
  DeviceBuffer buffer;
  buffer.shape.assign(type.getShape().begin(), type.getShape().end());
  buffer.bytes = getByteCount(type).bytes;
  buffer.elementBits =
      8 * getByteCount(RankedTensorType::get({}, type.getElementType())).bytes;
  if (layout)
    buffer.runs = findContiguousRuns(*layout);
  if (memory.cores)
    buffer.coreDims = getDimsForCores(
        buffer.shape, *memory.cores, buffer.elementBits,
        8 * memory.stickBytes.value_or(memory.lineBytes.value_or(1)));
  return buffer;
}

static PhysicalLayout getRowMajor(RankedTensorType type) {
  return PhysicalLayout::getKnown(
      IndexMap::getIdentity(type.getRank(), type.getContext()), type.getShape(),
      type.getShape());
}

/// Returns the buffer of an argument or result of type `type` with the
/// descriptor `host`, which may be null.
static std::optional<DeviceBuffer> getBorder(Type type, DictionaryAttr host,
                                             const DeviceMemory &memory) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || getByteCount(tensor).dynamic)
    return std::nullopt;
  if (!host) {
    PhysicalLayout layout = getRowMajor(tensor);
    return getBuffer(tensor, &layout, memory);
  }
  llvm::Expected<ValueLayout> described = readHostDescriptor(host);
  if (!described) {
    llvm::consumeError(described.takeError());
    return getBuffer(tensor, nullptr, memory);
  }
  std::optional<PhysicalLayout> layout = described->getPhysicalLayout();
  DeviceBuffer buffer = getBuffer(tensor, layout ? &*layout : nullptr, memory);
  if (layout)
    buffer.paddingElements = layout->getNumPaddingPositions();
  return buffer;
}

std::vector<DeviceBuffer>
layout::getBoundaryOnDevice(ModuleOp module, const DeviceMemory &memory) {
  std::vector<DeviceBuffer> buffers;
  for (func::FuncOp function : getFunctions(module)) {
    if (function.isPrivate() || function.isExternal())
      continue;
    auto add = [&](StringRef kind, unsigned number, Type type,
                   DictionaryAttr host) {
      std::optional<DeviceBuffer> buffer = getBorder(type, host, memory);
      if (!buffer)
        return;
      buffer->value = llvm::formatv("{0} {1} of @{2}", kind, number,
                                    getQualifiedName(function));
      buffers.push_back(std::move(*buffer));
    };
    for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
      add("argument", number, type,
          function.getArgAttrOfType<DictionaryAttr>(number,
                                                    LayoutDialect::kHost));
    for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
      add("result", number, type,
          function.getResultAttrOfType<DictionaryAttr>(number,
                                                       LayoutDialect::kHost));
  }
  return buffers;
}

/// Returns the layout of one side of a rewrite as a map from places of the
/// other one, whose dims are the common dims of the maps of the rewrite.
static std::optional<PhysicalLayout> getTransfer(const Rewrite &rewrite) {
  RewriteMaps maps = getMaps(rewrite);
  if (!maps.from || !maps.to)
    return std::nullopt;
  ShapedType near = rewrite.getSourceType(), far = rewrite.getResultType();
  AffineMap map = maps.to;
  // Elements of a cropped buffer are those of its result.
  if (!maps.from.isIdentity() ||
      (maps.to.isIdentity() && near.getNumElements() > far.getNumElements())) {
    std::swap(near, far);
    map = maps.from;
  }
  if (map.getNumDims() != static_cast<unsigned>(near.getRank()))
    return std::nullopt;
  llvm::Expected<PhysicalLayout> layout =
      PhysicalLayout::get(IndexMap(map), near.getShape(), far.getShape());
  if (layout)
    return std::move(*layout);
  llvm::consumeError(layout.takeError());
  return std::nullopt;
}

std::optional<DeviceBuffer> layout::getBufferOf(const Rewrite &rewrite,
                                                const DeviceMemory &memory) {
  ShapedType source = rewrite.getSourceType(), result = rewrite.getResultType();
  if (!source.hasStaticShape() || !result.hasStaticShape() ||
      getByteCount(result).dynamic)
    return std::nullopt;
  auto type = RankedTensorType::get(result.getShape(), result.getElementType());
  std::optional<PhysicalLayout> transfer = getTransfer(rewrite);
  DeviceBuffer buffer =
      getBuffer(type, transfer ? &*transfer : nullptr, memory);
  buffer.paddingElements =
      std::max<int64_t>(result.getNumElements() - source.getNumElements(), 0);
  return buffer;
}
