//===- LayoutRuleInterface.td - Ops that state a layout rule -*- tablegen -*-//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_LAYOUTRULEINTERFACE
#define LAYOUT_INTERFACES_LAYOUTRULEINTERFACE

include "mlir/IR/OpBase.td"

def LayoutRuleOpInterface : OpInterface<"LayoutRuleOpInterface"> {
  let cppNamespace = "::mlir::layout";
  let description = [{
    An op that states which layouts it can take. Structured ops need not
    implement it: their rule is read off their indexing maps. If an op implements
    it, the interface overrides that analysis.

    An op can write its rule as text with the attribute `#layout.rule`, or in
    C++ with `LayoutRuleBuilder`.
  }];
  let methods = [
    InterfaceMethod<[{
        Returns the layouts that the op can take; nothing if it must keep its
        present layout.
      }],
      "::std::optional<::mlir::layout::LayoutRule>", "getLayoutRule", (ins)>,
    InterfaceMethod<[{
        Builds the op in new layouts, at the insertion point. `layouts` are the
        layouts of the ports under a valid factor order of the rule
        (`LayoutRule::getLayouts`), and `operands` have these layouts. Returns
        one value per result, of the type its layout gives (`getPhysicalType`).
        Returns no values if the op cannot be built in these layouts. It then
        stays as it is. So it does, with a warning that says what is wrong, if a
        type is wrong or an op that was built is invalid.
      }],
      "::llvm::SmallVector<::mlir::Value>", "applyLayouts",
      (ins "::mlir::RewriterBase &":$rewriter,
           "::llvm::ArrayRef<::mlir::layout::MixedRadixMap>":$layouts,
           "::mlir::ValueRange":$operands)>,
    InterfaceMethod<[{
        Returns the layouts that the op should have or must have, out of those
        that its rule allows. They may depend on its properties and types. What
        a target states for the name of the op counts before them.
      }],
      "::mlir::layout::LayoutRequests", "getLayoutRequests", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
    InterfaceMethod<[{
        Returns the contents of the padding of the results, one per result, when
        operands and results are padded at the high ends of dims, and the
        padding of the operands has the contents `operands`. Only dims that are
        whole factors are padded. Fails if `applyLayouts` does not support
        padding; the op then gets none.
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::layout::PadContent>>",
      "getPadContents",
      (ins "::llvm::ArrayRef<::mlir::layout::PadContent>":$operands),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::mlir::failure();">,
    InterfaceMethod<[{
        Returns what it costs to read or write values inside of larger buffers;
        nothing if each of them must be in a buffer of its own. This holds for
        the op in each of its layouts, and for what it becomes by bufferization:
        if that is another op, `layout-place-buffers` asks that one.
      }],
      "::std::optional<::mlir::layout::PitchedAccess>", "getPitchedAccess",
      (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return ::std::nullopt;">
  ];
}

#endif // LAYOUT_INTERFACES_LAYOUTRULEINTERFACE
