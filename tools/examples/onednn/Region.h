//===- Region.h - What oneDNN computes by one primitive ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_ONEDNN_REGION_H
#define LAYOUT_EXAMPLES_ONEDNN_REGION_H

#include "PostOps.h"
#include "layout/Analysis/CriticalOps.h"

namespace onednn {

/// A convolution or matmul, the pad in front of it and the elementwise ops
/// behind it, as one primitive.
struct OffloadedRegion {
  mlir::linalg::LinalgOp root;
  bool isConvolution = false;
  /// Each of the groups has one channel.
  bool isDepthwise = false;
  mlir::Value source, weights;
  DimOrder sourceOrder, weightsOrder, resultOrder;
  /// Of a convolution, one number for each spatial dim.
  llvm::SmallVector<int64_t> strides, dilations, low, high;
  llvm::SmallVector<PostOp> postOps;
  /// The elementwise ops, in order.
  llvm::SmallVector<mlir::linalg::LinalgOp> tail;

  mlir::linalg::LinalgOp getRoot() const { return root; }
  mlir::linalg::LinalgOp getLast() const {
    return tail.empty() ? root : tail.back();
  }
};

/// Returns the region of `root` without its post-ops. Fails and sets `reason`
/// ("requires ..., found ...") if oneDNN does not take it.
mlir::FailureOr<OffloadedRegion>
matchRegion(mlir::linalg::LinalgOp root,
            const mlir::layout::CriticalOp &critical, std::string &reason);

/// Adds what the root adds its sum to, and the elementwise ops behind it, as
/// far as oneDNN takes them. Computes what vectors give by themselves in front
/// of them.
void addPostOps(OffloadedRegion &region);

/// The orders in which the tensors of a primitive lie.
struct Formats {
  llvm::SmallVector<unsigned> source, weights, result;
};

/// The block of channels in these orders.
constexpr int64_t kBlock = 16;

/// Returns the formats for which oneDNN has fast convolutions on AVX-512, with
/// channels in blocks of 16 (nChw16c). Fails and sets `reason` if it has none.
mlir::FailureOr<Formats> getFastFormats(const OffloadedRegion &region,
                                        std::string &reason);

} // namespace onednn

#endif // LAYOUT_EXAMPLES_ONEDNN_REGION_H
