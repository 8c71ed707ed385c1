// Convolutions are recognized by what they compute: generic ones get the same
// layouts as named ones and keep strides, dilations and bodies.
//
// RUN: layout-opt %s --layout-freeze=target=nchw16c | FileCheck %s --check-prefixes=CHECK,C16
// RUN: layout-opt %s --layout-freeze=target=nhwc | FileCheck %s --check-prefixes=CHECK,NHWC

// C16-DAG: #[[IMAGE:.*]] = affine_map<({{.*}}) -> (d0, d5, d2 * 2 + d7 * 3, d3 * 2 + d8 * 3, d6)>

// CHECK-LABEL: func.func @strides_and_dilations(
//         C16: linalg.generic {indexing_maps = [#[[IMAGE]], {{.*}} ins({{.*}} : tensor<1x2x15x15x16xf32>, tensor<1x2x3x3x16x16xf32>) outs({{.*}} : tensor<1x1x5x5x16xf32>)
//        NHWC: linalg.conv_2d_nhwc_hwcf {dilations = dense<3> : {{.*}}, layout.frozen, strides = dense<2> : {{.*}}} ins({{.*}} : tensor<1x15x15x32xf32>, tensor<3x3x32x16xf32>)
func.func @strides_and_dilations(%x: tensor<1x32x15x15xf32>, %w: tensor<16x32x3x3xf32>, %o: tensor<1x16x5x5xf32>) -> tensor<1x16x5x5xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>}
      ins(%x, %w : tensor<1x32x15x15xf32>, tensor<16x32x3x3xf32>) outs(%o : tensor<1x16x5x5xf32>) -> tensor<1x16x5x5xf32>
  return %0 : tensor<1x16x5x5xf32>
}

// CHECK-LABEL: func.func @nchw(
//         C16: linalg.generic {{.*}} ins({{.*}} : tensor<1x2x8x8x16xf32>, tensor<1x2x3x3x16x16xf32>) outs({{.*}} : tensor<1x1x6x6x16xf32>)
//        NHWC: linalg.conv_2d_nhwc_hwcf {{.*}} ins({{.*}} : tensor<1x8x8x32xf32>, tensor<3x3x32x16xf32>)
func.func @nchw(%x: tensor<1x32x8x8xf32>, %w: tensor<16x32x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(n, f, h, w, c, kh, kw) -> (n, c, h + kh, w + kw)>,
                       affine_map<(n, f, h, w, c, kh, kw) -> (f, c, kh, kw)>,
                       affine_map<(n, f, h, w, c, kh, kw) -> (n, f, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x32x8x8xf32>, tensor<16x32x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}

// A 1x1 convolution stays a convolution, also with an image of one element.
// CHECK-LABEL: func.func @window_1x1(
//         C16: linalg.generic {{.*}} ins({{.*}} : tensor<1x2x8x8x16xf32>, tensor<1x2x1x1x16x16xf32>)
//        NHWC: linalg.conv_2d_nhwc_hwcf {{.*}} ins({{.*}} : tensor<1x8x8x32xf32>, tensor<1x1x32x16xf32>)
//        NHWC: linalg.conv_2d_nhwc_hwcf {{.*}} ins({{.*}} : tensor<1x1x1x32xf32>, tensor<1x1x32x16xf32>)
func.func @window_1x1(%x: tensor<1x32x8x8xf32>, %w: tensor<16x32x1x1xf32>, %o: tensor<1x16x8x8xf32>,
                      %p: tensor<1x32x1x1xf32>, %q: tensor<1x16x1x1xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x1x1xf32>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<16x32x1x1xf32>) outs(%o : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x32x1x1xf32>, tensor<16x32x1x1xf32>) outs(%q : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  return %0, %1 : tensor<1x16x8x8xf32>, tensor<1x16x1x1xf32>
}

// CHWN data, HWIO weights, another loop order, an extending body: no named op.
// CHECK-LABEL: func.func @chwn(
//         C16: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d3, d0 floordiv 16, d1, d2, d0 mod 16)>
//         C16: layout.layout_transform %arg1 by <(d0, d1, d2, d3) -> (d3 floordiv 16, d2 floordiv 16, d0, d1, d2 mod 16, d3 mod 16)>
//         C16: linalg.generic {{.*}} ins({{.*}} : tensor<4x2x9x8x16xf16>, tensor<1x2x3x2x16x16xf16>) outs({{.*}} : tensor<4x1x7x7x16xf32>)
//         C16: arith.extf
//        NHWC: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d3, d1, d2, d0)>
//    NHWC-NOT: layout.layout_transform %arg1
//        NHWC: layout.layout_transform {{.*}} by <(d0, d1, d2, d3) -> (d3, d1, d2, d0)> : tensor<4x7x7x16xf32> to tensor<16x7x7x4xf32>
func.func @chwn(%x: tensor<32x9x8x4xf16>, %w: tensor<3x2x32x16xf16>, %o: tensor<16x7x7x4xf32>) -> tensor<16x7x7x4xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(c, w, kw, n, h, f, kh) -> (c, h + kh, w + kw, n)>,
                       affine_map<(c, w, kw, n, h, f, kh) -> (kh, kw, c, f)>,
                       affine_map<(c, w, kw, n, h, f, kh) -> (f, h, w, n)>],
      iterator_types = ["reduction", "parallel", "reduction", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<32x9x8x4xf16>, tensor<3x2x32x16xf16>) outs(%o : tensor<16x7x7x4xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %l = arith.extf %a : f16 to f32
    %r = arith.extf %b : f16 to f32
    %p = arith.mulf %l, %r : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x7x7x4xf32>
  return %0 : tensor<16x7x7x4xf32>
}

