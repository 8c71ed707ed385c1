// Splat weights hide a wrong layout; random data shows it.
// RUN: split-file %s %t
// RUN: layout-check %t/a.mlir %t/wrong.mlir
// RUN: layout-opt %t/a.mlir --layout-randomize-splats -o %t/a-random.mlir
// RUN: layout-opt %t/wrong.mlir --layout-randomize-splats -o %t/wrong-random.mlir
// RUN: layout-check %t/a-random.mlir %t/a-random.mlir
// RUN: %expect-exit 1 layout-check %t/a-random.mlir %t/wrong-random.mlir | FileCheck %s
// CHECK: {{^different$}}

//--- a.mlir
func.func @f(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %w = arith.constant dense<0.5> : tensor<8x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<6x8xf32>, tensor<8x8xf32>)
      outs(%init : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}

//--- wrong.mlir
#transposed = affine_map<(m, n, k) -> (n, k)>
func.func @f(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %w = arith.constant dense<0.5> : tensor<8x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %r = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, #transposed, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : tensor<6x8xf32>, tensor<8x8xf32>)
      outs(%init : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}
