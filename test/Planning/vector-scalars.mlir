// Elements may be vectors. A vector that is no element but an operand of its own, as of
// this fill, is a scalar: no index of the map stands for its elements.
// RUN: layout-opt %s --layout-pipeline=target=nhwc | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK: linalg.fill ins(%{{.*}} : vector<4xf32>) outs(%{{.*}} : tensor<{{.*}}xvector<4xf32>>)
func.func @main(%value: vector<4xf32>, %x: tensor<7x19xvector<4xf32>>) -> (tensor<7x3x8xvector<4xf32>>, tensor<7x3x8xvector<4xf32>>) {
  %e = tensor.empty() : tensor<7x19xvector<4xf32>>
  %0 = linalg.fill ins(%value : vector<4xf32>) outs(%e : tensor<7x19xvector<4xf32>>) -> tensor<7x19xvector<4xf32>>
  %f = tensor.empty() : tensor<7x3x8xvector<4xf32>>
  %1 = linalg.pack %0 padding_value(%value : vector<4xf32>) inner_dims_pos = [1] inner_tiles = [8] into %f : tensor<7x19xvector<4xf32>> -> tensor<7x3x8xvector<4xf32>>
  %2 = linalg.pack %x padding_value(%value : vector<4xf32>) inner_dims_pos = [1] inner_tiles = [8] into %f : tensor<7x19xvector<4xf32>> -> tensor<7x3x8xvector<4xf32>>
  return %1, %2 : tensor<7x3x8xvector<4xf32>>, tensor<7x3x8xvector<4xf32>>
}
