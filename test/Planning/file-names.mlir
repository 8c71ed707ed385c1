// The files of a function have its name, whatever characters that has. Distinct
// functions have distinct files.
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-flow="problem=%t/p.problem.json plan=%t/p.plan.json" -o %t/out.mlir
// RUN: ls %t | FileCheck %s
// CHECK-DAG: p-a%252Fb.plan.json
// CHECK-DAG: p-a%2Fb.plan.json
// CHECK-DAG: p-a.b.plan.json
// CHECK-DAG: p-a_b.plan.json
// CHECK-DAG: p-my%20dir%2Fx%24.plan.json
// CHECK-DAG: p-my%20dir%2Fx%24.problem.json
// RUN: layout-check-plan "%t/p-my%%20dir%%2Fx%%24.problem.json" "%t/p-my%%20dir%%2Fx%%24.plan.json" | FileCheck %s --check-prefix=PROOF
// PROOF: holds: cost 0, no plan costs less than 0
func.func @"my dir/x$"(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %1 = linalg.exp ins(%0 : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %2 = layout.layout_transform %1 by <(j, i) -> (i, j)> : tensor<6x4xf32> to tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}
func.func @"a/b"(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @"a%2Fb"(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @"a_b"(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @"a.b"(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
