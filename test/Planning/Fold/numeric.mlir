// The folded program computes the same values as the original program with
// fewer rewrites.
// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-fold --layout-materialize -o %t.after.mlir
// RUN: layout-check %t.before.mlir %t.after.mlir
// RUN: layout-opt %s --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-fold --layout-fold --layout-materialize \
// RUN:   --canonicalize -o %t.again.mlir
// RUN: layout-check %t.before.mlir %t.again.mlir

// CHECK-LABEL: func.func @main
// CHECK-COUNT-5: layout.layout_transform
// CHECK-NOT: layout.layout_transform
func.func @main(%x: tensor<2x24x5x7xf32>, %y: tensor<16x16xf32>)
    -> (tensor<2x5x7x32xf32>, tensor<2x24x5x7xf32>, tensor<16x16xf32>, tensor<6x40xf32>) {
  %bias = arith.constant dense<[
    0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2,
    1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0, 2.1, 2.2, 2.3, 2.4]> : tensor<24xf32>
  %empty = tensor.empty() : tensor<2x5x7x32xf32>
  %empty_0 = tensor.empty() : tensor<2x2x5x7x16xf32>

  // x and a bias are padded and blocked.
  %0 = layout.pad %x low [0, 0, 0, 0] high [0, 8, 0, 0] value(0.0 : f32)
      : tensor<2x24x5x7xf32> to tensor<2x32x5x7xf32>
  %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>
      : tensor<2x32x5x7xf32> to tensor<2x2x5x7x16xf32>
  %2 = layout.pad %bias low [0] high [8] value(0.0 : f32) : tensor<24xf32> to tensor<32xf32>
  %3 = layout.layout_transform %2 by <(c) -> (c floordiv 16, c mod 16)>
      : tensor<32xf32> to tensor<2x16xf32>
  %4 = linalg.generic {
      indexing_maps = [affine_map<(n, c, h, w, b) -> (n, c, h, w, b)>,
                       affine_map<(n, c, h, w, b) -> (c, b)>,
                       affine_map<(n, c, h, w, b) -> (n, c, h, w, b)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%1, %3 : tensor<2x2x5x7x16xf32>, tensor<2x16xf32>)
      outs(%empty_0 : tensor<2x2x5x7x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<2x2x5x7x16xf32>

  // The blocked value is transformed back, then to another layout, and cropped.
  %5 = layout.layout_transform %4 by <(n, c, h, w, b) -> (n, c * 16 + b, h, w)>
      : tensor<2x2x5x7x16xf32> to tensor<2x32x5x7xf32>
  %6 = layout.layout_transform %5 by <(n, c, h, w) -> (n, h, w, c)>
      : tensor<2x32x5x7xf32> to tensor<2x5x7x32xf32>
  %7 = layout.crop %5 offsets [0, 0, 0, 0] sizes [2, 24, 5, 7]
      : tensor<2x32x5x7xf32> to tensor<2x24x5x7xf32>

  // The bias with channels last, and a skew followed by its inverse.
  %8 = layout.pad %bias low [0] high [8] value(0.0 : f32) : tensor<24xf32> to tensor<32xf32>
  %9 = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>,
                       affine_map<(n, h, w, c) -> (c)>,
                       affine_map<(n, h, w, c) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%6, %8 : tensor<2x5x7x32xf32>, tensor<32xf32>)
      outs(%empty : tensor<2x5x7x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<2x5x7x32xf32>
  %10 = layout.layout_transform %y by <(i, j) -> (i, (i + j) mod 16)>
      : tensor<16x16xf32> to tensor<16x16xf32>
  %11 = layout.layout_transform %10 by <(i, j) -> (i, (j - i) mod 16)>
      : tensor<16x16xf32> to tensor<16x16xf32>

  // Two equal orders of x, and a map of a constant with many digits.
  %table = arith.constant dense<[[[0.5, 1.5], [2.5, 3.5], [4.5, 5.5]], [[6.5, 7.5], [8.5, 9.5], [-1.5, -2.5]]]>
      : tensor<2x3x2xf32>
  %12 = layout.layout_transform %table by <(a, b, c) -> (c * 3 + b, a)>
      : tensor<2x3x2xf32> to tensor<6x2xf32>
  %13 = layout.crop %y offsets [0, 0] sizes [15, 16] : tensor<16x16xf32> to tensor<15x16xf32>
  %14 = layout.layout_transform %13 by <(i, j) -> (i mod 3 * 2 + j mod 2, i floordiv 3 * 8 + j floordiv 2)>
      : tensor<15x16xf32> to tensor<6x40xf32>
  %15 = layout.layout_transform %13 by <(i, j) -> ((i mod 3 * 2 + j mod 2) * 40 + i floordiv 3 * 8 + j floordiv 2)>
      : tensor<15x16xf32> to tensor<240xf32>
  %16 = tensor.expand_shape %15 [[0, 1]] output_shape [6, 40] : tensor<240xf32> into tensor<6x40xf32>
  %17 = arith.mulf %14, %16 : tensor<6x40xf32>
  %18 = layout.pad %12 low [0, 0] high [0, 38] value(1.0 : f32) : tensor<6x2xf32> to tensor<6x40xf32>
  %19 = arith.addf %17, %18 : tensor<6x40xf32>
  return %9, %7, %11, %19
      : tensor<2x5x7x32xf32>, tensor<2x24x5x7xf32>, tensor<16x16xf32>, tensor<6x40xf32>
}
