// Equal results prove little about kernels that hold one number each.
//
// RUN: layout-check %s %s 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: layout-opt %s --layout-randomize-splats=seed=1 -o %t.mlir
// RUN: layout-check %t.mlir %t.mlir 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: layout-check %s --count 2>&1 | FileCheck %s --check-prefix=COUNT --implicit-check-not=warning

// WARN: splat-kernels.mlir:[[# @LINE + 9]]:8: warning: 1 of 2 convolutions and matmuls, this one first, have kernels of equal numbers, which are the same in every layout; layout-randomize-splats makes them differ
// WARN: {{^}}equal
// CHECK: {{^}}equal
// COUNT: executed: rewrites 0 bytes
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %varied = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [1.5, 2.5, 3.5, 4.5], [5.5, 6.5, 7.5, 8.5]]> : tensor<4x4xf32>
  %splat = arith.constant dense<0.5> : tensor<4x4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %0 = linalg.matmul ins(%x, %varied : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %splat : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
