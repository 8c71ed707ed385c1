// A function without a critical op is not planned, and the report says so if
// the function holds rewrites. It claims no plan for it.
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=-" -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="no plan is cheaper"
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --implicit-check-not='"plan"' < %t.json

// CHECK: Layouts for target nhwc: 2 rewrites at run time, 256 B
// CHECK-NEXT: nothing was planned in this run
// CHECK: Not planned, for want of a convolution or matmul: @around_exp{{$}}

// JSON: "planned": false,
// JSON: "unplanned": [
// JSON-NEXT: "around_exp"
// JSON-NEXT: ]
func.func @around_exp(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %1 = linalg.exp ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  return %2 : tensor<4x4xf32>
}

func.func @no_rewrites(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
