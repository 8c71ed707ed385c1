// The running example of the Relax design after each pass: two convolutions
// with an addition between them, the second one blocked already. Rewrites
// including those of constants: five after layout-freeze (x, f, r, o, out),
// four after layout-flow (x, f, bias, out), three after layout-fold, two if the
// filter is a constant.
// Covers: R2, R5, R6, R15, R17, R19, R35, R37
// Case: S1-i
// RUN: layout-opt %s --layout-freeze -o %t.frozen.mlir
// RUN: FileCheck %s --check-prefix=FROZEN < %t.frozen.mlir
// RUN: layout-opt %t.frozen.mlir --layout-flow -o %t.flow.mlir
// RUN: FileCheck %s --check-prefix=FLOW < %t.flow.mlir
// RUN: layout-opt %t.flow.mlir --layout-fold -o %t.fold.mlir
// RUN: FileCheck %s --check-prefix=FOLD < %t.fold.mlir
// RUN: sed 's/%%f: tensor<4x4x1x1xf32>, //; s@^  // CONSTANT: @  @' %s | layout-opt --layout-freeze --layout-flow --layout-fold | FileCheck %s --check-prefix=CONST
// RUN: layout-opt %t.frozen.mlir --layout-materialize -o %t.before.mlir
// RUN: layout-opt %t.fold.mlir --layout-verify --layout-materialize -o %t.after.mlir
// RUN: layout-check %t.before.mlir %t.after.mlir

// FROZEN-COUNT-5: layout.layout_transform
// FROZEN-NOT: layout.layout_transform

// FLOW-COUNT-4: layout.layout_transform
// FLOW-NOT: layout.layout_transform

// FOLD: func.func @main(%[[X:.*]]: tensor<1x4x2x2xf32>, %[[F:.*]]: tensor<4x4x1x1xf32>, %[[G:.*]]: tensor
// The bias is stored in NCHW2c.
// FOLD: %[[BIAS:.*]] = arith.constant dense<{{\[}}
// FOLD-SAME{LITERAL}: [[[[0.000000e+00, 4.000000e+00], [1.000000e+00, 5.000000e+00]], [[2.000000e+00, 6.000000e+00], [3.000000e+00, 7.000000e+00]]], [[[8.000000e+00, 1.200000e+01], [9.000000e+00, 1.300000e+01]], [[1.000000e+01, 1.400000e+01], [1.100000e+01, 1.500000e+01]]]]]> : tensor<1x2x2x2x2xf32>
// FOLD: %[[XB:.*]] = layout.layout_transform %[[X]] by <(d0, d1, d2, d3) -> (d0, d1 floordiv 2, d2, d3, d1 mod 2)>
// FOLD: %[[FB:.*]] = layout.layout_transform %[[F]] by <(d0, d1, d2, d3) -> (d0 floordiv 2, d1 floordiv 2, d2, d3, d1 mod 2, d0 mod 2)>
// FOLD: %[[R:.*]] = linalg.generic {{.*}} ins(%[[XB]], %[[FB]] :
// FOLD-NOT: layout.layout_transform
// FOLD: %[[O:.*]] = linalg.add ins(%[[R]], %[[BIAS]] : tensor<1x2x2x2x2xf32>, tensor<1x2x2x2x2xf32>)
// FOLD-NOT: layout.layout_transform
// FOLD: %[[OUT:.*]] = linalg.generic {{.*}} ins(%[[O]], %[[G]] :
// FOLD: layout.layout_transform %[[OUT]] by <(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d4, d2, d3)>
// FOLD-NOT: layout.layout_transform

// CONST-COUNT-2: layout.layout_transform
// CONST-NOT: layout.layout_transform
#data = affine_map<(n, f, h, w, g, c, i, j, d) -> (n, c, h + i, w + j, d)>
#filter = affine_map<(n, f, h, w, g, c, i, j, d) -> (f, c, i, j, d, g)>
#result = affine_map<(n, f, h, w, g, c, i, j, d) -> (n, f, h, w, g)>
func.func @main(%x: tensor<1x4x2x2xf32>, %f: tensor<4x4x1x1xf32>, %g: tensor<2x2x1x1x2x2xf32>) -> tensor<1x4x2x2xf32> {
  // CONSTANT: %f = arith.constant dense<[[[[1.0]], [[2.0]], [[3.0]], [[4.0]]], [[[5.0]], [[6.0]], [[7.0]], [[8.0]]], [[[1.0]], [[3.0]], [[5.0]], [[7.0]]], [[[2.0]], [[4.0]], [[6.0]], [[8.0]]]]> : tensor<4x4x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %bias = arith.constant dense<[[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0]], [[12.0, 13.0], [14.0, 15.0]]]]> : tensor<1x4x2x2xf32>
  %e = tensor.empty() : tensor<1x4x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %r = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<
      operands = [<(n, c, h, w) -> (n, c floordiv 2, h, w, c mod 2)>,
                  <(f, c, h, w) -> (f floordiv 2, c floordiv 2, h, w, c mod 2, f mod 2)>,
                  <(n, c, h, w) -> (n, c floordiv 2, h, w, c mod 2)>],
      results = [<(n, c, h, w) -> (n, c floordiv 2, h, w, c mod 2)>], cost = 0>]}
      ins(%x, %f : tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) outs(%init : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %sum = linalg.add ins(%r, %bias : tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>) outs(%e : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %o = layout.layout_transform %sum by <(n, c, h, w) -> (n, c floordiv 2, h, w, c mod 2)> : tensor<1x4x2x2xf32> to tensor<1x2x2x2x2xf32>
  %e2 = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.generic {indexing_maps = [#data, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%o, %g : tensor<1x2x2x2x2xf32>, tensor<2x2x1x1x2x2xf32>) outs(%init2 : tensor<1x2x2x2x2xf32>) attrs = {layout.frozen} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x2x2x2x2xf32>
  %out = layout.layout_transform %conv by <(n, c, h, w, d) -> (n, c * 2 + d, h, w)> : tensor<1x2x2x2x2xf32> to tensor<1x4x2x2xf32>
  return %out : tensor<1x4x2x2xf32>
}
