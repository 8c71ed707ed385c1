// Overlapping windows need whole image dims, which may be permuted but not
// split; channels may be split. A pooling is specialized to a named op if there
// is one for its new layout.
//
// Covers: R1, R19, R21, R24, R25, R34

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// Only the input of @image_block is rewritten.
// COUNT: {"rewrites":1,"bytes":512,

!nchw = tensor<1x8x7x7xf32>
!pooled = tensor<1x8x3x3xf32>

// CHECK-LABEL: func.func @nhwc(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x7x7x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.pooling_nhwc_max {dilations = dense<1> : {{.*}}, strides = dense<2> : {{.*}}}
// CHECK-SAME: ins(%[[X]], %{{.*}} : tensor<1x7x7x8xf32>, tensor<3x3xf32>) outs(%{{.*}} : tensor<1x3x3x8xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @nhwc(%x: tensor<1x7x7x8xf32>) -> tensor<1x3x3x8xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x7x7x8xf32> to !nchw
  %low = arith.constant -3.0e38 : f32
  %k = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : !pooled
  %init = linalg.fill ins(%low : f32) outs(%e : !pooled) -> !pooled
  %1 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%0, %k : !nchw, tensor<3x3xf32>) outs(%init : !pooled) -> !pooled
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, h, w, c)> : !pooled to tensor<1x3x3x8xf32>
  return %2 : tensor<1x3x3x8xf32>
}

// CHECK-LABEL: func.func @nchw(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x8x7x7xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.pooling_nchw_sum
// CHECK-SAME: ins(%[[X]], %{{.*}} : tensor<1x8x7x7xf32>, tensor<3x3xf32>) outs(%{{.*}} : tensor<1x8x3x3xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @nchw(%x: !nchw) -> !pooled {
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, h, w, c)> : !nchw to tensor<1x7x7x8xf32>
  %zero = arith.constant 0.0 : f32
  %k = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x3x3x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
  %1 = linalg.pooling_nhwc_sum {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%0, %k : tensor<1x7x7x8xf32>, tensor<3x3xf32>) outs(%init : tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
  %2 = layout.layout_transform %1 by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x3x3x8xf32> to !pooled
  return %2 : !pooled
}

// CHECK-LABEL: func.func @blocked(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x7x7x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %{{.*}} : tensor<1x2x7x7x4xf32>, tensor<3x3xf32>) outs(%{{.*}} : tensor<1x2x3x3x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @blocked(%x: tensor<1x2x7x7x4xf32>) -> tensor<1x2x3x3x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : tensor<1x2x7x7x4xf32> to !nchw
  %low = arith.constant -3.0e38 : f32
  %k = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : !pooled
  %init = linalg.fill ins(%low : f32) outs(%e : !pooled) -> !pooled
  %1 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%0, %k : !nchw, tensor<3x3xf32>) outs(%init : !pooled) -> !pooled
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !pooled to tensor<1x2x3x3x4xf32>
  return %2 : tensor<1x2x3x3x4xf32>
}

// A block of w would split windows of 3. The pooling reads whole dims with h
// and w exchanged, so that its result has the required order.
// CHECK-LABEL: func.func @image_block(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x2x8x2xf32>
// CHECK: %[[XX:.*]] = layout.layout_transform %[[X]] by <(d0, d1, d2, d3, d4) -> (d0, d1, d2 * 2 + d4, d3)> : {{.*}} to tensor<1x2x4x8xf32>
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: ins(%[[XX]], %{{.*}} : tensor<1x2x4x8xf32>, tensor<1x3xf32>) outs(%{{.*}} : tensor<1x2x2x8xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[R]]
func.func @image_block(%x: tensor<1x2x2x8x2xf32>) -> tensor<1x2x2x8xf32> {
  %0 = layout.layout_transform %x by <(n, c, w, h, b) -> (n, c, h, w * 2 + b)> : tensor<1x2x2x8x2xf32> to tensor<1x2x8x4xf32>
  %low = arith.constant -3.0e38 : f32
  %k = tensor.empty() : tensor<1x3xf32>
  %e = tensor.empty() : tensor<1x2x8x2xf32>
  %init = linalg.fill ins(%low : f32) outs(%e : tensor<1x2x8x2xf32>) -> tensor<1x2x8x2xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%0, %k : tensor<1x2x8x4xf32>, tensor<1x3xf32>) outs(%init : tensor<1x2x8x2xf32>) -> tensor<1x2x8x2xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c, w, h)> : tensor<1x2x8x2xf32> to tensor<1x2x2x8xf32>
  return %2 : tensor<1x2x2x8xf32>
}

// Windows that do not overlap are blocks: w split by 2 is the loop over the
// window, and no rewrite remains.
// CHECK-LABEL: func.func @side_by_side(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x2x8x2xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: ins(%[[X]], %{{.*}} : tensor<1x2x2x8x2xf32>, tensor<1x2xf32>) outs(%{{.*}} : tensor<1x2x2x8xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[R]]
func.func @side_by_side(%x: tensor<1x2x2x8x2xf32>) -> tensor<1x2x2x8xf32> {
  %0 = layout.layout_transform %x by <(n, c, w, h, b) -> (n, c, h, w * 2 + b)> : tensor<1x2x2x8x2xf32> to tensor<1x2x8x4xf32>
  %low = arith.constant -3.0e38 : f32
  %k = tensor.empty() : tensor<1x2xf32>
  %e = tensor.empty() : tensor<1x2x8x2xf32>
  %init = linalg.fill ins(%low : f32) outs(%e : tensor<1x2x8x2xf32>) -> tensor<1x2x8x2xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<[1, 2]> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%0, %k : tensor<1x2x8x4xf32>, tensor<1x2xf32>) outs(%init : tensor<1x2x8x2xf32>) -> tensor<1x2x8x2xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c, w, h)> : tensor<1x2x8x2xf32> to tensor<1x2x2x8xf32>
  return %2 : tensor<1x2x2x8xf32>
}

// If the windows' dims are only permuted, the op keeps its image dims and its
// name.
// CHECK-LABEL: func.func @side_by_side_named(
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.pooling_nhwc_max {{.*}} ins(%arg0, %{{.*}} : tensor<1x6x6x8xf32>, tensor<2x2xf32>) outs(%{{.*}} : tensor<1x3x3x8xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @side_by_side_named(%x: tensor<1x6x6x8xf32>) -> tensor<1x3x3x8xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x6x6x8xf32> to tensor<1x8x6x6xf32>
  %low = arith.constant -3.0e38 : f32
  %k = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x8x3x3xf32>
  %init = linalg.fill ins(%low : f32) outs(%e : tensor<1x8x3x3xf32>) -> tensor<1x8x3x3xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%0, %k : tensor<1x8x6x6xf32>, tensor<2x2xf32>) outs(%init : tensor<1x8x3x3xf32>) -> tensor<1x8x3x3xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x8x3x3xf32> to tensor<1x3x3x8xf32>
  return %2 : tensor<1x3x3x8xf32>
}
