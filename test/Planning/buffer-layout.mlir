// A layout of the buffer of an argument is planned: the type becomes the physical
// one, and nothing goes stale. Planning alone leaves such an argument as it is.
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: layout-check %s %t | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-freeze=target=nhwc --layout-flow | FileCheck %s --check-prefix=FLOW
// EQUAL: {{^equal$}}

// CHECK: func.func private @inner(%{{.*}}: tensor<1x8x8x32xf32>, %{{.*}}: tensor<1x8x8x32xf32>) -> tensor<1x8x8x32xf32>
// CHECK-NOT: linalg.transpose
// CHECK-LABEL: func.func @main(
// FLOW: func.func private @inner(%{{.*}}: tensor<1x32x8x8xf32> {bufferization.buffer_layout = #layout.index_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}, %{{.*}}: tensor<1x8x8x32xf32>) -> tensor<1x8x8x32xf32>
func.func private @inner(%x: tensor<1x32x8x8xf32> {bufferization.buffer_layout = #layout.index_map<(n, c, h, w) -> (n, h, w, c)>}, %z: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}
func.func @main(%x: tensor<1x32x8x8xf32>, %z: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %0 = call @inner(%x, %z) : (tensor<1x32x8x8xf32>, tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %1 = call @inner(%0, %z) : (tensor<1x32x8x8xf32>, tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %1 : tensor<1x32x8x8xf32>
}
