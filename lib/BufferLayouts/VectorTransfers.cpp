//===- VectorTransfers.cpp - Vectors in buffers with layouts --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vector.transfer_read and vector.transfer_write, and the accesses that are
// special cases of them: vector.load, vector.store, their masked forms,
// affine.vector_load and affine.vector_store. A transfer stays one if each dim
// it moves along is a dim of the physical buffer; otherwise it is done element
// by element.
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "MapUtils.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#define DEBUG_TYPE "layout-apply-buffer-layouts"
ALWAYS_ENABLED_STATISTIC(numScalarizedTransfers,
                         "Vector transfers split into elements");

using namespace mlir;
using namespace mlir::layout;

/// The permutation map of a transfer on the physical buffer. Returns nothing if
/// a dim that the transfer moves along is split or fused by the layout, or if a
/// mask would have to be transposed.
static std::optional<AffineMap>
getPhysicalTransferMap(VectorTransferOpInterface op, const IndexMap &layout) {
  AffineMap transfer = op.getPermutationMap();
  SmallVector<AffineExpr> results;
  for (AffineExpr result : transfer.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim) { // A broadcast.
      results.push_back(result);
      continue;
    }
    auto dependsOnDim = [&](AffineExpr other) {
      return other.isFunctionOfDim(dim.getPosition());
    };
    std::optional<unsigned> physicalDim =
        findUnsplitDim(layout, dim.getPosition());
    if (!physicalDim ||
        llvm::count_if(layout.getAffineMap().getResults(), dependsOnDim) != 1)
      return std::nullopt;
    results.push_back(getAffineDimExpr(*physicalDim, layout.getContext()));
  }
  AffineMap physical =
      AffineMap::get(layout.getNumResults(), 0, results, layout.getContext());
  // The dims of a mask are in the order of the dims in memory.
  bool isMasked = op.getMask() || isa<vector::MaskOp>(op->getParentOp());
  if (isMasked && compressUnusedDims(physical) != compressUnusedDims(transfer))
    return std::nullopt;
  return physical;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// A load or a store of a vector, without a permutation map.
static bool isContiguousAccess(Operation *op) {
  return isa<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
             vector::MaskedStoreOp, affine::AffineVectorLoadOp,
             affine::AffineVectorStoreOp>(op);
}

bool layout::isVectorAccess(Operation *op) {
  return isa<VectorTransferOpInterface>(op) || isContiguousAccess(op);
}

/// The vector that such an op reads or writes.
static VectorType getAccessedVector(Operation *op) {
  // Only a store has no result.
  Value value = op->getNumResults() ? Value(op->getResult(0))
                : isa<vector::MaskedStoreOp>(op)
                    ? cast<vector::MaskedStoreOp>(op).getValueToStore()
                    : op->getOperand(0);
  return cast<VectorType>(value.getType());
}

static bool isScalableVector(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.isScalable();
}

