//===- Acme.td - The dialect of an example compiler --------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_COMPILER_ACME
#define LAYOUT_EXAMPLES_COMPILER_ACME

include "layout/Interfaces/LayoutRuleInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def AcmeDialect : Dialect {
  let name = "acme";
  let cppNamespace = "::acme";
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def ScaleShiftOp : Op<AcmeDialect, "scale_shift",
    [Pure, AllTypesMatch<["source", "result"]>, AllTypesMatch<["scale", "shift"]>,
     DeclareOpInterfaceMethods<LayoutRuleOpInterface>]> {
  let summary = "Scales each channel of a tensor and adds a number to it";
  let description = [{
    The dims of `scale` and `shift` are those dims of `source` that `along` lists.
    A tensor in NCHW has its channels along dim 1, one in NCHW16c along two dims:

    ```mlir
    %1 = acme.scale_shift %0 by %scale, %shift along [1]
        : tensor<1x32x6x6xf32>, tensor<32xf32>
    %3 = acme.scale_shift %2 by %blocked, %blocked_shift along [1, 4]
        : tensor<1x2x6x6x16xf32>, tensor<2x16xf32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[AnyFloat]>:$source,
                       RankedTensorOf<[AnyFloat]>:$scale,
                       RankedTensorOf<[AnyFloat]>:$shift,
                       DenseI64ArrayAttr:$along);
  let results = (outs RankedTensorOf<[AnyFloat]>:$result);
  let assemblyFormat = [{
    $source `by` $scale `,` $shift `along` $along attr-dict `:` type($source) `,`
    type($scale)
  }];
  let hasVerifier = 1;
}

#endif // LAYOUT_EXAMPLES_COMPILER_ACME
