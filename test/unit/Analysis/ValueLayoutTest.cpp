//===- ValueLayoutTest.cpp - Layouts that are stated of values ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: P3
//
//===----------------------------------------------------------------------===//

#include "Analysis/ValueLayout.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A layout of another project, an integer attribute: row-major order and five
/// places of padding that hold the integer.
struct PaddedRows
    : TensorLayoutAttrInterface::ExternalModel<PaddedRows, IntegerAttr> {
  llvm::Expected<IndexMap> getPhysicalMap(Attribute self,
                                          ArrayRef<int64_t> shape, Type) const {
    AffineMap map = AffineMap::getMultiDimIdentityMap(1, self.getContext());
    return IndexMap(map, /*separators=*/{}, {shape[0] + 5});
  }
  Attribute getPadding(Attribute self) const { return self; }
};

TEST(ValueLayoutTest, PaddingOfAnotherType) {
  MLIRContext context;
  context.loadDialect<LayoutDialect>();
  IntegerAttr::attachInterface<PaddedRows>(context);
  Builder builder(&context);
  auto layout =
      cast<TensorLayoutAttrInterface>(Attribute(builder.getI32IntegerAttr(7)));
  auto get = [&](Type type) {
    return ValueLayout::get(layout, RankedTensorType::get({11}, type));
  };
  auto integers = llvm::cantFail(get(builder.getI32Type()));
  EXPECT_EQ(integers.getPhysicalType(),
            RankedTensorType::get({16}, builder.getI32Type()));
  llvm::Expected<ValueLayout> floats = get(builder.getF32Type());
  EXPECT_EQ(llvm::toString(floats.takeError()),
            "requires a padding of the type of the elements");
}
} // namespace
