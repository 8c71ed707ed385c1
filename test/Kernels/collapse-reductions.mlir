// Two reductions that index dims next to each other in all operands become one.
//
// RUN: layout-opt %s --layout-simplify-linalg -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=blocks --dims=4 --int-range=-9,9
// RUN: layout-check %s %t.mlir --entry=three --int-range=-9,9
// RUN: layout-check %s %t.mlir --entry=slice --int-range=-9,9
// RUN: layout-check %s %s --entry=blocks --dims=4 --int-range=-9,9 --code=kernels
// RUN: layout-check %s %s --entry=slice --int-range=-9,9 --code=kernels

// A convolution that reads blocks of channels, with a dynamic width; the loop
// over the window stays, which indexes the image in a sum.
//
// CHECK-DAG: #[[IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0 * 2 + d2, d1, d3)>
// CHECK-LABEL: func.func @blocks(
// CHECK-DAG: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<9x?x2x5xf32> into tensor<9x?x10xf32>
// CHECK-DAG: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] : tensor<3x2x5x7xf32> into tensor<3x10x7xf32>
// CHECK: linalg.generic {indexing_maps = [#[[IMAGE]], #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]} ins(%{{.*}}, %{{.*}} : tensor<9x?x10xf32>, tensor<3x10x7xf32>) outs(%arg2 : tensor<4x?x7xf32>)
func.func @blocks(%x: tensor<9x?x2x5xf32>, %w: tensor<3x2x5x7xf32>, %sums: tensor<4x?x7xf32>) -> tensor<4x?x7xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(h, w, o, i, b, e) -> (h * 2 + i, w, b, e)>, affine_map<(h, w, o, i, b, e) -> (i, b, e, o)>, affine_map<(h, w, o, i, b, e) -> (h, w, o)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<9x?x2x5xf32>, tensor<3x2x5x7xf32>) outs(%sums : tensor<4x?x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x?x7xf32>
  return %0 : tensor<4x?x7xf32>
}

// CHECK-LABEL: func.func @three(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<30xf32>, tensor<30xf32>)
func.func @three(%x: tensor<3x2x5xf32>, %y: tensor<3x2x5xf32>, %sum: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> ()>],
      iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%x, %y : tensor<3x2x5xf32>, tensor<3x2x5xf32>) outs(%sum : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// Dims of a slice may not be adjacent in memory, and dims in another order are
// not those of one loop.
//
// CHECK-LABEL: func.func @slice(
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @slice(%x: tensor<4x2x5xf32>, %y: tensor<5x2x4xf32>, %sums: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = tensor.extract_slice %x[0, 0, 1] [4, 2, 3] [1, 1, 1] : tensor<4x2x5xf32> to tensor<4x2x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%s : tensor<4x2x3xf32>) outs(%sums : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.addf %o, %a : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k, j, i)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<4x2x5xf32>, tensor<5x2x4xf32>) outs(%sums : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %o, %p : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
