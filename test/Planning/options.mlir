// A critical op with several layout options takes the cheapest one: the cost of
// the option plus the cost of the rewrites of its operands and results. The op
// is rewritten to that option and frozen.
//
// Covers: R2, R5, R17, R35, R38

// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold | FileCheck %s

!x = tensor<1x8x6x6xf32>
!w = tensor<8x8x3x3xf32>
!y = tensor<1x8x4x4xf32>
#nhwc = #layout.op_layout<
    operands = [<(n, c, h, w) -> (n, h, w, c)>, <(f, c, h, w) -> (h, w, c, f)>, <(n, c, h, w) -> (n, h, w, c)>],
    results = [<(n, c, h, w) -> (n, h, w, c)>], cost = 0>
#nchw = #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>
#nchw_dear = #layout.op_layout<operands = [_, _, _], results = [_], cost = 100000>

// The signature requires NCHW. The second option is free, but the first one
// would need four rewrites.
// CHECK-LABEL: func.func @border(
// CHECK-NOT: layout.layout_transform
// CHECK-NOT: layout.op_layout
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}layout.frozen{{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x8x6x6xf32>, tensor<8x8x3x3xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @border(%x: !x, %w: !w, %o: !y) -> !y {
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#nhwc, #nchw]}
      ins(%x, %w : !x, !w) outs(%o : !y) -> !y
  return %0 : !y
}

// The NCHW option costs more than the rewrites of x, w, o and the result.
// CHECK-LABEL: func.func @price(
// CHECK-COUNT-3: layout.layout_transform
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}layout.frozen
// CHECK-COUNT-1: layout.layout_transform
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @price(%x: !x, %w: !w, %o: !y) -> !y {
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#nhwc, #nchw_dear]}
      ins(%x, %w : !x, !w) outs(%o : !y) -> !y
  return %0 : !y
}

// The neighbours use NHWC, and the convolution follows them through an
// elementwise op.
// CHECK-LABEL: func.func @follows(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x6x6x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}layout.frozen{{.*}} ins(%[[X]], %{{.*}} : tensor<1x6x6x8xf32>, tensor<3x3x8x8xf32>)
// CHECK: linalg.exp ins(%{{.*}} : tensor<1x4x4x8xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @follows(%x: tensor<1x6x6x8xf32>, %o: tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32> {
  %w = arith.constant dense<0.5> : !w
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x6x6x8xf32> to !x
  %1 = layout.layout_transform %o by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x4x4x8xf32> to !y
  %2 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#nchw, #nhwc]}
      ins(%0, %w : !x, !w) outs(%1 : !y) -> !y
  %e = tensor.empty() : !y
  %3 = linalg.exp ins(%2 : !y) outs(%e : !y) -> !y
  %4 = layout.layout_transform %3 by <(n, c, h, w) -> (n, h, w, c)> : !y to tensor<1x4x4x8xf32>
  return %4 : tensor<1x4x4x8xf32>
}

// Options of equal cost: the first one is taken. The image has one point, for
// which NCHW and NHWC are the same order.
// CHECK-LABEL: func.func @tie(
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}layout.frozen{{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x1x1x8xf32>, tensor<1x1x8x8xf32>)
func.func @tie(%x: tensor<1x8x1x1xf32>, %o: tensor<1x8x1x1xf32>) -> tensor<1x8x1x1xf32> {
  %w = arith.constant dense<0.5> : tensor<8x8x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#nhwc, #nchw]}
      ins(%x, %w : tensor<1x8x1x1xf32>, tensor<8x8x1x1xf32>) outs(%o : tensor<1x8x1x1xf32>) -> tensor<1x8x1x1xf32>
  return %0 : tensor<1x8x1x1xf32>
}

// An option may read one layout and write another one. This one reads NCHW and
// writes NHWC without rewriting data.
// CHECK-LABEL: func.func @reads_and_writes(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x8x6x6xf32>
// CHECK-NOT: layout.layout_transform %[[X]]
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %{{.*}} : tensor<1x8x6x6xf32>, {{.*}}) outs(%{{.*}} : tensor<1x4x4x8xf32>) attrs = {{ *}}{layout.frozen}
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @reads_and_writes(%x: !x, %w: !w) -> tensor<1x4x4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !y
  %o = linalg.fill ins(%zero : f32) outs(%e : !y) -> !y
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#nhwc, #nchw, #layout.op_layout<
      operands = [_, _, <(n, c, h, w) -> (n, h, w, c)>], results = [<(n, c, h, w) -> (n, h, w, c)>], cost = 0>]}
      ins(%x, %w : !x, !w) outs(%o : !y) -> !y
  %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, h, w, c)> : !y to tensor<1x4x4x8xf32>
  return %1 : tensor<1x4x4x8xf32>
}

// Two convolutions, one of which reads the other's result, choose the same
// layout.
// CHECK-LABEL: func.func @pair(
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: layout.layout_transform %{{.*}} : tensor<1x8x
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @pair(%x: tensor<1x6x6x8xf32>) -> tensor<1x2x2x8xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.5> : !w
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x6x6x8xf32> to !x
  %e = tensor.empty() : !y
  %o = linalg.fill ins(%zero : f32) outs(%e : !y) -> !y
  %1 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#nchw, #nhwc]}
      ins(%0, %w : !x, !w) outs(%o : !y) -> !y
  %e2 = tensor.empty() : tensor<1x8x2x2xf32>
  %o2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  %2 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#nchw, #nhwc]}
      ins(%1, %w : !y, !w) outs(%o2 : tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x8x2x2xf32> to tensor<1x2x2x8xf32>
  return %3 : tensor<1x2x2x8xf32>
}

// A single option is required, whatever it costs.
// CHECK-LABEL: func.func @required(
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}layout.frozen
func.func @required(%x: !x, %w: !w, %o: !y) -> !y {
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#nhwc]}
      ins(%x, %w : !x, !w) outs(%o : !y) -> !y
  return %0 : !y
}
