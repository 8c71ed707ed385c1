// layout-survey changes nothing but the report.
// Covers: R33, R47
// RUN: layout-opt %s --layout-survey | FileCheck %s

// CHECK: module attributes {layout.report = {
// CHECK-SAME: before = {absorbed = {bytes = 0 : i64, n = 0 : i64}, bytes = 192 : i64, constants = {bytes = 0 : i64, n = 0 : i64}, dynamic = false, moves = {bytes = 0 : i64, n = 0 : i64}, rewrites = 1 : i64}
// CHECK-SAME: unplanned = ["buffers", "declared", "no_critical_op"]}}

// CHECK-LABEL: func.func @planned
func.func @planned(%a: tensor<4x6xf32>, %b: tensor<4x2xf32>, %c: tensor<6x2xf32>) -> tensor<6x2xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  // CHECK: linalg.transpose
  %0 = linalg.transpose ins(%a : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %1 = linalg.matmul ins(%0, %b : tensor<6x4xf32>, tensor<4x2xf32>) outs(%c : tensor<6x2xf32>) -> tensor<6x2xf32>
  return %1 : tensor<6x2xf32>
}

func.func @buffers(%a: memref<4x6xf32>, %b: memref<6x2xf32>, %c: memref<4x2xf32>) {
  linalg.matmul ins(%a, %b : memref<4x6xf32>, memref<6x2xf32>) outs(%c : memref<4x2xf32>)
  return
}

func.func private @declared(tensor<4xf32>)

func.func @no_critical_op(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
