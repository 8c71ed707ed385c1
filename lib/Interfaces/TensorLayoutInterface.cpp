//===- TensorLayoutInterface.cpp - Attributes that are layouts ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/TensorLayoutInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

#include "layout/Interfaces/TensorLayoutInterface.cpp.inc"

static std::string getText(ArrayRef<int64_t> index) {
  return llvm::formatv("({0:$[, ]})", llvm::iterator_range(index)).str();
}

static std::string getText(const Collision &collision) {
  if (!collision.second)
    return getText(collision.first) + " at " + getText(collision.position);
  return getText(collision.first) + " and " + getText(*collision.second) +
         " both at " + getText(collision.position);
}

std::optional<std::string> layout::getErrorOn(const IndexMap &map,
                                              ArrayRef<int64_t> shape,
                                              StringRef kind) {
  if (map.getNumDims() != shape.size())
    return llvm::formatv("requires an index map of as many dims as the {0} "
                         "has, {1}, found {2}",
                         kind, shape.size(), map.getNumDims());
  if (!map.getBox().empty() && ShapedType::isDynamicShape(shape))
    return "requires a static shape for an index map in a box, found a dynamic "
           "one";
  Verdict verdict = map.isInjective(shape);
  if (isProved(verdict))
    return std::nullopt;
  std::string found = "one that does not";
  if (auto collision = findCollision(map.getAffineMap(), shape))
    found = getText(*collision);
  else if (verdict == Verdict::Unknown)
    found = "one of which that is not known";
  return "requires an injective index map, found " + found;
}

llvm::Expected<IndexMap>
layout::getCheckedMap(TensorLayoutAttrInterface attribute,
                      ArrayRef<int64_t> shape, Type elementType) {
  llvm::Expected<IndexMap> map = attribute.getPhysicalMap(shape, elementType);
  if (!map)
    return map.takeError();
  // The attribute may be anybody's, and its map with it.
  std::optional<std::string> error = "requires an index map, found none";
  if (*map)
    error = IndexMap::getError(map->getAffineMap(), map->getSeparators(),
                               map->getBox());
  if (!error)
    error = getErrorOn(*map, shape, "tensor");
  if (error)
    return llvm::createStringError(*error);
  return map;
}

TensorLayoutAttrInterface layout::getLayoutEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor
             ? dyn_cast_or_null<TensorLayoutAttrInterface>(tensor.getEncoding())
             : TensorLayoutAttrInterface();
}

TensorLayoutAttrInterface layout::getLayoutOf(MemRefType type) {
  return dyn_cast<TensorLayoutAttrInterface>(type.getLayout());
}

Attribute layout::getForeignLayout(Type type) {
  Attribute layout;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    layout = tensor.getEncoding();
  } else if (auto memref = dyn_cast<MemRefType>(type)) {
    layout = memref.getLayout();
    SmallVector<int64_t> strides;
    int64_t offset;
    bool isUpstream = isa<AffineMapAttr, StridedLayoutAttr>(layout);
    if (isUpstream && succeeded(memref.getStridesAndOffset(strides, offset)))
      return {};
  }
  return isa_and_nonnull<TensorLayoutAttrInterface>(layout) ? Attribute()
                                                            : layout;
}
