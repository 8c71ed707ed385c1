//===- OneDNN.td - Computations that oneDNN takes over -----*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_ONEDNN
#define LAYOUT_EXAMPLES_ONEDNN

include "layout/Interfaces/LayoutRuleInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def OneDNNDialect : Dialect {
  let name = "onednn";
  let cppNamespace = "::onednn";
  let description = [{
    A region of the program that was given to oneDNN is one op. No pass of the
    project looks into it, so that no rewrite can lie inside of it.
  }];
}

def StaticTensorOrBuffer
    : AnyTypeOf<[AnyStaticShapeTensor, AnyStaticShapeMemRef]>;

def PrimitiveOp : Op<OneDNNDialect, "primitive",
    [DestinationStyleOpInterface,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<LayoutRuleOpInterface, ["getPitchedAccess"]>]> {
  let summary = "A primitive of oneDNN with its post-ops";
  let description = [{
    A convolution or matmul of the first two inputs. Its post-ops change the
    result element by element: `relu`, `clip:LOWEST:HIGHEST`,
    `linear:FACTOR:SUMMAND`, and `add`, `sub`, `mul` and `div`, which take the
    next one of the inputs behind the second as their right operand. The output
    is overwritten.

    `formats` has, for each input and then the output, the logical dims and the
    format tag of oneDNN, which says how they lie in memory: `1x64x56x56:aBcd16b`
    for 64 channels in blocks of 16. The tensor or buffer has as many elements,
    in the same order; `64:a` is one element for each channel.

    A convolution has `strides`, `dilations` (1 if adjacent elements are read),
    and the widths `low` and `high` of the zeros around its source, each with
    one number for each spatial dim.

    ```mlir
    %r = onednn.primitive "convolution"
        ins(%x, %w, %b : tensor<1x4x56x56x16xf32>, tensor<4x4x3x3x16x16xf32>, tensor<64xf32>)
        outs(%e : tensor<1x4x56x56x16xf32>)
        formats ["1x64x56x56:aBcd16b", "64x64x3x3:ABcd16b16a", "64:a", "1x64x56x56:aBcd16b"]
        post_ops ["add", "relu"]
        {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
         low = array<i64: 1, 1>, high = array<i64: 1, 1>}
        -> tensor<1x4x56x56x16xf32>
    ```
  }];
  let arguments = (ins Variadic<StaticTensorOrBuffer>:$inputs,
                       StaticTensorOrBuffer:$output,
                       StrAttr:$kind, StrArrayAttr:$formats,
                       StrArrayAttr:$post_ops,
                       OptionalAttr<DenseI64ArrayAttr>:$strides,
                       OptionalAttr<DenseI64ArrayAttr>:$dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$low,
                       OptionalAttr<DenseI64ArrayAttr>:$high);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $kind `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $output `:` type($output) `)` `formats` $formats
    `post_ops` $post_ops attr-dict (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputMutable();
    }
    /// The description of the primitive that the library reads
    /// (runtime/Description.h).
    ::std::string getDescription();
  }];
  let hasVerifier = 1;
}

#endif // LAYOUT_EXAMPLES_ONEDNN
