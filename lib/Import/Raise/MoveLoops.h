//===- MoveLoops.h - Loops written by hand that move elements ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. Loops that do nothing but move elements of one tensor
// or buffer into another: a tensor.generate, or a nest of scf.for or affine.for
// around one write of one element that is read, or of a slice of them, whose
// dims count as loops. With conditions around the read or the write they pad
// and crop as well:
//
//     for every index i of the loops for which all `writeGuards` hold:
//       destination[write(i)] =
//           all `readGuards` hold ? source[read(i)] : otherwise
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_RAISE_MOVELOOPS_H
#define LAYOUT_LIB_IMPORT_RAISE_MOVELOOPS_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout::raise {

/// One of the loops. Its number is the dim of the expressions in `MoveLoops`
/// that counts its iterations from 0.
struct CountedLoop {
  Value index; ///< null for a dim of a slice
  int64_t lower = 0, step = 1;
  /// How often it runs, at least once; kDynamic if `upper` says so, and then
  /// `lower` is 0 and `step` is 1.
  int64_t extent = 0;
  Value upper; ///< null for a static extent
};

struct MoveLoops {
  Operation *op = nullptr; ///< the outermost loop
  SmallVector<CountedLoop> loops;
  Value source;
  SmallVector<AffineExpr> read;
  /// What is written; null if that is the whole result of a tensor.generate.
  /// For loops that carry a tensor it is the initial one.
  Value destination;
  SmallVector<AffineExpr> write;
  /// Expressions that are at least 0 where the source is read, and where the
  /// destination is written.
  SmallVector<AffineExpr> readGuards, writeGuards;
  /// The element in place of one that is not read, an attribute if it is
  /// constant; null without read guards.
  OpFoldResult otherwise;

  bool isOnBuffers() const { return op->getNumResults() == 0; }
};

/// Returns the loops that `op` is the outermost one of. Fails if it is none, or
/// the loops do more than move elements; then `reason` is empty. It also fails,
/// with a clause as the reason, if they move elements in a way that is not
/// known. Changes nothing.
FailureOr<MoveLoops> matchLoops(Operation *op, std::string &reason);

/// Replaces loops by a structured op that moves the same elements, between
/// slices and pads where the loops do not visit all of a tensor. With
///
///   %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%out = %e)
///       -> tensor<6xf32> {
///     %isInside = arith.cmpi ult, %i, %c4 : index
///     %element = scf.if %isInside -> f32 {
///       %k = arith.subi %c5, %i : index
///       %0 = tensor.extract %a[%k] : tensor<6xf32>
///       scf.yield %0 : f32
///     } else {
///       scf.yield %zero : f32
///     }
///     %next = tensor.insert %element into %out[%i] : tensor<6xf32>
///     scf.yield %next : tensor<6xf32>
///   }
///
/// becomes
///
///   %0 = tensor.extract_slice %a[2] [4] [1] : tensor<6xf32> to tensor<4xf32>
///   %1 = tensor.pad %0 low[2] high[0] ... : tensor<4xf32> to tensor<6xf32>
///   %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
///       iterator_types = ["parallel"]} outs(%empty : tensor<6xf32>) {
///   ^bb0(%out: f32):
///     %i = linalg.index 0 : index
///     %k = affine.apply affine_map<(i) -> (5 - i)>(%i)
///     %element = tensor.extract %1[%k] : tensor<6xf32>
///     linalg.yield %element : f32
///   } -> tensor<6xf32>
///
/// Fails, with a missed remark, if the loops are not proved to write no element
/// twice, or if a condition is no bound of an index.
LogicalResult raiseLoops(RewriterBase &rewriter, MoveLoops loops);

/// The tensors in the buffers that loops move elements between.
struct LoopTensors {
  Value source;
  memref::AllocOp buffer; ///< the destination
  linalg::FillOp fill;    ///< of all of it, before the loops; may be null
  SmallVector<bufferization::ToTensorOp> results; ///< made of it, behind them
  SmallVector<Operation *> others;                ///< deallocations of it
};

/// Finds the tensors if the source is a bufferization.to_buffer that is only
/// read, and the destination an allocation that only the loops and a fill
/// write, and of which tensors are made behind the loops. Fails, with a clause
/// as the reason, if the buffers are others.
FailureOr<LoopTensors> findTensors(const MoveLoops &loops, std::string &reason);

/// Creates the destination as a tensor.
Value createDestination(RewriterBase &rewriter, LoopTensors &tensors);

/// Replaces the tensors that are made of the destination by `value`, and erases
/// the loops and the buffer.
void replaceLoops(RewriterBase &rewriter, const MoveLoops &loops,
                  LoopTensors &tensors, Value value);

} // namespace mlir::layout::raise

#endif // LAYOUT_LIB_IMPORT_RAISE_MOVELOOPS_H
