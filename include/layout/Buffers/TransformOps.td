//===- TransformOps.td - Layouts in schedules ---------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERS_TRANSFORM_OPS
#define LAYOUT_BUFFERS_TRANSFORM_OPS

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Transform_ApplyBufferLayoutsOp :
    Op<Transform_Dialect, "layout.apply_buffer_layouts",
       [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let summary = "Applies buffer layouts to a module and returns the loops";
  let description = [{
    Applies the pass `layout-apply-buffer-layouts` to each module. The attribute
    `physical_order` corresponds to its option `loop-order=physical`, and
    `all_functions` to `functions=all`.

    Returns the modules, and the loops that were created or reordered, outer loops
    before inner ones. Invalidates all handles to ops in the modules. If an op
    cannot be rewritten, the module is unchanged and the result is a definite
    failure.

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

#endif // LAYOUT_BUFFERS_TRANSFORM_OPS
