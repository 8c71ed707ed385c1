// RUN: layout-opt %s --layout-fold-batch-norm --remarks-filter=layout-fold-batch-norm -verify-diagnostics -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir

// CHECK-LABEL: func.func @forward
// CHECK-DAG: arith.constant dense<6.000000e+00> : tensor<2x3xf32>
// CHECK-COUNT-2: arith.mulf
// CHECK-NOT: arith.mulf
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @forward(%a: tensor<5x2xf32>, %b: tensor<2x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) {
  %weights = arith.constant dense<2.0> : tensor<2x3xf32>
  %rows = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %three = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x3xf32>) -> tensor<5x3xf32>
  // expected-remark@below {{scale of the result folded into the filter}}
  %0 = linalg.matmul ins(%a, %weights : tensor<5x2xf32>, tensor<2x3xf32>) outs(%zeros : tensor<5x3xf32>) -> tensor<5x3xf32>
  %scaled0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x3xf32>) outs(%empty : tensor<5x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.mulf %x, %three : f32
    linalg.yield %y : f32
  } -> tensor<5x3xf32>
  // expected-remark@below {{scale of the result stays: no factor is a constant whose data is available}}
  %1 = linalg.matmul ins(%a, %b : tensor<5x2xf32>, tensor<2x3xf32>) outs(%zeros : tensor<5x3xf32>) -> tensor<5x3xf32>
  %scaled1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<5x3xf32>) outs(%empty : tensor<5x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.mulf %x, %three : f32
    linalg.yield %y : f32
  } -> tensor<5x3xf32>
  // expected-remark@below {{scale of the result stays: the scale varies along a dim that its filter lacks}}
  %2 = linalg.matmul ins(%a, %weights : tensor<5x2xf32>, tensor<2x3xf32>) outs(%zeros : tensor<5x3xf32>) -> tensor<5x3xf32>
  %scaled2 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%2, %rows : tensor<5x3xf32>, tensor<5xf32>) outs(%empty : tensor<5x3xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %y = arith.mulf %x, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x3xf32>
  return %scaled0, %scaled1, %scaled2 : tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>
}
