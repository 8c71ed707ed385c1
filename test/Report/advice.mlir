// What the user can state so that a rewrite which is left is not needed. The
// second program states all of it, and nothing is left.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/before.mlir --layout-pipeline="target=nchw16c report=%t/before.txt" -o %t/planned.mlir
// RUN: FileCheck %t/before.mlir < %t/before.txt
// RUN: layout-opt %t/before.mlir --layout-pipeline="target=nchw16c report=%t/before.json" -o %t/planned.mlir
// RUN: FileCheck %t/before.mlir --check-prefix=JSON < %t/before.json
// RUN: layout-opt %t/after.mlir --layout-pipeline="target=nchw16c report=%t/after.txt" -o %t/planned.mlir
// RUN: FileCheck %t/after.mlir < %t/after.txt
// RUN: layout-opt %t/none.mlir --layout-pipeline="target=nchw16c indivisible=pad report=%t/none.txt" -o %t/planned.mlir
// RUN: FileCheck %t/none.mlir --implicit-check-not=tensor_layout --implicit-check-not=layout.constant < %t/none.txt

//--- before.mlir

// CHECK: and result 0 of @main, blocked by
// CHECK-NEXT: {{^}}    layout.tensor_layout = "map:(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)" at result 0 of @main saves it{{$}}
// CHECK: between argument 0 of @main and linalg.generic at
// CHECK-NEXT: {{^}}    layout.tensor_layout = "map:(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)" at argument 0 of @main saves it{{$}}
// CHECK: between argument 1 of @main and linalg.generic at
// CHECK-NEXT: {{^}}    layout.constant at argument 1 of @main, if it is the same in each call, leaves the rewrite to @main.prepare{{$}}

// JSON: "blocked_by": "the signature of @main and frozen linalg.generic at
// JSON-NEXT: "advice": "layout.tensor_layout = \"map:(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)\" at argument 0 of @main saves it"
func.func @main(%x: tensor<1x32x8x8xf32>, %w: tensor<48x32x1x1xf32>) -> tensor<1x48x8x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x48x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<48x32x1x1xf32>) outs(%zero : tensor<1x48x8x8xf32>) -> tensor<1x48x8x8xf32>
  return %0 : tensor<1x48x8x8xf32>
}

//--- after.mlir

// CHECK: Layouts for target nchw16c, strategy optimal: no data but constants is rewritten at run time
// CHECK: 1 of 1 conv2d: NCHW16c, OIHW16i16o -> NCHW16c
// CHECK-NOT: Left
func.func @main(%x: tensor<1x32x8x8xf32> {layout.tensor_layout = "map:(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)"}, %w: tensor<48x32x1x1xf32> {layout.constant})
    -> (tensor<1x48x8x8xf32> {layout.tensor_layout = "map:(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)"}) {
  %zero = arith.constant dense<0.0> : tensor<1x48x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<48x32x1x1xf32>) outs(%zero : tensor<1x48x8x8xf32>) -> tensor<1x48x8x8xf32>
  return %0 : tensor<1x48x8x8xf32>
}

//--- none.mlir

// An argument that is returned as well, and a result with padding, which at the
// border must hold zeros: another layout there would not save the rewrite.
//
// CHECK: Left, the largest first:
// CHECK-DAG: between argument 0 of @main and
// CHECK-DAG: and result 0 of @main
func.func @main(%x: tensor<1x32x8x8xf32>) -> (tensor<1x20x8x8xf32>, tensor<1x32x8x8xf32>) {
  %w = arith.constant dense<0.1> : tensor<20x32x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x20x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<20x32x1x1xf32>) outs(%zero : tensor<1x20x8x8xf32>) -> tensor<1x20x8x8xf32>
  return %0, %x : tensor<1x20x8x8xf32>, tensor<1x32x8x8xf32>
}
