// A grouped convolution with one group gets the layouts of a convolution: for
// tiles32 it is padded to 32 channels, which a grouped one is not. One whose
// groups have one input channel gets those of a depthwise convolution.
//
// Covers: R20, R35
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that happens to be aligned as they require.

// RUN: layout-opt %s --layout-clean-up=forms=planning | FileCheck %s
// RUN: layout-opt %s --layout-clean-up | FileCheck %s --check-prefix=OFF
// OFF-COUNT-6: linalg.conv_2d_ngchw_gfchw
// RUN: layout-opt %s --layout-randomize-splats=seed=1 -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline=target=tiles32 -o %t.tiles.mlir
// RUN: FileCheck %s --check-prefix=TILES --input-file=%t.tiles.mlir
// RUN: layout-opt %t.mlir --layout-pipeline=target=nhwc -o %t.nhwc.mlir
// RUN: layout-check %t.mlir %t.tiles.mlir --entry=one | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=one | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=depthwise | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.tiles.mlir --entry=depthwise | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=multiplier --dims=3,7,5,3,5,3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=generic | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=dynamic --dims=3,7,5,3,7,5 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @one(
// CHECK: linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, layer = "first", strides = dense<[2, 1]> : tensor<2xi64>}
// CHECK-SAME: ins({{.*}} : tensor<1x12x7x6xf32>, tensor<20x12x3x3xf32>)
// CHECK: linalg.conv_2d_nchw_fchw {{.*}} : tensor<1x20x3x4xf32>, tensor<8x20x1x1xf32>)
// TILES-LABEL: func.func @one(
// TILES: tensor<1x3x4x32xf32>
func.func @one(%x: tensor<1x1x12x7x6xf32>) -> tensor<1x1x8x3x4xf32> {
  %w = arith.constant dense<0.5> : tensor<1x20x12x3x3xf32>
  %v = arith.constant dense<0.25> : tensor<1x8x20x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x1x20x3x4xf32>
  %y = arith.constant dense<0.0> : tensor<1x1x8x3x4xf32>
  %0 = linalg.conv_2d_ngchw_gfchw {layer = "first", dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%x, %w : tensor<1x1x12x7x6xf32>, tensor<1x20x12x3x3xf32>)
      outs(%z : tensor<1x1x20x3x4xf32>) -> tensor<1x1x20x3x4xf32>
  %1 = linalg.conv_2d_ngchw_gfchw
      ins(%0, %v : tensor<1x1x20x3x4xf32>, tensor<1x8x20x1x1xf32>)
      outs(%y : tensor<1x1x8x3x4xf32>) -> tensor<1x1x8x3x4xf32>
  return %1 : tensor<1x1x8x3x4xf32>
}

// CHECK-LABEL: func.func @depthwise(
// CHECK: linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[1, 2]> : tensor<2xi64>, layer = "second", strides = dense<[2, 1]> : tensor<2xi64>}
// CHECK-SAME: ins({{.*}} : tensor<1x19x7x6xf32>, tensor<19x3x2xf32>) outs({{.*}} : tensor<1x19x3x4xf32>)
func.func @depthwise(%x: tensor<1x19x1x7x6xf32>, %w: tensor<19x1x1x3x2xf32>) -> tensor<1x19x1x3x4xf32> {
  %z = arith.constant dense<0.0> : tensor<1x19x1x3x4xf32>
  %0 = linalg.conv_2d_ngchw_gfchw {layer = "second", dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%x, %w : tensor<1x19x1x7x6xf32>, tensor<19x1x1x3x2xf32>)
      outs(%z : tensor<1x19x1x3x4xf32>) -> tensor<1x19x1x3x4xf32>
  return %0 : tensor<1x19x1x3x4xf32>
}

