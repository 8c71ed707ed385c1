// Loops of a contraction that follow each other in all operands become one, so
// that an einsum over heads and their channels is a matmul.
// Covers: R35
// RUN: layout-opt %s --layout-clean-up=forms=planning | FileCheck %s
// RUN: layout-opt %s --layout-clean-up=forms=planning -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=project | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=merge --dims=3,1 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=scores | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=weights_first | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// Rows (b, t) and columns (h, d). The kernel is stored in its new shape.
// CHECK-LABEL: func.func @project(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x10xf32>
// CHECK-DAG: %[[W:.*]] = arith.constant dense<{{.*}}> : tensor<10x20xf32>
// CHECK-DAG: %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2]] : tensor<2x3x10xf32> into tensor<6x10xf32>
// CHECK: %[[Y:.*]] = linalg.matmul ins(%[[ROWS]], %[[W]] : tensor<6x10xf32>, tensor<10x20xf32>)
// CHECK: tensor.expand_shape %[[Y]] {{\[}}[0, 1], [2, 3]] output_shape [2, 3, 4, 5] : tensor<6x20xf32> into tensor<2x3x4x5xf32>
func.func @project(%x: tensor<2x3x10xf32>) -> tensor<2x3x4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.5> : tensor<10x4x5xf32>
  %e = tensor.empty() : tensor<2x3x4x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, h, d, c) -> (b, t, c)>, affine_map<(b, t, h, d, c) -> (c, h, d)>,
                       affine_map<(b, t, h, d, c) -> (b, t, h, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<2x3x10xf32>, tensor<10x4x5xf32>) outs(%z : tensor<2x3x4x5xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// The weights are the first operand: (b, m) are rows, and stay alone as they do
// if the weights are the second one.
// CHECK-LABEL: func.func @weights_first(
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @weights_first(%x: tensor<2x7x5xf32>, %w: tensor<5x3xf32>, %z: tensor<2x7x3xf32>) -> tensor<2x7x3xf32> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, k)>,
                       affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%w, %x : tensor<5x3xf32>, tensor<2x7x5xf32>) outs(%z : tensor<2x7x3xf32>) -> tensor<2x7x3xf32>
  return %0 : tensor<2x7x3xf32>
}

// Contracted heads and channels, and a dynamic number of rows in two dims.
// CHECK-LABEL: func.func @merge(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x20xf32>, tensor<20x10xf32>) outs(%{{.*}} : tensor<?x10xf32>)
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2]] output_shape [%{{.*}}, %{{.*}}, 10] : tensor<?x10xf32> into tensor<?x?x10xf32>
func.func @merge(%x: tensor<?x?x4x5xf32>, %w: tensor<4x5x10xf32>) -> tensor<?x?x10xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x4x5xf32>
  %t = tensor.dim %x, %c1 : tensor<?x?x4x5xf32>
  %e = tensor.empty(%b, %t) : tensor<?x?x10xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x10xf32>) -> tensor<?x?x10xf32>
  %0 = linalg.contract
      indexing_maps = [affine_map<(b, t, c, h, d) -> (b, t, h, d)>, affine_map<(b, t, c, h, d) -> (h, d, c)>,
                       affine_map<(b, t, c, h, d) -> (b, t, c)>]
      ins(%x, %w : tensor<?x?x4x5xf32>, tensor<4x5x10xf32>) outs(%z : tensor<?x?x10xf32>) -> tensor<?x?x10xf32>
  return %0 : tensor<?x?x10xf32>
}

// Batches (b, h) do not follow each other in the factors; the contracted (d, f)
// are joined.
// CHECK-LABEL: func.func @scores(
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<2x3x4x15xf32>, tensor<2x6x4x15xf32>)
func.func @scores(%q: tensor<2x3x4x5x3xf32>, %k: tensor<2x6x4x5x3xf32>, %z: tensor<2x4x3x6xf32>) -> tensor<2x4x3x6xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, h, t, s, d, f) -> (b, t, h, d, f)>,
                       affine_map<(b, h, t, s, d, f) -> (b, s, h, d, f)>,
                       affine_map<(b, h, t, s, d, f) -> (b, h, t, s)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%q, %k : tensor<2x3x4x5x3xf32>, tensor<2x6x4x5x3xf32>) outs(%z : tensor<2x4x3x6xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s0 = arith.addf %o, %m : f32
    linalg.yield %s0 : f32
  } -> tensor<2x4x3x6xf32>
  return %0 : tensor<2x4x3x6xf32>
}

// Columns in blocks, (o, p), do not follow each other in the kernel.
// CHECK-LABEL: func.func @blocked(
// CHECK: linalg.contract
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<2x3x10xf32>, tensor<2x10x4xf32>)
func.func @blocked(%x: tensor<2x3x10xf32>, %w: tensor<2x10x4xf32>, %z: tensor<2x3x2x4xf32>) -> tensor<2x3x2x4xf32> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(h, w, o, p, c) -> (h, w, c)>, affine_map<(h, w, o, p, c) -> (o, c, p)>,
                       affine_map<(h, w, o, p, c) -> (h, w, o, p)>]
      ins(%x, %w : tensor<2x3x10xf32>, tensor<2x10x4xf32>) outs(%z : tensor<2x3x2x4xf32>) -> tensor<2x3x2x4xf32>
  return %0 : tensor<2x3x2x4xf32>
}

// An image by a kernel of 1x1 keeps its height and width.
// CHECK-LABEL: func.func @pointwise(
// CHECK: linalg.contract
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<2x3x5x10xf32>, tensor<10x4xf32>)
func.func @pointwise(%x: tensor<2x3x5x10xf32>, %w: tensor<10x4xf32>, %z: tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(n, h, w, o, c) -> (n, h, w, c)>, affine_map<(n, h, w, o, c) -> (c, o)>,
                       affine_map<(n, h, w, o, c) -> (n, h, w, o)>]
      ins(%x, %w : tensor<2x3x5x10xf32>, tensor<10x4xf32>) outs(%z : tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32>
  return %0 : tensor<2x3x5x4xf32>
}

// What is frozen stays as it is.
// CHECK-LABEL: func.func @frozen(
// CHECK-NOT: collapse_shape
// CHECK: linalg.contract
// CHECK-SAME: layout.frozen
func.func @frozen(%x: tensor<3x10xf32>, %w: tensor<10x2x4xf32>, %z: tensor<3x2x4xf32>) -> tensor<3x2x4xf32> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(t, h, d, c) -> (t, c)>, affine_map<(t, h, d, c) -> (c, h, d)>,
                       affine_map<(t, h, d, c) -> (t, h, d)>] {layout.frozen}
      ins(%x, %w : tensor<3x10xf32>, tensor<10x2x4xf32>) outs(%z : tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}
