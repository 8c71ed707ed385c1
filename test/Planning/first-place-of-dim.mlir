// An op that accesses the first place of a dim alone reads less than its type
// has. That is no saving which pays for the padding of its other operands.

// RUN: layout-opt %s --layout-pipeline=target=spyre -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir
// RUN: layout-opt %s --layout-pipeline="target=nhwc-packed16 indivisible=pad" -o %t.packed.mlir
// RUN: layout-check %s %t.packed.mlir

// The sum is of the columns that are there, not of the padded ones.
// CHECK-LABEL: func.func @main(
// CHECK: linalg.generic {{.*}} outs(%arg2 : tensor<5x32xf32>)
// CHECK: return
func.func @main(%x: tensor<5x47xf32>, %w: tensor<47x40xf32>, %y: tensor<5x32xf32>) -> (tensor<5x32xf32>, tensor<5x40xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x40xf32>) -> tensor<5x40xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<5x47xf32>, tensor<47x40xf32>) outs(%f : tensor<5x40xf32>) -> tensor<5x40xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<5x40xf32>) outs(%y : tensor<5x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.addf %in, %out : f32
    linalg.yield %3 : f32
  } -> tensor<5x32xf32>
  %2 = linalg.exp ins(%0 : tensor<5x40xf32>) outs(%e : tensor<5x40xf32>) -> tensor<5x40xf32>
  return %1, %2 : tensor<5x32xf32>, tensor<5x40xf32>
}
