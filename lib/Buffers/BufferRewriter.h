//===- BufferRewriter.h - Buffers in their physical shape -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First everything is looked at (BufferChecks.cpp), then everything is changed.
// Structured ops, copies and vector transfers whose accesses an indexing map
// cannot say become loops first (BufferExpansion.cpp, AccessExpansion.cpp);
// what is left are accesses by indices, which the map is applied to
// (BufferAccesses.cpp). At the end the buffers themselves change
// (BufferRewriter.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_BUFFERREWRITER_H
#define LAYOUT_LIB_BUFFERS_BUFFERREWRITER_H

#include "BufferClasses.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

class BufferRewriter {
public:
  BufferRewriter(ModuleOp module, BufferClasses &classes, LoopOrder order)
      : module(module), classes(classes), order(order),
        rewriter(module.getContext()) {}

  /// The loops that structured ops have become, and those in another order.
  ArrayRef<Operation *> getLoops() const { return loops; }

  LogicalResult check();
  LogicalResult rewrite();

private:
  // BufferChecks.cpp
  bool hasSize(Value buffer, int64_t dim);
  InFlightDiagnostic emitSizeError(Operation *op, const BufferClass &buffer);
  LogicalResult emitUseError(Operation *op, const BufferClass &buffer);
  LogicalResult checkSizes(OpOperand &use, const BufferClass &buffer);
  LogicalResult checkUse(OpOperand &use, const BufferClass &buffer);
  LogicalResult checkTransfer(VectorTransferOpInterface transfer,
                              const BufferClass &buffer);
  LogicalResult checkMaker(Operation *maker, const BufferClass &buffer);
  LogicalResult checkGlobal(memref::GlobalOp global, const BufferClass &buffer);

  // BufferExpansion.cpp
  /// Whether affine maps of its own cannot say where its elements lie.
  bool needsIndices(Value buffer);
  /// Behind the indices by which the op finds elements, where those lie;
  /// nothing for buffers that are seen through.
  std::optional<AffineMap> getPhysicalMap(Value buffer, AffineMap access);
  std::optional<SmallVector<AffineMap>> getPhysicalMaps(linalg::LinalgOp op);
  OpOperand *getLeader(linalg::LinalgOp op);
  LogicalResult expand(Operation *op);
  bool isPlainCopy(Value source, Value target);
  LogicalResult expandCopy(memref::CopyOp copy);
  LogicalResult expandStructured(linalg::LinalgOp op);
  bool expandInPhysicalOrder(linalg::LinalgOp op);
  template <typename OpTy>
  void expandTransfer(OpTy op);

  // BufferAccesses.cpp
  void rewriteUser(Operation *user);
  void rewriteStructured(linalg::LinalgOp op);
  /// The size of a dim before the buffer is laid out.
  OpFoldResult getSize(Location loc, Value buffer, int64_t dim);
  /// The buffer behind all views that are seen through, and the physical
  /// indices in it.
  std::pair<Value, SmallVector<Value>>
  getPhysicalAccess(Location loc, Value buffer, ValueRange indices);

  // BufferAllocations.cpp
  void rewriteAllocation(Operation *op, const BufferClass &buffer);
  Value getKeptSize(memref::ReallocOp op);
  void rewriteReallocation(memref::ReallocOp op, Value kept,
                           const BufferClass &from, const BufferClass &to);
  SmallVector<Value> getPhysicalSizes(Location loc, const BufferClass &buffer,
                                      ValueRange dynamicSizes);
  void fillPadding(Location loc, Value made, TypedAttr value);
  void rewriteGlobal(memref::GlobalOp global, const BufferClass &buffer);

  // LoopOrder.cpp
  void reorderLoops();

  // BufferRewriter.cpp
  void rewriteViews();
  void updateSignatures();
  void dropAnnotations();

  bool touchesChanged(Operation *op) {
    return llvm::any_of(op->getOperands(),
                        [&](Value value) { return classes.changes(value); });
  }

  ModuleOp module;
  BufferClasses &classes;
  LoopOrder order;
  IRRewriter rewriter;
  /// Accesses that have physical indices already.
  DenseSet<Operation *> done;
  /// What ops have become, outermost loops first.
  SmallVector<Operation *> loops;
};

/// Ops that make a buffer of a type that is theirs to choose.
inline bool isAllocation(Operation *op) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(op);
}

/// The physical dim that is a logical dim as it stands, if there is one.
inline std::optional<unsigned> getWholeDim(const IndexMap &map, int64_t dim) {
  AffineMap affine = map.getAffineMap();
  return affine.getResultPosition(getAffineDimExpr(dim, affine.getContext()));
}

/// The order of loops in which memory is walked by `access`, whose fastest dim
/// is innermost; loops that it does not depend on come behind those.
SmallVector<unsigned> getPhysicalOrder(AffineMap access);

/// Where the dims that a transfer moves lie in the physical buffer; nothing if
/// one of them is cut, or a mask would have to be turned round.
std::optional<AffineMap> getPhysicalTransferMap(VectorTransferOpInterface op,
                                                const IndexMap &map);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_BUFFERREWRITER_H
