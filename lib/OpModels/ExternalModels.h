//===- ExternalModels.h - Interfaces of upstream ops ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of upstream ops: external models of our interfaces, and patterns that
// rewrite ops into the forms that the models describe. Planning and analyses do
// not name upstream ops (.ci/op_names.py).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OPMODELS_EXTERNALMODELS_H
#define LAYOUT_LIB_OPMODELS_EXTERNALMODELS_H

#include "layout/Algebra/MixedRadix.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tensor {
class ConcatOp;
} // namespace mlir::tensor

namespace mlir::layout {

/// Layout rules of tensor.cast, pad, generate, extract, insert and concat.
void registerTensorModels(DialectRegistry &registry);

/// Layout rules of tensor.extract_slice, insert_slice and
/// parallel_insert_slice.
void registerSliceModels(DialectRegistry &registry);

/// Layout rules of the elementwise ops of arith and math on tensors.
void registerElementwiseModels(DialectRegistry &registry);

/// Layout rules of bufferization.alloc_tensor and materialize_in_destination.
void registerBufferizationModels(DialectRegistry &registry);

/// Layout rule of linalg.softmax, which is no structured op.
void registerSoftmaxModel(DialectRegistry &registry);

/// Attaches the models by which `--layout-count` recognizes ops that move
/// elements.
void registerMovementModels(DialectRegistry &registry);

/// Attaches the model by which linalg ops that gather elements are recognized.
void registerGatherModel(DialectRegistry &registry);

/// States the effects on memory of intrinsics that llvm.call_intrinsic calls.
void registerIntrinsicModels(DialectRegistry &registry);

/// Returns the labels of canonicalization patterns of upstream that change what
/// a program computes. Whoever runs its canonicalization has to disable them.
/// `FoldInsertPadIntoFill` takes the strides of an insertion for 1.
std::vector<std::string> getWrongUpstreamPatterns();

/// Adds patterns that upstream's canonicalization of tensor ops lacks.
void populateTensorCleanUpPatterns(RewritePatternSet &patterns);
/// The patterns that join slices and insertions (splitBox).
void populateBoxCleanUpPatterns(RewritePatternSet &patterns);
/// The same for linalg ops.
void populateLinalgCleanUpPatterns(RewritePatternSet &patterns);
/// The same for ops of bufferization.
void populateBufferizationCleanUpPatterns(RewritePatternSet &patterns);

/// Whether upstream can decompose an op such as linalg.softmax: it begins sums
/// and maxima with numbers that it has for floating-point types only, although
/// the verifier accepts others.
bool canDecompose(Operation *op);

/// Drops the inputs of a concatenation that have no elements, such as a cache
/// at its first use. Returns false if there is none:
///
///   %1 = tensor.concat dim(0) %past, %0
///          : (tensor<0x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
///
/// becomes %0.
bool dropEmptyInputs(RewriterBase &rewriter, tensor::ConcatOp op);

/// Creates a constant of a number type: `value` is a number of this type, or an
/// array of real and imaginary part. arith.constant has no signed and unsigned
/// integers; they are cast from signless ones:
///
///   %0 = arith.constant -1 : i8
///   %1 = builtin.unrealized_conversion_cast %0 : i8 to ui8
Value createConstant(OpBuilder &builder, Location loc, Type type,
                     Attribute value);
/// Returns the `value` of such a constant, ub.poison's attribute if it is
/// poison, or null if `value` is no constant.
Attribute getConstant(Value value);

/// Creates an op that adds `low` and `high` elements, which all are `content`
/// (createConstant), to the ends of the dims of a tensor, and returns its
/// result.
Value createBorder(OpBuilder &builder, Location loc, Value tensor,
                   ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                   Attribute content);

/// Creates an op that fills `destination` with `value` and returns its result.
Value createFill(OpBuilder &builder, Location loc, TypedAttr value,
                 Value destination);

/// Creates ops that write `content` (createConstant) to the box of `sizes` at
/// `offsets` of a tensor of the same rank, and returns the result.
Value createFilledBox(OpBuilder &builder, Location loc, Attribute content,
                      Value tensor, ArrayRef<OpFoldResult> offsets,
                      ArrayRef<OpFoldResult> sizes);

/// Returns the scalar that is every element of `value`, if an op without a
/// destination made it of that scalar; null otherwise.
Value getSplatScalar(Value value);
/// Creates an op that makes a tensor of a scalar and returns its result.
Value createSplat(OpBuilder &builder, Location loc, Value scalar,
                  ArrayRef<OpFoldResult> sizes);

/// Creates an op that joins tensors along `dim` and returns its result, which
/// has the type `type`.
Value concatenate(OpBuilder &builder, Location loc, Type type, int64_t dim,
                  ValueRange parts);

/// If `op` joins tensors along a dim that the layout `layout` of its result
/// pads, creates ops that join `parts`, which have this layout without its
/// padding, and returns their result; null otherwise. The padding of the dim
/// holds `content` (createConstant), or anything if that is null. With dim 0
/// padded to 64,
///
///   %2 = tensor.concat dim(0) %0, %1
///          : (tensor<40xf32>, tensor<8xf32>) -> tensor<48xf32>
///
/// becomes
///
///   %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>)
///   %i = tensor.insert_slice %0 into %f[0] [40] [1]
///          : tensor<40xf32> into tensor<64xf32>
///   %2 = tensor.insert_slice %1 into %i[40] [8] [1]
///          : tensor<8xf32> into tensor<64xf32>
Value joinPadded(OpBuilder &builder, Operation *op, ArrayRef<MixedRadix> layout,
                 ValueRange parts, Attribute content);

/// If `op` is a slice, insertion or pad whose box consists, in some dims, of no
/// whole blocks of the larger tensor, replaces it by ops of which some move the
/// other dims and whole blocks, and one the rest. `getBlocks` returns the sizes
/// of the blocks into which a dim of a tensor may be split. With blocks of 16
/// in dim 0 alone,
///
///   %1 = tensor.extract_slice %0[17, 2] [8, 4] [1, 1]
///          : tensor<64x9xf32> to tensor<8x4xf32>
///   %2 = tensor.insert_slice %s into %0[17, 2] [8, 4] [1, 1]
///          : tensor<8x4xf32> into tensor<64x9xf32>
///   %3 = tensor.pad %0 low[3, 2] high[0, 1] ...
///          : tensor<64x9xf32> to tensor<67x12xf32>
///
/// become
///
///   %a = tensor.extract_slice %0[16, 2] [16, 4] [1, 1]
///          : tensor<64x9xf32> to tensor<16x4xf32>
///   %1 = tensor.extract_slice %a[1, 0] [8, 4] [1, 1]
///          : tensor<16x4xf32> to tensor<8x4xf32>
///
///   %b = tensor.extract_slice %0[16, 2] [16, 4] [1, 1]
///          : tensor<64x9xf32> to tensor<16x4xf32>
///   %c = tensor.insert_slice %s into %b[1, 0] [8, 4] [1, 1]
///          : tensor<8x4xf32> into tensor<16x4xf32>
///   %2 = tensor.insert_slice %c into %0[16, 2] [16, 4] [1, 1]
///          : tensor<16x4xf32> into tensor<64x9xf32>
///
///   %d = tensor.pad %0 low[3, 0] high[0, 0] ...
///          : tensor<64x9xf32> to tensor<67x9xf32>
///   %3 = tensor.pad %d low[0, 2] high[0, 1] ...
///          : tensor<67x9xf32> to tensor<67x12xf32>
///
/// A concatenation of parts that fill whole blocks together only joins these
/// first:
///
///   %4 = tensor.concat dim(0) %0, %1, %2
///          : (tensor<8x9xf32>, tensor<8x9xf32>, tensor<16x9xf32>)
///          -> tensor<32x9xf32>
///
/// becomes
///
///   %e = tensor.concat dim(0) %0, %1
///          : (tensor<8x9xf32>, tensor<8x9xf32>) -> tensor<16x9xf32>
///   %4 = tensor.concat dim(0) %e, %2
///          : (tensor<16x9xf32>, tensor<16x9xf32>) -> tensor<32x9xf32>
///
/// Returns whether it did; an op stays if whole blocks would be the whole
/// tensor.
bool splitBox(
    RewriterBase &rewriter, Operation *op,
    function_ref<SmallVector<int64_t>(Value larger, unsigned dim)> getBlocks);

/// If `op` joins parts of one size, rewrites put elements of these beside each
/// other and pad that, and only rewrites that tell the parts apart read the
/// result, joins them along a dim of their own. What pads shuffled channels
/// then pads a whole dim, that of the channels of each part:
///
///   %2 = tensor.concat dim(0) %0, %1
///          : (tensor<7x9xf32>, tensor<7x9xf32>) -> tensor<14x9xf32>
///   %3 = layout.layout_transform %2 by <(d0, d1) ->
///          (d0 mod 7, d0 floordiv 7, d1)>
///          : tensor<14x9xf32> to tensor<7x2x9xf32>
///   %4 = layout.pad %3 low [0, 0, 0] high [1, 0, 0] ...
///
/// becomes
///
///   %a = layout.layout_transform %0 by <(d0, d1) -> (0, d0, d1)>
///          : tensor<7x9xf32> to tensor<1x7x9xf32>
///   %b = layout.layout_transform %1 by <(d0, d1) -> (0, d0, d1)>
///          : tensor<7x9xf32> to tensor<1x7x9xf32>
///   %2 = tensor.concat dim(0) %a, %b
///          : (tensor<1x7x9xf32>, tensor<1x7x9xf32>) -> tensor<2x7x9xf32>
///   %3 = layout.layout_transform %2 by <(d0, d1, d2) -> (d1, d0, d2)>
///          : tensor<2x7x9xf32> to tensor<7x2x9xf32>
///   %4 = layout.pad %3 low [0, 0, 0] high [1, 0, 0] ...
///
/// Returns whether it does.
bool separateParts(RewriterBase &rewriter, Operation *op);

inline void registerAllModels(DialectRegistry &registry) {
  registerTensorModels(registry);
  registerSliceModels(registry);
  registerElementwiseModels(registry);
  registerBufferizationModels(registry);
  registerSoftmaxModel(registry);
  registerMovementModels(registry);
  registerGatherModel(registry);
  registerIntrinsicModels(registry);
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_OPMODELS_EXTERNALMODELS_H
