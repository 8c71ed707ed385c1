//===- TransformOps.td - Layouts in schedules --------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMOPS_TRANSFORM_OPS
#define LAYOUT_TRANSFORMOPS_TRANSFORM_OPS

include "layout/Dialect/LayoutAttributes.td"
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

class Transform_RelayoutOp<string name> :
    Op<Transform_Dialect, "layout." # name,
       [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<TransformOpInterface>]>;

def Transform_RelayoutValueOp : Transform_RelayoutOp<"relayout_value"> {
  let summary = "Stores a value in another layout";
  let description = [{
    Brings each value into `layout`, a text in any notation (`explain.md`), and
    lets all its users read what a second rewrite makes of that. Blocks that do
    not divide a dim are filled with zeros. `layout-flow` moves the rewrites.

    Returns the value in its layout, and the value that the users read. If a value
    cannot have the layout, or is no ranked tensor, nothing is changed and the
    result is a silenceable failure.

    ```mlir
    %physical, %logical = transform.layout.relayout_value %value to "NCHW -> NCHW16c"
        : (!transform.any_value) -> (!transform.any_value, !transform.any_value)
    ```
  }];
  let arguments = (ins TransformValueHandleTypeInterface:$target,
                       StrAttr:$layout);
  let results = (outs TransformValueHandleTypeInterface:$physical,
                      TransformValueHandleTypeInterface:$logical);
  let assemblyFormat = [{
    $target `to` $layout attr-dict `:` functional-type($target, results)
  }];
}

def Transform_RelayoutOpOp : Transform_RelayoutOp<"relayout_op"> {
  let summary = "Lets an op compute in other layouts";
  let description = [{
    Rebuilds each op such that its operands and results have the layouts of
    `layout`, with rewrites around it, and marks it `layout.frozen`.

    Returns the rebuilt ops. If an op cannot have the layouts, it is not changed
    and the result is a silenceable failure that says what is required.

    ```mlir
    %new = transform.layout.relayout_op %matmul
        to <operands = [_, <(k, n) -> (n, k)>, _], results = [_]>
        : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Layout_OpLayoutAttr:$layout);
  let results = (outs TransformHandleTypeInterface:$transformed);
  let assemblyFormat = [{
    $target `to` $layout attr-dict `:` functional-type($target, results)
  }];
}

def Transform_RelayoutLoopsOp : Transform_RelayoutOp<"relayout_loops"> {
  let summary = "Changes the iteration space of a structured op";
  let description = [{
    Gives each structured op the loops that `map` makes of its loops: in another
    order, or split. Its operands keep their layouts. Each new loop is a part of
    one old loop. If a new loop would be the dim of no operand, so that its extent
    could not be inferred, an op on tensors gets an operand of that shape, of which
    it reads no element.

    Returns the ops with these loops. If a map does not fit the loops, or such a
    loop has a dynamic extent or is one of an op on buffers, the op is not changed
    and the result is a silenceable failure.

    ```mlir
    %new = transform.layout.relayout_loops %matmul by <(m, n, k) -> (n, m, k)>
        : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Layout_IndexMapAttr:$map);
  let results = (outs TransformHandleTypeInterface:$transformed);
  let assemblyFormat = [{
    $target `by` $map attr-dict `:` functional-type($target, results)
  }];
}

def Transform_RelayoutBufferOp : Transform_RelayoutOp<"relayout_buffer"> {
  let summary = "Stores a buffer in another layout";
  let description = [{
    Applies `map` to the indices of one buffer: the result of an allocation or of
    a `memref.get_global`, or an argument. All that uses it, by whatever value, is
    rewritten as `layout-apply-buffer-layouts` does, in the whole module around
    the buffer. A layout that is requested of the buffer, but not applied yet, is
    applied before `map`; the requests of other buffers stay. The attributes
    `physical_order` and `all_functions` correspond to the options
    `loop-order=physical` and `functions=all` of the pass, `pad_value` to
    `layout.pad_value`.

    Returns the buffer of the physical shape, the loops that were created or
    reordered, outer loops before inner ones, and as parameters the groups that
    the separators of `map` form, each as the array of the dims of the physical
    buffer that it holds. Handles to what is not replaced stay valid. If there is
    not exactly one buffer, the map does not fit it, its type is fixed or a user
    cannot be rewritten, nothing is changed, and the result is a silenceable
    failure, at the user.

    ```mlir
    %physical, %loops, %groups = transform.layout.relayout_buffer %buffer
        by <(i, j) -> (j floordiv 4, i | j mod 4)> pad_value 0.0 : f32
        : (!transform.any_value)
        -> (!transform.any_value, !transform.any_op, !transform.any_param)
    ```
  }];
  let arguments = (ins TransformValueHandleTypeInterface:$target,
                       Layout_IndexMapAttr:$map,
                       OptionalAttr<TypedAttrInterface>:$pad_value,
                       UnitAttr:$physical_order, UnitAttr:$all_functions);
  let results = (outs TransformValueHandleTypeInterface:$physical,
                      TransformHandleTypeInterface:$loops,
                      TransformParamTypeInterface:$groups);
  let assemblyFormat = [{
    $target `by` $map (`pad_value` $pad_value^)?
    (`physical_order` $physical_order^)? (`all_functions` $all_functions^)?
    attr-dict `:` functional-type($target, results)
  }];
}

#endif // LAYOUT_TRANSFORMOPS_TRANSFORM_OPS
