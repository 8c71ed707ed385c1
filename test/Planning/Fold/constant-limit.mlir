// Constants are rewritten at compile time up to a limit; beyond it a rewrite costs
// what any other costs, and stays.
// RUN: layout-opt %s --layout-flow=constant-limit=96 --layout-fold=constant-limit=96 | FileCheck %s
// RUN: layout-opt %s --layout-flow=constant-limit=95 --layout-fold=constant-limit=95 --remarks-filter=layout-fold --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: layout-opt %s --layout-pipeline="constant-limit=95" | FileCheck %s --check-prefix=PIPELINE

// RUN: layout-opt %s --layout-pipeline="constant-limit=95 report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: no data but constants is rewritten at run time

// CHECK-LABEL: func.func @weights
// CHECK: arith.constant dense<{{.*}}> : tensor<6x4xf32>
// CHECK-NOT: layout.layout_transform
// LARGE-DAG: layout_transform of a constant stays: it has 96 bytes, the limit is 95
// LARGE-DAG: pad of a constant stays: it would have 120 bytes, the limit is 95
// LARGE-DAG: pad of a constant stays: it would have 96 bytes, the limit is 95
// LARGE-LABEL: func.func @weights
// LARGE: arith.constant dense<{{.*}}> : tensor<4x6xf32>
// LARGE: layout.layout_transform
// A splat has no data to move.
// LARGE: arith.constant dense<1.000000e+00> : tensor<6x4xf32>
// LARGE-NOT: layout.layout_transform
// PIPELINE: linalg.transpose
// PIPELINE-NOT: linalg.transpose
func.func @weights(%a: tensor<3x6xf32>, %i: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %w = arith.constant dense<[[1., 2., 3., 4., 5., 6.], [7., 8., 9., 10., 11., 12.], [13., 14., 15., 16., 17., 18.], [19., 20., 21., 22., 23., 24.]]> : tensor<4x6xf32>
  %t = layout.layout_transform %w by <(n, k) -> (k, n)> : tensor<4x6xf32> to tensor<6x4xf32>
  %0 = linalg.matmul {layout.frozen} ins(%a, %t : tensor<3x6xf32>, tensor<6x4xf32>) outs(%i : tensor<3x4xf32>) -> tensor<3x4xf32>
  %s = arith.constant dense<1.0> : tensor<4x6xf32>
  %u = layout.layout_transform %s by <(n, k) -> (k, n)> : tensor<4x6xf32> to tensor<6x4xf32>
  %1 = linalg.matmul {layout.frozen} ins(%a, %u : tensor<3x6xf32>, tensor<6x4xf32>) outs(%i : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0, %1 : tensor<3x4xf32>, tensor<3x4xf32>
}

// A pad may have more bytes than what it pads.
// CHECK-LABEL: func.func @pads
// CHECK: layout.pad {{.*}} to tensor<2x15xf32>
// CHECK: arith.constant dense<1.000000e+00> : tensor<4x6xf32>
func.func @pads() -> (tensor<2x15xf32>, tensor<4x6xf32>) {
  %w = arith.constant dense<[[1., 2., 3.], [4., 5., 6.]]> : tensor<2x3xf32>
  %0 = layout.pad %w low [0, 0] high [0, 12] value(0.0 : f32) : tensor<2x3xf32> to tensor<2x15xf32>
  %none = arith.constant dense<> : tensor<4x0xf32>
  %1 = layout.pad %none low [0, 0] high [0, 6] value(1.0 : f32) : tensor<4x0xf32> to tensor<4x6xf32>
  return %0, %1 : tensor<2x15xf32>, tensor<4x6xf32>
}
