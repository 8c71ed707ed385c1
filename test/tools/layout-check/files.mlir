// What a run cannot count, and files that it cannot write, are errors.
// RUN: split-file %s %t
// RUN: not layout-check --count %t/module.mlir 2>&1 | FileCheck %s --check-prefix=MODULE
// MODULE: error: cannot count bytes outside of functions
// RUN: %expect-exit 2 env TMPDIR=%t/none layout-check %t/function.mlir %t/function.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: could not compare: cannot create a temporary file: No such file or directory

//--- module.mlir
%a = arith.constant dense<1.0> : tensor<4x8xf32>
%b = layout.layout_transform %a by <(i, j) -> (j, i)> : tensor<4x8xf32> to tensor<8x4xf32>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- function.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
