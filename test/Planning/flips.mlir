// Covers: R17, R18, R24, R33
// A flip is a rewrite that no layout cancels. Its other dims may take new
// layouts.

// RUN: layout-opt %s --layout-pipeline="target=nchw16c" -o %t.mlir
// RUN: layout-check %s %t.mlir
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" | diff %t.mlir -
// RUN: layout-opt %s --layout-pipeline="target=nchw16c strategy=forward" -o %t.forward.mlir
// RUN: layout-check %s %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT

// Rewrites of the input, of two kernels, the flip itself, and of the result;
// none of the flip's operand or result.
// COUNT: {"rewrites":5,"bytes":51328,
func.func @f(%x: tensor<1x16x9x7xf32>, %w: tensor<16x16x3x3xf32>, %w2: tensor<16x16x3x3xf32>) -> tensor<1x16x5x3xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x7x5xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<1x16x7x5xf32>) -> tensor<1x16x7x5xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x9x7xf32>, tensor<16x16x3x3xf32>) outs(%f : tensor<1x16x7x5xf32>) -> tensor<1x16x7x5xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%r : tensor<1x16x7x5xf32>) outs(%e : tensor<1x16x7x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %c : f32
    linalg.yield %m : f32
  } -> tensor<1x16x7x5xf32>
  %g = linalg.generic {
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c, 6 - h, w)>, affine_map<(n, c, h, w) -> (n, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%q : tensor<1x16x7x5xf32>) outs(%e : tensor<1x16x7x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x16x7x5xf32>
  %g2 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%g : tensor<1x16x7x5xf32>) outs(%e : tensor<1x16x7x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %c : f32
    linalg.yield %m : f32
  } -> tensor<1x16x7x5xf32>
  %e2 = tensor.empty() : tensor<1x16x5x3xf32>
  %f2 = linalg.fill ins(%c : f32) outs(%e2 : tensor<1x16x5x3xf32>) -> tensor<1x16x5x3xf32>
  %r2 = linalg.conv_2d_nchw_fchw ins(%g2, %w2 : tensor<1x16x7x5xf32>, tensor<16x16x3x3xf32>) outs(%f2 : tensor<1x16x5x3xf32>) -> tensor<1x16x5x3xf32>
  return %r2 : tensor<1x16x5x3xf32>
}
