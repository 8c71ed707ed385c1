//===- BufferRewrite.h - Rewrites buffers to physical shapes ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Once every alias set has its layout, `rewriteBuffers` changes the IR in four
// steps (BufferRewrite.cpp):
//
//   1. Check that every op can be rewritten. An error leaves the IR unchanged.
//   2. Expand the ops whose accesses no indexing map can express into loops, or
//      into accesses by SSA indices. Buffers still have their logical types.
//   3. Replace the logical indices of the remaining accesses by physical ones.
//   4. Change the buffers themselves: views, allocations, globals, signatures.
//
// Each step dispatches to free functions, in one source file per op family.
// Between steps 2 and 4 the IR is inconsistent: indices are physical, types are
// logical.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERLAYOUTS_BUFFERREWRITE_H
#define LAYOUT_LIB_BUFFERLAYOUTS_BUFFERREWRITE_H

#include "AliasSets.h"
#include "PartialTiles.h"
#include "Relayout/LoopRelayout.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Whether a rewrite may create views of physical buffers that have more dims.
enum class NewViews { Allowed, Forbidden };

/// The state that all steps share.
struct RewriteContext {
  RewriteContext(ModuleOp module, AliasSets &sets, LoopOrder order,
                 NewViews newViews)
      : module(module), sets(sets), order(order), newViews(newViews),
        rewriter(module.getContext()) {}

  ModuleOp module;
  AliasSets &sets;
  LoopOrder order;
  NewViews newViews;
  IRRewriter rewriter;
  /// Ops whose indices are physical already, and views of physical buffers;
  /// steps 3 and 4 skip them.
  DenseSet<Operation *> physicalAccesses;
  /// Loops that were created or reordered, outer loops before inner ones.
  SmallVector<Operation *> loops;
};

/// Rewrites every alias set that changes and all users of its members, and
/// tells `listener`, which may be null. Annotations stay. Returns the loops
/// that were created or reordered, outer loops before inner ones. Emits an
/// error and leaves the IR unchanged if an op cannot be rewritten.
FailureOr<SmallVector<Operation *>>
rewriteBuffers(ModuleOp module, AliasSets &sets, LoopOrder order,
               NewViews newViews, OpBuilder::Listener *listener = nullptr);

/// Reports that `op` has no form for a buffer with the layout of `set`.
LogicalResult emitUseError(const RewriteContext &context, Operation *op,
                           const AliasSet &set);

//===----------------------------------------------------------------------===//
// Accesses.cpp: loads, stores, atomic updates, prefetches, memref.dim,
// memref.extract_strided_metadata
//===----------------------------------------------------------------------===//

/// Whether `getLogicalSize` can compute the size of a dim.
bool hasLogicalSize(const RewriteContext &context, Value buffer, int64_t dim);
/// The size that a dim of a buffer had before the rewrite. Requires
/// `hasLogicalSize`.
OpFoldResult getLogicalSize(RewriteContext &context, Location loc, Value buffer,
                            int64_t dim);
/// Reports an error if a vector has too many elements to access them one by
/// one.
LogicalResult checkElementCount(Operation *op, VectorType type);
/// Reports that the size of a dim of a buffer cannot be computed.
LogicalResult emitSizeError(const RewriteContext &context, Operation *op,
                            const AliasSet &set);

/// Whether accesses to `buffer` need SSA values as indices, because an affine
/// map over the indices of the op cannot express them: the buffer is a bypassed
/// view with offsets, or its layout has symbols.
bool needsIndexValues(const RewriteContext &context, Value buffer);
/// Composes an access map (loop variables to logical indices) with the layout
/// of the buffer: the result maps loop variables to physical indices. Returns
/// nothing if the buffer needs index values.
std::optional<AffineMap> getPhysicalAccessMap(const RewriteContext &context,
                                              Value buffer, AffineMap access);
/// The buffer behind all bypassed views, and the physical indices in it of the
/// element at the logical `indices` of `buffer`.
std::pair<Value, SmallVector<Value>> getPhysicalAccess(RewriteContext &context,
                                                       Location loc,
                                                       Value buffer,
                                                       ValueRange indices);

