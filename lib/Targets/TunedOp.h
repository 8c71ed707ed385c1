//===- TunedOp.h - What the time of an op depends on ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tuner measures an op once for all ops that take as long: those of the same
// kind, shapes, types, strides, dilations and groups. As JSON, a convolution is
//
//   {"kind": "conv2d",
//    "operands": ["NCHW 1x64x58x58xf32", "OIHW 64x64x3x3xf32",
//                 "NCHW 1x64x56x56xf32"],
//    "strides": [1, 1], "dilations": [1, 1], "groups": 1,
//    "body": "arith.mulf arith.addf"}
//
// and one of its layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"].
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TARGETS_TUNEDOP_H
#define LAYOUT_LIB_TARGETS_TUNEDOP_H

#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Targets/OpKind.h"
#include "llvm/Support/JSON.h"

namespace mlir::layout {

struct TunedOp {
  std::string kind; ///< the most specific one, as in preferences
  /// The names, the extents and the type of each input, then of the result.
  /// Dims of one letter are numbered, "B0B1MK". The order is not that of the
  /// tensor: a convolution in NHWC is the same as one in NCHW.
  std::vector<std::string> operands;
  std::vector<int64_t> strides, dilations; ///< none for a matmul
  int64_t groups = 1;                      ///< channels of a depthwise op
  std::string body; ///< the ops that one iteration computes

  /// Describes a critical op or pooling. Fails with a reason, "requires ...,
  /// found ...", if it cannot be measured by itself: it has dynamic extents or
  /// an encoding, or a dim without a letter.
  static FailureOr<TunedOp> get(linalg::LinalgOp op, const CriticalOp &roles,
                                std::string &reason);
};

llvm::json::Value toJSON(const TunedOp &op);
bool fromJSON(const llvm::json::Value &value, TunedOp &op,
              llvm::json::Path path);

/// The layouts that an option gives the operands of an op for which `get`
/// succeeds, in the order of `TunedOp::operands`: a text such as "NCHW16c", or
/// else the map; then the padding.
std::vector<std::string> getLayoutTexts(linalg::LinalgOp op,
                                        const CriticalOp &roles,
                                        OpLayoutAttr option);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TARGETS_TUNEDOP_H