LogicalResult layout::checkVectorAccess(const RewriteContext &context,
                                        Operation *op, const AliasSet &set) {
  // Upstream's verifier of transfers divides by the width.
  if (set.type.getElementType().isInteger(0))
    return op->emitOpError()
           << "requires elements of at least one bit, found " << set.type;
  bool hasVectorElements = isa<VectorType>(set.type.getElementType());
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  if (!transfer) {
    if (hasVectorElements ||
        llvm::any_of(op->getOperandTypes(), isScalableVector) ||
        llvm::any_of(op->getResultTypes(), isScalableVector))
      return emitUseError(context, op, set);
    VectorType vector = getAccessedVector(op);
    // Upstream's masked accesses may do so, but no transfer can.
    if (vector.getRank() > set.type.getRank())
      return op->emitOpError()
             << "requires a vector of at most as many dims as the buffer has, "
             << set.type.getRank() << ", found " << vector;
    return checkElementCount(op, vector);
  }
  if (!set.isBypassed && getPhysicalTransferMap(transfer, set.layoutMap))
    return success();
  // It has to be split into elements.
  if (transfer.getVectorType().isScalable() || hasVectorElements ||
      isa<vector::MaskOp>(transfer->getParentOp()))
    return emitUseError(context, transfer, set);
  for (auto [number, result] :
       llvm::enumerate(transfer.getPermutationMap().getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      if (!transfer.isDimInBounds(number) &&
          !hasLogicalSize(context, transfer.getBase(), dim.getPosition()))
        return emitSizeError(context, transfer, set);
  return checkElementCount(op, transfer.getVectorType());
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

namespace {
/// Enumerates the elements of a transfer.
class TransferElements {
public:
  TransferElements(RewriterBase &rewriter, VectorTransferOpInterface op)
      : rewriter(rewriter), op(op), loc(op.getLoc()) {}

  /// Calls `visit` for each element with its position in the vector, its
  /// indices in memory, and the condition under which it is accessed; null if
  /// the access is unconditional.
  void forEach(
      llvm::function_ref<void(ArrayRef<int64_t>, ValueRange, Value)> visit) {
    rewriter.setInsertionPoint(op);
    ArrayRef<int64_t> shape = op.getVectorType().getShape();
    SmallVector<int64_t> strides = computeStrides(shape);
    for (int64_t number : llvm::seq(op.getVectorType().getNumElements())) {
      SmallVector<int64_t> position = delinearize(number, strides);
      SmallVector<Value> indices = createIndices(position);
      visit(position, indices, createCondition(position, indices));
    }
  }

private:
  SmallVector<Value> createIndices(ArrayRef<int64_t> position) {
    SmallVector<Value> indices(op.getIndices());
    for (auto [result, step] :
         llvm::zip_equal(op.getPermutationMap().getResults(), position))
      if (auto dim = dyn_cast<AffineDimExpr>(result)) {
        Value &index = indices[dim.getPosition()];
        index = getValueOrCreateConstantIndexOp(
            rewriter, loc,
            affine::makeComposedFoldedAffineApply(
                rewriter, loc, rewriter.getAffineDimExpr(0) + step,
                OpFoldResult(index)));
      }
    return indices;
  }

  /// The conjunction of the bounds checks and the mask.
  Value createCondition(ArrayRef<int64_t> position, ValueRange indices) {
    Value condition;
    auto require = [&](Value next) {
      condition = condition
                      ? arith::AndIOp::create(rewriter, loc, condition, next)
                      : next;
    };
    for (auto [number, result] :
         llvm::enumerate(op.getPermutationMap().getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      if (!dim || op.isDimInBounds(number))
        continue;
      require(arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::slt, indices[dim.getPosition()],
          memref::DimOp::create(rewriter, loc, op.getBase(),
                                dim.getPosition())));
    }
    if (Value mask = op.getMask())
      require(vector::ExtractOp::create(rewriter, loc, mask,
                                        getMaskPosition(position)));
    return condition;
  }

  /// A mask has the dims of memory that the transfer moves along, in the order
  /// of memory, and none for broadcasts.
  SmallVector<int64_t> getMaskPosition(ArrayRef<int64_t> position) {
    AffineMap compressed =
        inversePermutation(compressUnusedDims(op.getPermutationMap()));
    SmallVector<int64_t> mask;
    for (AffineExpr result : compressed.getResults())
      mask.push_back(position[cast<AffineDimExpr>(result).getPosition()]);
    return mask;
  }

  RewriterBase &rewriter;
  VectorTransferOpInterface op;
  Location loc;
};
} // namespace

/// Replaces a transfer by loads of its elements. Elements that are masked out
/// or out of bounds are not accessed.
///
///   %v = vector.transfer_read %b[%i, %j], %pad {in_bounds = [false]}
///        : memref<5x6xf32>, vector<2xf32>
///
/// becomes
///
///   %size = memref.dim %b, %c1 : memref<5x6xf32>
///   %in0 = arith.cmpi slt, %j, %size : index
///   %0 = scf.if %in0 -> (f32) {
///     %l = memref.load %b[%i, %j] : memref<5x6xf32>
///     scf.yield %l : f32
///   } else {
///     scf.yield %pad : f32
///   }
///   ... // Likewise for the element at %j + 1.
///   %v = vector.from_elements %0, %1 : vector<2xf32>
static void splitIntoElements(RewriterBase &rewriter,
                              vector::TransferReadOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> values;
  TransferElements(rewriter, op)
      .forEach([&](ArrayRef<int64_t>, ValueRange indices, Value condition) {
        auto load = [&](OpBuilder &builder) -> Value {
          return memref::LoadOp::create(builder, loc, op.getBase(), indices);
        };
        if (!condition)
          return values.push_back(load(rewriter));
        auto choice = scf::IfOp::create(
            rewriter, loc, condition,
            [&](OpBuilder &builder, Location) {
              scf::YieldOp::create(builder, loc, load(builder));
            },
            [&](OpBuilder &builder, Location) {
              scf::YieldOp::create(builder, loc, op.getPadding());
            });
        values.push_back(choice.getResult(0));
      });
  rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, op.getVectorType(),
                                                      values);
}

static void splitIntoElements(RewriterBase &rewriter,
                              vector::TransferWriteOp op) {
  Location loc = op.getLoc();
  TransferElements(rewriter, op)
      .forEach([&](ArrayRef<int64_t> position, ValueRange indices,
                   Value condition) {
        Value value =
            vector::ExtractOp::create(rewriter, loc, op.getVector(), position);
        auto store = [&](OpBuilder &builder) {
          memref::StoreOp::create(builder, loc, value, op.getBase(), indices);
        };
        if (!condition)
          return store(rewriter);
        scf::IfOp::create(rewriter, loc, condition,
                          [&](OpBuilder &builder, Location) {
                            store(builder);
                            scf::YieldOp::create(builder, loc);
                          });
      });
  rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

template <typename OpTy>
static void expandTransfer(RewriteContext &context, OpTy op) {
  const AliasSet &set = context.sets.lookup(op.getBase());
  if (!set.isBypassed && getPhysicalTransferMap(op, set.layoutMap))
    return;
  LAYOUT_DEBUG(llvm::dbgs() << "split into elements: " << op << "\n");
  ++numScalarizedTransfers;
  splitIntoElements(context.rewriter, op);
}

void layout::expandVectorAccess(RewriteContext &context, Operation *op) {
  RewriterBase &rewriter = context.rewriter;
  rewriter.setInsertionPoint(op);
  auto getInBounds = [](VectorType type) {
    return SmallVector<bool>(type.getRank(), true);
  };
  // A mask is null if all elements are accessed.
  auto createRead = [&](Value buffer, ValueRange indices, VectorType type,
                        Value mask = Value()) {
    Value padding = arith::ConstantOp::create(
        rewriter, op->getLoc(), rewriter.getZeroAttr(type.getElementType()));
    auto read = vector::TransferReadOp::create(
        rewriter, op->getLoc(), type, buffer, indices, padding,
        ArrayRef<bool>(getInBounds(type)));
    read.getMaskMutable().assign(mask ? ValueRange(mask) : ValueRange());
    return read;
  };
  auto toTransferRead = [&](Value buffer, ValueRange indices, VectorType type) {
    auto read = createRead(buffer, indices, type);
    rewriter.replaceOp(op, read);
    expandTransfer(context, read);
  };
  auto toTransferWrite = [&](Value vector, Value buffer, ValueRange indices,
                             Value mask = Value()) {
    auto type = cast<VectorType>(vector.getType());
    auto write = rewriter.replaceOpWithNewOp<vector::TransferWriteOp>(
        op, vector, buffer, indices, ArrayRef<bool>(getInBounds(type)));
    write.getMaskMutable().assign(mask ? ValueRange(mask) : ValueRange());
    expandTransfer(context, write);
  };
  // A transfer pads with one value, a masked load with a vector of values.
  auto toSelectedRead = [&](vector::MaskedLoadOp load) {
    auto read = createRead(load.getBase(), load.getIndices(),
                           load.getVectorType(), load.getMask());
    rewriter.replaceOpWithNewOp<arith::SelectOp>(load, load.getMask(), read,
                                                 load.getPassThru());
    expandTransfer(context, read);
  };
  auto getIndices = [&](auto access) {
    return createMapResults(rewriter, op->getLoc(), access.getAffineMap(),
                            access.getMapOperands());
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<vector::TransferReadOp, vector::TransferWriteOp>(
          [&](auto transfer) { expandTransfer(context, transfer); })
      .Case([&](vector::LoadOp load) {
        toTransferRead(load.getBase(), load.getIndices(), load.getVectorType());
      })
      .Case([&](vector::StoreOp store) {
        toTransferWrite(store.getValueToStore(), store.getBase(),
                        store.getIndices());
      })
      .Case([&](vector::MaskedLoadOp load) { toSelectedRead(load); })
      .Case([&](vector::MaskedStoreOp store) {
        toTransferWrite(store.getValueToStore(), store.getBase(),
                        store.getIndices(), store.getMask());
      })
      .Case([&](affine::AffineVectorLoadOp load) {
        toTransferRead(load.getMemRef(), getIndices(load),
                       load.getVectorType());
      })
      .Case([&](affine::AffineVectorStoreOp store) {
        toTransferWrite(store.getValueToStore(), store.getMemRef(),
                        getIndices(store));
      });
}

/// Moves a transfer along the physical dims. With the layout
/// `(i, j) -> (i floordiv 4, j, i mod 4)` of %b,
///
///   %v = vector.transfer_read %b[%i, %j], %pad {in_bounds = [true]}
///        : memref<8x6xf32>, vector<6xf32>
///
/// becomes
///
///   %v = vector.transfer_read %b[%io, %j, %ii], %pad
///        {in_bounds = [true],
///         permutation_map = affine_map<(d0, d1, d2) -> (d1)>}
///        : memref<2x6x4xf32>, vector<6xf32>
///
/// where %io and %ii are `%i floordiv 4` and `%i mod 4`.
void layout::rewriteTransfer(RewriteContext &context,
                             VectorTransferOpInterface op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<vector::TransferReadOp, vector::TransferWriteOp>(
          [&](auto transfer) {
            Value buffer = transfer.getBase();
            transfer.setPermutationMapAttr(
                AffineMapAttr::get(*getPhysicalTransferMap(
                    op, context.sets.lookup(buffer).layoutMap)));
            // The region of a vector.mask may hold nothing but the transfer.
            context.rewriter.setInsertionPoint(
                isa<vector::MaskOp>(op->getParentOp()) ? op->getParentOp()
                                                       : op);
            if (!context.sets.changes(buffer))
              return;
            auto [physical, indices] =
                getPhysicalAccess(context, op.getLoc(), buffer,
                                  OperandRange(transfer.getIndicesMutable()));
            transfer.getBaseMutable().set(physical);
            transfer.getIndicesMutable().assign(indices);
          });
}