/// Whether the strides of a buffer of `set` can be computed, and whether its
/// base is used for nothing but casts that count offsets from there; emits an
/// error otherwise.
LogicalResult checkMetadata(const RewriteContext &context,
                            memref::ExtractStridedMetadataOp op,
                            const AliasSet &set);

/// Replaces an affine access of a buffer that needs index values by an access
/// of the memref dialect. Returns false if `op` is no affine access.
bool expandAffineAccess(RewriteContext &context, Operation *op);
/// Gives an access its physical indices, and replaces sizes and strides by
/// those of the logical buffer.
void rewriteAccess(RewriteContext &context, Operation *op);

//===----------------------------------------------------------------------===//
// StructuredOps.cpp: linalg ops, memref.copy
//===----------------------------------------------------------------------===//

/// Whether all sizes that a structured op or a copy iterates over are known;
/// emits an error otherwise.
LogicalResult checkStructured(const RewriteContext &context, OpOperand &use);
/// Whether a copy of the physical buffers copies exactly the elements: both
/// have the same bijective layout, and so there is no padding to preserve.
bool isPlainCopy(const RewriteContext &context, Value source, Value target);
/// Replaces a copy between buffers of different layouts by loops or by a
/// structured op.
LogicalResult expandCopy(RewriteContext &context, memref::CopyOp copy);
/// Replaces a structured op by loops unless `rewriteStructured` applies to it.
LogicalResult expandStructured(RewriteContext &context, linalg::LinalgOp op);
/// Replaces the indexing maps of a structured op by physical ones.
void rewriteStructured(RewriteContext &context, linalg::LinalgOp op);
/// Whether `maps` are valid indexing maps of a structured op: they contain no
/// divisions, and the loop bounds follow from the shapes of the operands.
bool areIndexingMaps(ArrayRef<AffineMap> maps, MLIRContext *context);
/// The output operand that determines the order of the loops: the first one
/// whose layout changes. Null if there is none.
OpOperand *getOrderingOutput(const RewriteContext &context,
                             linalg::LinalgOp op);

//===----------------------------------------------------------------------===//
// StructuredDigits.cpp: linalg ops over the digits of layouts
//===----------------------------------------------------------------------===//

/// A view of an operand that splits dims of the physical buffer, so that every
/// loop indexes some dim alone.
struct OperandView {
  /// Null if the operand is used as it is.
  MemRefType type;
  SmallVector<ReassociationIndices> groups;
};

/// A structured op over digits.
struct DigitLoops {
  LoopRelayout relayout;
  /// One for every operand.
  SmallVector<OperandView> views;
  /// The loops that end in a tile that may be partly full; the extents in
  /// `relayout` are those of full tiles. The op becomes several ops.
  SmallVector<PartialLoop, 0> partialLoops;
};

/// The loops of a structured op, split into the digits of the layouts of its
/// buffers and ordered by those of the buffer it writes: reductions within
/// these in their original order, and innermost parallel loops along which
/// adjacent elements are accessed. Nothing if a layout is not made of digits,
/// or splits a dim that a window moves along.
std::optional<DigitLoops> getDigitLoops(const RewriteContext &context,
                                        linalg::LinalgOp op);
/// Replaces a structured op by a linalg.generic with these loops, or by several
/// if tiles do not divide the loops.
void rewriteOverDigits(RewriteContext &context, linalg::LinalgOp op,
                       const DigitLoops &loops);

//===----------------------------------------------------------------------===//
// VectorTransfers.cpp: vector transfers, loads and stores of vectors
//===----------------------------------------------------------------------===//

/// Whether `op` reads or writes a vector and is handled by the functions below.
bool isVectorAccess(Operation *op);
/// Whether a vector access of a buffer of `set` can be rewritten; emits an
/// error otherwise.
LogicalResult checkVectorAccess(const RewriteContext &context, Operation *op,
                                const AliasSet &set);
/// Replaces a vector access by a transfer, and a transfer along a dim that the
/// layout splits by accesses of single elements.
void expandVectorAccess(RewriteContext &context, Operation *op);
/// Gives a transfer its physical indices and permutation map.
void rewriteTransfer(RewriteContext &context, VectorTransferOpInterface op);

