//===- TransformOps.td - Layouts by a schedule -------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_TRANSFORM_OPS
#define LAYOUT_CONVERSION_TRANSFORM_OPS

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Transform_ApplyBufferLayoutsOp :
    Op<Transform_Dialect, "layout.apply_buffer_layouts",
       [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let summary = "Gives buffers their physical shapes and hands out the loops";
  let description = [{
    Does to the module what the pass `layout-apply-buffer-layouts` does, with its
    options: `physical_order` stands for `loop-order=physical`, `all_functions`
    for `functions=all`.

    Returns the module and the loops that ops have become, or that have another
    order now, outer ones before inner ones. All handles to ops in the module are
    invalidated. A module in which something cannot be rewritten is a definite
    failure, and is not changed.

    ```mlir
    %0, %loops = transform.layout.apply_buffer_layouts %module physical_order
                 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$physical_order, UnitAttr:$all_functions);
  let results = (outs TransformHandleTypeInterface:$transformed,
                      TransformHandleTypeInterface:$loops);
  let assemblyFormat = [{
    $target (`physical_order` $physical_order^)?
    (`all_functions` $all_functions^)? attr-dict
    `:` functional-type($target, results)
  }];
}

#endif // LAYOUT_CONVERSION_TRANSFORM_OPS
