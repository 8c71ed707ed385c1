// Rewrites in letters: convolutions and matmuls say what dims are, and other ops,
// reshapes, loops and calls pass it on. Where no letters fit, there is the map.
//
// RUN: layout-opt %s --split-input-file --layout-report=path=- -o /dev/null 2>&1 | FileCheck %s

// Through an op between the rewrite and the convolution; unit dims and dynamic
// ones have letters, too.
// CHECK-LABEL: Left, the largest first:
// CHECK-NEXT: bytes NCHW -> NHWC by (d0, d1, d2, d3) -> (d0, d2, d3, d1), between argument 0 of @near
func.func @near(%x: tensor<?x3x5x?xf32>, %e: tensor<?x5x?x3xf32>, %w: tensor<1x1x3x8xf32>, %y: tensor<?x5x?x8xf32>) -> tensor<?x5x?x8xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, h, w, c)> : tensor<?x3x5x?xf32> to tensor<?x5x?x3xf32>
  %1 = linalg.exp ins(%0 : tensor<?x5x?x3xf32>) outs(%e : tensor<?x5x?x3xf32>) -> tensor<?x5x?x3xf32>
  %2 = linalg.conv_2d_nhwc_hwcf ins(%1, %w : tensor<?x5x?x3xf32>, tensor<1x1x3x8xf32>) outs(%y : tensor<?x5x?x8xf32>) -> tensor<?x5x?x8xf32>
  return %2 : tensor<?x5x?x8xf32>
}

// -----

// Blocks, of several channels and of all of them, and the filter.
// CHECK-LABEL: Left, the largest first:
// CHECK-NEXT: bytes NCHW -> NCHW16c by (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16), between
// CHECK-NEXT: layout.tensor_layout
// CHECK-NEXT: bytes NCHW32c -> NCHW back by (d0, d1, d2, d3) -> (d0, 0, d2, d3, d1), between
// CHECK-NEXT: layout.tensor_layout
// CHECK-NEXT: bytes OIHW -> OIHW16i32o by
func.func @blocks(%x: tensor<1x32x7x7xf32>, %w: tensor<32x32x1x1xf32>, %y: tensor<1x1x7x7x32xf32>) -> tensor<1x32x7x7xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)> : tensor<1x32x7x7xf32> to tensor<1x2x7x7x16xf32>
  %1 = layout.layout_transform %w by <(o, i, h, w) -> (o floordiv 32, i floordiv 16, h, w, i mod 16, o mod 32)> : tensor<32x32x1x1xf32> to tensor<1x2x1x1x16x32xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(n, o, h, w, p, i, j, q, r) -> (n, i, h + q, w + r, j)>,
                       affine_map<(n, o, h, w, p, i, j, q, r) -> (o, i, q, r, j, p)>,
                       affine_map<(n, o, h, w, p, i, j, q, r) -> (n, o, h, w, p)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%0, %1 : tensor<1x2x7x7x16xf32>, tensor<1x2x1x1x16x32xf32>) outs(%y : tensor<1x1x7x7x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x1x7x7x32xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w, d) -> (n, c * 32 + d, h, w)> : tensor<1x1x7x7x32xf32> to tensor<1x32x7x7xf32>
  return %3 : tensor<1x32x7x7xf32>
}

// -----

// Through a loop and a call.
// CHECK-LABEL: Left, the largest first:
// CHECK-NEXT: bytes MN -> NM by (d0, d1) -> (d1, d0), between func.call
func.func private @callee(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %c: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %ten = arith.constant 10 : index
  %0 = scf.for %i = %zero to %ten step %one iter_args(%sum = %c) -> tensor<4x5xf32> {
    %1 = linalg.matmul ins(%a, %b : tensor<4x6xf32>, tensor<6x5xf32>) outs(%sum : tensor<4x5xf32>) -> tensor<4x5xf32>
    scf.yield %1 : tensor<4x5xf32>
  }
  return %0 : tensor<4x5xf32>
}
func.func @calls(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %c: tensor<4x5xf32>) -> tensor<5x4xf32> {
  %0 = call @callee(%a, %b, %c) : (tensor<4x6xf32>, tensor<6x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<4x5xf32> to tensor<5x4xf32>
  return %1 : tensor<5x4xf32>
}

// -----

// No convolution or matmul is near.
// CHECK-LABEL: Left, the largest first:
// CHECK-NEXT: 192 bytes by (d0, d1) -> (d1, d0), between
func.func @none(%x: tensor<6x4xf32>, %e: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<6x4xf32> to tensor<4x6xf32>
  %1 = linalg.exp ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
