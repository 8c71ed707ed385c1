// The matrices of the RFC on device tensors, in programs: sticks of 128 bytes
// are 64 half floats.
//
// Covers: P2, P5, P10, P17
// Case: S4-a, S4-b, S4-c, S4-d

// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/device.mlir host-json=%t/host.json report=%t/report.json" -o %t/planned.mlir
// RUN: FileCheck %s < %t/planned.mlir
// RUN: FileCheck %s --check-prefix=HOST < %t/host.json
// RUN: layout-explain 'K[stick]M' --dims MK --shape 1024x256 --dtype f16 --target %t/device.mlir --at 3,130 | FileCheck %s --check-prefix=AT
// RUN: layout-check %t/program.mlir %t/planned.mlir --entry=reduced
// RUN: layout-check %t/program.mlir %t/planned.mlir --entry=dense
// RUN: layout-check %t/program.mlir %t/planned.mlir --entry=dense --code=kernels

// Element (3, 130): two sticks of columns of 1024 rows, then three sticks, then
// two elements.
// AT: offset 131266

// CHECK-LABEL: func.func @rows(%{{.*}}: tensor<4x1024x64xf16>
// HOST: "bytes": 524288,
// HOST: "device_strides": [
// HOST-NEXT: 65536,
// HOST-NEXT: 64,
// HOST-NEXT: 1
// HOST: "host_strides": [
// HOST-NEXT: 64,
// HOST-NEXT: 256,
// HOST-NEXT: 1
// HOST: "padding_bytes": 0,
// HOST: "ranges": [
// HOST-NEXT: 4,
// HOST-NEXT: 1024,
// HOST-NEXT: 64

// The host has the columns one after the other.
// CHECK-LABEL: func.func @columns(%{{.*}}: tensor<4x1024x64xf16>
// HOST: "host_strides": [
// HOST-NEXT: 65536,
// HOST-NEXT: 1,
// HOST-NEXT: 1024

// The last stick of a row has 8 elements.
// CHECK-LABEL: func.func @partial(%{{.*}}: tensor<4x1000x64xf16>
// HOST: "bytes": 512000,
// HOST: "padding_bytes": 112000,

// 1024 results, one a stick: 1024 * 128 bytes.
// CHECK-LABEL: func.func @reduced(
// CHECK: linalg.generic {{.*}} "reduction"]} ins(%{{.*}} : tensor<1024x256xf16>) outs(%{{.*}} : tensor<1024x64xf16>)

// Brought into 16 full sticks, 2048 bytes.
// CHECK-LABEL: func.func @dense(
// CHECK: linalg.generic {{.*}} "reduction"]} ins(%{{.*}} : tensor<1024x256xf16>) outs(%{{.*}} : tensor<1024x64xf16>)
// CHECK: return %{{.*}} : tensor<16x64xf16>

//--- device.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "stick_bytes" = 128 : i64,
    "requires" = [#dlti.map<"kind" = "reduction", "along_stick" = "sparse">]>>>} {}

//--- program.mlir
func.func @rows(%x: tensor<1024x256xf16> {layout.tensor_layout = #layout.tensor_layout<sticks 1024x256xf16, dim = 1>}) -> tensor<1024x256xf16> {
  return %x : tensor<1024x256xf16>
}

func.func @columns(%x: tensor<256x1024xf16> {layout.tensor_layout = "map:(j, i) -> (j floordiv 64, i, j mod 64)"}) -> tensor<256x1024xf16> {
  return %x : tensor<256x1024xf16>
}

func.func @partial(%x: tensor<1000x200xf16> {layout.tensor_layout = #layout.tensor_layout<sticks 1000x200xf16, dim = 1>}) -> tensor<1000x200xf16> {
  return %x : tensor<1000x200xf16>
}

func.func @reduced(%x: tensor<1024x256xf16>) -> tensor<1024xf16> {
  %zero = arith.constant dense<0.0> : tensor<1024xf16>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<1024x256xf16>) outs(%zero : tensor<1024xf16>) dimensions = [1]
  %1 = math.absf %0 : tensor<1024xf16>
  return %1 : tensor<1024xf16>
}

func.func @dense(%x: tensor<1024x256xf16>) -> tensor<16x64xf16> {
  %zero = arith.constant dense<0.0> : tensor<1024xf16>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<1024x256xf16>) outs(%zero : tensor<1024xf16>) dimensions = [1]
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [16, 64] : tensor<1024xf16> into tensor<16x64xf16>
  return %1 : tensor<16x64xf16>
}