//===----------------------------------------------------------------------===//
// IndexedVectors.cpp: vector.gather, scatter, expandload, compressstore
//===----------------------------------------------------------------------===//

/// Whether `op` computes an index for each element of a vector.
bool isIndexedVectorAccess(Operation *op);
/// Whether such an access of a buffer of `set` can be rewritten; emits an error
/// otherwise.
LogicalResult checkIndexedVectorAccess(const RewriteContext &context,
                                       Operation *op, const AliasSet &set);
/// Replaces such an access by accesses of single elements.
void expandIndexedVectorAccess(RewriteContext &context, Operation *op);

//===----------------------------------------------------------------------===//
// Allocations.cpp: allocations, reallocations, globals
//===----------------------------------------------------------------------===//

/// Whether `op` (null for a block argument) may define a value of `set`; emits
/// an error otherwise.
LogicalResult checkDefiningOp(Operation *op, const AliasSet &set);
/// Whether the initial value of a global can be permuted; emits an error
/// otherwise.
LogicalResult checkGlobal(memref::GlobalOp global, const AliasSet &set);
/// Replaces an allocation by one of the physical shape.
void rewriteAllocation(RewriteContext &context, Operation *op,
                       const AliasSet &set);
/// The number of elements that a reallocation keeps.
Value createKeptSize(RewriteContext &context, memref::ReallocOp op);
/// Replaces a reallocation by an allocation, a copy of the first `kept`
/// elements, and a deallocation. `from` and `to` are the alias sets of its
/// source and its result.
void rewriteReallocation(RewriteContext &context, memref::ReallocOp op,
                         Value kept, const AliasSet &from, const AliasSet &to);
/// Changes the type of a global and permutes its initial value.
void rewriteGlobal(memref::GlobalOp global, const AliasSet &set);

//===----------------------------------------------------------------------===//
// Views.cpp (functions that need no context are declared in Views.h)
//===----------------------------------------------------------------------===//

/// Assigns layouts to views of alias sets that have got one: the layout that
/// the view has in the physical buffer if there is one; otherwise the view is
/// bypassed. Emits an error if neither is possible.
LogicalResult assignViewLayouts(AliasSets &sets);
/// Recreates all views of physical buffers, and erases those that are bypassed.
void rewriteViews(RewriteContext &context);

//===----------------------------------------------------------------------===//
// Functions.cpp: functions, kernels, annotations
//===----------------------------------------------------------------------===//

/// Updates the types of functions and kernels to those of their arguments and
/// of the operands of their returns.
void updateSignatures(ModuleOp module);
/// Removes all annotations that request buffer layouts.
void removeAnnotations(ModuleOp module);
/// Removes those of an op or of an argument of a function or kernel.
void removeAnnotations(Operation *op);
void removeAnnotations(BlockArgument argument);

//===----------------------------------------------------------------------===//
// LoopOrder.cpp: scf.parallel; AffineLoopOrder.cpp: affine.for
//===----------------------------------------------------------------------===//

/// The order of loops in which the buffer accessed by `access` (a map of the
/// loop variables) is walked row-major: the loop of its last dim is innermost.
/// Loops that do not move the access come last, in their order.
SmallVector<unsigned> getPhysicalLoopOrder(AffineMap access);
/// The physical indices of the first store to a changing buffer in `body`, as a
/// map of the given induction variables. Nothing if there is no such store, or
/// if its indices depend on other values.
std::optional<AffineMap> findWrittenAccess(const RewriteContext &context,
                                           Block *body,
                                           ArrayRef<Value> inductionVars);
/// Interchanges the loops of scf.parallel such that they follow the physical
/// dims of the buffer they write.
void reorderParallelLoops(RewriteContext &context);
/// Splits and interchanges the loops of perfect affine nests such that they
/// follow the physical dims of the buffer they write, where that is legal.
void reorderAffineLoops(RewriteContext &context);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERLAYOUTS_BUFFERREWRITE_H
