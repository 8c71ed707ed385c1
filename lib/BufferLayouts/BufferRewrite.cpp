//===- BufferRewrite.cpp - Rewrites buffers to physical shapes ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The four steps of the rewrite (BufferRewrite.h), each of which dispatches to
// the op families.
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "Views.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

#define DEBUG_TYPE "layout-apply-buffer-layouts"
ALWAYS_ENABLED_STATISTIC(numPhysicalBuffers, "Alias sets with a new layout");
ALWAYS_ENABLED_STATISTIC(numRewrittenUsers, "Users of such alias sets");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Step 1: check
//===----------------------------------------------------------------------===//

LogicalResult layout::emitUseError(const RewriteContext &context, Operation *op,
                                   const AliasSet &set) {
  const AliasSet &accessed = context.sets.getAccessedSet(set);
  InFlightDiagnostic error = op->emitOpError();
  error << "requires a buffer without a layout, found "
        << (set.isBypassed ? "a view of one with layout " : "one with layout ")
        << accessed.getLayoutAttr();
  error.attachNote(op->getLoc())
      << "a copy of the buffer (memref.copy) would have none";
  if (accessed.request)
    error.attachNote(accessed.request->getLoc())
        << "the layout is requested here";
  return failure();
}

/// Reports that the dim whose size is asked for is not known before run time,
/// or none of the buffer.
static LogicalResult emitDimError(memref::DimOp op,
                                  std::optional<int64_t> index) {
  InFlightDiagnostic error =
      op.emitOpError() << "requires a constant from 0 to "
                       << cast<MemRefType>(op.getSource().getType()).getRank() -
                              1
                       << " as the dim of a buffer with a layout, found ";
  if (index)
    return error << *index;
  return error << "a value that is not constant";
}

/// Whether the user of a buffer of `set` can be rewritten; emits an error
/// otherwise.
static LogicalResult checkUse(const RewriteContext &context, OpOperand &use,
                              const AliasSet &set) {
  Operation *op = use.getOwner();
  // A buffer that is stored in memory has unknown aliases.
  if (isa<memref::StoreOp, affine::AffineStoreOp>(op) &&
      use.getOperandNumber() == 0)
    return emitUseError(context, op, set);
  if (isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
          memref::GenericAtomicRMWOp, memref::PrefetchOp, affine::AffineLoadOp,
          affine::AffineStoreOp, affine::AffinePrefetchOp>(op))
    return success();
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    if (!index || *index < 0 || *index >= set.type.getRank())
      return emitDimError(dim, index);
    if (hasLogicalSize(context, use.get(), *index))
      return success();
    return emitSizeError(context, op, set);
  }
  if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(op))
    return checkMetadata(context, metadata, set);
  if (isVectorAccess(op))
    return checkVectorAccess(context, op, set);
  if (isIndexedVectorAccess(op))
    return checkIndexedVectorAccess(context, op, set);
  if (isa<memref::CopyOp, memref::ReallocOp>(op) &&
      llvm::all_of(op->getOperandTypes(), llvm::IsaPred<MemRefType, IndexType>))
    return checkStructured(context, use);
  if (auto copy = dyn_cast<gpu::MemcpyOp>(op))
    if (isPlainCopy(context, copy.getSrc(), copy.getDst()))
      return success();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    if (structured.hasPureBufferSemantics())
      return checkStructured(context, use);
  // assignViewLayouts has checked views.
  if (getViewSource(op) == use.get() &&
      context.sets.lookup(op->getResult(0)).needsNewViews)
    return success();
  if (!set.isBypassed &&
      isa<memref::DeallocOp, gpu::DeallocOp, arith::SelectOp, func::CallOp,
          func::ReturnOp, gpu::LaunchFuncOp, RegionBranchOpInterface,
          RegionBranchTerminatorOpInterface, BranchOpInterface>(op))
    return success();
  return emitUseError(context, op, set);
}

/// The function that `value` is an argument of; null for any other value,
/// including the memory that a kernel owns.
static FunctionOpInterface getFunctionOfArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return nullptr;
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  bool isArgument =
      function && argument.getArgNumber() < function.getNumArguments();
  return isArgument ? function : nullptr;
}

/// Whether the callers promise the value of the padding of the argument
/// `value`.
static bool promisesPadding(FunctionOpInterface function, Value value) {
  return static_cast<bool>(function.getArgAttr(
      cast<BlockArgument>(value).getArgNumber(), LayoutDialect::kPadValue));
}

