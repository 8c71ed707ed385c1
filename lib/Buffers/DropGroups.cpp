//===- DropGroups.cpp - The pass layout-drop-groups -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Buffers/Passes.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTDROPGROUPS
#include "layout/Buffers/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LayoutDropGroups : layout::impl::LayoutDropGroupsBase<LayoutDropGroups> {
  void runOnOperation() override {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
      auto layout = dyn_cast<IndexMapAttr>(type.getLayout());
      if (!layout || !layout.getMap().isIdentity())
        return std::nullopt;
      return MemRefType::get(type.getShape(), type.getElementType(),
                             MemRefLayoutAttrInterface(),
                             type.getMemorySpace());
    });
    replacer.recursivelyReplaceElementsIn(getOperation(),
                                          /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }
};
} // namespace
