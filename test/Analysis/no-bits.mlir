// An i0 has one number, so nothing says what its products are.
// RUN: layout-opt %s --layout-pipeline="target=nhwc" --verify-diagnostics | FileCheck %s

// CHECK: linalg.matmul
// expected-warning @below {{nothing is planned}}
module {
func.func @main(%a: tensor<2x3xi0>, %b: tensor<3x4xi0>, %c: tensor<2x4xi0>) -> tensor<2x4xi0> {
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xi0>, tensor<3x4xi0>) outs(%c : tensor<2x4xi0>) -> tensor<2x4xi0>
  return %0 : tensor<2x4xi0>
}
}
