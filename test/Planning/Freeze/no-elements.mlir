// An op without elements, or one that would read an operand without elements,
// keeps its layout, and the marks that offer it others go.
// RUN: layout-opt %s --layout-freeze="target=nchw16c-mm16 indivisible=pad" | FileCheck %s

// CHECK-LABEL: func.func @no_rows(
// CHECK: linalg.matmul {layout.frozen} ins(%{{.*}} : tensor<0x?xf32>, tensor<?x2xf32>)
func.func @no_rows(%a: tensor<0x?xf32>, %b: tensor<?x2xf32>, %c: tensor<0x2xf32>) -> tensor<0x2xf32> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, <(d0, d1) -> (d1, d0)>, _], results = [_], cost = 0>], layout.prefer} ins(%a, %b : tensor<0x?xf32>, tensor<?x2xf32>) outs(%c : tensor<0x2xf32>) -> tensor<0x2xf32>
  return %0 : tensor<0x2xf32>
}

// CHECK-LABEL: func.func @no_image(
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}layout.frozen{{.*}} ins(%{{.*}} : tensor<1x0x0x1xf32>, tensor<3x3x1x1xf32>)
func.func @no_image(%x: tensor<1x0x0x1xf32>, %w: tensor<3x3x1x1xf32>, %z: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x0x0x1xf32>, tensor<3x3x1x1xf32>) outs(%z : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}
