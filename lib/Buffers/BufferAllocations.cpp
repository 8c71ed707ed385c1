//===- BufferAllocations.cpp - Buffers of the physical shape --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyMap.h"
#include "BufferRewriter.h"
#include "layout/Algebra/SymbolicShape.h"
#include "layout/Dialect/Layout/IR/BufferAnnotations.h"
#include "layout/Dialect/Layout/Utils/ConstantData.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<ValueRange> layout::getDynamicSizes(Operation *maker) {
  return llvm::TypeSwitch<Operation *, std::optional<ValueRange>>(maker)
      .Case<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(
          [](auto op) { return ValueRange(op.getDynamicSizes()); })
      .Case([](memref::ReallocOp op) {
        return op.getDynamicResultSize() ? op->getOperands().drop_front()
                                         : ValueRange();
      })
      .Default(std::nullopt);
}

std::optional<AffineExpr> layout::getPhysicalSize(const BufferClass &buffer,
                                                  unsigned result) {
  MLIRContext *context = buffer.type.getContext();
  SmallVector<AffineExpr> extents;
  unsigned next = 0;
  for (int64_t extent : buffer.type.getShape())
    extents.push_back(ShapedType::isDynamic(extent)
                          ? getAffineSymbolExpr(next++, context)
                          : getAffineConstantExpr(extent, context));
  AffineMap map = buffer.map.getAffineMap();
  if (!buffer.allocation) {
    std::optional<SymbolicShape> size = SymbolicShape(extents).getPhysicalShape(
        IndexMap(map.getSubMap({result})));
    return size ? std::optional(size->getExtents().front()) : std::nullopt;
  }
  // One behind the last element.
  for (AffineExpr &extent : extents)
    extent = extent - 1;
  return map.getResult(result).replaceDims(extents) + 1;
}

SmallVector<Value> BufferRewriter::getPhysicalSizes(Location loc,
                                                    const BufferClass &buffer,
                                                    ValueRange dynamicSizes) {
  SmallVector<Value> dynamic;
  for (auto [result, size] : llvm::enumerate(buffer.physicalType.getShape()))
    if (ShapedType::isDynamic(size))
      dynamic.push_back(getValueOrCreateConstantIndexOp(
          rewriter, loc,
          affine::makeComposedFoldedAffineApply(
              rewriter, loc, *getPhysicalSize(buffer, result),
              getAsOpFoldResult(dynamicSizes))));
  return dynamic;
}

void BufferRewriter::fillPadding(Location loc, Value made, TypedAttr value) {
  if (value)
    linalg::FillOp::create(
        rewriter, loc,
        arith::ConstantOp::create(rewriter, loc, value).getResult(), made);
}

void BufferRewriter::rewriteAllocation(Operation *op,
                                       const BufferClass &buffer) {
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  SmallVector<Value> sizes =
      getPhysicalSizes(loc, buffer, *getDynamicSizes(op));
  auto make = [&](auto allocation) -> Operation * {
    using OpTy = decltype(allocation);
    return OpTy::create(rewriter, loc, buffer.physicalType, sizes, ValueRange(),
                        allocation.getAlignmentAttr());
  };
  Operation *made = llvm::TypeSwitch<Operation *, Operation *>(op)
                        .Case<memref::AllocOp, memref::AllocaOp>(make)
                        .Case([&](gpu::AllocOp allocation) {
                          auto token = allocation.getAsyncToken();
                          return gpu::AllocOp::create(
                              rewriter, loc, buffer.physicalType,
                              token ? token.getType() : Type(),
                              allocation.getAsyncDependencies(), sizes,
                              ValueRange(), allocation.getHostShared());
                        });
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (!isBufferAnnotation(attribute.getName()))
      made->setDiscardableAttr(attribute.getName(), attribute.getValue());
  fillPadding(loc, made->getResult(0), buffer.padValue);
  rewriter.replaceOp(op, made);
}

/// How many elements a reallocation keeps.
Value BufferRewriter::getKeptSize(memref::ReallocOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  OpFoldResult sizes[] = {getSize(loc, op.getSource(), 0),
                          getSize(loc, op.getResult(), 0)};
  return getValueOrCreateConstantIndexOp(
      rewriter, loc,
      affine::makeComposedFoldedAffineMin(
          rewriter, loc,
          AffineMap::getMultiDimIdentityMap(2, rewriter.getContext()), sizes));
}

/// A box of several dims cannot grow where it stands.
void BufferRewriter::rewriteReallocation(memref::ReallocOp op, Value kept,
                                         const BufferClass &from,
                                         const BufferClass &to) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value made =
      memref::AllocOp::create(rewriter, loc, to.physicalType,
                              getPhysicalSizes(loc, to, *getDynamicSizes(op)),
                              ValueRange(), op.getAlignmentAttr());
  fillPadding(loc, made, from.padValue);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  scf::ForOp::create(
      rewriter, loc, zero, kept, one, ValueRange(),
      [&](OpBuilder &, Location, Value index, ValueRange) {
        SmallVector<Value> place =
            applyMap(rewriter, loc, from.map.getAffineMap(), ValueRange(index));
        Value value =
            memref::LoadOp::create(rewriter, loc, op.getSource(), place);
        memref::StoreOp::create(rewriter, loc, value, made, place);
        scf::YieldOp::create(rewriter, loc);
      });
  memref::DeallocOp::create(rewriter, loc, op.getSource());
  rewriter.replaceOp(op, made);
}

void BufferRewriter::rewriteGlobal(memref::GlobalOp global,
                                   const BufferClass &buffer) {
  global.setTypeAttr(TypeAttr::get(buffer.physicalType));
  auto values = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
  if (!values)
    return;
  auto type = RankedTensorType::get(buffer.physicalType.getShape(),
                                    buffer.physicalType.getElementType());
  std::string whyNot;
  std::optional<ConstantData> data = ConstantData::get(values, whyNot);
  // The data is moved as that of a constant would be.
  OpBuilder builder(module.getContext());
  OwningOpRef<Operation *> source =
      arith::ConstantOp::create(builder, global.getLoc(),
                                cast<TypedAttr>(values))
          .getOperation();
  OwningOpRef<Operation *> transform =
      LayoutTransformOp::create(
          builder, global.getLoc(), type, source->getResult(0),
          IndexMapAttr::get(buffer.map.withoutSeparators()))
          .getOperation();
  global.setInitialValueAttr(data->apply({transform.get()}));
  transform = nullptr;
}
