//===- IndexedVectors.cpp - Gathers and scatters of buffers ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vector.gather, vector.scatter, vector.expandload and vector.compressstore
// compute an index along the last dim for each element. They are done element
// by element, because a layout may move that dim.
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isIndexedVectorAccess(Operation *op) {
  return isa<vector::GatherOp, vector::ScatterOp, vector::ExpandLoadOp,
             vector::CompressStoreOp>(op);
}

LogicalResult layout::checkIndexedVectorAccess(const RewriteContext &context,
                                               Operation *op,
                                               const AliasSet &set) {
  auto isUnsupported = [&](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && (vector.isScalable() ||
                      (vector.getRank() != 1 &&
                       isa<vector::ExpandLoadOp, vector::CompressStoreOp>(op)));
  };
  if (llvm::any_of(op->getOperandTypes(), isUnsupported) ||
      isa<VectorType>(set.type.getElementType()))
    return emitUseError(context, op, set);
  if (set.type.getRank() == 0)
    return op->emitOpError() << "requires a dim along which the elements are, "
                                "found "
                             << set.type;
  auto isVector = [](Type type) { return isa<VectorType>(type); };
  return checkElementCount(
      op, cast<VectorType>(*llvm::find_if(op->getOperandTypes(), isVector)));
}

namespace {
/// Enumerates the elements of a masked access, which are at offsets along the
/// last dim of a buffer from `indices`.
class IndexedElements {
public:
  IndexedElements(RewriterBase &rewriter, Location loc, VectorType type,
                  ValueRange indices, Value mask)
      : rewriter(rewriter), loc(loc), type(type), indices(indices), mask(mask) {
  }

  /// Calls `visit` for each element with its position in the vector, its
  /// indices in memory, and whether it is accessed. The elements are at the
  /// offsets given by the vector `offsets`; if it is null, those that are
  /// accessed follow each other.
  void forEach(
      Value offsets,
      llvm::function_ref<void(ArrayRef<int64_t>, ValueRange, Value)> visit) {
    SmallVector<int64_t> strides = computeStrides(type.getShape());
    Value next = arith::ConstantIndexOp::create(rewriter, loc, 0);
    for (int64_t number : llvm::seq(type.getNumElements())) {
      SmallVector<int64_t> position = delinearize(number, strides);
      Value condition =
          vector::ExtractOp::create(rewriter, loc, mask, position);
      Value offset = offsets ? extractIndex(offsets, position) : next;
      SmallVector<Value> element(indices);
      element.back() =
          arith::AddIOp::create(rewriter, loc, element.back(), offset);
      visit(position, element, condition);
      if (!offsets)
        next = createNext(next, condition);
    }
  }

private:
  Value extractIndex(Value offsets, ArrayRef<int64_t> position) {
    Value offset = vector::ExtractOp::create(rewriter, loc, offsets, position);
    return getValueOrCreateCastToIndexLike(rewriter, loc,
                                           rewriter.getIndexType(), offset);
  }

  Value createNext(Value offset, Value isAccessed) {
    Value step = arith::IndexCastUIOp::create(
        rewriter, loc, rewriter.getIndexType(), isAccessed);
    return arith::AddIOp::create(rewriter, loc, offset, step);
  }

  RewriterBase &rewriter;
  Location loc;
  VectorType type;
  ValueRange indices;
  Value mask;
};
} // namespace

/// Replaces an indexed load by loads of its elements.
///
///   %v = vector.gather %b[%i, %j] [%at], %mask, %other
///        : memref<5x6xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32>
///          into vector<2xf32>
///
/// becomes
///
///   %m0 = vector.extract %mask[0]
///   %a0 = vector.extract %at[0]
///   %j0 = arith.addi %j, %a0
///   %0 = scf.if %m0 -> (f32) {
///     %l = memref.load %b[%i, %j0] : memref<5x6xf32>
///     scf.yield %l : f32
///   } else {
///     %o = vector.extract %other[0]
///     scf.yield %o : f32
///   }
///   ... // Likewise for the second element.
///   %v = vector.from_elements %0, %1 : vector<2xf32>
static void splitLoad(RewriterBase &rewriter, Operation *op, Value buffer,
                      ValueRange indices, Value offsets, Value mask,
                      Value other) {
  Location loc = op->getLoc();
  auto type = cast<VectorType>(other.getType());
  SmallVector<Value> values;
  IndexedElements(rewriter, loc, type, indices, mask)
      .forEach(offsets, [&](ArrayRef<int64_t> position, ValueRange element,
                            Value condition) {
        auto choice = scf::IfOp::create(
            rewriter, loc, condition,
            [&](OpBuilder &builder, Location) {
              Value value =
                  memref::LoadOp::create(builder, loc, buffer, element);
              scf::YieldOp::create(builder, loc, value);
            },
            [&](OpBuilder &builder, Location) {
              Value value =
                  vector::ExtractOp::create(builder, loc, other, position);
              scf::YieldOp::create(builder, loc, value);
            });
        values.push_back(choice.getResult(0));
      });
  rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, type, values);
}

/// Replaces an indexed store by stores of its elements, in their order.
static void splitStore(RewriterBase &rewriter, Operation *op, Value buffer,
                       ValueRange indices, Value offsets, Value mask,
                       Value vector) {
  Location loc = op->getLoc();
  IndexedElements(rewriter, loc, cast<VectorType>(vector.getType()), indices,
                  mask)
      .forEach(offsets, [&](ArrayRef<int64_t> position, ValueRange element,
                            Value condition) {
        Value value =
            vector::ExtractOp::create(rewriter, loc, vector, position);
        scf::IfOp::create(
            rewriter, loc, condition, [&](OpBuilder &builder, Location) {
              memref::StoreOp::create(builder, loc, value, buffer, element);
              scf::YieldOp::create(builder, loc);
            });
      });
  rewriter.eraseOp(op);
}

void layout::expandIndexedVectorAccess(RewriteContext &context, Operation *op) {
  RewriterBase &rewriter = context.rewriter;
  rewriter.setInsertionPoint(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](vector::GatherOp gather) {
        splitLoad(rewriter, op, gather.getBase(), gather.getOffsets(),
                  gather.getIndices(), gather.getMask(), gather.getPassThru());
      })
      .Case([&](vector::ExpandLoadOp load) {
        splitLoad(rewriter, op, load.getBase(), load.getIndices(), Value(),
                  load.getMask(), load.getPassThru());
      })
      .Case([&](vector::ScatterOp scatter) {
        splitStore(rewriter, op, scatter.getBase(), scatter.getOffsets(),
                   scatter.getIndices(), scatter.getMask(),
                   scatter.getValueToStore());
      })
      .Case([&](vector::CompressStoreOp store) {
        splitStore(rewriter, op, store.getBase(), store.getIndices(), Value(),
                   store.getMask(), store.getValueToStore());
      });
}
