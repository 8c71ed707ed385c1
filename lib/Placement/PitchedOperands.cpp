//===- PitchedOperands.cpp - Copies for contiguous kernels ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PitchedOperands.h"
#include "BufferAccesses.h"
#include "layout/Analysis/PitchedOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether the op deallocates its buffers itself, not a later pass.
static bool hasDeallocations(Operation *root) {
  return root->walk([](memref::DeallocOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static void copyOperand(RewriterBase &rewriter, OpOperand &use,
                        bool deallocates) {
  Operation *op = use.getOwner();
  Value pitched = use.get();
  Location loc = op->getLoc();
  auto type = cast<MemRefType>(pitched.getType());
  BufferAccess access = getStatedAccess(use).value_or(
      BufferAccess{&use, /*reads=*/true, /*writes=*/true});
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> sizes;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      sizes.push_back(memref::DimOp::create(rewriter, loc, pitched, dim));
  auto contiguous = MemRefType::get(type.getShape(), type.getElementType(),
                                    nullptr, type.getMemorySpace());
  Value buffer = memref::AllocOp::create(rewriter, loc, contiguous, sizes);
  if (access.reads)
    memref::CopyOp::create(rewriter, loc, pitched, buffer);
  rewriter.modifyOpInPlace(op, [&] { use.set(buffer); });
  rewriter.setInsertionPointAfter(op);
  if (access.writes)
    memref::CopyOp::create(rewriter, loc, buffer, pitched);
  if (deallocates)
    memref::DeallocOp::create(rewriter, loc, buffer);
}

void layout::copyPitchedOperands(RewriterBase &rewriter, Operation *root) {
  SmallVector<OpOperand *> refused;
  root->walk([&](Operation *op) {
    std::optional<PitchedAccess> access = getPitchedAccess(op);
    if (!access || !access->isRefused())
      return;
    for (OpOperand &use : op->getOpOperands())
      if (auto type = dyn_cast<MemRefType>(use.get().getType());
          type && !isContiguous(type))
        refused.push_back(&use);
  });
  bool deallocates = !refused.empty() && hasDeallocations(root);
  for (OpOperand *use : refused)
    copyOperand(rewriter, *use, deallocates);
}
