// Transposes and copying generics, in gather and scatter form.
// Covers: R7, R11, R43, R44
// Case: S1-a
// RUN: layout-opt %s --layout-raise | FileCheck %s

// CHECK-LABEL: func.func @transpose(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d2, d3, d1)> : tensor<2x3x4x5xf32> to tensor<2x4x5x3xf32>
// CHECK-NEXT: return
func.func @transpose(%arg0: tensor<2x3x4x5xf32>) -> tensor<2x4x5x3xf32> {
  %0 = tensor.empty() : tensor<2x4x5x3xf32>
  %1 = linalg.transpose ins(%arg0 : tensor<2x3x4x5xf32>) outs(%0 : tensor<2x4x5x3xf32>) permutation = [0, 2, 3, 1]
  return %1 : tensor<2x4x5x3xf32>
}

// The destination is overwritten, whatever defines it.
// CHECK-LABEL: func.func @destination(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1) -> (d1, d0)>
// CHECK-NEXT: return
func.func @destination(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = linalg.transpose ins(%arg0 : tensor<2x3xf32>) outs(%arg1 : tensor<3x2xf32>) permutation = [1, 0]
  return %0 : tensor<3x2xf32>
}

// out[n, b, h, w, e] = in[n, 4b + e, h, w]
// CHECK-LABEL: func.func @split_gathers(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)> : tensor<32x64x224x224xf32> to tensor<32x16x224x224x4xf32>
// CHECK-NEXT: return
func.func @split_gathers(%arg0: tensor<32x64x224x224xf32>) -> tensor<32x16x224x224x4xf32> {
  %0 = tensor.empty() : tensor<32x16x224x224x4xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, b, h, w, e) -> (n, b * 4 + e, h, w)>,
                       affine_map<(n, b, h, w, e) -> (n, b, h, w, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%arg0 : tensor<32x64x224x224xf32>) outs(%0 : tensor<32x16x224x224x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<32x16x224x224x4xf32>
  return %1 : tensor<32x16x224x224x4xf32>
}

// out[n, c floordiv 4, h, w, c mod 4] = in[n, c, h, w]
// CHECK-LABEL: func.func @split_scatters(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)> : tensor<32x64x224x224xf32> to tensor<32x16x224x224x4xf32>
// CHECK-NEXT: return
func.func @split_scatters(%arg0: tensor<32x64x224x224xf32>) -> tensor<32x16x224x224x4xf32> {
  %0 = tensor.empty() : tensor<32x16x224x224x4xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>,
                       affine_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%arg0 : tensor<32x64x224x224xf32>) outs(%0 : tensor<32x16x224x224x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<32x16x224x224x4xf32>
  return %1 : tensor<32x16x224x224x4xf32>
}

// The inverse, in both forms.
// CHECK-LABEL: func.func @merge_scatters(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1, d2, d3, d4) -> (d0, d1 * 4 + d4, d2, d3)> : tensor<2x16x5x6x4xf32> to tensor<2x64x5x6xf32>
// CHECK-NEXT: return
func.func @merge_scatters(%arg0: tensor<2x16x5x6x4xf32>) -> tensor<2x64x5x6xf32> {
  %0 = tensor.empty() : tensor<2x64x5x6xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, b, h, w, e) -> (n, b, h, w, e)>,
                       affine_map<(n, b, h, w, e) -> (n, b * 4 + e, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%arg0 : tensor<2x16x5x6x4xf32>) outs(%0 : tensor<2x64x5x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x64x5x6xf32>
  return %1 : tensor<2x64x5x6xf32>
}

// CHECK-LABEL: func.func @merge_gathers(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1, d2, d3, d4) -> (d0, d1 * 4 + d4, d2, d3)> : tensor<2x16x5x6x4xf32> to tensor<2x64x5x6xf32>
// CHECK-NEXT: return
func.func @merge_gathers(%arg0: tensor<2x16x5x6x4xf32>) -> tensor<2x64x5x6xf32> {
  %0 = tensor.empty() : tensor<2x64x5x6xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>,
                       affine_map<(n, c, h, w) -> (n, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%arg0 : tensor<2x16x5x6x4xf32>) outs(%0 : tensor<2x64x5x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x64x5x6xf32>
  return %1 : tensor<2x64x5x6xf32>
}

// Source and result permuted, a unit dim read at 0, and an unused input.
// CHECK-LABEL: func.func @both_ends(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1, d2) -> (d2, d0)> : tensor<6x1x10xi8> to tensor<10x6xi8>
// CHECK-NEXT: return
func.func @both_ends(%arg0: tensor<6x1x10xi8>, %arg1: tensor<6xi8>) -> tensor<10x6xi8> {
  %0 = tensor.empty() : tensor<10x6xi8>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (b, 0, a)>, affine_map<(a, b) -> (b)>,
                       affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%arg0, %arg1 : tensor<6x1x10xi8>, tensor<6xi8>) outs(%0 : tensor<10x6xi8>) {
  ^bb0(%in: i8, %ignored: i8, %out: i8):
    linalg.yield %in : i8
  } -> tensor<10x6xi8>
  return %1 : tensor<10x6xi8>
}

