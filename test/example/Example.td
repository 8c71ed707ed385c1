//===- Example.td - A user's dialect that joins the planner -*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_EXAMPLE
#define LAYOUT_TEST_EXAMPLE

include "layout/Dialect/LayoutAttributes.td"
include "layout/Interfaces/LayoutRuleInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def ExampleDialect : Dialect {
  let name = "example";
  let cppNamespace = "::example";
  let useDefaultAttributePrinterParser = 1;
}

def ReverseOp : Op<ExampleDialect, "reverse",
    [Pure, DeclareOpInterfaceMethods<LayoutRuleOpInterface,
                                     ["getPitchedAccess"]>]> {
  let summary = "Reverses a tensor along one dim";
  let description = [{
    All other dims can be permuted and split; the reversed one can only be
    permuted.
  }];
  let arguments = (ins AnyRankedTensor:$source, I64Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat =
      "$source `along` $dim attr-dict `:` type($source) `to` type($result)";
}

def SortOp : Op<ExampleDialect, "sort",
    [Pure, SameOperandsAndResultType,
     DeclareOpInterfaceMethods<LayoutRuleOpInterface>]> {
  let summary = "Sorts the elements of a tensor along one dim";
  let description = [{
    The only kernel sorts along the innermost dim or the one before it. A layout
    rule cannot say that, so the op fails to build itself in other layouts.
  }];
  let arguments = (ins AnyRankedTensor:$source, I64Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source `along` $dim attr-dict `:` type($source)";
}

def BrokenOp : Op<ExampleDialect, "broken",
    [Pure, SameOperandsAndResultType,
     DeclareOpInterfaceMethods<LayoutRuleOpInterface>]> {
  let summary = "Breaks the promise of its rule in the way that `builds` says";
  let arguments = (ins AnyRankedTensor:$source, StrAttr:$builds);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source `builds` $builds attr-dict `:` type($source)";
}

def ScanOp : Op<ExampleDialect, "scan",
    [Pure, SameOperandsAndResultType,
     DeclareOpInterfaceMethods<LayoutRuleOpInterface, ["getLayoutRequests"]>]> {
  let summary = "Sums along one dim, up to each element";
  let description = [{
    The kernel is fast if the dim is the innermost one; a `strict` one computes
    along no other. `asks` is the order of dims that it asks for instead, with
    blocks of `cut` elements of dim 0.
  }];
  let arguments = (ins AnyRankedTensor:$source, I64Attr:$dim, UnitAttr:$strict,
                       OptionalAttr<DenseI64ArrayAttr>:$asks,
                       OptionalAttr<I64Attr>:$cut);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    (`strict` $strict^)? $source `along` $dim (`asks` $asks^)?
    (`cut` $cut^)? attr-dict `:` type($source)
  }];
}

def SwishOp : Op<ExampleDialect, "swish",
    [Pure, SameOperandsAndResultType,
     DeclareOpInterfaceMethods<LayoutRuleOpInterface, ["getPadContents"]>]> {
  let summary = "Multiplies each element with its logistic function";
  let description = [{
    It is computed on padding as well, and makes zeros of zeros.
  }];
  let arguments = (ins AnyRankedTensor:$source);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
}

def TilesAttr : AttrDef<ExampleDialect, "Tiles", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface, ["getAffineMap"]>,
    DeclareAttrInterfaceMethods<TensorLayoutAttrInterface>]> {
  let mnemonic = "tiles";
  let summary = "A matrix in tiles, of which the device reads two at a time";
  let parameters = (ins "int64_t":$rows, "int64_t":$columns);
  let assemblyFormat = "`<` $rows `,` $columns `>`";
}

def CustomOp : Op<ExampleDialect, "custom",
    [Pure, DeclareOpInterfaceMethods<LayoutRuleOpInterface>]> {
  let summary = "Computes something, in the layouts that its rule allows";
  let arguments = (ins Variadic<AnyRankedTensor>:$sources,
                       Layout_LayoutRuleAttr:$rule);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat =
      "$sources $rule attr-dict `:` functional-type($sources, $result)";
}

#endif // LAYOUT_TEST_EXAMPLE
