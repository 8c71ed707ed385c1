//===- DataMovementInterface.td - Ops that move elements ---*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_DATAMOVEMENTINTERFACE
#define LAYOUT_ANALYSIS_DATAMOVEMENTINTERFACE

include "mlir/IR/OpBase.td"

def DataMovementOpInterface : OpInterface<"DataMovementOpInterface"> {
  let cppNamespace = "::mlir::layout";
  let description = [{
    An op that hands on elements of its first operand and computes nothing: all
    of them in other places (a rewrite), all of them where they are (a view), or
    some of them (a piece: a slice, a pad, a part of a concatenation), or one of
    them (an element). Figures of a program (`--layout-count`) count rewrites
    and pieces. Structured ops need not say so, it is read off their bodies and
    indexing maps.
  }];
  let methods = [
    InterfaceMethod<[{
        Of a rewrite, how its operand and its result lie; nothing for others.
      }],
      "::std::optional<::mlir::layout::RewriteMaps>", "getRewriteMaps", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return std::nullopt;">,
    InterfaceMethod<[{
        Whether elements keep their row-major order and none is left out.
      }],
      "bool", "isView", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Whether the op was asked for even where elements stay in place.
      }],
      "bool", "isAskedFor", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Of a piece, the types of what is read and of what is written; nothing
        for others.
      }],
      "::llvm::SmallVector<::mlir::ShapedType>", "getMovedTypes", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
    InterfaceMethod<[{
        Of a piece, whether it puts constant elements behind the ends of dims,
        or takes elements away there, and does nothing else: beside a rewrite
        it is part of that.
      }],
      "bool", "isResize", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Of an op that reads one element, its indices, which must lie in the
        tensor; nothing for others.
      }],
      "::std::optional<::mlir::OperandRange>", "getElementIndices", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return std::nullopt;">
  ];
}

#endif // LAYOUT_ANALYSIS_DATAMOVEMENTINTERFACE
