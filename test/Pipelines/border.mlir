// A layout at the boundary of a public function changes its type. The generated
// functions pack and unpack, calls in the module do the same, and files describe
// the tensors for callers.
// Covers: G20, P6, P8, P10, P11, P28
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=nhwc host-json=%t/host.json host-header=%t/host.h report=%t/report.json" -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/planned.mlir
// RUN: mlir-opt %t/planned.mlir -o /dev/null
// RUN: %print-json %t/report.json after.bytes | FileCheck %s --check-prefix=BYTES
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/host.json
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/host.h
// RUN: layout-opt %t/planned.mlir --layout-pipeline=target=nhwc | diff %t/planned.mlir -

// A caller in the module, and one that uses the generated functions.
// RUN: sed 's/ {layout.tensor_layout = "[^"]*"}//g' %t/program.mlir > %t/plain.mlir
// RUN: layout-check --entry=caller %t/plain.mlir %t/planned.mlir
// RUN: sed 's/@caller/@was_caller/; s/@main/@host/' %t/plain.mlir > %t/plain-host.mlir
// RUN: sed '/^}$/d' %t/planned.mlir > %t/open.mlir
// RUN: cat %t/open.mlir %t/host.txt > %t/closed.mlir
// RUN: layout-check --entry=host %t/plain-host.mlir %t/closed.mlir

// Without the first pass the type would be a lie.
// RUN: not layout-opt %t/program.mlir --layout-bufferize 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: {{.*}}requires 'layout-legalize' in front, which gives tensors with 'layout.tensor_layout' their physical type

// The argument is what the convolution reads.
// CHECK: func.func @main(%{{.*}}: tensor<1x8x8x3xf32> {layout.host = {bytes = 768 : i64,{{.*}}layout = "NCHW -> NHWC",{{.*}}}}, %{{.*}}: tensor<5x6xf32>) -> (tensor<1x2x8x8x4xf32> {layout.host = {bytes = 2048 : i64,{{.*}}padding_bytes = 512 : i64,{{.*}}shape = array<i64: 1, 2, 8, 8, 4>{{.*}}}}
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-LABEL: func.func @pack_main_arg0(
// CHECK-SAME: %{{.*}}: tensor<1x3x8x8xf32>) -> tensor<1x8x8x3xf32>
// CHECK: linalg.transpose
// CHECK-LABEL: func.func @unpack_main_result0(
// CHECK-SAME: %{{.*}}: tensor<1x2x8x8x4xf32>) -> tensor<1x6x8x8xf32>
// CHECK-LABEL: func.func @unpack_main_result1(
// CHECK-SAME: %{{.*}}: tensor<6x5xf32>) -> tensor<5x6xf32>

// In @main 1536 + 2048 bytes for the result in blocks, 2 * 120 for the other one;
// as much in @caller, and 2 * 768 for the argument.
// BYTES: = 9184

// JSON: "arguments": [
// JSON: "bytes": 768,
// JSON: "device_strides": [
// JSON-NEXT: 24,
// JSON-NEXT: 3,
// JSON-NEXT: 1
// JSON: "dtype": "f32",
// JSON: "host_strides": [
// JSON-NEXT: 8,
// JSON-NEXT: 1,
// JSON-NEXT: 64
// JSON: "layout": "NCHW -> NHWC",
// JSON: "pack": "pack_main_arg0",
// JSON: "padding": "0.000000e+00 : f32",
// JSON: "ranges": [
// JSON-NEXT: 8,
// JSON-NEXT: 8,
// JSON-NEXT: 3
// JSON: null
// JSON: "name": "main",
// JSON: "results": [
// JSON: "unpack": "unpack_main_result0"

// HEADER: static const struct layout_host_tensor main_arg0 = {
// HEADER-NEXT: "NCHW -> NHWC", "f32",
// HEADER-NEXT: 4, (const int64_t[]){1, 3, 8, 8},
// HEADER-NEXT: 4, (const int64_t[]){1, 8, 8, 3},
// HEADER-NEXT: 768, 0,
// HEADER-NEXT: 3, (const int64_t[]){8, 8, 3},
// HEADER-NEXT: (const int64_t[]){24, 3, 1},
// HEADER-NEXT: (const int64_t[]){8, 1, 64}, -1};
// HEADER: main_result0 = {
// HEADER-NEXT: "NCHW -> NCHW4c", "f32",
// HEADER-NEXT: 4, (const int64_t[]){1, 6, 8, 8},
// HEADER-NEXT: 5, (const int64_t[]){1, 2, 8, 8, 4},
// HEADER-NEXT: 2048, 512,

//--- program.mlir
func.func @main(%x: tensor<1x3x8x8xf32> {layout.tensor_layout = "NHWC"}, %y: tensor<5x6xf32>)
    -> (tensor<1x6x8x8xf32> {layout.tensor_layout = "NCHW4c"}, tensor<5x6xf32> {layout.tensor_layout = "onednn:ba"}) {
  %w = arith.constant dense<0.1> : tensor<6x3x1x1xf32>
  %z = arith.constant dense<0.5> : tensor<1x6x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<6x3x1x1xf32>) outs(%z : tensor<1x6x8x8xf32>) -> tensor<1x6x8x8xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  %1 = linalg.exp ins(%y : tensor<5x6xf32>) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %0, %1 : tensor<1x6x8x8xf32>, tensor<5x6xf32>
}
func.func @caller(%x: tensor<1x3x8x8xf32>, %y: tensor<5x6xf32>) -> (tensor<1x6x8x8xf32>, tensor<5x6xf32>) {
  %0:2 = call @main(%x, %y) : (tensor<1x3x8x8xf32>, tensor<5x6xf32>) -> (tensor<1x6x8x8xf32>, tensor<5x6xf32>)
  return %0#0, %0#1 : tensor<1x6x8x8xf32>, tensor<5x6xf32>
}

//--- host.txt
  func.func @host(%x: tensor<1x3x8x8xf32>, %y: tensor<5x6xf32>) -> (tensor<1x6x8x8xf32>, tensor<5x6xf32>) {
    %p = call @pack_main_arg0(%x) : (tensor<1x3x8x8xf32>) -> tensor<1x8x8x3xf32>
    %r:2 = call @main(%p, %y) : (tensor<1x8x8x3xf32>, tensor<5x6xf32>) -> (tensor<1x2x8x8x4xf32>, tensor<6x5xf32>)
    %0 = call @unpack_main_result0(%r#0) : (tensor<1x2x8x8x4xf32>) -> tensor<1x6x8x8xf32>
    %1 = call @unpack_main_result1(%r#1) : (tensor<6x5xf32>) -> tensor<5x6xf32>
    return %0, %1 : tensor<1x6x8x8xf32>, tensor<5x6xf32>
  }
}
