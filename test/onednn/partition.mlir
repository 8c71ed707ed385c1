// What oneDNN takes, and in which layouts.
//
// Covers: R36, R41
//
// RUN: onednn-opt %s --onednn-partition | FileCheck %s
// RUN: onednn-opt %s --onednn-partition --remarks-filter=onednn-partition -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK

#map = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

// A convolution with the zeros around its source, a bias, a residual sum and a
// relu. Nothing is left of the region, so that no rewrite can lie in it.
// CHECK-LABEL: func.func @region(
//       CHECK: %[[X:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)> : tensor<1x32x8x8xf32> to tensor<1x2x8x8x16xf32>
//       CHECK: %[[W:.*]] = layout.layout_transform %arg1 by <(d0, d1, d2, d3) -> (d0 floordiv 16, d1 floordiv 16, d2, d3, d1 mod 16, d0 mod 16)> : tensor<16x32x3x3xf32> to tensor<1x2x3x3x16x16xf32>
//       CHECK: %[[S:.*]] = layout.layout_transform %arg3 by {{.*}} to tensor<1x1x8x8x16xf32>
//       CHECK: %[[R:.*]] = onednn.primitive "convolution" ins(%[[X]], %[[W]], %arg2, %[[S]] :
//  CHECK-SAME: formats ["1x32x8x8:aBcd16b", "16x32x3x3:ABcd16b16a", "16:a", "1x16x8x8:aBcd16b", "1x16x8x8:aBcd16b"]
//  CHECK-SAME: post_ops ["add", "add", "relu"]
//  CHECK-SAME: dilations = array<i64: 1, 1>, high = array<i64: 1, 1>, low = array<i64: 1, 1>, strides = array<i64: 1, 1>
//  CHECK-NEXT: %[[O:.*]] = layout.layout_transform %[[R]] by <(d0, d1, d2, d3, d4) -> (d0, d4, d2, d3)>
//  CHECK-NEXT: return %[[O]]
// REMARK: is a convolution of oneDNN with 3 post-ops
func.func @region(%x: tensor<1x32x8x8xf32>, %w: tensor<16x32x3x3xf32>, %bias: tensor<16xf32>, %s: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x8x8xf32> to tensor<1x32x10x10xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x32x10x10xf32>, tensor<16x32x3x3xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %2 = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %bias : tensor<1x16x8x8xf32>, tensor<16xf32>) outs(%e : tensor<1x16x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x16x8x8xf32>
  %3 = linalg.add ins(%s, %2 : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%3 : tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.cmpf ugt, %a, %zero : f32
    %r = arith.select %c, %a, %zero : f32
    linalg.yield %r : f32
  } -> tensor<1x16x8x8xf32>
  return %4 : tensor<1x16x8x8xf32>
}

// Batch normalisation and a clamp. What vectors give by themselves is computed
// in front.
// CHECK-LABEL: func.func @batch_norm(
//       CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%arg3 : tensor<16xf32>) outs({{.*}} : tensor<16xf32>)
//       CHECK: math.rsqrt
//       CHECK: onednn.primitive "convolution" ins(%{{.*}}, %{{.*}}, %arg2, %[[S]] : {{.*}}) outs
//  CHECK-SAME: post_ops ["sub", "mul", "clip:0:6"]
//  CHECK-SAME: strides = array<i64: 2, 2>
func.func @batch_norm(%x: tensor<1x3x9x9xf32>, %w: tensor<16x3x3x3xf32>, %mean: tensor<16xf32>, %variance: tensor<16xf32>) -> tensor<1x16x4x4xf32> {
  %zeros = arith.constant dense<0.0> : tensor<1x16x4x4xf32>
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %e = tensor.empty() : tensor<1x16x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x3x9x9xf32>, tensor<16x3x3x3xf32>) outs(%zeros : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %1 = linalg.generic {indexing_maps = [#map, #channel, #channel, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %mean, %variance : tensor<1x16x4x4xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<1x16x4x4xf32>) {
  ^bb0(%a: f32, %m: f32, %v: f32, %o: f32):
    %2 = arith.addf %v, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.subf %a, %m : f32
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.maximumf %5, %zero : f32
    %7 = arith.minimumf %6, %six : f32
    linalg.yield %7 : f32
  } -> tensor<1x16x4x4xf32>
  return %1 : tensor<1x16x4x4xf32>
}

// Matmuls keep the layouts that they have; a bias may be what the sum begins
// with.
// CHECK-LABEL: func.func @matmuls(
//   CHECK-NOT: layout_transform
//       CHECK: %[[A:.*]] = onednn.primitive "matmul" ins(%arg0, %arg1, %arg2 : {{.*}} formats ["4x8:ab", "8x5:ba", "5:a", "4x5:ab"] post_ops ["add"]
//       CHECK: onednn.primitive "matmul" ins(%arg3, %arg4 : {{.*}} formats ["2x4x8:abc", "2x8x5:abc", "2x4x5:abc"] post_ops ["linear:0.5:0"]
func.func @matmuls(%a: tensor<4x8xf32>, %b: tensor<5x8xf32>, %bias: tensor<5xf32>, %c: tensor<2x4x8xf32>, %d: tensor<2x8x5xf32>) -> (tensor<4x5xf32>, tensor<2x4x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<4x5xf32>
  %0 = linalg.broadcast ins(%bias : tensor<5xf32>) outs(%e : tensor<4x5xf32>) dimensions = [0]
  %1 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<4x8xf32>, tensor<5x8xf32>) outs(%0 : tensor<4x5xf32>) -> tensor<4x5xf32>
  %e2 = tensor.empty() : tensor<2x4x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %2 = linalg.batch_matmul ins(%c, %d : tensor<2x4x8xf32>, tensor<2x8x5xf32>) outs(%f : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%2 : tensor<2x4x5xf32>) outs(%e2 : tensor<2x4x5xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.mulf %half, %x : f32
    linalg.yield %r : f32
  } -> tensor<2x4x5xf32>
  return %1, %3 : tensor<4x5xf32>, tensor<2x4x5xf32>
}

