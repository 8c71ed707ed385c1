//===- Allocations.cpp - Allocations and globals of physical shape --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// memref.alloc, memref.alloca, gpu.alloc, memref.realloc and memref.global.
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "Dialect/BufferAnnotations.h"
#include "MapUtils.h"
#include "OpModels/ExternalModels.h"
#include "Relayout/ConstantData.h"
#include "Views.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The size of physical dim `result` in terms of symbols that stand for the
/// dynamic sizes of the buffer, in their order. Returns nothing if it does not
/// follow from them.
static std::optional<AffineExpr> getPhysicalSize(const AliasSet &set,
                                                 unsigned result) {
  MLIRContext *context = set.type.getContext();
  SmallVector<AffineExpr> extents;
  unsigned numSymbols = 0;
  for (int64_t extent : set.type.getShape())
    extents.push_back(ShapedType::isDynamic(extent)
                          ? getAffineSymbolExpr(numSymbols++, context)
                          : getAffineConstantExpr(extent, context));
  AffineMap map = set.layoutMap.getAffineMap();
  if (!set.symbolSource) {
    std::optional<SmallVector<AffineExpr>> size =
        IndexMap(map.getSubMap({result})).getSymbolicPhysicalShape(extents);
    return size ? std::optional(size->front()) : std::nullopt;
  }
  // A row-major index of the dims that it depends on.
  AffineExpr size = getAffineConstantExpr(1, context);
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (map.getResult(result).isFunctionOfDim(dim))
      size = size * extent;
  return size;
}

/// Whether all dynamic physical sizes follow from the logical sizes. They may
/// not even for a static shape: (i) -> (95 - i) has no negative index for 96
/// elements, but it has for the 100 of a reallocation.
static bool hasPhysicalSizes(const AliasSet &set) {
  if (set.symbolSource)
    return true;
  return llvm::all_of(llvm::enumerate(set.physicalType.getShape()),
                      [&](auto entry) {
                        return !ShapedType::isDynamic(entry.value()) ||
                               getPhysicalSize(set, entry.index());
                      });
}