// The body reads the source with tensor.extract.
// CHECK-LABEL: func.func @extract_gathers(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)> : tensor<5x12xf16> to tensor<5x3x4xf16>
// CHECK-NEXT: return
func.func @extract_gathers(%arg0: tensor<5x12xf16>) -> tensor<5x3x4xf16> {
  %0 = tensor.empty() : tensor<5x3x4xf16>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, b, e) -> (n, b, e)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%0 : tensor<5x3x4xf16>) {
  ^bb0(%out: f16):
    %n = linalg.index 0 : index
    %b = linalg.index 1 : index
    %e = linalg.index 2 : index
    %c4 = arith.constant 4 : index
    %b4 = arith.muli %b, %c4 : index
    %c = arith.addi %b4, %e : index
    %in = tensor.extract %arg0[%n, %c] : tensor<5x12xf16>
    linalg.yield %in : f16
  } -> tensor<5x3x4xf16>
  return %1 : tensor<5x3x4xf16>
}

// CHECK-LABEL: func.func @extract_merges(
// CHECK: layout.layout_transform %arg0 by <(d0, d1, d2) -> (d0 * 4 + d2, d1)> : tensor<3x5x4xf32> to tensor<12x5xf32>
// CHECK-NEXT: return
func.func @extract_merges(%arg0: tensor<3x5x4xf32>) -> tensor<12x5xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty() : tensor<12x5xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(c, w) -> (c, w)>], iterator_types = ["parallel", "parallel"]}
      outs(%0 : tensor<12x5xf32>) {
  ^bb0(%out: f32):
    %c = linalg.index 0 : index
    %w = linalg.index 1 : index
    %b = arith.divui %c, %c4 : index
    %e = affine.apply affine_map<(d0) -> (d0 mod 4)>(%c)
    %in = tensor.extract %arg0[%b, %w, %e] : tensor<3x5x4xf32>
    linalg.yield %in : f32
  } -> tensor<12x5xf32>
  return %1 : tensor<12x5xf32>
}

// A bijective map without digit form.
// CHECK-LABEL: func.func @skew(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1) -> (d0, (d0 + d1) mod 17)> : tensor<16x17xf32> to tensor<16x17xf32>
// CHECK-NEXT: return
func.func @skew(%arg0: tensor<16x17xf32>) -> tensor<16x17xf32> {
  %0 = tensor.empty() : tensor<16x17xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, (i + j) mod 17)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%arg0 : tensor<16x17xf32>) outs(%0 : tensor<16x17xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<16x17xf32>
  return %1 : tensor<16x17xf32>
}

// A dynamic dim is not split.
// CHECK-LABEL: func.func @dynamic(
// CHECK: layout.layout_transform %arg0 by <(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)> : tensor<?x12xf32> to tensor<3x?x4xf32>
// CHECK-NEXT: return
func.func @dynamic(%arg0: tensor<?x12xf32>) -> tensor<3x?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %arg0, %c0 : tensor<?x12xf32>
  %0 = tensor.empty(%n) : tensor<3x?x4xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(b, n, e) -> (n, b * 4 + e)>, affine_map<(b, n, e) -> (b, n, e)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%arg0 : tensor<?x12xf32>) outs(%0 : tensor<3x?x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3x?x4xf32>
  return %1 : tensor<3x?x4xf32>
}

// A size that is static in one operand is known for the other.
// CHECK-LABEL: func.func @refined(
// CHECK-NEXT: %[[SOURCE:.*]] = tensor.cast %arg0 : tensor<?x3xf32> to tensor<5x3xf32>
// CHECK-NEXT: layout.layout_transform %[[SOURCE]] by <(d0, d1) -> (d1, d0)> : tensor<5x3xf32> to tensor<3x5xf32>
func.func @refined(%arg0: tensor<?x3xf32>) -> tensor<3x5xf32> {
  %0 = tensor.empty() : tensor<3x5xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%arg0 : tensor<?x3xf32>) outs(%0 : tensor<3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}

// Every op is raised on its own, also in the body of a loop; none are merged.
// CHECK-LABEL: func.func @each_by_itself(
// CHECK: scf.for
// CHECK: layout.layout_transform {{.*}} by <(d0, d1) -> (d1, d0)> : tensor<3x5xf32> to tensor<5x3xf32>
// CHECK-NEXT: layout.layout_transform {{.*}} by <(d0, d1) -> (d1, d0)> : tensor<5x3xf32> to tensor<3x5xf32>
func.func @each_by_itself(%arg0: tensor<3x5xf32>, %n: index) -> tensor<3x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<5x3xf32>
  %1 = tensor.empty() : tensor<3x5xf32>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %arg0) -> tensor<3x5xf32> {
    %3 = linalg.transpose ins(%x : tensor<3x5xf32>) outs(%0 : tensor<5x3xf32>) permutation = [1, 0]
    %4 = linalg.transpose ins(%3 : tensor<5x3xf32>) outs(%1 : tensor<3x5xf32>) permutation = [1, 0]
    scf.yield %4 : tensor<3x5xf32>
  }
  return %2 : tensor<3x5xf32>
}
