// #layout.tensor_layout of values, at the boundary and as an encoding: functions
// have the box of the device as their type, also as memrefs, and padding holds
// what the attribute says.
// Covers: P6, P8, P9, P11, P22
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline="host-json=%t/host.json host-header=%t/host.h" -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/planned.mlir
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/host.json
// RUN: mlir-opt %t/planned.mlir -o /dev/null
// RUN: layout-check --entry=caller %t/plain.mlir %t/planned.mlir

// As encodings of the types.
// RUN: layout-opt %t/encoded.mlir --layout-pipeline -o %t/encoded.planned.mlir
// RUN: FileCheck %s --check-prefix=ENCODED --input-file=%t/encoded.planned.mlir
// RUN: layout-check --entry=caller %t/plain.mlir %t/encoded.planned.mlir

// RUN: layout-opt %t/program.mlir --layout-pipeline=materialize=false --layout-bufferize | FileCheck %s --check-prefix=BUFFERS
// RUN: layout-opt %t/wrapped.mlir --layout-pipeline=materialize=false --layout-bufferize | FileCheck %s --check-prefix=WRAPPED

// Sticks of 32 elements, 70 of which need 3; a stick for each sum.
// CHECK: func.func @border(%{{.*}}: tensor<3x5x32xf32> {layout.host = {bytes = 1920 : i64,{{.*}}padding_elements = 130 : i64,{{.*}}stick_dim = 1 : i64
// CHECK-SAME: -> (tensor<5x32xf32> {layout.host = {bytes = 640 : i64,{{.*}}padding = -1.000000e+00 : f32
// CHECK: tensor.pad
// CHECK: tensor.yield %[[ONE:.*]] : f32
// CHECK-LABEL: func.func @unpack_border_result0(
// CHECK-SAME: tensor<5x32xf32>) -> tensor<5xf32>

// JSON: "layout": "map:(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)",
// JSON: "stick_dim": 1,
// JSON: "layout": "map:(d0) -> (d0, 0) in [5, 32]",
// JSON: "padding": "-1.000000e+00 : f32",

// ENCODED: func.func @border(%{{.*}}: tensor<3x5x32xf32> {layout.host
// ENCODED-SAME: -> (tensor<5x32xf32> {layout.host

// BUFFERS: func.func @border(%{{.*}}: memref<3x5x32xf32> {layout.host
// BUFFERS-SAME: -> (memref<5x32xf32> {layout.host

// A buffer_layout means the same.
// WRAPPED: func.func @wrapped(%{{.*}}: memref<3x5x32xf32> {layout.host

//--- program.mlir
func.func @border(%x: tensor<5x70xf32> {layout.tensor_layout = #layout.tensor_layout<sticks 5x70xf32, dim = 1>})
    -> (tensor<5xf32> {layout.tensor_layout = #layout.tensor_layout<sparse 5xf32, padding = -1.0 : f32>}) {
  %e = tensor.empty() : tensor<5x70xf32>
  %s = arith.constant dense<0.0> : tensor<5xf32>
  %0 = linalg.exp {layout.require = #layout.tensor_layout<(i, j) -> (j, i)>} ins(%x : tensor<5x70xf32>) outs(%e : tensor<5x70xf32>) -> tensor<5x70xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<5x70xf32>) outs(%s : tensor<5xf32>) dimensions = [1]
  return %1 : tensor<5xf32>
}
func.func @caller(%x: tensor<5x70xf32>) -> tensor<5xf32> {
  %0 = call @border(%x) : (tensor<5x70xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

//--- plain.mlir
func.func @caller(%x: tensor<5x70xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5x70xf32>
  %s = arith.constant dense<0.0> : tensor<5xf32>
  %0 = linalg.exp ins(%x : tensor<5x70xf32>) outs(%e : tensor<5x70xf32>) -> tensor<5x70xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<5x70xf32>) outs(%s : tensor<5xf32>) dimensions = [1]
  return %1 : tensor<5xf32>
}

//--- encoded.mlir
!sticks = tensor<5x70xf32, #layout.tensor_layout<sticks 5x70xf32, dim = 1>>
!sparse = tensor<5xf32, #layout.tensor_layout<sparse 5xf32>>
func.func @border(%x: !sticks) -> !sparse {
  %e = tensor.empty() : !sticks
  %s = arith.constant dense<0.0> : !sparse
  %0 = linalg.exp ins(%x : !sticks) outs(%e : !sticks) -> !sticks
  %1 = linalg.reduce { arith.addf } ins(%0 : !sticks) outs(%s : !sparse) dimensions = [1]
  return %1 : !sparse
}
func.func @caller(%x: tensor<5x70xf32>) -> tensor<5xf32> {
  %c = tensor.cast %x : tensor<5x70xf32> to !sticks
  %0 = call @border(%c) : (!sticks) -> !sparse
  %1 = tensor.cast %0 : !sparse to tensor<5xf32>
  return %1 : tensor<5xf32>
}

//--- wrapped.mlir
func.func @wrapped(%x: tensor<5x70xf32> {bufferization.buffer_layout = #layout.tensor_layout<sticks 5x70xf32, dim = 1>}) -> tensor<5x70xf32> {
  %e = tensor.empty() : tensor<5x70xf32>
  %0 = linalg.exp ins(%x : tensor<5x70xf32>) outs(%e : tensor<5x70xf32>) -> tensor<5x70xf32>
  return %0 : tensor<5x70xf32>
}