// The channels of a depthwise convolution are in blocks, too, and so is the
// result of an NHWC one.
// CHECK-LABEL: func.func @depthwise(
//       CHECK: onednn.primitive "convolution" {{.*}} formats ["1x32x8x8:aBcd16b", "32x1x1x3x3:Abcde16a", "1x32x6x6:aBcd16b"] post_ops []
//       CHECK: layout.layout_transform {{.*}} by <(d0, d1, d2, d3, d4) -> (d0, d2, d3, d1 * 16 + d4)>
func.func @depthwise(%x: tensor<1x8x8x32xf32>, %w: tensor<3x3x32xf32>) -> tensor<1x6x6x32xf32> {
  %zeros = arith.constant dense<0.0> : tensor<1x6x6x32xf32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<1x8x8x32xf32>, tensor<3x3x32xf32>) outs(%zeros : tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32>
  return %0 : tensor<1x6x6x32xf32>
}

// A value that is used twice is the result of its region.
// CHECK-LABEL: func.func @two_uses(
//       CHECK: onednn.primitive {{.*}} post_ops []
//       CHECK: linalg.exp
//       CHECK: linalg.add
func.func @two_uses(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>) -> (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<1x16x4x4xf32>
  %e = tensor.empty() : tensor<1x16x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%zeros : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %1 = linalg.exp ins(%0 : tensor<1x16x4x4xf32>) outs(%e : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %2 = linalg.add ins(%0, %x : tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) outs(%e : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %1, %2 : tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>
}

// What oneDNN does not take keeps its ops and gets no layout.
// CHECK-LABEL: func.func @others(
//   CHECK-NOT: onednn
//   CHECK-NOT: layout
//       CHECK: return
// REMARK: stays: oneDNN requires channels in blocks of 16, found 24 and 16
// REMARK: stays: oneDNN requires two tensors of f32 with static shapes
// REMARK: stays: oneDNN requires a sum that begins with zero or a bias
// REMARK: stays: oneDNN requires one channel in each group
// REMARK: stays: oneDNN requires windows up to the end of the image
func.func @others(%x: tensor<1x24x4x4xf32>, %w: tensor<16x24x1x1xf32>, %d: tensor<?x16x4x4xf32>, %v: tensor<16x16x1x1xf32>,
                  %o: tensor<1x16x4x4xf32>, %g: tensor<1x2x16x4x4xf32>, %u: tensor<2x16x16x1x1xf32>, %y: tensor<?x16x4x4xf32>)
    -> (tensor<1x16x4x4xf32>, tensor<?x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x2x16x4x4xf32>, tensor<1x16x2x2xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<1x16x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x24x4x4xf32>, tensor<16x24x1x1xf32>) outs(%zeros : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%d, %v : tensor<?x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%y : tensor<?x16x4x4xf32>) -> tensor<?x16x4x4xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%o, %v : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %gs = arith.constant dense<0.0> : tensor<1x2x16x4x4xf32>
  %3 = linalg.conv_2d_ngchw_gfchw ins(%g, %u : tensor<1x2x16x4x4xf32>, tensor<2x16x16x1x1xf32>) outs(%gs : tensor<1x2x16x4x4xf32>) -> tensor<1x2x16x4x4xf32>
  %small = arith.constant dense<0.0> : tensor<1x16x2x2xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%o, %v : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%small : tensor<1x16x2x2xf32>) -> tensor<1x16x2x2xf32>
  return %0, %1, %2, %3, %4 : tensor<1x16x4x4xf32>, tensor<?x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x2x16x4x4xf32>, tensor<1x16x2x2xf32>
}

// Ops that are frozen or skipped are not given other layouts.
// CHECK-LABEL: func.func @frozen(
//   CHECK-NOT: layout_transform
//       CHECK: linalg.conv_2d_nchw_fchw {layout.frozen}
//       CHECK: linalg.conv_2d_nchw_fchw {layout.skip}
// REMARK: stays: oneDNN requires other formats than abcd, abcd and abcd
func.func @frozen(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>) -> (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<1x16x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw {layout.frozen} ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%zeros : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %1 = linalg.conv_2d_nchw_fchw {layout.skip} ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%zeros : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %0, %1 : tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>
}

// The result of a matmul is written in rows.
// CHECK-LABEL: func.func @columns(
//   CHECK-NOT: onednn
//       CHECK: return
// REMARK: stays: oneDNN requires matrices in rows or columns, found ab, ab and ba
func.func @columns(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> tensor<6x4xf32> {
  %zeros = arith.constant dense<0.0> : tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<4x8xf32>, tensor<8x6xf32>) outs(%zeros : tensor<6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// Batches are in one order in all operands.
// CHECK-LABEL: func.func @batches(
//   CHECK-NOT: onednn
//       CHECK: return
// REMARK: stays: oneDNN requires the loops of a convolution or matmul
func.func @batches(%x: tensor<2x3x16x8xf32>, %w: tensor<3x2x8x16xf32>) -> tensor<2x3x16x16xf32> {
  %zeros = arith.constant dense<0.0> : tensor<2x3x16x16xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, e, m, n, k) -> (b, e, m, k)>, affine_map<(b, e, m, n, k) -> (e, b, k, n)>, affine_map<(b, e, m, n, k) -> (b, e, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<2x3x16x8xf32>, tensor<3x2x8x16xf32>) outs(%zeros : tensor<2x3x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x3x16x16xf32>
  return %0 : tensor<2x3x16x16xf32>
}
