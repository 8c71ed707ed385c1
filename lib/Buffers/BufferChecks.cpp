//===- BufferChecks.cpp - What can be rewritten ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferRewriter.h"
#include "Views.h"
#include "layout/Dialect/Layout/Utils/ConstantData.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Whether the size of a dim is known once the buffer is laid out.
bool BufferRewriter::hasSize(Value buffer, int64_t dim) {
  const BufferClass &found = classes.lookup(buffer);
  Operation *maker = buffer.getDefiningOp();
  if (!found.type.isDynamicDim(dim) || found.allocation ||
      (maker && getDynamicSizes(maker)) || getViewSize(maker, dim))
    return true;
  if (found.isSeenThrough)
    return isa<memref::CastOp, memref::AssumeAlignmentOp,
               memref::MemorySpaceCastOp>(maker) &&
           hasSize(getViewed(maker), dim);
  return !found.isLaidOut() || getWholeDim(found.map, dim);
}

InFlightDiagnostic BufferRewriter::emitSizeError(Operation *op,
                                                 const BufferClass &buffer) {
  return op->emitOpError()
         << "requires a dim that its layout keeps whole, or the size given to "
            "the allocation, found one of "
         << buffer.type << " by " << IndexMapAttr::get(buffer.map);
}

/// For ops that ask for all sizes.
LogicalResult BufferRewriter::checkSizes(OpOperand &use,
                                         const BufferClass &buffer) {
  for (int64_t dim : llvm::seq(buffer.type.getRank())) {
    bool isKnown = hasSize(use.get(), dim);
    if (auto copy = dyn_cast<memref::CopyOp>(use.getOwner()))
      isKnown |= llvm::any_of(copy->getOperands(), [&](Value side) {
        return isa<MemRefType>(side.getType()) && hasSize(side, dim);
      });
    if (!isKnown)
      return emitSizeError(use.getOwner(), buffer);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

LogicalResult BufferRewriter::checkTransfer(VectorTransferOpInterface transfer,
                                            const BufferClass &buffer) {
  if (!buffer.isSeenThrough && getPhysicalTransferMap(transfer, buffer.map))
    return success();
  if (transfer.getVectorType().isScalable() ||
      isa<VectorType>(buffer.type.getElementType()) ||
      isa<vector::MaskOp>(transfer->getParentOp()))
    return emitUseError(transfer, buffer);
  for (auto [number, result] :
       llvm::enumerate(transfer.getPermutationMap().getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      if (!transfer.isDimInBounds(number) &&
          !hasSize(transfer.getBase(), dim.getPosition()))
        return emitSizeError(transfer, buffer);
  return success();
}

LogicalResult BufferRewriter::emitUseError(Operation *op,
                                           const BufferClass &buffer) {
  InFlightDiagnostic error = op->emitOpError();
  error << "requires a buffer that lies as its indices say, found one by "
        << IndexMapAttr::get(buffer.map);
  error.attachNote(op->getLoc())
      << "with a copy of the buffer (memref.copy) it would have one";
  if (buffer.request)
    error.attachNote(buffer.request->getLoc())
        << "the layout is asked for here";
  return failure();
}

LogicalResult BufferRewriter::checkUse(OpOperand &use,
                                       const BufferClass &buffer) {
  Operation *op = use.getOwner();
  // A buffer that is stored has names nobody knows of.
  if (isa<memref::StoreOp, affine::AffineStoreOp>(op) &&
      use.getOperandNumber() == 0)
    return emitUseError(op, buffer);
  if (isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
          memref::GenericAtomicRMWOp, memref::PrefetchOp, affine::AffineLoadOp,
          affine::AffineStoreOp, affine::AffinePrefetchOp>(op))
    return success();
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    if (index && hasSize(use.get(), *index))
      return success();
    return emitSizeError(op, buffer);
  }
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
    return checkTransfer(transfer, buffer);
  if (isa<vector::LoadOp, vector::StoreOp, affine::AffineVectorLoadOp,
          affine::AffineVectorStoreOp>(op) &&
      !isa<VectorType>(buffer.type.getElementType()) &&
      llvm::none_of(llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()),
                                       llvm::to_vector(op->getResultTypes())),
                    [](Type type) {
                      auto vector = dyn_cast<VectorType>(type);
                      return vector && vector.isScalable();
                    }))
    return success();
  if (isa<memref::CopyOp, memref::ReallocOp>(op) &&
      llvm::all_of(op->getOperandTypes(), llvm::IsaPred<MemRefType, IndexType>))
    return checkSizes(use, buffer);
  if (auto copy = dyn_cast<gpu::MemcpyOp>(op))
    if (isPlainCopy(copy.getSrc(), copy.getDst()))
      return success();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    if (structured.hasPureBufferSemantics())
      return checkSizes(use, buffer);
  // A view has its layout by now, or is an error already.
  if (getViewed(op) == use.get() && classes.lookup(op->getResult(0)).follows)
    return success();
  if (!buffer.isSeenThrough &&
      isa<memref::DeallocOp, gpu::DeallocOp, func::CallOp, func::ReturnOp,
          gpu::LaunchFuncOp, RegionBranchOpInterface,
          RegionBranchTerminatorOpInterface, BranchOpInterface>(op))
    return success();
  return emitUseError(op, buffer);
}

//===----------------------------------------------------------------------===//
// Makers
//===----------------------------------------------------------------------===//

/// Whether the sizes of the physical box follow from those of the buffer.
static bool hasPhysicalSizes(const BufferClass &buffer) {
  if (buffer.allocation || buffer.type.hasStaticShape())
    return true;
  return llvm::all_of(llvm::enumerate(buffer.physicalType.getShape()),
                      [&](auto entry) {
                        return !ShapedType::isDynamic(entry.value()) ||
                               getPhysicalSize(buffer, entry.index());
                      });
}

LogicalResult BufferRewriter::checkMaker(Operation *maker,
                                         const BufferClass &buffer) {
  if (isa_and_nonnull<gpu::AllocOp>(maker) && buffer.padValue)
    return maker->emitOpError() << "requires memory of the host for "
                                   "'layout.pad_value', found that of a device";
  if ((isAllocation(maker) || isa_and_nonnull<memref::ReallocOp>(maker)) &&
      !hasPhysicalSizes(buffer))
    return maker->emitOpError()
           << "requires an index map whose sizes are known at run time, found "
           << IndexMapAttr::get(buffer.map);
  if (!maker || isAllocation(maker) ||
      isa<memref::GetGlobalOp, func::CallOp, RegionBranchOpInterface>(maker) ||
      (!buffer.request && getViewed(maker)))
    return success();
  return maker->emitOpError() << "requires to allocate the buffer it makes to "
                                 "have it laid out, found one by "
                              << IndexMapAttr::get(buffer.map);
}

LogicalResult BufferRewriter::checkGlobal(memref::GlobalOp global,
                                          const BufferClass &buffer) {
  auto values = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
  if (buffer.padValue && !isProved(buffer.map.withoutSeparators().isBijective(
                             buffer.type.getShape())))
    return global.emitOpError() << "requires an allocation for "
                                   "'layout.pad_value', found a global";
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
