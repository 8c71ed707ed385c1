// layout-survey counts the rewrites of the program and fixes which functions the
// passes that follow plan. It does not change the program.
// Covers: R33, R47
// RUN: layout-opt %s -o %t.expected.mlir
// RUN: layout-opt %s --layout-survey --debug-only=layout-survey -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SCOPE --match-full-lines --implicit-check-not={{.}}
// RUN: diff %t.expected.mlir %t.mlir
// SCOPE: @buffers is not planned: it holds nothing to plan
// SCOPE-NEXT: @declared is not planned: it holds nothing to plan
// SCOPE-NEXT: @nothing_to_plan is not planned: it holds nothing to plan

// RUN: layout-opt %s --layout-survey --layout-report=path=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=FIGURES < %t.json
//      FIGURES: "before": {
// FIGURES-NEXT:   "rewrites": 3,
// FIGURES-NEXT:   "bytes": 576,
//      FIGURES:   "dynamic": false

// Passes in the same run keep to that scope; a pass that runs alone does not.
// RUN: layout-opt %s --layout-survey --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=ALONE

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

// CHECK-LABEL: func.func @own_rewrites
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @own_rewrites(%x: tensor<4x6xf32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4x6xf32>, tensor<4xf32>) {
  %t = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  %u = layout.layout_transform %t by <(i, j) -> (j, i)> : tensor<6x4xf32> to tensor<4x6xf32>
  %0 = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %u, %0 : tensor<4x6xf32>, tensor<4xf32>
}

// Reshapes move nothing.
// CHECK-LABEL: func.func @nothing_to_plan
// CHECK-COUNT-2: layout.layout_transform
// ALONE-LABEL: func.func @nothing_to_plan
// ALONE-NOT: layout.layout_transform
func.func @nothing_to_plan(%x: tensor<24xf32>) -> tensor<24xf32> {
  %t = layout.layout_transform %x by <(i) -> (i floordiv 6, i mod 6)> : tensor<24xf32> to tensor<4x6xf32>
  %u = layout.layout_transform %t by <(i, j) -> (i * 6 + j)> : tensor<4x6xf32> to tensor<24xf32>
  return %u : tensor<24xf32>
}
