// Layouts marked as a fallback are for ops for which no other entry holds, and no
// alternative for the others.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-freeze=target=%t/cpu.mlir | FileCheck %t/program.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline=target=%t/cpu.mlir -o %t/planned.mlir
// RUN: layout-check %t/program.mlir %t/planned.mlir --entry=blocks
// RUN: layout-check %t/program.mlir %t/planned.mlir --entry=rest
// RUN: layout-opt %t/planned.mlir --layout-verify=target=%t/demanding.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline=target=%t/fallback.mlir -o %t/plain.mlir
// RUN: %expect-exit 1 layout-opt %t/plain.mlir --layout-verify=target=%t/demanding.mlir 2>&1 | FileCheck %t/demanding.mlir
// RUN: %expect-exit 1 layout-opt %t/program.mlir --layout-survey=target=%t/order.mlir 2>&1 | FileCheck %t/order.mlir
// RUN: %expect-exit 1 layout-opt %t/program.mlir --layout-survey=target=%t/positions.mlir 2>&1 | FileCheck %t/positions.mlir

//--- cpu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [
      #dlti.map<"kind" = "conv", "data" = "N*C", "kernel" = "O*I", "fallback" = true>,
      #dlti.map<"kind" = "conv", "data" = "N*C4c", "kernel" = "O*I4i4o", "when" = #dlti.map<"C" = "% 4 == 0", "O" = "% 4 == 0">>]>>>} {}

//--- fallback.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C", "kernel" = "O*I", "fallback" = true>]>>>} {}

//--- demanding.mlir
// The convolution for which the other layouts hold may not have the fallback.
// CHECK: error: {{.*}}requires operand 1 in layout OHWI4i4o by target 'CPU', found OHWI
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "requires" = [
      #dlti.map<"kind" = "conv", "data" = "N*C", "kernel" = "O*I", "fallback" = true>,
      #dlti.map<"kind" = "conv", "data" = "N*C4c", "kernel" = "O*I4i4o", "when" = #dlti.map<"C" = "% 4 == 0", "O" = "% 4 == 0">>]>>>} {}

//--- order.mlir
// CHECK: error: {{.*}}requires a key 'data', found none
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "matmul", "order" = "head_major", "fallback" = true>]>>>} {}

//--- positions.mlir
// CHECK: error: {{.*}}requires 'operands' and 'results' for kind 'softmax', whose dims have no letters, found 'fallback'
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "softmax", "operands" = "ba", "fallback" = true>]>>>} {}

//--- program.mlir
// CHECK-LABEL: func.func @blocks(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x8x8x2x4xf32>, tensor<1x3x3x2x4x4xf32>) outs({{.*}} : tensor<1x6x6x1x4xf32>) attrs = {layout.frozen}
func.func @blocks(%x: tensor<1x8x8x8xf32>, %w: tensor<3x3x8x4xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x8xf32>, tensor<3x3x8x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// CHECK-LABEL: func.func @rest(
// CHECK: linalg.conv_2d_nhwc_fhwc {{.*}}layout.frozen{{.*}} ins({{.*}} : tensor<1x8x8x8xf32>, tensor<5x3x3x8xf32>) outs({{.*}} : tensor<1x6x6x5xf32>)
func.func @rest(%x: tensor<1x8x8x8xf32>, %w: tensor<3x3x8x5xf32>, %o: tensor<1x6x6x5xf32>) -> tensor<1x6x6x5xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x8xf32>, tensor<3x3x8x5xf32>) outs(%o : tensor<1x6x6x5xf32>) -> tensor<1x6x6x5xf32>
  return %0 : tensor<1x6x6x5xf32>
}
