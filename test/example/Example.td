//===- Example.td - A user's dialect that joins the planner -*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_EXAMPLE
#define LAYOUT_TEST_EXAMPLE

include "layout/Interfaces/LayoutRuleInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def ExampleDialect : Dialect {
  let name = "example";
  let cppNamespace = "::example";
}

def ReverseOp : Op<ExampleDialect, "reverse",
    [Pure, DeclareOpInterfaceMethods<LayoutRuleOpInterface>]> {
  let summary = "Turns a tensor round along one dim";
  let description = [{
    All other dims may lie as they like, and be split; the turned one may be
    moved whole.
  }];
  let arguments = (ins AnyRankedTensor:$source, I64Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat =
      "$source `along` $dim attr-dict `:` type($source) `to` type($result)";
}

#endif // LAYOUT_TEST_EXAMPLE
