// Covers: R11, R12, R15, R44, D8
// Flips and skews are raised, merged and folded into constants like other maps.

// RUN: layout-opt %s --layout-raise | FileCheck %s --check-prefix=RAISED
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-raise,layout-fold)' | FileCheck %s --check-prefix=FOLDED
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-raise,layout-materialize)' -o %t.round.mlir
// RUN: layout-check %s %t.round.mlir --entry=weights
// RUN: layout-check %s %t.round.mlir --entry=skew
// RUN: layout-check %s %t.round.mlir --entry=runs
// RUN: layout-check %s %t.round.mlir --entry=residues
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-raise,layout-fold,layout-materialize)' -o %t.folded.mlir
// RUN: layout-check %s %t.folded.mlir --entry=weights
// RUN: layout-check %s %t.folded.mlir --entry=skew
// RUN: layout-check %s %t.folded.mlir --entry=runs
// RUN: layout-check %s %t.folded.mlir --entry=residues
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-fold)' | FileCheck %s --check-prefix=TWICE

// The kernel of a transposed convolution: both image dims are flipped.
// RAISED-LABEL: @weights
// RAISED: layout.layout_transform {{.*}} by <(d0, d1) -> (-d0 + 1, -d1 + 2)> : tensor<2x3xf32> to tensor<2x3xf32>
// FOLDED-LABEL: @weights
// FOLDED: arith.constant dense<{{\[\[}}6.000000e+00, 5.000000e+00, 4.000000e+00], [3.000000e+00, 2.000000e+00, 1.000000e+00]]>
// FOLDED-NOT: layout_transform
func.func @weights(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = tensor.empty() : tensor<2x3xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (1 - i, 2 - j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x3xf32>
  %2 = linalg.add ins(%1, %arg0 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// out[i, j] = w[1 - i, (j + 2 i) mod 3]
// FOLDED-LABEL: @skew
// FOLDED: arith.constant dense<{{\[\[}}4.000000e+00, 5.000000e+00, 6.000000e+00], [3.000000e+00, 1.000000e+00, 2.000000e+00]]>
func.func @skew(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = tensor.empty() : tensor<2x3xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (1 - i, (j + 2 * i) mod 3)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x3xf32>
  %2 = linalg.add ins(%1, %arg0 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// RAISED-LABEL: @runs
// RAISED: layout.layout_transform %arg0 by <(d0) -> (-d0 + 7)> : tensor<8xf32> to tensor<8xf32>
func.func @runs(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (7 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%arg0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// TWICE-LABEL: @twice
// TWICE-NEXT: return %arg0
func.func @twice(%arg0: tensor<3x17xf32>) -> tensor<3x17xf32> {
  %0 = layout.layout_transform %arg0 by <(i, j) -> (2 - i, (j + 5) mod 17)> : tensor<3x17xf32> to tensor<3x17xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (2 - i, (j + 12) mod 17)> : tensor<3x17xf32> to tensor<3x17xf32>
  return %1 : tensor<3x17xf32>
}

// Bijective by the Chinese remainder theorem.
// RAISED-LABEL: @residues
// RAISED: layout.layout_transform {{.*}} tensor<2x3xf32> to tensor<6xf32>
func.func @residues(%arg0: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = tensor.empty() : tensor<6xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i mod 2, i mod 3)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%arg0 : tensor<2x3xf32>) outs(%0 : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
