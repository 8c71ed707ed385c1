// Convolutions with groups in one and three image dims are kinds of their own,
// as those in two: they take the layouts of the convolutions around them.
//
// Covers: R35
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that happens to be aligned as they require.

// RUN: layout-opt %s --layout-randomize-splats=seed=1 -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline=target=nhwc -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.mlir --layout-pipeline=target=nchw8c -o %t.blocks.mlir
// RUN: layout-opt %t.blocks.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// The argument and the result of each function.
// COUNT: "rewrites":4,"bytes":19840,
// RUN: FileCheck %s --input-file=%t.nhwc.mlir
// RUN: layout-check %t.mlir %t.nhwc.mlir %t.blocks.mlir --entry=volume | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.nhwc.mlir %t.blocks.mlir --entry=sequence | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
// RUN: layout-opt %s --layout-freeze="prefer=grouped_conv1d=[NWGC,default],grouped_conv3d=[NDHWGC,default]" | FileCheck %s --check-prefix=FREEZE
// FREEZE-LABEL: func.func @volume(
// FREEZE: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x5x6x4x2x8xf32>,
// FREEZE-LABEL: func.func @sequence(
// FREEZE: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x9x2x8xf32>,

#image3 = affine_map<(n, g, f, d, h, w, c, i, j, k) -> (n, g, c, d + i, h + j, w * 2 + k)>
#kernel3 = affine_map<(n, g, f, d, h, w, c, i, j, k) -> (g, f, c, i, j, k)>
#result3 = affine_map<(n, g, f, d, h, w, c, i, j, k) -> (n, g, f, d, h, w)>
#image1 = affine_map<(n, g, f, w, c, k) -> (n, g, c, w + k)>
#kernel1 = affine_map<(n, g, f, w, c, k) -> (g, f, c, k)>
#result1 = affine_map<(n, g, f, w, c, k) -> (n, g, f, w)>

// CHECK-LABEL: func.func @volume(
// CHECK: linalg.transpose
// CHECK: linalg.conv_3d_ndhwc_dhwcf
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x5x6x4x2x8xf32>, tensor<2x16x3x1x2x8xf32>)
// CHECK: linalg.transpose
// CHECK: return
func.func @volume(%x: tensor<1x8x5x6x4xf32>) -> tensor<1x32x3x6x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.5> : tensor<16x8x1x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<2x16x8x3x1x2xf32>
  %e0 = tensor.empty() : tensor<1x16x5x6x4xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x16x5x6x4xf32>) -> tensor<1x16x5x6x4xf32>
  %0 = linalg.conv_3d_ncdhw_fcdhw
      ins(%x, %w : tensor<1x8x5x6x4xf32>, tensor<16x8x1x1x1xf32>)
      outs(%z0 : tensor<1x16x5x6x4xf32>) -> tensor<1x16x5x6x4xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4], [5]] output_shape [1, 2, 8, 5, 6, 4]
      : tensor<1x16x5x6x4xf32> into tensor<1x2x8x5x6x4xf32>
  %e1 = tensor.empty() : tensor<1x2x16x3x6x2xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x2x16x3x6x2xf32>) -> tensor<1x2x16x3x6x2xf32>
  %2 = linalg.generic {
      indexing_maps = [#image3, #kernel3, #result3],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel",
                        "reduction", "reduction", "reduction", "reduction"]}
      ins(%1, %v : tensor<1x2x8x5x6x4xf32>, tensor<2x16x8x3x1x2xf32>)
      outs(%z1 : tensor<1x2x16x3x6x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x2x16x3x6x2xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4], [5]]
      : tensor<1x2x16x3x6x2xf32> into tensor<1x32x3x6x2xf32>
  return %3 : tensor<1x32x3x6x2xf32>
}

// CHECK-LABEL: func.func @sequence(
// CHECK: linalg.transpose
// CHECK: linalg.conv_1d_nwc_wcf
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x9x2x8xf32>, tensor<2x8x3x8xf32>)
// CHECK: linalg.transpose
// CHECK: return
func.func @sequence(%x: tensor<2x8x9xf32>) -> tensor<2x16x7xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.5> : tensor<16x8x1xf32>
  %v = arith.constant dense<0.25> : tensor<2x8x8x3xf32>
  %e0 = tensor.empty() : tensor<2x16x9xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x16x9xf32>) -> tensor<2x16x9xf32>
  %0 = linalg.conv_1d_ncw_fcw
      ins(%x, %w : tensor<2x8x9xf32>, tensor<16x8x1xf32>)
      outs(%z0 : tensor<2x16x9xf32>) -> tensor<2x16x9xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3]] output_shape [2, 2, 8, 9]
      : tensor<2x16x9xf32> into tensor<2x2x8x9xf32>
  %e1 = tensor.empty() : tensor<2x2x8x7xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x2x8x7xf32>) -> tensor<2x2x8x7xf32>
  %2 = linalg.generic {
      indexing_maps = [#image1, #kernel1, #result1],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%1, %v : tensor<2x2x8x9xf32>, tensor<2x8x8x3xf32>)
      outs(%z1 : tensor<2x2x8x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x2x8x7xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3]] : tensor<2x2x8x7xf32> into tensor<2x16x7xf32>
  return %3 : tensor<2x16x7xf32>
}
