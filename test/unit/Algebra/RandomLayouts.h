//===- RandomLayouts.h - Random physical layouts, for tests -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_UNIT_ALGEBRA_RANDOMLAYOUTS_H
#define LAYOUT_TEST_UNIT_ALGEBRA_RANDOMLAYOUTS_H

#include "RandomMaps.h"
#include "layout/Algebra/PhysicalLayout.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace randomlayouts {

/// Parses a map and returns the layout.
inline mlir::layout::PhysicalLayout parse(mlir::StringRef map,
                                          mlir::ArrayRef<int64_t> shape,
                                          mlir::ArrayRef<int64_t> box,
                                          mlir::MLIRContext *context) {
  auto attribute = mlir::cast<mlir::AffineMapAttr>(
      mlir::parseAttribute(("affine_map<" + map + ">").str(), context));
  return llvm::cantFail(mlir::layout::PhysicalLayout::get(
      mlir::layout::IndexMap(attribute.getValue()), shape, box));
}

class Generator {
public:
  Generator(mlir::MLIRContext *context, unsigned seed) : maps(context, seed) {}

  /// Returns a random layout. Most have digit maps, half of which have partial
  /// tiles, and one in four has a box larger than necessary. Returns nullopt if
  /// the map is not injective.
  std::optional<mlir::layout::PhysicalLayout> get() {
    randommaps::Sample sample =
        maps.pick(1, 8) == 1 ? maps.otherMap() : maps.digitMap();
    if (maps.pick(0, 1) == 0)
      for (int64_t &size : sample.shape)
        size = maps.pick(1, size);
    return get(sample);
  }

  std::optional<mlir::layout::PhysicalLayout>
  get(const randommaps::Sample &sample) {
    auto layout = toOptional(mlir::layout::PhysicalLayout::get(
        mlir::layout::IndexMap(sample.map), sample.shape));
    if (!layout || maps.pick(1, 4) > 1)
      return layout;
    mlir::SmallVector<int64_t> box(layout->getBox());
    for (int64_t &extent : box)
      extent += maps.pick(0, 2);
    return toOptional(
        mlir::layout::PhysicalLayout::get(layout->getMap(), sample.shape, box));
  }

  randommaps::Generator maps;

private:
  static std::optional<mlir::layout::PhysicalLayout>
  toOptional(llvm::Expected<mlir::layout::PhysicalLayout> layout) {
    if (layout)
      return *layout;
    llvm::consumeError(layout.takeError());
    return std::nullopt;
  }
};

} // namespace randomlayouts

#endif // LAYOUT_TEST_UNIT_ALGEBRA_RANDOMLAYOUTS_H
