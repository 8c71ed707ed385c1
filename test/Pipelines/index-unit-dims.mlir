// The last clean-up of the pipeline indexes dims of size 1 by loops. Front ends
// index them by 0, and upstream's fusion of elementwise ops does not move a
// reshape across an op that does: here the one behind a matmul in blocks.
//
// Covers: R42

// RUN: layout-opt %s --layout-randomize-splats=seed=1 -o %t.mlir
// RUN: layout-opt %t.mlir --layout-clean-up=forms=planned -o %t.clean.mlir
// RUN: FileCheck %s --input-file=%t.clean.mlir
// RUN: layout-opt %t.clean.mlir --layout-clean-up=forms=planned | diff %t.clean.mlir -
// RUN: layout-opt %s --layout-clean-up | FileCheck %s --check-prefix=OFF
// RUN: layout-check %t.mlir %t.clean.mlir --entry=loops --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.clean.mlir --entry=blocks | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// As many elementwise ops are left as without a plan: one.
// RUN: layout-opt %t.mlir --linalg-fuse-elementwise-ops -o %t.fused.mlir
// RUN: FileCheck %s --check-prefix=FUSED --input-file=%t.fused.mlir
// RUN: layout-opt %t.mlir --layout-pipeline=target=nhwc-packed16 --linalg-fuse-elementwise-ops -o %t.planned.mlir
// RUN: FileCheck %s --check-prefix=PLANNED --input-file=%t.planned.mlir
// RUN: layout-check %t.fused.mlir %t.planned.mlir --entry=blocks | FileCheck %s --check-prefix=EQUAL
// FUSED-LABEL: func.func @blocks
// FUSED: linalg.generic {{.*}}"reduction"
// FUSED-COUNT-1: linalg.generic
// FUSED-NOT: linalg.generic
// PLANNED-LABEL: func.func @blocks
// PLANNED: linalg.generic {{.*}}"reduction"
// PLANNED-COUNT-1: linalg.generic
// PLANNED-NOT: linalg.generic

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[FIRST:.*]] = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
// CHECK-DAG: #[[LAST:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[ZERO:.*]] = affine_map<(d0, d1) -> (0, d1)>
// OFF: affine_map<(d0, d1, d2) -> (0, d1, d2)>

// The loop d0 has one element, the others do not. An element of a longer dim
// keeps its index. A reduction loop and one of unknown extent are no index.
// CHECK-LABEL: func.func @loops
// CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[FIRST]], #[[LAST]], #[[ID]]]
// CHECK: linalg.generic {indexing_maps = [#[[ZERO]], {{.*}} ["reduction", "parallel"]}
// CHECK: linalg.generic {indexing_maps = [#[[ZERO]], {{.*}} ins(%{{.*}} : tensor<2x3xf32>)
func.func @loops(%x: tensor<1x?x3xf32>, %y: tensor<1x1x3xf32>, %z: tensor<3x1xf32>, %w: tensor<2x3xf32>) -> (tensor<1x?x3xf32>, tensor<3xf32>, tensor<1x3xf32>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<1x?x3xf32>
  %e = tensor.empty(%n) : tensor<1x?x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (0, b, c)>, affine_map<(a, b, c) -> (0, 0, c)>,
                       affine_map<(a, b, c) -> (c, 0)>, affine_map<(a, b, c) -> (a, b, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %y, %z : tensor<1x?x3xf32>, tensor<1x1x3xf32>, tensor<3x1xf32>) outs(%e : tensor<1x?x3xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    %t = arith.mulf %s, %r : f32
    linalg.yield %t : f32
  } -> tensor<1x?x3xf32>
  %zero = arith.constant dense<0.0> : tensor<3xf32>
  %one = tensor.collapse_shape %y [[0, 1], [2]] : tensor<1x1x3xf32> into tensor<1x3xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(a, c) -> (0, c)>, affine_map<(a, c) -> (a, c)>, affine_map<(a, c) -> (c)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%one, %one : tensor<1x3xf32>, tensor<1x3xf32>) outs(%zero : tensor<3xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<3xf32>
  %f = tensor.empty() : tensor<1x3xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(a, c) -> (0, c)>, affine_map<(a, c) -> (a, c)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<2x3xf32>) outs(%f : tensor<1x3xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = math.absf %p : f32
    linalg.yield %s : f32
  } -> tensor<1x3xf32>
  return %0, %1, %2 : tensor<1x?x3xf32>, tensor<3xf32>, tensor<1x3xf32>
}

// A bias and a relu behind a matmul of a batch of 1, as torch-mlir writes them.
func.func @blocks(%x: tensor<6x8xf32>) -> tensor<1x6x32xf32> {
  %w = arith.constant dense<0.5> : tensor<8x32xf32>
  %b = arith.constant dense<-1.0> : tensor<32xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6x32xf32>) -> tensor<6x32xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<6x8xf32>, tensor<8x32xf32>) outs(%init : tensor<6x32xf32>) -> tensor<6x32xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 6, 32] : tensor<6x32xf32> into tensor<1x6x32xf32>
  %f = tensor.empty() : tensor<1x6x32xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (0, b, c)>, affine_map<(a, b, c) -> (c)>, affine_map<(a, b, c) -> (a, b, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%1, %b : tensor<1x6x32xf32>, tensor<32xf32>) outs(%f : tensor<1x6x32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<1x6x32xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (0, b, c)>, affine_map<(a, b, c) -> (a, b, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%2 : tensor<1x6x32xf32>) outs(%f : tensor<1x6x32xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.maximumf %p, %zero : f32
    linalg.yield %s : f32
  } -> tensor<1x6x32xf32>
  return %3 : tensor<1x6x32xf32>
}
