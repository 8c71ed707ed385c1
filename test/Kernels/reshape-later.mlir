// The result of a matmul in blocks of 16 columns is row-major. Elementwise ops
// behind its reshape compute on the blocks, so that they are in one kernel with
// the matmul: the bias, the residual, and the clamp, which reads row 0 where
// there is one row only.

// RUN: layout-opt %s --split-input-file --layout-simplify-linalg -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --split-input-file
// RUN: layout-check %s %s --split-input-file --code=kernels
// RUN: layout-opt %s --split-input-file --layout-to-kernels | FileCheck %s --check-prefix=KERNELS

// CHECK-LABEL: func.func @one_row(
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}["parallel", "parallel", "reduction", "parallel"]
// CHECK-NOT: tensor.collapse_shape
// CHECK: %[[CLAMPED:.*]] = linalg.generic {{.*}} ins(%[[SUM]], %{{.*}}, %{{.*}} : tensor<1x3x16xf32>, tensor<3x16xf32>, tensor<1x3x16xf32>)
// CHECK: arith.addf
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK: tensor.collapse_shape %[[CLAMPED]] {{.*}} into tensor<1x48xf32>
// CHECK-NOT: linalg.generic

// KERNELS-LABEL: func.func @one_row(
// KERNELS-COUNT-1: call @
// KERNELS-NOT: call @
// KERNELS: return
#id = affine_map<(m, n) -> (m, n)>
func.func @one_row(%a: tensor<1x5xf32>, %b: tensor<3x5x16xf32>, %bias: tensor<48xf32>, %residual: tensor<1x48xf32>) -> tensor<1x48xf32> {
  %zero = arith.constant 0.0 : f32
  %blocks = tensor.empty() : tensor<1x3x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%blocks : tensor<1x3x16xf32>) -> tensor<1x3x16xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(m, n, k, b) -> (m, k)>, affine_map<(m, n, k, b) -> (n, k, b)>, affine_map<(m, n, k, b) -> (m, n, b)>],
      iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%a, %b : tensor<1x5xf32>, tensor<3x5x16xf32>) outs(%zeros : tensor<1x3x16xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x3x16xf32>
  %rows = tensor.collapse_shape %sum [[0], [1, 2]] : tensor<1x3x16xf32> into tensor<1x48xf32>
  %empty = tensor.empty() : tensor<1x48xf32>
  %biased = linalg.generic {indexing_maps = [#id, affine_map<(m, n) -> (n)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%rows, %bias : tensor<1x48xf32>, tensor<48xf32>) outs(%empty : tensor<1x48xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<1x48xf32>
  %clamped = linalg.generic {indexing_maps = [affine_map<(m, n) -> (0, n)>, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%biased, %residual : tensor<1x48xf32>, tensor<1x48xf32>) outs(%empty : tensor<1x48xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<1x48xf32>
  return %clamped : tensor<1x48xf32>
}

// -----

// A transform that keeps the row-major order is such a reshape.
// CHECK-LABEL: func.func @transform(
// CHECK-NOT: layout.layout_transform
// CHECK: %[[ABS:.*]] = linalg.generic
// CHECK: math.absf
// CHECK-NOT: tensor.collapse_shape
// CHECK: %[[EXP:.*]] = linalg.generic {{.*}} ins(%[[ABS]] : tensor<?x3x16xf32>)
// CHECK: math.exp
// CHECK: tensor.collapse_shape %[[EXP]] {{.*}} into tensor<?x48xf32>
// KERNELS-LABEL: func.func @transform(
// KERNELS-COUNT-1: call @
// KERNELS-NOT: call @
// KERNELS: return
func.func @transform(%x: tensor<?x3x16xf32>) -> tensor<?x48xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x16xf32>
  %blocks = tensor.empty(%n) : tensor<?x3x16xf32>
  %abs = linalg.abs ins(%x : tensor<?x3x16xf32>) outs(%blocks : tensor<?x3x16xf32>) -> tensor<?x3x16xf32>
  %rows = layout.layout_transform %abs by <(d0, d1, d2) -> (d0, d1 * 16 + d2)> : tensor<?x3x16xf32> to tensor<?x48xf32>
  %empty = tensor.empty(%n) : tensor<?x48xf32>
  %exp = linalg.exp ins(%rows : tensor<?x48xf32>) outs(%empty : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %exp : tensor<?x48xf32>
}

// -----

// A reshape that has another reader stays where it is.
// CHECK-LABEL: func.func @two_readers(
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]] : tensor<?x48xf32>)
// CHECK: return %[[ROWS]],
func.func @two_readers(%x: tensor<?x3x16xf32>) -> (tensor<?x48xf32>, tensor<?x48xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x16xf32>
  %blocks = tensor.empty(%n) : tensor<?x3x16xf32>
  %abs = linalg.abs ins(%x : tensor<?x3x16xf32>) outs(%blocks : tensor<?x3x16xf32>) -> tensor<?x3x16xf32>
  %rows = tensor.collapse_shape %abs [[0], [1, 2]] : tensor<?x3x16xf32> into tensor<?x48xf32>
  %empty = tensor.empty(%n) : tensor<?x48xf32>
  %exp = linalg.exp ins(%rows : tensor<?x48xf32>) outs(%empty : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %rows, %exp : tensor<?x48xf32>, tensor<?x48xf32>
}
