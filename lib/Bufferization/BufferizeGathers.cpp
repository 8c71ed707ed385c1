//===- BufferizeGathers.cpp - Buffers of tensor.gather and scatter --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The models by which `tensor.gather` and `tensor.scatter`, for which upstream
// has none, take part in its one-shot bufferization. Both move elements between
// a tensor, at indices that another tensor holds, and one whose leading dims
// are those of the indices:
//
//   %0 = tensor.gather %x[%i] gather_dims([1])
//        : (tensor<3x4x5xf32>, tensor<6x1xindex>) -> tensor<6x3x1x5xf32>
//
// becomes
//
//   %0 = memref.alloc() : memref<6x3x1x5xf32>
//   scf.for %b = 0 to 6 {
//     scf.for %d0 = 0 to 3 {
//       scf.for %d1 = 0 to 1 {
//         scf.for %d2 = 0 to 5 {
//           %1 = memref.load %i[%b, 0] : memref<6x1xindex>
//           %2 = memref.load %x[%d0, %1, %d2] : memref<3x4x5xf32>
//           memref.store %2, %0[%b, %d0, %d1, %d2] : memref<6x3x1x5xf32>
//
// A scatter moves elements the other way, to a copy of its destination unless
// nobody reads that any more.
//
//===----------------------------------------------------------------------===//

#include "Bufferize.h"
#include "NewBufferModel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::layout;

namespace {
/// The loops over the elements of a tensor with batches of slices, and where
/// they lie in the tensor that is indexed.
class SliceLoops {
public:
  /// `slices` has the dims of `indices` but the last one, and then those of
  /// `whole`, of which `dims` may be left out.
  SliceLoops(Value slices, Value whole, Value indices, ArrayRef<int64_t> dims)
      : slices(slices), whole(whole), indices(indices), dims(dims) {}

  /// Creates the loops. `move` gets the indices of an element in `slices` and
  /// in `whole`.
  void
  create(OpBuilder &builder, Location loc,
         llvm::function_ref<void(OpBuilder &, Location, ValueRange, ValueRange)>
             move) const {
    unsigned rank = cast<MemRefType>(slices.getType()).getRank();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    SmallVector<Value> ends;
    for (OpFoldResult size : memref::getMixedSizes(builder, loc, slices))
      ends.push_back(mlir::getValueOrCreateConstantIndexOp(builder, loc, size));
    scf::buildLoopNest(builder, loc, SmallVector<Value>(rank, zero), ends,
                       SmallVector<Value>(rank, one),
                       [&](OpBuilder &inner, Location at, ValueRange position) {
                         move(inner, at, position,
                              getWholeIndices(inner, at, position));
                       });
  }

private:
  /// Loads the coordinate number `k` of the slice at `position`.
  Value loadCoordinate(OpBuilder &builder, Location loc, ValueRange position,
                       unsigned k) const {
    unsigned numBatches = cast<MemRefType>(indices.getType()).getRank() - 1;
    SmallVector<Value> at(position.take_front(numBatches));
    at.push_back(arith::ConstantIndexOp::create(builder, loc, k));
    Value coordinate = memref::LoadOp::create(builder, loc, indices, at);
    if (coordinate.getType().isIndex())
      return coordinate;
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      coordinate);
  }

  SmallVector<Value> getWholeIndices(OpBuilder &builder, Location loc,
                                     ValueRange position) const {
    unsigned rank = cast<MemRefType>(whole.getType()).getRank();
    unsigned next = cast<MemRefType>(indices.getType()).getRank() - 1;
    bool isReduced = position.size() != next + rank;
    SmallVector<Value> result;
    for (unsigned dim : llvm::seq(rank)) {
      const int64_t *found = llvm::find(dims, dim);
      bool isIndexed = found != dims.end();
      result.push_back(isIndexed ? loadCoordinate(builder, loc, position,
                                                  found - dims.begin())
                                 : position[next]);
      next += !isIndexed || !isReduced;
    }
    return result;
  }

  Value slices, whole, indices;
  ArrayRef<int64_t> dims;
};

