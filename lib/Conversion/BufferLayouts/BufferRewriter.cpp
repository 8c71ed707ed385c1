//===- BufferRewriter.cpp - Buffers in their physical shape ---------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First everything is looked at, then everything is changed. Structured ops and
// copies whose accesses an indexing map cannot say become loops first; what is
// left are accesses by indices, which the map is applied to.
//
//===----------------------------------------------------------------------===//

#include "BufferClasses.h"
#include "layout/Algebra/SymbolicShape.h"
#include "layout/Dialect/Layout/IR/BufferAnnotations.h"
#include "layout/Dialect/Layout/Transforms/ConstantData.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class BufferRewriter {
public:
  BufferRewriter(ModuleOp module, BufferClasses &classes)
      : module(module), classes(classes), rewriter(module.getContext()) {}

  LogicalResult check();
  LogicalResult rewrite();

private:
  LogicalResult checkUse(OpOperand &use, const BufferClass &buffer);
  LogicalResult checkSize(memref::DimOp dim, const BufferClass &buffer);
  LogicalResult checkMaker(Operation *maker, const BufferClass &buffer);
  LogicalResult checkGlobal(memref::GlobalOp global, const BufferClass &buffer);

  bool touchesChanged(Operation *op) {
    return llvm::any_of(op->getOperands(),
                        [&](Value value) { return classes.changes(value); });
  }
  bool isPermuted(Operation *op);
  LogicalResult expand(Operation *op);

  void rewriteClass(BufferClass &buffer);
  void rewriteAllocation(Operation *op, const BufferClass &buffer);
  void rewriteGlobal(memref::GlobalOp global, const BufferClass &buffer);
  void rewriteUser(Operation *user);
  void rewriteStructured(linalg::LinalgOp op);
  SmallVector<Value> getPhysicalIndices(Location loc, const IndexMap &map,
                                        ValueRange indices);
  void updateSignatures();
  void dropAnnotations();

  ModuleOp module;
  BufferClasses &classes;
  IRRewriter rewriter;
};
} // namespace

//===----------------------------------------------------------------------===//
// What can be rewritten
//===----------------------------------------------------------------------===//

static bool isAllocation(Operation *op) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op);
}

/// Whether the size of a dim of a buffer is known once it is laid out.
static std::optional<unsigned> getWholeDim(const IndexMap &map, int64_t dim) {
  AffineMap affine = map.getAffineMap();
  return affine.getResultPosition(getAffineDimExpr(dim, affine.getContext()));
}

LogicalResult BufferRewriter::checkSize(memref::DimOp dim,
                                        const BufferClass &buffer) {
  std::optional<int64_t> index = dim.getConstantIndex();
  if (index &&
      (!buffer.type.isDynamicDim(*index) || getWholeDim(buffer.map, *index) ||
       isAllocation(dim.getSource().getDefiningOp())))
    return success();
  return dim.emitOpError()
         << "requires a dim that its layout keeps whole, or the size given to "
            "the allocation, found one of "
         << buffer.type << " by " << IndexMapAttr::get(buffer.map);
}

LogicalResult BufferRewriter::checkUse(OpOperand &use,
                                       const BufferClass &buffer) {
  Operation *op = use.getOwner();
  if (isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
          memref::PrefetchOp, affine::AffineLoadOp, affine::AffineStoreOp,
          affine::AffinePrefetchOp, memref::DeallocOp, memref::CopyOp,
          func::CallOp, func::ReturnOp, gpu::LaunchFuncOp,
          RegionBranchOpInterface, RegionBranchTerminatorOpInterface,
          BranchOpInterface>(op))
    return success();
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return checkSize(dim, buffer);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    if (structured.hasPureBufferSemantics())
      return success();
  if (isa<vector::TransferReadOp, vector::TransferWriteOp>(op) &&
      buffer.map.getPermutation())
    return success();
  InFlightDiagnostic error = op->emitOpError();
  error << "requires a buffer that lies as its indices say, found one by "
        << IndexMapAttr::get(buffer.map);
  error.attachNote(op->getLoc())
      << "with a copy of the buffer (memref.copy) it would have one";
  if (buffer.request)
    error.attachNote(buffer.request->getLoc())
        << "the layout is asked for here";
  return error;
}

