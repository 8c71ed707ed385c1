// Two orders of one computation are equal. The report has a line for each
// result.
// RUN: split-file %s %t
// RUN: layout-check %t/a.mlir %t/b.mlir | FileCheck %s
// RUN: layout-check %t/a.mlir %t/b.mlir --seed=77 | FileCheck %s --check-prefix=SEED

// CHECK: seed 1, result 0 : tensor<6x4xf32>: equal; worst difference {{.*}}, allowed
// CHECK: seed 2, result 0 : tensor<6x4xf32>: equal
// CHECK: {{^equal$}}
// SEED: seed 77, result 0
// SEED: seed 78, result 0

//--- a.mlir
func.func @f(%a: tensor<6x5xf32>, %b: tensor<5x4xf32>) -> tensor<6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %r = linalg.matmul ins(%a, %b : tensor<6x5xf32>, tensor<5x4xf32>)
      outs(%init : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

//--- b.mlir
// The transposed product of packed operands.
func.func @f(%a: tensor<6x5xf32>, %b: tensor<5x4xf32>) -> tensor<6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<2x2x3x3xf32>
  %pa = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [3, 3]
      into %ea : tensor<6x5xf32> -> tensor<2x2x3x3xf32>
  %eb = tensor.empty() : tensor<2x2x2x3xf32>
  %pb = linalg.pack %b padding_value(%zero : f32) outer_dims_perm = [1, 0]
      inner_dims_pos = [1, 0] inner_tiles = [2, 3] into %eb : tensor<5x4xf32> -> tensor<2x2x2x3xf32>
  %er = tensor.empty() : tensor<2x2x3x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<2x2x3x2xf32>) -> tensor<2x2x3x2xf32>
  %pr = linalg.mmt4d ins(%pa, %pb : tensor<2x2x3x3xf32>, tensor<2x2x2x3xf32>)
      outs(%init : tensor<2x2x3x2xf32>) -> tensor<2x2x3x2xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %r = linalg.unpack %pr inner_dims_pos = [0, 1] inner_tiles = [3, 2]
      into %e : tensor<2x2x3x2xf32> -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}
