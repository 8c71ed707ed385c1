// Targets and preferences with several alternatives: independent layouts of the
// operands, their costs, and kinds that depend on the window.
// Covers: R20, R21
// RUN: layout-opt %s --layout-freeze=target=conv4 | FileCheck %s --check-prefix=FOUR
// RUN: layout-opt %s --layout-freeze=target=nchw16c-1x1nhwc | FileCheck %s --check-prefix=POINT
// RUN: layout-opt %s --layout-freeze="prefer=conv2d=[NCHW,default,NCHW16c]" | FileCheck %s --check-prefix=RESULT
// RUN: layout-opt %s --layout-freeze="prefer=pointwise_conv2d=[NHWC,default],conv2d=[NCHW8c,default]" | FileCheck %s --check-prefix=KINDS

// A result of 1x32x6x6xf32 has 4608 bytes. Data and result each cost 1/4 of them
// in NCHW, 1/8 in NHWC, 1/16 in NCHW8c, and 0 in NCHW16c. No block divides the 3
// channels of the image: such options become NCHW and have its cost.
// FOUR-LABEL: func.func @windows
// FOUR: linalg.conv_2d_nchw_fchw {layout.decision = 0 : i64, layout.op_layout = [
// FOUR-SAME: operands = [_, <(d0, d1, d2, d3) -> (d0 floordiv 16, d1, d2, d3, d0 mod 16)>, <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>], results = {{[^=]*}}, cost = 1152>,
// FOUR-SAME: operands = [_, <(d0, d1, d2, d3) -> (d0 floordiv 8, d1, d2, d3, d0 mod 8)>, {{.*}}, cost = 1440>,
// FOUR-SAME: operands = [_, _, <(d0, d1, d2, d3) -> (d0, d2, d3, d1)>], results = {{[^=]*}}, cost = 1728>,
// FOUR-SAME: operands = [<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, <(d0, d1, d2, d3) -> (d0 floordiv 16, d2, d3, d1, d0 mod 16)>, {{.*}}, cost = 576>,
// FOUR-SAME: operands = [_, _, _], results = [_], cost = 2304>,
// FOUR-SAME: operands = [<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, <(d0, d1, d2, d3) -> (d2, d3, d1, d0)>, <(d0, d1, d2, d3) -> (d0, d2, d3, d1)>], results = {{[^=]*}}, cost = 1152>,
// FOUR-SAME: operands = [<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, <(d0, d1, d2, d3) -> (d2, d3, d1, d0)>, _], results = [_], cost = 1728>]

// POINT-LABEL: func.func @windows
// POINT: layout.layout_transform %{{.*}} by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)> : tensor<1x32x6x6xf32> to tensor<1x2x6x6x16xf32>
// POINT-LABEL: func.func @points
// POINT: linalg.conv_2d_nhwc_hwcf

// RESULT-LABEL: func.func @windows
// RESULT: linalg.generic
// RESULT-SAME: ins(%arg0, %{{.*}} : tensor<1x3x8x8xf32>, tensor<2x3x3x3x16xf32>) outs(%{{.*}} : tensor<1x2x6x6x16xf32>)
// RESULT-LABEL: func.func @points
// RESULT: linalg.generic
// RESULT-SAME: ins(%arg0, %{{.*}} : tensor<1x8x6x6xf32>, tensor<1x8x1x1x16xf32>)

// KINDS-LABEL: func.func @windows
// KINDS: tensor<4x3x3x3x8xf32>
// KINDS-LABEL: func.func @points
// KINDS: linalg.conv_2d_nhwc_hwcf
func.func @windows(%x: tensor<1x3x8x8xf32>, %w: tensor<32x3x3x3xf32>, %o: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<32x3x3x3xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %0 : tensor<1x32x6x6xf32>
}

func.func @points(%x: tensor<1x8x6x6xf32>, %w: tensor<16x8x1x1xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<16x8x1x1xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
