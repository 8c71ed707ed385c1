// The layout of a value is that of its inputs, or the default of the target
// where "default" asks for it.
// Covers: P14
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/border.mlir --layout-pipeline="target=%t/npu.mlir report=-" -o %t/planned.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: FileCheck %t/border.mlir < %t/planned.mlir
// RUN: layout-opt %t/packed.mlir --layout-pipeline="target=%t/npu.mlir" -o %t/packed.planned.mlir
// RUN: layout-check -O0 %t/plain.mlir %t/packed.planned.mlir
// REPORT: no data is rewritten at run time
//
// RUN: not layout-opt %t/border.mlir --layout-pipeline -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: border.mlir:{{[0-9]+}}:1: error: 'func.func' op requires a target for the layout 'default', found none
// RUN: not layout-opt %t/scalar.mlir --layout-pipeline="target=%t/npu.mlir" 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: error: 'func.func' op cannot have the layout 'default' of target 'npu': requires a rank from 1 to 26, found 0

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "stick_bytes" = 32 : i64, "default" = "sticks">>>} {}

//--- border.mlir
// The intermediates lie as the argument of @sticks does, in sticks of 8 along
// the last dim; those of @rows, whose argument says nothing, in rows.
// CHECK-LABEL: func.func @sticks(%{{.*}}: tensor<3x4x8xf32>
// CHECK-SAME: -> (tensor<3x4x8xf32>
// CHECK: linalg.exp ins(%{{.*}} : tensor<3x4x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<3x4x8xf32>) outs(%{{.*}} : tensor<3x4x8xf32>)
// CHECK: math.absf
func.func @sticks(%x: tensor<4x20xf32> {layout.tensor_layout = "default"}) -> (tensor<4x20xf32> {layout.tensor_layout = "default"}) {
  %e = tensor.empty() : tensor<4x20xf32>
  %0 = linalg.exp ins(%x : tensor<4x20xf32>) outs(%e : tensor<4x20xf32>) -> tensor<4x20xf32>
  %1 = linalg.abs ins(%0 : tensor<4x20xf32>) outs(%e : tensor<4x20xf32>) -> tensor<4x20xf32>
  return %1 : tensor<4x20xf32>
}

// CHECK-LABEL: func.func @rows(
// CHECK: linalg.exp ins(%{{.*}} : tensor<4x20xf32>)
// CHECK: linalg.abs ins(%{{.*}} : tensor<4x20xf32>)
func.func @rows(%x: tensor<4x20xf32>) -> tensor<4x20xf32> {
  %e = tensor.empty() : tensor<4x20xf32>
  %0 = linalg.exp ins(%x : tensor<4x20xf32>) outs(%e : tensor<4x20xf32>) -> tensor<4x20xf32>
  %1 = linalg.abs ins(%0 : tensor<4x20xf32>) outs(%e : tensor<4x20xf32>) -> tensor<4x20xf32>
  return %1 : tensor<4x20xf32>
}

//--- packed.mlir
// A private function takes and returns the default, an op prefers and requires
// it; the caller sees rows.
func.func private @inner(%x: tensor<1x20xf32> {layout.tensor_layout = "default"}) -> (tensor<1x20xf32> {layout.require = "default"}) {
  %e = tensor.empty() : tensor<1x20xf32>
  %0 = linalg.exp {layout.require = "default"} ins(%x : tensor<1x20xf32>) outs(%e : tensor<1x20xf32>) -> tensor<1x20xf32>
  %1 = linalg.abs {layout.prefer = {layout = "default", price = 0.5 : f64}} ins(%0 : tensor<1x20xf32>) outs(%e : tensor<1x20xf32>) -> tensor<1x20xf32>
  return %1 : tensor<1x20xf32>
}
func.func @main(%x: tensor<1x20xf32>) -> tensor<1x20xf32> {
  %0 = call @inner(%x) : (tensor<1x20xf32>) -> tensor<1x20xf32>
  return %0 : tensor<1x20xf32>
}

//--- plain.mlir
func.func @main(%x: tensor<1x20xf32>) -> tensor<1x20xf32> {
  %e = tensor.empty() : tensor<1x20xf32>
  %0 = linalg.exp ins(%x : tensor<1x20xf32>) outs(%e : tensor<1x20xf32>) -> tensor<1x20xf32>
  %1 = linalg.abs ins(%0 : tensor<1x20xf32>) outs(%e : tensor<1x20xf32>) -> tensor<1x20xf32>
  return %1 : tensor<1x20xf32>
}

//--- scalar.mlir
func.func @main(%x: tensor<f32> {layout.tensor_layout = "default"}) -> tensor<f32> {
  return %x : tensor<f32>
}
