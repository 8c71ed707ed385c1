//===- GatherInterface.td - Ops that read a tensor anywhere -*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_GATHERINTERFACE
#define LAYOUT_INTERFACES_GATHERINTERFACE

include "mlir/IR/OpBase.td"

def GatherOpInterface : OpInterface<"GatherOpInterface"> {
  let cppNamespace = "::mlir::layout";
  let description = [{
    An op that may be a gather (GatherInterface.h): its body computes the index
    of the element that it reads.
  }];
  let methods = [
    InterfaceMethod<[{
        Returns what the op reads; nothing if it is no gather, or if it may read
        an element twice.
      }],
      "::std::optional<::mlir::layout::Gather>", "getGather", (ins)>
  ];
}

#endif // LAYOUT_INTERFACES_GATHERINTERFACE