LogicalResult BufferRewriter::checkMaker(Operation *maker,
                                         const BufferClass &buffer) {
  if (!maker || isAllocation(maker) ||
      isa<memref::GetGlobalOp, func::CallOp, RegionBranchOpInterface>(maker))
    return success();
  return maker->emitOpError() << "requires to allocate the buffer it makes to "
                                 "have it laid out, found one by "
                              << IndexMapAttr::get(buffer.map);
}

LogicalResult BufferRewriter::checkGlobal(memref::GlobalOp global,
                                          const BufferClass &buffer) {
  auto values = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
  if (!values)
    return success();
  std::string whyNot;
  if (!ConstantData::get(values, whyNot))
    return global.emitOpError() << whyNot;
  IndexMap map = buffer.map.withoutSeparators();
  if (isProved(map.isBijective(buffer.type.getShape())))
    return success();
  return global.emitOpError() << "requires a bijective index map for initial "
                                 "values, found "
                              << IndexMapAttr::get(map);
}

LogicalResult BufferRewriter::check() {
  bool isFine = true;
  for (BufferClass &buffer : classes.getClasses()) {
    if (!buffer.changes())
      continue;
    for (memref::GlobalOp global : buffer.globals)
      isFine &= succeeded(checkGlobal(global, buffer));
    for (Value value : buffer.values) {
      isFine &= succeeded(checkMaker(value.getDefiningOp(), buffer));
      for (OpOperand &use : value.getUses())
        isFine &= succeeded(checkUse(use, buffer));
    }
  }
  return success(isFine);
}

//===----------------------------------------------------------------------===//
// Ops that become loops
//===----------------------------------------------------------------------===//

/// Whether all changed operands of the op only change the order of their dims.
bool BufferRewriter::isPermuted(Operation *op) {
  return llvm::all_of(op->getOperands(), [&](Value value) {
    return !classes.changes(value) ||
           classes.lookup(value).map.getPermutation();
  });
}

