// The report says which operations keep their layouts in every plan, because
// they have no layout rule.
//
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=-" -o %t.mlir 2>&1 | FileCheck %s

// CHECK: no plan is cheaper
// CHECK-NEXT: as these operations, which have no layout rule, keep their layouts: 2 tensor.scatter
// The exp has two candidates: row-major, and the layout of the convolution.
// JSON: "choices": 1,
// JSON-NEXT: "candidates": 2,
// JSON-NEXT: "barriers": {
// JSON-NEXT: "tensor.scatter": 2
// JSON-NEXT: },
// JSON-NEXT: "considered": {
// JSON-NEXT: "layouts": 10,
// JSON-NEXT: "values": 7,
// JSON-NEXT: "capped": 0
// JSON-NEXT: },
// JSON-NEXT: "rounds": 1,
// JSON-NEXT: "as_planned": true
func.func @main(%x: tensor<1x16x8x8xf32>, %u: tensor<1x1x1x1x1xf32>, %i: tensor<1x4xindex>) -> tensor<1x16x8x8xf32> {
  %w = arith.constant dense<0.5> : tensor<16x16x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %0 = linalg.exp ins(%x : tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %2 = tensor.scatter %u into %1[%i] scatter_dims([0, 1, 2, 3]) unique : (tensor<1x1x1x1x1xf32>, tensor<1x16x8x8xf32>, tensor<1x4xindex>) -> tensor<1x16x8x8xf32>
  %3 = tensor.scatter %u into %2[%i] scatter_dims([0, 1, 2, 3]) unique : (tensor<1x1x1x1x1xf32>, tensor<1x16x8x8xf32>, tensor<1x4xindex>) -> tensor<1x16x8x8xf32>
  return %3 : tensor<1x16x8x8xf32>
}
