// Layouts in sticks: so many bytes, whatever the elements are. Dims that do not
// divide are padded, also without `indivisible=pad`.
// Covers: P3, P4, P20
//
// RUN: rm -rf %t && split-file %s %t
// RUN: mlir-opt %t/npu.mlir -o /dev/null
// RUN: layout-opt %t/program.mlir --layout-freeze=target=%t/npu.mlir --remarks-filter-missed=layout-freeze 2> %t/remarks.txt | FileCheck %s
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/npu.mlir" -o %t/planned.mlir
// RUN: mlir-opt %t/planned.mlir -o /dev/null
//
// Sticks of 64 bytes are 16 elements of f32 and 32 of f16; both operands of a
// matmul have the same layout.
// CHECK-LABEL: func.func @single
// CHECK: ins({{.*}} : tensor<2x5x16xf32>, tensor<2x48x16xf32>) outs({{.*}} : tensor<3x5x16xf32>)
// RUN: layout-check --entry=single %t/program.mlir %t/planned.mlir
// CHECK-LABEL: func.func @half
// CHECK: ins({{.*}} : tensor<1x5x32xf16>, tensor<1x64x32xf16>) outs({{.*}} : tensor<2x5x32xf16>)
// RUN: layout-check --entry=half %t/program.mlir %t/planned.mlir
//
// Each operand is in sticks of its own type.
// CHECK-LABEL: func.func @mixed
// CHECK: ins({{.*}} : tensor<1x5x64xi8>, tensor<1x48x64xi8>) outs({{.*}} : tensor<3x5x16xi32>)
// RUN: layout-check --entry=mixed %t/program.mlir %t/planned.mlir
//
// Unit dims.
// CHECK-LABEL: func.func @unit
// CHECK: ins({{.*}} : tensor<1x1x16xf32>, tensor<1x16x16xf32>) outs({{.*}} : tensor<1x1x16xf32>)
// RUN: layout-check --entry=unit %t/program.mlir %t/planned.mlir
//
// A dynamic dim is in no known number of sticks.
// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.matmul {layout.frozen} ins({{.*}} : tensor<4x?xf32>, tensor<?x16xf32>)
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks.txt
// REMARK: matmul cannot be K[stick]M, K[stick]N -> N[stick]M: it requires k in a static multiple of 16, found ?
//
// Nested sticks: blocks of two sticks each, for convolutions.
// CHECK-LABEL: func.func @conv
// CHECK: ins({{.*}} : tensor<1x1x9x9x2x16xf32>, tensor<8x1x3x3x2x16xf32>) outs({{.*}} : tensor<1x8x7x7xf32>)
// RUN: layout-check --entry=conv %t/program.mlir %t/planned.mlir

// Preferences of the command line have the sticks of the target, if there is one.
// RUN: layout-opt %t/program.mlir --layout-freeze="target=%t/npu.mlir prefer=conv2d=[NHWC[stick],agree]" | FileCheck %s --check-prefix=PREFER
// PREFER: ins({{.*}} : tensor<1x9x9x1x16xf32>, tensor<16x3x3x1x16xf32>) outs({{.*}} : tensor<1x7x7x1x16xf32>)
// RUN: layout-opt %t/program.mlir --layout-freeze="prefer=conv2d=[NHWC[stick],agree]" --remarks-filter-missed=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: conv2d cannot be NHWC[stick], OHWI[stick] -> NHWC[stick]: it requires the size of a stick in bytes, found none

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "stick_bytes" = 64 : i64, "line_bytes" = 32 : i64,
    "prefers" = [
      #dlti.map<"kind" = "matmul", "data" = "K[stick]M", "kernel" = "agree", "result" = "N[stick]M">,
      #dlti.map<"kind" = "conv2d", "data" = "NC[stick]HW2c", "kernel" = "agree", "result" = "NC[a=line]HW">]>>>} {}

//--- program.mlir
func.func @single(%a: tensor<5x20xf32>, %b: tensor<20x40xf32>, %c: tensor<5x40xf32>) -> tensor<5x40xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x20xf32>, tensor<20x40xf32>) outs(%c : tensor<5x40xf32>) -> tensor<5x40xf32>
  return %0 : tensor<5x40xf32>
}
func.func @half(%a: tensor<5x20xf16>, %b: tensor<20x40xf16>, %c: tensor<5x40xf16>) -> tensor<5x40xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x20xf16>, tensor<20x40xf16>) outs(%c : tensor<5x40xf16>) -> tensor<5x40xf16>
  return %0 : tensor<5x40xf16>
}
func.func @mixed(%a: tensor<5x20xi8>, %b: tensor<20x40xi8>, %c: tensor<5x40xi32>) -> tensor<5x40xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x20xi8>, tensor<20x40xi8>) outs(%c : tensor<5x40xi32>) -> tensor<5x40xi32>
  return %0 : tensor<5x40xi32>
}
func.func @unit(%a: tensor<1x1xf32>, %b: tensor<1x1xf32>, %c: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<1x1xf32>, tensor<1x1xf32>) outs(%c : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
func.func @dynamic(%a: tensor<4x?xf32>, %b: tensor<?x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x?xf32>, tensor<?x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
func.func @conv(%x: tensor<1x3x9x9xf32>, %w: tensor<5x3x3x3xf32>, %o: tensor<1x5x7x7xf32>) -> tensor<1x5x7x7xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x9x9xf32>, tensor<5x3x3x3xf32>) outs(%o : tensor<1x5x7x7xf32>) -> tensor<1x5x7x7xf32>
  return %0 : tensor<1x5x7x7xf32>
}
