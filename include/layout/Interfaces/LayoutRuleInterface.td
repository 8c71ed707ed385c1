//===- LayoutRuleInterface.td - Ops that say their layout rule -*- tablegen -*//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_LAYOUTRULEINTERFACE
#define LAYOUT_ANALYSIS_LAYOUTRULEINTERFACE

include "mlir/IR/OpBase.td"

def LayoutRuleOpInterface : OpInterface<"LayoutRuleOpInterface"> {
  let cppNamespace = "::mlir::layout";
  let description = [{
    An op that says itself what it minds about layouts. Structured ops need not:
    their rule is read off their indexing maps. A model of this interface
    registered for an op overrides that analysis.
  }];
  let methods = [
    InterfaceMethod<[{
        What the op minds; nothing if it takes no layout but the present one.
      }],
      "::std::optional<::mlir::layout::LayoutRule>", "getLayoutRule", (ins)>,
    InterfaceMethod<[{
        Builds the op under a valid label of its rule, at the insertion point.
        `layouts` says for every port how it lies (`getPortLayout` of the
        label), `operands` are the operands that lie so. Returns one value per
        result, of the type its layout gives.
      }],
      "::llvm::SmallVector<::mlir::Value>", "applyLayouts",
      (ins "::mlir::RewriterBase &":$rewriter,
           "::llvm::ArrayRef<::mlir::layout::MixedRadixMap>":$layouts,
           "::mlir::ValueRange":$operands)>,
    InterfaceMethod<[{
        What stands in the padding of the results where operands and results are
        padded behind the ends of dims that the op hands on whole, and the
        operands hold `operands` there. Fails if `applyLayouts` knows of no
        padding, which is then kept away from the op.
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::layout::PadContent>>",
      "getPadContents",
      (ins "::llvm::ArrayRef<::mlir::layout::PadContent>":$operands),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::mlir::failure();">
  ];
}

#endif // LAYOUT_ANALYSIS_LAYOUTRULEINTERFACE