LogicalResult BufferRewriter::expand(Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    auto isSame = [&] {
      const BufferClass &from = classes.lookup(copy.getSource());
      const BufferClass &to = classes.lookup(copy.getTarget());
      return from.changes() && to.changes() && from.map == to.map;
    };
    if (isa<MemRefType>(copy.getSource().getType()) &&
        isa<MemRefType>(copy.getTarget().getType()) && isSame())
      return success();
    Operation *made = linalg::makeMemRefCopyOp(
        rewriter, copy.getLoc(), copy.getSource(), copy.getTarget());
    rewriter.eraseOp(op);
    op = made;
  }
  if (!isa<linalg::LinalgOp>(op) || isPermuted(op))
    return success();
  rewriter.setInsertionPoint(op);
  if (failed(linalg::linalgOpToLoops(rewriter, cast<linalg::LinalgOp>(op))))
    return op->emitOpError() << "requires to be written as loops for the "
                                "layouts of its buffers";
  rewriter.eraseOp(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

SmallVector<Value> BufferRewriter::getPhysicalIndices(Location loc,
                                                      const IndexMap &map,
                                                      ValueRange indices) {
  SmallVector<Value> physical;
  AffineMap affine = map.getAffineMap();
  for (unsigned result : llvm::seq(affine.getNumResults()))
    physical.push_back(getValueOrCreateConstantIndexOp(
        rewriter, loc,
        affine::makeComposedFoldedAffineApply(rewriter, loc,
                                              affine.getSubMap({result}),
                                              getAsOpFoldResult(indices))));
  return physical;
}

void BufferRewriter::rewriteStructured(linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  linalg::LinalgOp generic = op;
  if (!isa<linalg::GenericOp>(op.getOperation()))
    generic = cast<linalg::LinalgOp>(
        linalg::generalizeNamedOp(rewriter, op)->getOperation());
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  for (OpOperand &operand : generic->getOpOperands())
    if (classes.changes(operand.get())) {
      AffineMap &map = maps[operand.getOperandNumber()];
      map = classes.lookup(operand.get()).map.getAffineMap().compose(map);
    }
  cast<linalg::GenericOp>(generic.getOperation())
      .setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
}

/// The access map of an affine op, of the physical dims.
template <typename OpTy>
static AffineMap getPhysicalMap(OpTy op, const IndexMap &map) {
  return map.getAffineMap().compose(op.getAffineMap());
}

void BufferRewriter::rewriteUser(Operation *user) {
  rewriter.setInsertionPoint(user);
  Location loc = user->getLoc();
  auto setIndices = [&](Value buffer, MutableOperandRange indices) {
    if (classes.changes(buffer))
      indices.assign(getPhysicalIndices(loc, classes.lookup(buffer).map,
                                        OperandRange(indices)));
  };
  llvm::TypeSwitch<Operation *>(user)
      .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
            memref::PrefetchOp>(
          [&](auto op) { setIndices(op.getMemref(), op.getIndicesMutable()); })
      .Case([&](affine::AffineLoadOp op) {
        AffineMap map = getPhysicalMap(op, classes.lookup(op.getMemRef()).map);
        rewriter.replaceOpWithNewOp<affine::AffineLoadOp>(
            op, op.getMemRef(), map, op.getMapOperands());
      })
      .Case([&](affine::AffineStoreOp op) {
        AffineMap map = getPhysicalMap(op, classes.lookup(op.getMemRef()).map);
        rewriter.replaceOpWithNewOp<affine::AffineStoreOp>(
            op, op.getValueToStore(), op.getMemRef(), map, op.getMapOperands());
      })
      .Case([&](affine::AffinePrefetchOp op) {
        AffineMap map = getPhysicalMap(op, classes.lookup(op.getMemref()).map);
        rewriter.replaceOpWithNewOp<affine::AffinePrefetchOp>(
            op, op.getMemref(), map, llvm::to_vector(op.getMapOperands()),
            op.getIsWrite(), op.getLocalityHint(), op.getIsDataCache());
      })
      .Case<vector::TransferReadOp, vector::TransferWriteOp>([&](auto op) {
        const IndexMap &map = classes.lookup(op.getBase()).map;
        AffineMap inverse = inversePermutation(map.getAffineMap());
        op.setPermutationMapAttr(
            AffineMapAttr::get(op.getPermutationMap().compose(inverse)));
        setIndices(op.getBase(), op.getIndicesMutable());
      })
      .Case([&](memref::DimOp op) {
        const BufferClass &buffer = classes.lookup(op.getSource());
        int64_t dim = *op.getConstantIndex();
        if (std::optional<unsigned> whole = getWholeDim(buffer.map, dim))
          op.getIndexMutable().assign(
              arith::ConstantIndexOp::create(rewriter, loc, *whole));
        else if (!buffer.type.isDynamicDim(dim))
          rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(
              op, buffer.type.getDimSize(dim));
        else
          rewriter.replaceOp(op, op.getSource().getDefiningOp()->getOperand(
                                     buffer.type.getDynamicDimIndex(dim)));
      })
      .Case([&](linalg::LinalgOp op) { rewriteStructured(op); });
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

void BufferRewriter::rewriteAllocation(Operation *op,
                                       const BufferClass &buffer) {
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  MLIRContext *context = op->getContext();
  SmallVector<AffineExpr> extents;
  SmallVector<OpFoldResult> sizes;
  for (int64_t extent : buffer.type.getShape()) {
    extents.push_back(ShapedType::isDynamic(extent)
                          ? getAffineSymbolExpr(sizes.size(), context)
                          : getAffineConstantExpr(extent, context));
    if (ShapedType::isDynamic(extent))
      sizes.push_back(op->getOperand(sizes.size()));
  }
  SmallVector<Value> dynamic;
  if (!sizes.empty()) {
    std::optional<SymbolicShape> physical =
        SymbolicShape(extents).getPhysicalShape(buffer.map.withoutSeparators());
    for (auto [extent, size] : llvm::zip_equal(physical->getExtents(),
                                               buffer.physicalType.getShape()))
      if (ShapedType::isDynamic(size))
        dynamic.push_back(getValueOrCreateConstantIndexOp(
            rewriter, loc,
            affine::makeComposedFoldedAffineApply(rewriter, loc, extent,
                                                  sizes)));
  }
  auto make = [&](auto allocation) -> Operation * {
    using OpTy = decltype(allocation);
    return OpTy::create(rewriter, loc, buffer.physicalType, dynamic,
                        ValueRange(), allocation.getAlignmentAttr());
  };
  Operation *made = isa<memref::AllocOp>(op) ? make(cast<memref::AllocOp>(op))
                                             : make(cast<memref::AllocaOp>(op));
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (!isBufferAnnotation(attribute.getName()))
      made->setDiscardableAttr(attribute.getName(), attribute.getValue());
  if (buffer.padValue) {
    Value value = arith::ConstantOp::create(rewriter, loc, buffer.padValue);
    linalg::FillOp::create(rewriter, loc, value, made->getResult(0));
  }
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

void BufferRewriter::rewriteClass(BufferClass &buffer) {
  for (Value value : buffer.values)
    if (!isAllocation(value.getDefiningOp()))
      value.setType(buffer.physicalType);
  for (memref::GlobalOp global : buffer.globals)
    rewriteGlobal(global, buffer);
}

void BufferRewriter::updateSignatures() {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    SmallVector<Type> results(function.getResultTypes());
    for (auto end : function.getOps<func::ReturnOp>())
      results.assign(end.getOperandTypes().begin(),
                     end.getOperandTypes().end());
    function.setType(FunctionType::get(
        function.getContext(), function.getBody().getArgumentTypes(), results));
  }
  module.walk([](gpu::GPUFuncOp kernel) {
    if (kernel.isExternal())
      return;
    // Behind the arguments stand its private and shared buffers.
    SmallVector<Type> inputs(kernel.getBody().getArgumentTypes());
    inputs.resize(kernel.getNumArguments());
    kernel.setType(FunctionType::get(kernel.getContext(), inputs,
                                     kernel.getResultTypes()));
  });
}

void BufferRewriter::dropAnnotations() {
  StringRef names[] = {LayoutDialect::kBufferTransforms,
                       LayoutDialect::kAxisSeparators,
                       LayoutDialect::kPadValue};
  module.walk([&](Operation *op) {
    for (StringRef name : names)
      op->removeDiscardableAttr(name);
    if (auto function = dyn_cast<func::FuncOp>(op))
      for (unsigned argument : llvm::seq(function.getNumArguments()))
        for (StringRef name : names)
          function.removeArgAttr(argument, name);
  });
}

LogicalResult BufferRewriter::rewrite() {
  SmallVector<Operation *> users;
  auto collect = [&] {
    users.clear();
    module.walk([&](Operation *op) {
      if (touchesChanged(op))
        users.push_back(op);
    });
  };
  collect();
  for (Operation *op : users)
    if (isa<linalg::LinalgOp, memref::CopyOp>(op) && failed(expand(op)))
      return failure();
  collect();
  for (Operation *op : users)
    rewriteUser(op);
  SmallVector<std::pair<Operation *, const BufferClass *>> allocations;
  for (BufferClass &buffer : classes.getClasses()) {
    if (!buffer.changes())
      continue;
    for (Value value : buffer.values)
      if (isAllocation(value.getDefiningOp()))
        allocations.push_back({value.getDefiningOp(), &buffer});
    rewriteClass(buffer);
  }
  for (auto [op, buffer] : allocations)
    rewriteAllocation(op, *buffer);
  updateSignatures();
  dropAnnotations();
  return success();
}

LogicalResult layout::applyBufferLayouts(ModuleOp module,
                                         BufferClasses &classes) {
  BufferRewriter rewriter(module, classes);
  if (failed(rewriter.check()))
    return failure();
  return rewriter.rewrite();
}
