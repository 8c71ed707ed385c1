//===- Example.cpp - A user's dialect that joins the planner --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// layout-opt with a user's dialect: an op that states its layout rule through
// LayoutRuleOpInterface, one that also states which layouts it asks for, an op
// that states its rule as an attribute, a callback that overrides the rules of
// structured ops, and an attribute that is the layout of tensors and memrefs.
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout.h"
#include "layout/InitAll.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include "Example.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ExampleAttributes.h.inc"
#define GET_OP_CLASSES
#include "ExampleOps.h.inc"

#include "Example.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ExampleAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "ExampleOps.cpp.inc"

using namespace mlir;
using namespace mlir::layout;

/// Returns the rule of an op that computes each element of its result from that
/// of its operand.
static std::optional<LayoutRule> getElementwiseRule(Value operand) {
  auto type = cast<RankedTensorType>(operand.getType());
  return LayoutRuleBuilder(type.getShape())
      .addPort(type) // operand
      .addPort(type) // result
      .build();
}

/// The physical dim that is the logical dim `dim`.
static int64_t getPhysicalDim(const MixedRadixMap &layout, uint64_t dim) {
  return llvm::find_if(
             layout,
             [&](const MixedRadix &list) { return list.front().dim == dim; }) -
         layout.begin();
}

//===----------------------------------------------------------------------===//
// An op that computes its rule
//===----------------------------------------------------------------------===//

std::optional<LayoutRule> example::ReverseOp::getLayoutRule() {
  auto type = cast<RankedTensorType>(getSource().getType());
  return LayoutRuleBuilder(type.getShape())
      .keepWhole(getDim())
      .addPort(type) // operand
      .addPort(type) // result
      .build();
}

std::optional<PitchedAccess> example::ReverseOp::getPitchedAccess() {
  return PitchedAccess(0.5);
}

/// Reverses the physical dim that is the logical one. In the layout (d1, d0),
///
///   %1 = example.reverse %0 along 0 : tensor<6x8xf32> to tensor<6x8xf32>
///
/// becomes
///
///   %1 = example.reverse %0 along 1 : tensor<8x6xf32> to tensor<8x6xf32>
SmallVector<Value>
example::ReverseOp::applyLayouts(RewriterBase &rewriter,
                                 ArrayRef<MixedRadixMap> layouts,
                                 ValueRange operands) {
  int64_t dim = getPhysicalDim(layouts.back(), getDim());
  Value reversed = ReverseOp::create(rewriter, getLoc(), operands[0].getType(),
                                     operands[0], dim);
  return {reversed};
}

//===----------------------------------------------------------------------===//
// An op that its rule promises too much of
//===----------------------------------------------------------------------===//

std::optional<LayoutRule> example::SortOp::getLayoutRule() {
  auto type = cast<RankedTensorType>(getSource().getType());
  return LayoutRuleBuilder(type.getShape())
      .keepWhole(getDim())
      .addPort(type) // operand
      .addPort(type) // result
      .build();
}

/// Sorts along the physical dim that is the logical one. In the layout
/// (d1, d2, d0),
///
///   %1 = example.sort %0 along 2 : tensor<4x6x8xf32>
///
/// becomes
///
///   %1 = example.sort %0 along 1 : tensor<6x8x4xf32>
///
/// and in the layout (d2, d0, d1) there is no such op.
SmallVector<Value>
example::SortOp::applyLayouts(RewriterBase &rewriter,
                              ArrayRef<MixedRadixMap> layouts,
                              ValueRange operands) {
  int64_t dim = getPhysicalDim(layouts.back(), getDim());
  if (dim + 2 < static_cast<int64_t>(layouts.back().size()))
    return {};
  Value sorted = SortOp::create(rewriter, getLoc(), operands[0], dim);
  return {sorted};
}

//===----------------------------------------------------------------------===//
// An op that builds something else than it should
//===----------------------------------------------------------------------===//

std::optional<LayoutRule> example::BrokenOp::getLayoutRule() {
  return getElementwiseRule(getSource());
}

SmallVector<Value>
example::BrokenOp::applyLayouts(RewriterBase &rewriter,
                                ArrayRef<MixedRadixMap> layouts,
                                ValueRange operands) {
  StringRef kind = getBuilds();
  if (kind == "its own result")
    return {getResult()};
  Value source = kind == "another type" ? getSource() : operands[0];
  if (kind == "an invalid op")
    tensor::CastOp::create(rewriter, getLoc(),
                           RankedTensorType::get({3, 5}, rewriter.getI1Type()),
                           source);
  Value built = BrokenOp::create(rewriter, getLoc(), source, getBuildsAttr());
  if (kind == "two results")
    return {built, built};
  if (kind == "no value")
    return {Value()};
  return {built};
}

//===----------------------------------------------------------------------===//
// An op that asks for layouts
//===----------------------------------------------------------------------===//

std::optional<LayoutRule> example::ScanOp::getLayoutRule() {
  auto type = cast<RankedTensorType>(getSource().getType());
  return LayoutRuleBuilder(type.getShape())
      .keepWhole(getDim())
      .addPort(type) // operand
      .addPort(type) // result
      .build();
}