struct GatherModel : NewBufferModel<GatherModel, tensor::GatherOp> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto gather = cast<tensor::GatherOp>(op);
    Location loc = op->getLoc();
    SmallVector<Value> stack;
    FailureOr<MemRefType> type = getNewType(op, options, state, stack);
    FailureOr<Value> source =
        getBuffer(rewriter, gather.getSource(), options, state);
    FailureOr<Value> indices =
        getBuffer(rewriter, gather.getIndices(), options, state);
    if (failed(type) || failed(source) || failed(indices))
      return failure();
    FailureOr<Value> target = options.createAlloc(
        rewriter, loc, *type,
        getDynamicSizes(rewriter, gather, *source, *indices));
    if (failed(target))
      return failure();
    SliceLoops(*target, *source, *indices, gather.getGatherDims())
        .create(rewriter, loc,
                [&](OpBuilder &builder, Location at, ValueRange slice,
                    ValueRange whole) {
                  Value element =
                      memref::LoadOp::create(builder, at, *source, whole);
                  memref::StoreOp::create(builder, at, element, *target, slice);
                });
    replaceOpWithBufferizedValues(rewriter, op, *target);
    return success();
  }

private:
  /// The sizes of the dynamic dims of the result.
  static SmallVector<Value> getDynamicSizes(OpBuilder &builder,
                                            tensor::GatherOp gather,
                                            Value source, Value indices) {
    Location loc = gather.getLoc();
    RankedTensorType type = gather.getResultType();
    unsigned numBatches = gather.getIndicesType().getRank() - 1;
    unsigned rank = gather.getSourceType().getRank();
    bool isReduced = type.getRank() != numBatches + rank;
    // The dim of the source for each dim of the slices.
    SmallVector<int64_t> dims;
    for (int64_t dim : llvm::seq<int64_t>(rank))
      if (!isReduced || !llvm::is_contained(gather.getGatherDims(), dim))
        dims.push_back(dim);
    SmallVector<Value> sizes;
    for (unsigned number : llvm::seq(type.getRank())) {
      if (!type.isDynamicDim(number))
        continue;
      bool isBatch = number < numBatches;
      sizes.push_back(memref::DimOp::create(
          builder, loc, isBatch ? indices : source,
          isBatch ? int64_t(number) : dims[number - numBatches]));
    }
    return sizes;
  }
};

struct ScatterModel
    : BufferizableOpInterface::ExternalModel<ScatterModel, tensor::ScatterOp> {
  /// Elements of the destination that no slice covers stay.
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &) const {
    return &operand == &cast<tensor::ScatterOp>(op).getDestMutable();
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &state) const {
    if (!bufferizesToMemoryWrite(op, operand, state))
      return {};
    return {{op->getResult(0), BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto scatter = cast<tensor::ScatterOp>(op);
    FailureOr<Value> source =
        getBuffer(rewriter, scatter.getSource(), options, state);
    FailureOr<Value> dest =
        getBuffer(rewriter, scatter.getDest(), options, state);
    FailureOr<Value> indices =
        getBuffer(rewriter, scatter.getIndices(), options, state);
    if (failed(source) || failed(dest) || failed(indices))
      return failure();
    SliceLoops(*source, *dest, *indices, scatter.getScatterDims())
        .create(rewriter, op->getLoc(),
                [&](OpBuilder &builder, Location at, ValueRange slice,
                    ValueRange whole) {
                  Value element =
                      memref::LoadOp::create(builder, at, *source, slice);
                  memref::StoreOp::create(builder, at, element, *dest, whole);
                });
    replaceOpWithBufferizedValues(rewriter, op, *dest);
    return success();
  }
};
} // namespace

void layout::registerGatherModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::GatherOp::attachInterface<GatherModel>(*context);
    tensor::ScatterOp::attachInterface<ScatterModel>(*context);
    // The dialects of the ops that the models create.
    context->loadDialect<arith::ArithDialect, memref::MemRefDialect,
                         scf::SCFDialect>();
  });
}
