// Layouts stated of values become rewrites and constraints, with names of dims
// from the text, from what is given, or from the op around the value.
// Covers: G20, G25, G29, P8, P14, P18
// RUN: layout-opt %s --layout-raise --layout-legalize | FileCheck %s
// RUN: layout-opt %s --layout-raise --layout-legalize | layout-opt --layout-legalize | FileCheck %s

// The convolution tells the names of the dims: the argument is its data.
// CHECK-LABEL: func.func @argument(
//  CHECK-SAME: %[[X:.*]]: tensor<1x32x8x8xf32>, %{{.*}}: tensor<16x32x1x1xf32>
//   CHECK-NOT: layout.require
//       CHECK: %[[A:.*]] = layout.layout_transform %[[X]] by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
//       CHECK: %[[B:.*]] = layout.constraint %[[A]] : tensor<1x2x8x8x16xf32>
//       CHECK: %[[C:.*]] = layout.layout_transform %[[B]] by <(d0, d1, d2, d3, d4) -> (d0, d1 * 16 + d4, d2, d3)>
//       CHECK: linalg.conv_2d_nchw_fchw {{.*}}ins(%[[C]],
func.func @argument(%x: tensor<1x32x8x8xf32> {layout.require = "NCHW16c"}, %w: tensor<16x32x1x1xf32>, %o: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<16x32x1x1xf32>) outs(%o : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %0 : tensor<1x16x8x8xf32>
}

// Names pass elementwise ops. A preference stays one op, with its price.
// CHECK-LABEL: func.func @preference(
//       CHECK: %[[E:.*]] = linalg.exp
//   CHECK-NOT: layout.prefer
//       CHECK: %[[P:.*]] = layout.constraint %[[E]] prefers <(d0, d1, d2, d3) -> (d0, d2, d3, d1)> price 5.000000e-01 : tensor<1x32x8x8xf32>
//       CHECK: linalg.abs ins(%[[P]]
func.func @preference(%x: tensor<1x32x8x8xf32>, %w: tensor<32x32x1x1xf32>, %o: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %0 = linalg.exp {layout.prefer = {layout = "NHWC", price = 0.5 : f64}} ins(%x : tensor<1x32x8x8xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %1 = linalg.abs ins(%0 : tensor<1x32x8x8xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %2 : tensor<1x32x8x8xf32>
}

// An op result is computed as it is required, together with the others, and a
// result of the function is constrained in front of the return.
// CHECK-LABEL: func.func @results(
//  CHECK-SAME: -> (tensor<4x6xf32>, tensor<4x6xf32>)
//       CHECK: %[[G:.*]]:2 = linalg.generic {{.*}} outs({{.*}} : tensor<6x4xf32>, tensor<6x4xf32>) attrs = {layout.frozen}
//       CHECK: %[[F:.*]] = layout.layout_transform %[[G]]#0 by <(d0, d1) -> (d1, d0)>
//       CHECK: %[[T:.*]] = layout.layout_transform %[[G]]#1 by <(d0, d1) -> (d1, d0)>
//       CHECK: %[[U:.*]] = layout.layout_transform %[[F]] by <(d0, d1) -> (d0, d1 floordiv 2, d1 mod 2)>
//       CHECK: %[[C:.*]] = layout.constraint %[[U]] : tensor<4x3x2xf32>
//       CHECK: %[[R:.*]] = layout.layout_transform %[[C]]
//       CHECK: return %[[R]], %[[T]]
#id = affine_map<(i, j) -> (i, j)>
func.func @results(%x: tensor<4x6xf32>) -> (tensor<4x6xf32> {layout.require = "aB2b"}, tensor<4x6xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x6xf32>) outs(%e, %e : tensor<4x6xf32>, tensor<4x6xf32>)
      attrs = {layout.require = ["_", "xla:{0,1}"]} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    linalg.yield %a, %a : f32, f32
  } -> (tensor<4x6xf32>, tensor<4x6xf32>)
  return %0#0, %0#1 : tensor<4x6xf32>, tensor<4x6xf32>
}

// The permutation is deduced: the argument says how its data arrives, the
// convolution what it reads. Nothing of it is left.
// CHECK-LABEL: func.func @given(
//  CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<1x8x8x32xf32>, %[[W:[a-z0-9]*]]: tensor<1x1x32x16xf32>
//   CHECK-NOT: layout.given
//   CHECK-DAG: %[[A:.*]] = layout.layout_transform %[[X]] by <(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
//   CHECK-DAG: %[[B:.*]] = layout.layout_transform %[[W]] by <(d0, d1, d2, d3) -> (d3, d2, d0, d1)>
//   CHECK-NOT: layout.adapt
//       CHECK: linalg.conv_2d_nchw_fchw {{.*}}ins(%[[A]], %[[B]] :
func.func @given(%x: tensor<1x8x8x32xf32> {layout.given = "NHWC"}, %w: tensor<1x1x32x16xf32> {layout.given = "HWIO"}, %o: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %a = layout.adapt %x : tensor<1x8x8x32xf32> to tensor<1x32x8x8xf32>
  %b = layout.adapt %w : tensor<1x1x32x16xf32> to tensor<16x32x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%a, %b : tensor<1x32x8x8xf32>, tensor<16x32x1x1xf32>) outs(%o : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %0 : tensor<1x16x8x8xf32>
}

// Names of several letters, blocks that do not divide, and dynamic dims.
// CHECK-LABEL: func.func @names(
//       CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> (d1, d0)> : tensor<?x6xf32> to tensor<6x?xf32>
//       CHECK: %[[T:.*]] = layout.layout_transform %{{.*}} by <(d0, d1, d2, d3, d4) -> (d0, d4, d2, d3)> : tensor<1x1x2x2x4xf32> to tensor<1x4x2x2xf32>
//       CHECK: layout.crop %[[T]] offsets [0, 0, 0, 0] sizes [1, 3, 2, 2] : tensor<1x4x2x2xf32> to tensor<1x3x2x2xf32>
func.func @names(%x: tensor<?x6xf32>, %y: tensor<1x1x2x2x4xf32>) -> (tensor<6x?xf32>, tensor<1x3x2x2xf32>) {
  %0 = layout.adapt %x from "MK" as "KM" : tensor<?x6xf32> to tensor<6x?xf32>
  %1 = layout.adapt %y from "NCHW4c" as "NCHW" : tensor<1x1x2x2x4xf32> to tensor<1x3x2x2xf32>
  return %0, %1 : tensor<6x?xf32>, tensor<1x3x2x2xf32>
}

// CHECK-LABEL: func.func @long_names(
//       CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> (d1, d0)> : tensor<2x3xf32> to tensor<3x2xf32>
func.func @long_names(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = layout.adapt %x from "{batch}{channel}" as "{channel}{batch}" : tensor<2x3xf32> to tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