/// Creates the dynamic sizes of the physical buffer.
static SmallVector<Value> createPhysicalSizes(OpBuilder &builder, Location loc,
                                              const AliasSet &set,
                                              ValueRange dynamicSizes) {
  SmallVector<Value> sizes;
  for (auto [result, size] : llvm::enumerate(set.physicalType.getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(getValueOrCreateConstantIndexOp(
          builder, loc,
          createMapResult(builder, loc,
                          AffineMap::get(0, dynamicSizes.size(),
                                         *getPhysicalSize(set, result)),
                          getMapOperands(dynamicSizes))));
  return sizes;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

LogicalResult layout::checkDefiningOp(Operation *op, const AliasSet &set) {
  if (isa_and_nonnull<gpu::AllocOp>(op) && set.padValue)
    return op->emitOpError() << "requires host memory for 'layout.pad_value', "
                                "found device memory";
  if ((isAllocation(op) || isa_and_nonnull<memref::ReallocOp>(op)) &&
      !hasPhysicalSizes(set))
    return op->emitOpError() << "requires an index map whose physical sizes "
                                "can be computed at run time, found "
                             << set.getLayoutAttr();
  if (!op || isAllocation(op) ||
      isa<memref::GetGlobalOp, arith::SelectOp, func::CallOp,
          RegionBranchOpInterface>(op) ||
      (set.needsNewViews && getViewSource(op)))
    return success();
  return op->emitOpError()
         << "requires an op that allocates its result, found a result with "
            "layout "
         << set.getLayoutAttr();
}

LogicalResult layout::checkGlobal(memref::GlobalOp global,
                                  const AliasSet &set) {
  auto values = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
  IndexMap map = set.layoutMap.withoutSeparators();
  bool isBijective = isProved(map.isBijective(set.type.getShape()));
  if (set.padValue && !isBijective)
    return global.emitOpError() << "requires an allocation for "
                                   "'layout.pad_value', found a global";
  if (!values)
    return success();
  std::string whyNot;
  if (!ConstantData::get(values, whyNot))
    return global.emitOpError()
           << "requires initial values that can be permuted, but " << whyNot;
  if (isBijective)
    return success();
  return global.emitOpError() << "requires a bijective index map for initial "
                                 "values, found "
                              << IndexMapAttr::get(map);
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

/// Fills a new buffer with the pad value if there is one. This fills all
/// elements, because only those in the padding are not overwritten later.
static void fillPadding(OpBuilder &builder, Location loc, Value buffer,
                        Attribute value) {
  if (!value)
    return;
  Value element = createConstant(
      builder, loc, cast<MemRefType>(buffer.getType()).getElementType(), value);
  linalg::FillOp::create(builder, loc, element, buffer);
}

/// With the layout `(i, j) -> (j, i floordiv 4, i mod 4)`,
///
///   %b = memref.alloc() {layout.buffer_transforms = [...],
///                        layout.pad_value = 0.0 : f32} : memref<11x5xf32>
///
/// becomes
///
///   %b = memref.alloc() : memref<5x3x4xf32>
///   linalg.fill ins(%cst : f32) outs(%b : memref<5x3x4xf32>)
void layout::rewriteAllocation(RewriteContext &context, Operation *op,
                               const AliasSet &set) {
  RewriterBase &rewriter = context.rewriter;
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  SmallVector<Value> sizes =
      createPhysicalSizes(rewriter, loc, set, *getDynamicSizes(op));
  auto create = [&](auto allocation) -> Operation * {
    using OpTy = decltype(allocation);
    return OpTy::create(rewriter, loc, set.physicalType, sizes, ValueRange(),
                        allocation.getAlignmentAttr());
  };
  Operation *physical = llvm::TypeSwitch<Operation *, Operation *>(op)
                            .Case<memref::AllocOp, memref::AllocaOp>(create)
                            .Case([&](gpu::AllocOp allocation) {
                              auto token = allocation.getAsyncToken();
                              return gpu::AllocOp::create(
                                  rewriter, loc, set.physicalType,
                                  token ? token.getType() : Type(),
                                  allocation.getAsyncDependencies(), sizes,
                                  ValueRange(), allocation.getHostShared());
                            });
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (!isBufferAnnotation(attribute.getName()))
      physical->setDiscardableAttr(attribute.getName(), attribute.getValue());
  fillPadding(rewriter, loc, physical->getResult(0), set.padValue);
  rewriter.replaceOp(op, physical);
}

Value layout::createKeptSize(RewriteContext &context, memref::ReallocOp op) {
  RewriterBase &rewriter = context.rewriter;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  OpFoldResult sizes[] = {getLogicalSize(context, loc, op.getSource(), 0),
                          getLogicalSize(context, loc, op.getResult(), 0)};
  return getValueOrCreateConstantIndexOp(
      rewriter, loc,
      affine::makeComposedFoldedAffineMin(
          rewriter, loc,
          AffineMap::getMultiDimIdentityMap(2, rewriter.getContext()), sizes));
}

/// memref.realloc takes buffers of rank 1 only, so the physical buffer is
/// reallocated by hand. With the layout `(i) -> (i floordiv 4, i mod 4)`,
///
///   %r = memref.realloc %b : memref<6xf32> to memref<9xf32>
///
/// becomes
///
///   %r = memref.alloc() : memref<3x4xf32>
///   scf.for %i = %c0 to %c6 step %c1 {
///     %0 = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i)
///     %1 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
///     %2 = memref.load %b[%0, %1] : memref<2x4xf32>
///     memref.store %2, %r[%0, %1] : memref<3x4xf32>
///   }
///   memref.dealloc %b : memref<2x4xf32>
void layout::rewriteReallocation(RewriteContext &context, memref::ReallocOp op,
                                 Value kept, const AliasSet &from,
                                 const AliasSet &to) {
  RewriterBase &rewriter = context.rewriter;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value physical = memref::AllocOp::create(
      rewriter, loc, to.physicalType,
      createPhysicalSizes(rewriter, loc, to, *getDynamicSizes(op)),
      ValueRange(), op.getAlignmentAttr());
  fillPadding(rewriter, loc, physical, from.padValue);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  scf::ForOp::create(
      rewriter, loc, zero, kept, one, ValueRange(),
      [&](OpBuilder &builder, Location, Value index, ValueRange) {
        SmallVector<Value> indices = createMapResults(
            builder, loc, from.layoutMap.getAffineMap(), ValueRange(index));
        Value value =
            memref::LoadOp::create(builder, loc, op.getSource(), indices);
        memref::StoreOp::create(builder, loc, value, physical, indices);
        scf::YieldOp::create(builder, loc);
      });
  memref::DeallocOp::create(rewriter, loc, op.getSource());
  rewriter.replaceOp(op, physical);
}

/// Permutes the initial value with the folder of layout.layout_transform. With
/// the layout `(i, j) -> (j, i)`,
///
///   memref.global "private" constant @g : memref<2x3xi32>
///     = dense<[[1, 2, 3], [4, 5, 6]]>
///
/// becomes
///
///   memref.global "private" constant @g : memref<3x2xi32>
///     = dense<[[1, 4], [2, 5], [3, 6]]>
void layout::rewriteGlobal(memref::GlobalOp global, const AliasSet &set) {
  global.setTypeAttr(TypeAttr::get(set.physicalType));
  auto values = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
  if (!values)
    return;
  auto type = RankedTensorType::get(set.physicalType.getShape(),
                                    set.physicalType.getElementType());
  std::string whyNot;
  std::optional<ConstantData> data = ConstantData::get(values, whyNot);
  // ConstantData takes ops, which are detached and temporary here.
  OpBuilder builder(global.getContext());
  OwningOpRef<Operation *> source =
      arith::ConstantOp::create(builder, global.getLoc(),
                                cast<TypedAttr>(values))
          .getOperation();
  OwningOpRef<Operation *> transform =
      LayoutTransformOp::create(
          builder, global.getLoc(), type, source->getResult(0),
          IndexMapAttr::get(set.layoutMap.withoutSeparators()))
          .getOperation();
  global.setInitialValueAttr(data->apply({transform.get()}));
  transform = nullptr; // It uses the constant, so it has to go first.
}
