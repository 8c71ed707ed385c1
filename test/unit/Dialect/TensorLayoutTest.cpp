//===- TensorLayoutTest.cpp - Layouts that attributes state ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: P3, P4, P5, P6, P9
//
//===----------------------------------------------------------------------===//

#include "Notation/DeviceLayout.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Notation/LetterLayout.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class TensorLayoutTest : public testing::Test {
protected:
  TensorLayoutTest() : builder(&context) {
    context.loadDialect<LayoutDialect>();
  }

  /// Where an attribute puts the elements of a tensor.
  PhysicalLayout place(llvm::Expected<TensorLayoutAttr> attr,
                       ArrayRef<int64_t> shape, Type type) {
    return llvm::cantFail(
        PhysicalLayout::get(llvm::cantFail(getCheckedMap(
                                llvm::cantFail(std::move(attr)), shape, type)),
                            shape));
  }

  /// Both put every element at the same place of as many.
  static void expectSame(const PhysicalLayout &layout,
                         const PhysicalLayout &expected) {
    ArrayRef<int64_t> shape = layout.getShape();
    EXPECT_EQ(layout.getNumPositions(), expected.getNumPositions());
    SmallVector<int64_t> strides = computeStrides(shape);
    for (int64_t number : llvm::seq(layout.getNumElements())) {
      SmallVector<int64_t> index = delinearize(number, strides);
      ASSERT_EQ(layout.getOffset(index), expected.getOffset(index));
    }
  }

  std::string getError(llvm::Expected<TensorLayoutAttr> attr) {
    return attr ? "" : llvm::toString(attr.takeError());
  }

  MLIRContext context;
  Builder builder;
};

/// A layout of another project that has no map.
struct WithoutMap
    : TensorLayoutAttrInterface::ExternalModel<WithoutMap, UnitAttr> {
  llvm::Expected<IndexMap> getPhysicalMap(Attribute, ArrayRef<int64_t>,
                                          Type) const {
    return IndexMap();
  }
};

TEST_F(TensorLayoutTest, SticksAreThoseOfTheDevice) {
  for (const SmallVector<int64_t> &shape :
       std::vector<SmallVector<int64_t>>{{10, 200}, {5, 1}, {3, 4, 65}})
    for (Type type : {Type(builder.getF16Type()), Type(builder.getF32Type()),
                      Type(builder.getI8Type())})
      for (unsigned dim : llvm::seq<unsigned>(0, shape.size())) {
        auto device = llvm::cantFail(DeviceLayout::getSticked(
            shape, type.getIntOrFloatBitWidth() / 8, dim));
        expectSame(
            place(TensorLayoutAttr::getSticks(shape, dim, type), shape, type),
            llvm::cantFail(device.getPhysicalLayout(shape, &context)));
      }
}

TEST_F(TensorLayoutTest, SparseIsThatOfTheDevice) {
  Type type = builder.getF16Type();
  for (const SmallVector<int64_t> &shape :
       std::vector<SmallVector<int64_t>>{{1}, {70}, {3, 5}}) {
    auto device = llvm::cantFail(DeviceLayout::getSparse(shape, 2));
    expectSame(place(TensorLayoutAttr::getSparse(shape, type), shape, type),
               llvm::cantFail(device.getPhysicalLayout(shape, &context)));
  }
}

TEST_F(TensorLayoutTest, BlocksAreThoseOfLetters) {
  Type type = builder.getF32Type();
  int64_t shape[] = {2, 6, 3, 5};
  auto expectLetters = [&](llvm::Expected<TensorLayoutAttr> attr,
                           StringRef text) {
    LetterLayout letters = llvm::cantFail(LetterLayout::parse(text));
    expectSame(
        place(std::move(attr), shape, type),
        llvm::cantFail(letters.getPhysicalLayout(shape, "NCHW", &context)));
  };
  expectLetters(TensorLayoutAttr::getRowMajor(&context, shape), "NCHW");
  expectLetters(TensorLayoutAttr::getChannelsLast(&context, shape), "NHWC");
  expectLetters(TensorLayoutAttr::getNchwc(&context, shape, 4), "NCHW4c");
}

TEST_F(TensorLayoutTest, DimsAndPaddingAreStated) {
  Type type = builder.getF16Type();
  auto attr = llvm::cantFail(TensorLayoutAttr::getSticks({4, 200}, 1, type));
  EXPECT_EQ(attr.getStickDim(), 1);
  EXPECT_FALSE(attr.getPadding());
  Attribute one = builder.getFloatAttr(type, 1);
  auto interface = cast<TensorLayoutAttrInterface>(attr.withPadding(one));
  EXPECT_EQ(interface.getPadding(), one);
  EXPECT_EQ(interface.getStickDim(), 1);
  // An index map says neither.
  auto map = cast<TensorLayoutAttrInterface>(attr.getMap());
  EXPECT_FALSE(map.getPadding());
  EXPECT_FALSE(map.getStickDim());
}

TEST_F(TensorLayoutTest, ErrorsSayWhatIsWrong) {
  Type type = builder.getF16Type();
  EXPECT_EQ(getError(TensorLayoutAttr::getSticks({4, 200}, 2, type)),
            "requires sticks along one of 2 dims, found dim 2");
  EXPECT_EQ(
      getError(TensorLayoutAttr::getSticks({4, ShapedType::kDynamic}, 1, type)),
      "requires a tensor that is static and not empty for sticks");
  EXPECT_EQ(getError(TensorLayoutAttr::getSparse({4}, builder.getIndexType())),
            "requires elements of whole bytes whose size divides a stick of "
            "128 bytes, found 'index'");
  auto attr = llvm::cantFail(TensorLayoutAttr::getSticks({4, 200}, 1, type));
  EXPECT_EQ(llvm::toString(getCheckedMap(attr, {4, 300}, type).takeError()),
            "requires a box of at least [5, 4, 64], found [4, 4, 64]");
  UnitAttr::attachInterface<WithoutMap>(context);
  auto other = cast<TensorLayoutAttrInterface>(builder.getUnitAttr());
  EXPECT_EQ(llvm::toString(getCheckedMap(other, {4, 300}, type).takeError()),
            "requires an index map, found none");
}
} // namespace
