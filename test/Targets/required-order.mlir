// An order in `requires` is met by any layout: an operation has one of the
// orders, as with `prefers`. It counts before `prefer=`.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: sed 's/"requires"/"prefers"/' %t/order.mlir > %t/prefers.mlir
// RUN: layout-opt %t/heads.mlir --layout-pipeline="target=%t/order.mlir report=%t/report.json" -o %t/required.out.mlir
// RUN: layout-opt %t/heads.mlir --layout-pipeline="target=%t/prefers.mlir" -o %t/preferred.out.mlir
// RUN: diff %t/preferred.out.mlir %t/required.out.mlir
// RUN: FileCheck %s --input-file=%t/required.out.mlir
// RUN: layout-check %t/heads.mlir %t/required.out.mlir --entry=heads
// RUN: layout-check %t/heads.mlir %t/required.out.mlir --entry=value
// RUN: layout-opt %t/required.out.mlir --layout-verify=target=%t/order.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: layout-opt %t/heads.mlir --layout-pipeline="target=%t/order.mlir prefer=batch_matmul=[BKM,default]" --remarks-filter=layout-freeze --remark-format=emitRemark -o %t/given.mlir 2>&1 | FileCheck %s --check-prefix=WAY
// RUN: diff %t/preferred.out.mlir %t/given.mlir
//
// An order of the more specific kind counts before layouts of the other one, also when that is verified.
// RUN: layout-opt %t/pointwise.mlir --layout-pipeline="target=%t/specific.mlir" -o %t/pointwise.out.mlir
// RUN: layout-opt %t/pointwise.out.mlir --layout-verify=target=%t/specific.mlir -o /dev/null
//
// NOTHING: warning: nothing of target 'npu' is verified: it prefers layouts, and requires none
// WAY: preference for batch_matmul gives way: target 'npu' requires layouts
// CHECK-LABEL: func.func @heads
// CHECK-NOT: linalg.transpose
// CHECK-LABEL: func.func @value

//--- order.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "verify" = true,
    "requires" = [#dlti.map<"kind" = ["matmul", "batch_matmul"], "order" = "head_major">]>>>} {}

//--- specific.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "verify" = true, "requires" = [
    #dlti.map<"kind" = "pointwise_conv2d", "order" = "absorbed">, #dlti.map<"kind" = "conv2d", "data" = "NHWC">]>>>} {}

//--- heads.mlir
func.func @heads(%x: tensor<5x4x8xf32>, %w: tensor<4x8x6xf32>) -> tensor<5x4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4x5x8xf32>
  %0 = linalg.transpose ins(%x : tensor<5x4x8xf32>) outs(%e0 : tensor<4x5x8xf32>) permutation = [1, 0, 2]
  %e1 = tensor.empty() : tensor<4x5x6xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %2 = linalg.batch_matmul ins(%0, %w : tensor<4x5x8xf32>, tensor<4x8x6xf32>) outs(%1 : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %e2 = tensor.empty() : tensor<5x4x6xf32>
  %3 = linalg.transpose ins(%2 : tensor<4x5x6xf32>) outs(%e2 : tensor<5x4x6xf32>) permutation = [1, 0, 2]
  return %3 : tensor<5x4x6xf32>
}
func.func @value(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul {layout.require = "MN -> NM"} ins(%a, %b : tensor<4x6xf32>, tensor<6x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = math.exp %0 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

//--- pointwise.mlir
func.func @main(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %0 : tensor<1x16x4x4xf32>
}
