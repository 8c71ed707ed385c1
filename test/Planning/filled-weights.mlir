// A fill can be computed in any layout, but not with padding that holds another
// value: the weights are padded with zeros. That is a rewrite of 8x8 and 16x16
// elements, 1280 bytes, beside those of the input and the result, until the pipeline
// evaluates it.
//
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad report=%t.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.json
// RUN: layout-opt %s --layout-freeze="target=nchw16c indivisible=pad" --layout-flow --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir | FileCheck %s --check-prefix=EQUAL
// CHECK: "cost": 3072,
// CHECK: "bound": 3072,
// COUNT: {"rewrites":3,"bytes":4352
// EQUAL: {{^equal$}}

func.func @main(%x: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %one = arith.constant 1.0 : f32
  %k0 = tensor.empty() : tensor<8x8x1x1xf32>
  %k = linalg.fill ins(%one : f32) outs(%k0 : tensor<8x8x1x1xf32>) -> tensor<8x8x1x1xf32>
  %e = tensor.empty() : tensor<1x8x4x4xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%f : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %r : tensor<1x8x4x4xf32>
}
