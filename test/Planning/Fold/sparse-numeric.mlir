// Constants that list their nonzero elements are rewritten at compile time, and
// programs with them run.
// Covers: R15
// RUN: layout-opt %s --layout-pipeline="target=nchw16c" -o %t.mlir
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir | FileCheck %s --check-prefix=EQUAL

// COUNT: "rewrites":2,{{.*}}"constants":{"n":0,"bytes":0}
// EQUAL: equal{{$}}
func.func @main(%x: tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32> {
  %w = arith.constant sparse<[[0, 0, 0, 0], [3, 1, 0, 0], [7, 15, 0, 0], [15, 2, 0, 0]], [1.5, 2.0, -3.0, 0.5]> : tensor<16x16x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x16x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>)
      outs(%z : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %0 : tensor<1x16x4x4xf32>
}
