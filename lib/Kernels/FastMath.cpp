//===- FastMath.cpp - What kernels may compute faster ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastMath.h"

using namespace mlir;
using namespace mlir::layout;

static void addFastMath(arith::ArithFastMathInterface op,
                        arith::FastMathFlags flags) {
  flags = flags | op.getFastMathFlagsAttr().getValue();
  op->setAttr(op.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op.getContext(), flags));
}

void layout::allowContraction(linalg::GenericOp op) {
  op.walk([&](arith::ArithFastMathInterface math) {
    if (isa<arith::MulFOp, arith::AddFOp>(math))
      addFastMath(math, arith::FastMathFlags::contract);
  });
}

void layout::ignoreSignsOfZeros(linalg::GenericOp op) {
  op.walk([&](arith::ArithFastMathInterface math) {
    if (isa<arith::MaximumFOp, arith::MinimumFOp>(math))
      addFastMath(math, arith::FastMathFlags::nsz);
  });
}