LayoutRequests example::ScanOp::getLayoutRequests() {
  SmallVector<unsigned> order;
  SmallVector<OneDnnTag::Block> blocks;
  if (getCut())
    blocks.push_back({0, static_cast<int64_t>(*getCut())});
  if (getAsks()) {
    order.append(getAsks()->begin(), getAsks()->end());
    auto asked = PositionalLayout::get(OneDnnTag(order, blocks));
    return {{{{asked}, {asked}}}};
  }
  // All other dims, then that of the sums: [0, 2, 1] for dim 1 of 3.
  auto type = cast<RankedTensorType>(getSource().getType());
  for (unsigned dim : llvm::seq<unsigned>(0, type.getRank()))
    if (dim != getDim())
      order.push_back(dim);
  order.push_back(getDim());
  auto innermost = PositionalLayout::get(OneDnnTag(order, /*blocks=*/{}));
  LayoutRequest fast{{innermost}, {innermost}};
  if (getStrict())
    return {{fast}, /*areRequired=*/true};
  auto asItStands = PositionalLayout::getDefault();
  LayoutRequest slow{{asItStands}, {asItStands}, /*price=*/8};
  return {{fast, slow}};
}

SmallVector<Value>
example::ScanOp::applyLayouts(RewriterBase &rewriter,
                              ArrayRef<MixedRadixMap> layouts,
                              ValueRange operands) {
  int64_t dim = getPhysicalDim(layouts.back(), getDim());
  Value sums = ScanOp::create(rewriter, getLoc(), operands[0], dim, getStrict(),
                              /*asks=*/DenseI64ArrayAttr(),
                              /*cut=*/IntegerAttr());
  return {sums};
}

//===----------------------------------------------------------------------===//
// An attribute that is a layout
//===----------------------------------------------------------------------===//

AffineMap example::TilesAttr::getAffineMap() const {
  AffineExpr i = getAffineDimExpr(0, getContext()),
             j = getAffineDimExpr(1, getContext());
  return AffineMap::get(2, 0,
                        {i.floorDiv(getRows()), j.floorDiv(getColumns()),
                         i % getRows(), j % getColumns()},
                        getContext());
}

/// For 10 x 20 elements in tiles of 4 x 8, the box of [3, 4, 4, 8] has a column
/// of tiles that holds nothing.
llvm::Expected<IndexMap>
example::TilesAttr::getPhysicalMap(ArrayRef<int64_t> shape, Type) const {
  if (shape.size() != 2 || ShapedType::isDynamicShape(shape))
    return llvm::createStringError("requires a static matrix for tiles");
  int64_t columns = llvm::divideCeilSigned(shape[1], getColumns());
  int64_t box[] = {llvm::divideCeilSigned(shape[0], getRows()),
                   static_cast<int64_t>(llvm::alignTo(columns, 2)), getRows(),
                   getColumns()};
  return IndexMap(getAffineMap(), /*separators=*/{}, box);
}

//===----------------------------------------------------------------------===//
// An op that computes on padding
//===----------------------------------------------------------------------===//

std::optional<LayoutRule> example::SwishOp::getLayoutRule() {
  return getElementwiseRule(getSource());
}

SmallVector<Value>
example::SwishOp::applyLayouts(RewriterBase &rewriter,
                               ArrayRef<MixedRadixMap> /*layouts*/,
                               ValueRange operands) {
  Value swish = SwishOp::create(rewriter, getLoc(), operands[0]);
  return {swish};
}

FailureOr<SmallVector<PadContent>>
example::SwishOp::getPadContents(ArrayRef<PadContent> operands) {
  PadContent zero = PadContent::get(
      OpBuilder(getContext())
          .getZeroAttr(getElementTypeOrSelf(getResult().getType())));
  return SmallVector<PadContent>{
      operands[0].fits(zero) ? zero : PadContent::getUnknown()};
}

//===----------------------------------------------------------------------===//
// An op that carries its rule
//===----------------------------------------------------------------------===//

std::optional<LayoutRule> example::CustomOp::getLayoutRule() {
  return getRule().getRule();
}

/// Builds the op on the physical types, with a rule that keeps their layouts.
SmallVector<Value>
example::CustomOp::applyLayouts(RewriterBase &rewriter,
                                ArrayRef<MixedRadixMap> layouts,
                                ValueRange operands) {
  LayoutRuleBuilder rule;
  for (Value operand : operands)
    rule.addPort(
        PortRule::pinned(cast<RankedTensorType>(operand.getType()).getShape()));
  auto type = getPhysicalType(cast<RankedTensorType>(getResult().getType()),
                              layouts.back());
  rule.addPort(PortRule::pinned(type.getShape()));
  auto attribute =
      LayoutRuleAttr::get(getContext(), rule.build(), /*numResults=*/1);
  Value result =
      CustomOp::create(rewriter, getLoc(), type, operands, attribute);
  return {result};
}

//===----------------------------------------------------------------------===//
// A callback
//===----------------------------------------------------------------------===//

/// Keeps the layouts of ops that are marked `example.keep`.
static FailureOr<std::optional<LayoutRule>> keepMarked(Operation *op) {
  if (!op->hasAttr("example.keep"))
    return failure();
  return std::optional<LayoutRule>();
}

void example::ExampleDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ExampleAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ExampleOps.cpp.inc"
      >();
  registerLayoutRuleCallback(getContext(), keepMarked);
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  layout::registerAllDialects(registry);
  registry.insert<example::ExampleDialect>();
  layout::registerAllPasses();
  return asMainReturnCode(
      MlirOptMain(argc, argv, "layout-opt with a user's ops\n", registry));
}