// Two output channels of a group are a multiplier, which has no name in this
// order of dims.
// CHECK-LABEL: func.func @multiplier(
// CHECK: linalg.generic
// CHECK-SAME: ins({{.*}} : tensor<?x5x?x?xf32>, tensor<5x2x3x3xf32>) outs({{.*}} : tensor<?x5x2x?x?xf32>)
func.func @multiplier(%x: tensor<?x5x1x?x?xf32>, %w: tensor<5x2x1x3x3xf32>, %e: tensor<?x5x2x?x?xf32>) -> tensor<?x5x2x?x?xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw
      ins(%x, %w : tensor<?x5x1x?x?xf32>, tensor<5x2x1x3x3xf32>)
      outs(%e : tensor<?x5x2x?x?xf32>) -> tensor<?x5x2x?x?xf32>
  return %0 : tensor<?x5x2x?x?xf32>
}

// Three image dims have no name for groups.
// CHECK-LABEL: func.func @generic(
// CHECK: linalg.conv_3d_ncdhw_fcdhw {{.*}} : tensor<1x4x5x5x5xf32>, tensor<6x4x3x3x3xf32>)
func.func @generic(%x: tensor<1x1x4x5x5x5xf32>, %w: tensor<1x6x4x3x3x3xf32>) -> tensor<1x1x6x3x3x3xf32> {
  %z = arith.constant dense<0.0> : tensor<1x1x6x3x3x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(n, g, f, d, h, w, c, i, j, k) -> (n, g, c, d + i, h + j, w + k)>,
                       affine_map<(n, g, f, d, h, w, c, i, j, k) -> (g, f, c, i, j, k)>,
                       affine_map<(n, g, f, d, h, w, c, i, j, k) -> (n, g, f, d, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel",
                        "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x1x4x5x5x5xf32>, tensor<1x6x4x3x3x3xf32>) outs(%z : tensor<1x1x6x3x3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x1x6x3x3x3xf32>
  return %0 : tensor<1x1x6x3x3x3xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.conv_2d_nchw_fchw {{.*}} : tensor<?x8x?x?xf32>, tensor<16x8x1x1xf32>)
func.func @dynamic(%x: tensor<?x1x8x?x?xf32>, %e: tensor<?x1x16x?x?xf32>) -> tensor<?x1x16x?x?xf32> {
  %w = arith.constant dense<0.5> : tensor<1x16x8x1x1xf32>
  %0 = linalg.conv_2d_ngchw_gfchw
      ins(%x, %w : tensor<?x1x8x?x?xf32>, tensor<1x16x8x1x1xf32>)
      outs(%e : tensor<?x1x16x?x?xf32>) -> tensor<?x1x16x?x?xf32>
  return %0 : tensor<?x1x16x?x?xf32>
}

// The annotation speaks of dims that a convolution without groups does not have;
// a depthwise convolution has one channel in each group; frozen ops stay.
// CHECK-LABEL: func.func @kept(
// CHECK: linalg.conv_2d_ngchw_gfchw {{.*}}layout.frozen
// CHECK: linalg.depthwise_conv_2d_nchw_chw
func.func @kept(%x: tensor<1x1x4x5x5xf32>, %w: tensor<1x6x4x3x3xf32>, %z: tensor<1x1x6x3x3xf32>,
                %d: tensor<1x1x5x5xf32>, %k: tensor<1x3x3xf32>, %e: tensor<1x1x3x3xf32>)
    -> (tensor<1x1x6x3x3xf32>, tensor<1x1x3x3xf32>) {
  %0 = linalg.conv_2d_ngchw_gfchw {layout.frozen}
      ins(%x, %w : tensor<1x1x4x5x5xf32>, tensor<1x6x4x3x3xf32>)
      outs(%z : tensor<1x1x6x3x3xf32>) -> tensor<1x1x6x3x3xf32>
  %1 = linalg.depthwise_conv_2d_nchw_chw
      ins(%d, %k : tensor<1x1x5x5xf32>, tensor<1x3x3xf32>)
      outs(%e : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return %0, %1 : tensor<1x1x6x3x3xf32>, tensor<1x1x3x3xf32>
}
