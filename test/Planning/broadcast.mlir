// An operand that is broadcast is rewritten only in the dims it has. It does
// not determine the layout of the op.
//
// Covers: R1, R20, R24, R34

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// Only the bias of @inner is rewritten.
// COUNT: {"rewrites":1,"bytes":240,

!nchw = tensor<1x8x5x6xf32>
!nchw4c = tensor<1x2x5x6x4xf32>

// A bias per channel is split like the channels, which moves no data.
// CHECK-LABEL: func.func @bias(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x5x6x4xf32>, %[[B:[^:]*]]: tensor<8xf32>
// CHECK: %[[BB:.*]] = layout.layout_transform %[[B]] by <(d0) -> (d0 floordiv 4, d0 mod 4)> : tensor<8xf32> to tensor<2x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: ins(%[[X]], %[[BB]] : tensor<1x2x5x6x4xf32>, tensor<2x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[R]]
func.func @bias(%x: !nchw4c, %bias: tensor<8xf32>) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %e = tensor.empty() : !nchw
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>,
                                        affine_map<(n, c, h, w) -> (c)>,
                                        affine_map<(n, c, h, w) -> (n, c, h, w)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %bias : !nchw, tensor<8xf32>) outs(%e : !nchw) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> !nchw
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %2 : !nchw4c
}

// A bias as importers write it: its unit dims are read by constants.
// CHECK-LABEL: func.func @unit_dims(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x5x6x4xf32>, %[[B:[^:]*]]: tensor<8x1x1xf32>
// CHECK: %[[BB:.*]] = layout.layout_transform %[[B]] by {{.*}} : tensor<8x1x1xf32> to tensor<2x1x1x4xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[BB]] : tensor<1x2x5x6x4xf32>, tensor<2x1x1x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @unit_dims(%x: !nchw4c, %bias: tensor<8x1x1xf32>) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %e = tensor.empty() : !nchw
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>,
                                        affine_map<(n, c, h, w) -> (c, 0, 0)>,
                                        affine_map<(n, c, h, w) -> (n, c, h, w)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %bias : !nchw, tensor<8x1x1xf32>) outs(%e : !nchw) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> !nchw
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %2 : !nchw4c
}

// linalg.broadcast of a vector writes the blocked layout directly.
// CHECK-LABEL: func.func @named(
// CHECK-SAME: %[[B:[^:]*]]: tensor<8xf32>
// CHECK: %[[BB:.*]] = layout.layout_transform %[[B]] by <(d0) -> (d0 floordiv 4, d0 mod 4)> : tensor<8xf32> to tensor<2x4xf32>
// CHECK: ins(%[[BB]] : tensor<2x4xf32>) outs({{.*}} : tensor<1x2x5x6x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @named(%bias: tensor<8xf32>) -> !nchw4c {
  %e = tensor.empty() : !nchw
  %1 = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e : !nchw) dimensions = [0, 2, 3]
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %2 : !nchw4c
}

// The small operand is rewritten rather than the large one: 2 * 120 bytes
// instead of 4 * 960.
// CHECK-LABEL: func.func @inner(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x5x6x8xf32>, %[[Y:[^:]*]]: tensor<6x5xf32>
// CHECK: %[[YY:.*]] = layout.layout_transform %[[Y]] by <(d0, d1) -> (d1, d0)> : tensor<6x5xf32> to tensor<5x6xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[YY]] : tensor<1x5x6x8xf32>, tensor<5x6xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @inner(%x: tensor<1x5x6x8xf32>, %y: tensor<6x5xf32>) -> tensor<1x5x6x8xf32> {
  %0 = layout.layout_transform %x by <(n, w, h, c) -> (n, c, h, w)> : tensor<1x5x6x8xf32> to tensor<1x8x6x5xf32>
  %e = tensor.empty() : tensor<1x8x6x5xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>,
                                        affine_map<(n, c, h, w) -> (h, w)>,
                                        affine_map<(n, c, h, w) -> (n, c, h, w)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %y : tensor<1x8x6x5xf32>, tensor<6x5xf32>) outs(%e : tensor<1x8x6x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x8x6x5xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, w, h, c)> : tensor<1x8x6x5xf32> to tensor<1x5x6x8xf32>
  return %3 : tensor<1x5x6x8xf32>
}