// Without a batch dim, N is removed from the layout.
// CHECK-LABEL: func.func @no_batch(
//         C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x16xf32>, tensor<1x2x3x16x16xf32>) outs({{.*}} : tensor<1x6x16xf32>)
//        NHWC: linalg.generic {{.*}} ins({{.*}} : tensor<8x32xf32>, tensor<3x32x16xf32>) outs({{.*}} : tensor<6x16xf32>)
func.func @no_batch(%x: tensor<32x8xf32>, %w: tensor<16x32x3xf32>, %o: tensor<16x6xf32>) -> tensor<16x6xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(f, w, c, k) -> (c, w + k)>, affine_map<(f, w, c, k) -> (f, c, k)>, affine_map<(f, w, c, k) -> (f, w)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<32x8xf32>, tensor<16x32x3xf32>) outs(%o : tensor<16x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x6xf32>
  return %0 : tensor<16x6xf32>
}

// A depthwise convolution of integers.
// CHECK-LABEL: func.func @depthwise(
//         C16: linalg.generic {{.*}} ins({{.*}} : tensor<1x2x8x16xi32>, tensor<2x3x16xi32>) outs({{.*}} : tensor<1x2x6x16xi32>)
//        NHWC: linalg.depthwise_conv_1d_nwc_wc {{.*}}ins({{.*}} : tensor<1x8x32xi32>, tensor<3x32xi32>) outs({{.*}} : tensor<1x6x32xi32>)
func.func @depthwise(%x: tensor<1x32x8xi32>, %w: tensor<3x32xi32>, %o: tensor<1x32x6xi32>) -> tensor<1x32x6xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(n, c, w, k) -> (n, c, w + k)>, affine_map<(n, c, w, k) -> (k, c)>, affine_map<(n, c, w, k) -> (n, c, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x32x8xi32>, tensor<3x32xi32>) outs(%o : tensor<1x32x6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x32x6xi32>
  return %0 : tensor<1x32x6xi32>
}

// Poolings have the loops of a convolution but another body.
// CHECK-LABEL: func.func @poolings(
//   CHECK-NOT: layout
//       CHECK: return
func.func @poolings(%x: tensor<1x32x8x8xf32>, %w: tensor<3x3xf32>, %o: tensor<1x32x6x6xf32>) -> (tensor<1x32x6x6xf32>, tensor<1x32x6x6xf32>) {
  %0 = linalg.pooling_nchw_max ins(%x, %w : tensor<1x32x8x8xf32>, tensor<3x3xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = linalg.pooling_nchw_sum ins(%x, %w : tensor<1x32x8x8xf32>, tensor<3x3xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %0, %1 : tensor<1x32x6x6xf32>, tensor<1x32x6x6xf32>
}

// A convolution that is blocked by 8 gets what the target prefers.
// CHECK-LABEL: func.func @blocked(
//         C16: linalg.generic {{.*}} ins({{.*}} : tensor<1x1x8x8x16xf32>, tensor<1x1x3x3x16x16xf32>) outs({{.*}} : tensor<1x1x6x6x16xf32>) attrs = {layout.frozen}
//        NHWC: linalg.conv_2d_nhwc_hwcf {{.*}}layout.frozen
func.func @blocked(%x: tensor<1x2x8x8x8xf32>, %w: tensor<2x2x3x3x8x8xf32>, %o: tensor<1x2x6x6x8xf32>) -> tensor<1x2x6x6x8xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(n, f1, h, w, f0, c1, kh, kw, c0) -> (n, c1, h + kh, w + kw, c0)>,
                       affine_map<(n, f1, h, w, f0, c1, kh, kw, c0) -> (f1, c1, kh, kw, c0, f0)>,
                       affine_map<(n, f1, h, w, f0, c1, kh, kw, c0) -> (n, f1, h, w, f0)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x2x8x8x8xf32>, tensor<2x2x3x3x8x8xf32>) outs(%o : tensor<1x2x6x6x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x2x6x6x8xf32>
  return %0 : tensor<1x2x6x6x8xf32>
}
