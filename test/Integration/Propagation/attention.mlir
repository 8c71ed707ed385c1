// Plans attention as exporters write it: a transpose moves the heads in front of the
// rows, and another one moves them back after two batch_matmuls and a softmax. No
// rewrite is left between the matmuls; layouts pass the scaling and the mask.
//
// Covers: R17, R18, R19, R20, R24

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --dims=3,5
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --dims=1,1

// q, k, v and the result of @attention, which frozen matmuls hold.
// COUNT: {"rewrites":4,

#id = affine_map<(b, i, j) -> (b, i, j)>

// The scores are scaled, masked and normalised in the layout in which the first matmul
// writes them and the second reads them, so two transposes disappear.
// CHECK-LABEL: func.func @attention(
// CHECK-COUNT-3: layout.layout_transform %arg{{[0-2]}} {{.*}} : tensor<5x2x7xf32> to
// CHECK: linalg.batch_matmul {{.*}} -> tensor<2x5x5xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.softmax dimension(2)
// CHECK-SAME: -> tensor<2x5x5xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.batch_matmul {{.*}} -> tensor<2x5x7xf32>
// CHECK: layout.layout_transform {{.*}} : tensor<2x5x7xf32> to tensor<5x2x7xf32>
// CHECK-NEXT: return
func.func @attention(%q: tensor<5x2x7xf32>, %k: tensor<5x2x7xf32>, %v: tensor<5x2x7xf32>, %mask: tensor<5x5xf32>)
    -> tensor<5x2x7xf32> {
  %0 = layout.layout_transform %q by <(i, h, d) -> (h, i, d)> : tensor<5x2x7xf32> to tensor<2x5x7xf32>
  %1 = layout.layout_transform %k by <(i, h, d) -> (h, d, i)> : tensor<5x2x7xf32> to tensor<2x7x5xf32>
  %2 = layout.layout_transform %v by <(i, h, d) -> (h, i, d)> : tensor<5x2x7xf32> to tensor<2x5x7xf32>
  %zero = arith.constant dense<0.0> : tensor<2x5x5xf32>
  %zero_1 = arith.constant dense<0.0> : tensor<2x5x7xf32>
  %scale = arith.constant 0.25 : f32
  %s = linalg.batch_matmul ins(%0, %1 : tensor<2x5x7xf32>, tensor<2x7x5xf32>) outs(%zero : tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
  %st = layout.layout_transform %s by <(h, i, j) -> (i, j, h)> : tensor<2x5x5xf32> to tensor<5x5x2xf32>
  %e = tensor.empty() : tensor<5x5x2xf32>
  %m = linalg.generic {indexing_maps = [#id, affine_map<(i, j, h) -> (i, j)>, #id],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%st, %mask : tensor<5x5x2xf32>, tensor<5x5xf32>) outs(%e : tensor<5x5x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %u = arith.addf %t, %b : f32
    linalg.yield %u : f32
  } -> tensor<5x5x2xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<5x5x2xf32>) outs(%e : tensor<5x5x2xf32>) -> tensor<5x5x2xf32>
  %pt = layout.layout_transform %p by <(i, j, h) -> (h, i, j)> : tensor<5x5x2xf32> to tensor<2x5x5xf32>
  %r = linalg.batch_matmul ins(%pt, %2 : tensor<2x5x5xf32>, tensor<2x5x7xf32>) outs(%zero_1 : tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  %rt = layout.layout_transform %r by <(h, i, d) -> (i, h, d)> : tensor<2x5x7xf32> to tensor<5x2x7xf32>
  return %rt : tensor<5x2x7xf32>
}

// The numbers of heads and rows are known at run time only. The rows of the
// scores are in blocks of two on both sides of a softmax that is written out as
// maximum, exp, sum and quotient.
// CHECK-LABEL: func.func @scores(
// CHECK-SAME: %[[S:[^:]*]]: tensor<?x?x5x2xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.reduce { arith.maximumf } ins(%[[S]] : tensor<?x?x5x2xf32>) outs(%{{.*}} : tensor<?x?x2xf32>) dimensions = [2]
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @scores(%s: tensor<?x?x5x2xf32>) -> tensor<?x?x5x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant -1.0e30 : f32
  %zero = arith.constant 0.0 : f32
  %0 = layout.layout_transform %s by <(h, i, j, b) -> (h, i * 2 + b, j)> : tensor<?x?x5x2xf32> to tensor<?x?x5xf32>
  %h = tensor.dim %0, %c0 : tensor<?x?x5xf32>
  %i = tensor.dim %0, %c1 : tensor<?x?x5xf32>
  %er = tensor.empty(%h, %i) : tensor<?x?xf32>
  %e = tensor.empty(%h, %i) : tensor<?x?x5xf32>
  %i0 = linalg.fill ins(%low : f32) outs(%er : tensor<?x?xf32>) -> tensor<?x?xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%er : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.reduce {arith.maximumf} ins(%0 : tensor<?x?x5xf32>) outs(%i0 : tensor<?x?xf32>) dimensions = [2]
  %2 = linalg.generic {indexing_maps = [#id, affine_map<(b, i, j) -> (b, i)>, #id],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %1 : tensor<?x?x5xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?x5xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<?x?x5xf32>
  %3 = linalg.reduce {arith.addf} ins(%2 : tensor<?x?x5xf32>) outs(%i1 : tensor<?x?xf32>) dimensions = [2]
  %4 = linalg.generic {indexing_maps = [#id, affine_map<(b, i, j) -> (b, i)>, #id],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%2, %3 : tensor<?x?x5xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?x5xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %q = arith.divf %a, %m : f32
    linalg.yield %q : f32
  } -> tensor<?x?x5xf32>
  %5 = layout.layout_transform %4 by <(h, i, j) -> (h, i floordiv 2, j, i mod 2)> : tensor<?x?x5xf32> to tensor<?x?x5x2xf32>
  return %5 : tensor<?x?x5x2xf32>
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: tensor<5x2x7xf32>, %a1: tensor<5x2x7xf32>, %a2: tensor<5x2x7xf32>, %a3: tensor<5x5xf32>,
                %a4: tensor<?x?x5x2xf32>)
    -> (tensor<5x2x7xf32>, tensor<?x?x5x2xf32>) {
  %0 = call @attention(%a0, %a1, %a2, %a3) : (tensor<5x2x7xf32>, tensor<5x2x7xf32>, tensor<5x2x7xf32>, tensor<5x5xf32>) -> tensor<5x2x7xf32>
  %1 = call @scores(%a4) : (tensor<?x?x5x2xf32>) -> tensor<?x?x5x2xf32>
  return %0, %1
      : tensor<5x2x7xf32>, tensor<?x?x5x2xf32>
}
