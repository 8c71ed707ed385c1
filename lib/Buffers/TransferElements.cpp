//===- TransferElements.cpp - Transfers one by one ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransferElements.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The elements of a transfer, one after the other.
class Elements {
public:
  Elements(RewriterBase &rewriter, VectorTransferOpInterface op)
      : rewriter(rewriter), op(op), loc(op.getLoc()) {}

  /// CallSites `visit` with the position in the vector, the indices in memory
  /// and, if it is not certain that the element is to be moved, whether it is.
  void forEach(
      llvm::function_ref<void(ArrayRef<int64_t>, ValueRange, Value)> visit) {
    rewriter.setInsertionPoint(op);
    ArrayRef<int64_t> shape = op.getVectorType().getShape();
    SmallVector<int64_t> strides = computeStrides(shape);
    for (int64_t number : llvm::seq(op.getVectorType().getNumElements())) {
      SmallVector<int64_t> position = delinearize(number, strides);
      SmallVector<Value> indices = getIndices(position);
      visit(position, indices, getCondition(position, indices));
    }
  }

private:
  SmallVector<Value> getIndices(ArrayRef<int64_t> position) {
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

  Value getCondition(ArrayRef<int64_t> position, ValueRange indices) {
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

  /// A mask has the dims of memory, without those that are broadcast.
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

void layout::transferElements(RewriterBase &rewriter,
                              vector::TransferReadOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> values;
  Elements(rewriter, op)
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

void layout::transferElements(RewriterBase &rewriter,
                              vector::TransferWriteOp op) {
  Location loc = op.getLoc();
  Elements(rewriter, op)
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