/// Whether there is an op that can fill the padding, if it is to be filled;
/// emits an error otherwise. `checkGlobal` checks globals. On an argument the
/// value is a promise of the callers: those in this module fill the padding
/// where they allocate the buffer, so those outside have to promise it as well.
static LogicalResult checkPadding(const AliasSet &set) {
  if (!set.padValue || !set.request ||
      isProved(
          set.layoutMap.withoutSeparators().isBijective(set.type.getShape())))
    return success();
  bool isKnown = !set.globals.empty();
  for (Value value : set.values) {
    isKnown |= isAllocation(value.getDefiningOp());
    FunctionOpInterface function = getFunctionOfArgument(value);
    if (!function)
      continue;
    if (promisesPadding(function, value)) {
      isKnown = true;
      continue;
    }
    // A kernel is called by the launches of this module only.
    if (!isa<func::FuncOp>(function) || function.isPrivate())
      continue;
    InFlightDiagnostic error = function->emitOpError()
                               << "requires 'layout.pad_value' on argument "
                               << cast<BlockArgument>(value).getArgNumber()
                               << ", which callers outside the module pass";
    error.attachNote(set.request->getLoc())
        << "the padding is to have the value " << set.padValue << " here";
    return error;
  }
  if (isKnown)
    return success();
  return set.request->emitOpError()
         << "requires an allocation for 'layout.pad_value', found none";
}

static LogicalResult check(const RewriteContext &context) {
  bool isValid = true;
  for (AliasSet &set : context.sets.getSets()) {
    if (!set.changes())
      continue;
    isValid &= succeeded(checkPadding(set));
    for (memref::GlobalOp global : set.globals)
      isValid &= succeeded(checkGlobal(global, set));
    for (Value value : set.values) {
      isValid &= succeeded(checkDefiningOp(value.getDefiningOp(), set));
      for (OpOperand &use : value.getUses())
        isValid &= succeeded(checkUse(context, use, set));
    }
  }
  return success(isValid);
}

//===----------------------------------------------------------------------===//
// Steps 2 and 3: expand, use physical indices
//===----------------------------------------------------------------------===//

/// The ops that use a changing buffer and still have logical indices.
static SmallVector<Operation *> collectUsers(RewriteContext &context) {
  SmallVector<Operation *> users;
  context.module.walk([&](Operation *op) {
    if (!context.physicalAccesses.contains(op) &&
        llvm::any_of(op->getOperands(),
                     [&](Value value) { return context.sets.changes(value); }))
      users.push_back(op);
  });
  return users;
}

static LogicalResult expand(RewriteContext &context, Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return expandCopy(context, copy);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return expandStructured(context, structured);
  if (isVectorAccess(op))
    expandVectorAccess(context, op);
  else if (isIndexedVectorAccess(op))
    expandIndexedVectorAccess(context, op);
  else
    expandAffineAccess(context, op);
  return success();
}

static void setPhysicalIndices(RewriteContext &context, Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    rewriteStructured(context, structured);
  else if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
    rewriteTransfer(context, transfer);
  else
    rewriteAccess(context, op);
  ++numRewrittenUsers;
}

//===----------------------------------------------------------------------===//
// Step 4: change the buffers
//===----------------------------------------------------------------------===//

static void rewriteMembers(RewriteContext &context) {
  SmallVector<std::pair<Operation *, const AliasSet *>> allocations;
  for (AliasSet &set : context.sets.getSets()) {
    if (!set.hasNewLayout())
      continue;
    ++numPhysicalBuffers;
    LAYOUT_DEBUG(llvm::dbgs()
                 << set.type << " with layout " << set.layoutMap.getAffineMap()
                 << " becomes " << set.physicalType << " (" << set.values.size()
                 << " values, " << set.globals.size() << " globals)\n");
    for (Value value : set.values)
      if (isAllocation(value.getDefiningOp()))
        allocations.push_back({value.getDefiningOp(), &set});
      else
        value.setType(set.physicalType);
    for (memref::GlobalOp global : set.globals)
      rewriteGlobal(global, set);
  }
  // Allocations are replaced, so their values are valid up to here only.
  for (auto [op, set] : allocations)
    rewriteAllocation(context, op, *set);
}

FailureOr<SmallVector<Operation *>>
layout::rewriteBuffers(ModuleOp module, AliasSets &sets, LoopOrder order,
                       NewViews newViews, OpBuilder::Listener *listener) {
  RewriteContext context(module, sets, order, newViews);
  context.rewriter.setListener(listener);
  if (failed(check(context)))
    return failure();
  if (order == LoopOrder::Physical) {
    reorderParallelLoops(context);
    reorderAffineLoops(context);
  }
  for (Operation *op : collectUsers(context))
    if (failed(expand(context, op)))
      return failure();
  for (Operation *op : collectUsers(context))
    setPhysicalIndices(context, op);
  rewriteViews(context);
  rewriteMembers(context);
  updateSignatures(module);
  return std::move(context.loops);
}
