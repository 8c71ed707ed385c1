// With relayouts=refuse, layouts that cannot be had together are an error that
// names both sides and the rewrite which would reconcile them; with insert, that
// rewrite is inserted.
// Covers: P16, P17
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/clash.mlir --layout-pipeline="target=nhwc relayouts=refuse" -verify-diagnostics -o %t/none.mlir
// RUN: layout-opt %t/clash.mlir --layout-pipeline="target=nhwc relayouts=insert" -o %t/planned.mlir
// RUN: layout-check %t/clash.mlir %t/planned.mlir
// RUN: layout-opt %t/agree.mlir --layout-pipeline="target=nhwc relayouts=refuse" | FileCheck %s
// CHECK: func.func @main(%{{.*}}: tensor<1x4x4x8xf32> {layout.host
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: linalg.transpose
// CHECK: return

//--- clash.mlir
// expected-note@+1 {{the signature of @main keeps its layout}}
func.func @main(%x: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %w = arith.constant dense<0.1> : tensor<8x8x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x8x4x4xf32>
  %e = tensor.empty() : tensor<1x8x4x4xf32>
  // expected-error@+3 {{layouts clash between argument 0 of @main and linalg.conv_2d_nhwc_hwcf at}}
  // expected-note@+2 {{frozen linalg.conv_2d_nhwc_hwcf at}}
  // expected-error-re@+1 {{layouts clash between linalg.conv_2d_nhwc_hwcf at {{.*}} and linalg.exp at {{.*}}: a relayout from (d0, d1, d2, d3) -> (d0, d1, d2, d3) to (d0, d1, d2, d3) -> (d0, d3, d1, d2) of 1024 bytes would be needed here}}
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  // expected-note@+1 {{frozen linalg.exp at}}
  %1 = linalg.exp {layout.require = "NCHW -> NCHW"} ins(%0 : tensor<1x8x4x4xf32>) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %1 : tensor<1x8x4x4xf32>
}

//--- agree.mlir
func.func @main(%x: tensor<1x8x4x4xf32> {layout.tensor_layout = "NHWC"}) -> (tensor<1x8x4x4xf32> {layout.tensor_layout = "NHWC"}) {
  %w = arith.constant dense<0.1> : tensor<8x8x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x8x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %0 : tensor<1x8x4x4xf32>
}
