// The baseline of a report covers the whole module, like its other figures.
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.json" -o /dev/null
// RUN: FileCheck %s < %t.json
// CHECK: "frozen": {
// CHECK-NEXT: "bytes": 192
// CHECK: "after": {
// CHECK-NEXT: "rewrites": 1,
// CHECK-NEXT: "bytes": 192,
func.func @unplanned(%x: tensor<4x6xf32>, %o: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%o : tensor<6x4xf32>) permutation = [1, 0]
  return %0 : tensor<6x4xf32>
}
func.func @planned(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
