// Users of a value share its rewrites, an op may have several results, and one
// tensor may be two operands.
//
// Covers: R17, R35

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// One rewrite each in @one_rewrite, @two_preferences, @two_results (576 bytes) and
// @twice_transposed (128 bytes).
// COUNT: {"rewrites":4,"bytes":1856,

!nchw = tensor<1x8x3x3xf32>
!nchw4c = tensor<1x2x3x3x4xf32>
!nhwc = tensor<1x3x3x8xf32>
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>

// Three users require x in blocks: it is rewritten once.
// CHECK-LABEL: func.func @one_rewrite(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x8x3x3xf32>
// CHECK: %[[XX:.*]] = layout.layout_transform %[[X]] {{.*}} to tensor<1x2x3x3x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK-DAG: %[[A:.*]] = linalg.exp ins(%[[XX]] :
// CHECK-DAG: %[[B:.*]] = linalg.tanh ins(%[[XX]] :
// CHECK: return %[[A]], %[[B]], %[[XX]]
func.func @one_rewrite(%x: !nchw) -> (!nchw4c, !nchw4c, !nchw4c) {
  %e = tensor.empty() : !nchw
  %0 = linalg.exp ins(%x : !nchw) outs(%e : !nchw) -> !nchw
  %1 = linalg.tanh ins(%x : !nchw) outs(%e : !nchw) -> !nchw
  %2 = layout.layout_transform %0 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  %3 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  %4 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %2, %3, %4 : !nchw4c, !nchw4c, !nchw4c
}

// One user requires blocks, two require NHWC, and x has NHWC: one rewrite.
// CHECK-LABEL: func.func @two_preferences(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x3x3x8xf32>
// CHECK: %[[R:.*]] = linalg.exp ins(%[[X]] : tensor<1x3x3x8xf32>)
// CHECK-NEXT: %[[RR:.*]] = layout.layout_transform %[[R]] by {{.*}} : tensor<1x3x3x8xf32> to tensor<1x2x3x3x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[T:.*]] = linalg.tanh ins(%[[R]] : tensor<1x3x3x8xf32>)
// CHECK: return %[[RR]], %[[R]], %[[T]]
func.func @two_preferences(%x: !nhwc) -> (!nchw4c, !nhwc, !nhwc) {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : !nhwc to !nchw
  %e = tensor.empty() : !nchw
  %1 = linalg.exp ins(%0 : !nchw) outs(%e : !nchw) -> !nchw
  %2 = linalg.tanh ins(%1 : !nchw) outs(%e : !nchw) -> !nchw
  %3 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  %4 = layout.layout_transform %1 by <(n, c, h, w) -> (n, h, w, c)> : !nchw to !nhwc
  %5 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)> : !nchw to !nhwc
  return %3, %4, %5 : !nchw4c, !nhwc, !nhwc
}

// Two results of one op have the same layout; the one that is required in
// another layout is rewritten.
// CHECK-LABEL: func.func @two_results(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x3x3x4xf32>
// CHECK: %[[R:.*]]:2 = linalg.generic
// CHECK-SAME: ins(%[[X]] : tensor<1x2x3x3x4xf32>) outs(%{{.*}}, %{{.*}} : tensor<1x2x3x3x4xf32>, tensor<1x2x3x3x4xf32>)
// CHECK: -> (tensor<1x2x3x3x4xf32>, tensor<1x2x3x3x4xf32>)
// CHECK: %[[H:.*]] = layout.layout_transform %[[R]]#1 by {{.*}} to tensor<1x3x3x8xf32>
// CHECK: return %[[R]]#0, %[[H]]
func.func @two_results(%x: !nchw4c) -> (!nchw4c, !nhwc) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %e = tensor.empty() : !nchw
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id],
                         iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : !nchw) outs(%e, %e : !nchw, !nchw) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %s = math.sin %a : f32
    %c = math.cos %a : f32
    linalg.yield %s, %c : f32, f32
  } -> (!nchw, !nchw)
  %2 = layout.layout_transform %1#0 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  %3 = layout.layout_transform %1#1 by <(n, c, h, w) -> (n, h, w, c)> : !nchw to !nhwc
  return %2, %3 : !nchw4c, !nhwc
}

// Results of different rank: the reduced one takes the layout of the dims it
// has.
// CHECK-LABEL: func.func @results_of_ranks(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x3x3x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK: -> (tensor<1x2x3x3x4xf32>, tensor<1x2x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @results_of_ranks(%x: !nchw4c, %sum: tensor<1x2x4xf32>) -> (!nchw4c, tensor<1x2x4xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %s0 = layout.layout_transform %sum by <(n, c, b) -> (n, c * 4 + b)> : tensor<1x2x4xf32> to tensor<1x8xf32>
  %e = tensor.empty() : !nchw
  %1:2 = linalg.generic {indexing_maps = [#id, #id, affine_map<(n, c, h, w) -> (n, c)>],
                         iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%0 : !nchw) outs(%e, %s0 : !nchw, tensor<1x8xf32>) {
  ^bb0(%a: f32, %o: f32, %acc: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %acc, %q : f32
    linalg.yield %q, %s : f32, f32
  } -> (!nchw, tensor<1x8xf32>)
  %2 = layout.layout_transform %1#0 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  %3 = layout.layout_transform %1#1 by <(n, c) -> (n, c floordiv 4, c mod 4)> : tensor<1x8xf32> to tensor<1x2x4xf32>
  return %2, %3 : !nchw4c, tensor<1x2x4xf32>
}

// One tensor is two operands with equal maps.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x3x3x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.mul ins(%[[X]], %[[X]] : tensor<1x2x3x3x4xf32>, tensor<1x2x3x3x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @twice(%x: !nchw4c) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %e = tensor.empty() : !nchw
  %1 = linalg.mul ins(%0, %0 : !nchw, !nchw) outs(%e : !nchw) -> !nchw
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %2 : !nchw4c
}

// One tensor is two operands, one of them transposed. All accesses of an op
// follow one order of loops, so one operand is rewritten and the result is not.
// CHECK-LABEL: func.func @twice_transposed(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x4xf32>
// CHECK: %[[T:.*]] = layout.layout_transform %[[X]] by <(d0, d1) -> (d1, d0)>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[T]] : tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @twice_transposed(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = layout.layout_transform %x by <(j, i) -> (i, j)> : tensor<4x4xf32> to tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<4x4xf32> to tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// For each of the two users alone, both layouts cost the same. The rewrite
// disappears only if both users change.
// CHECK-LABEL: func.func @fork(
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp ins(%arg0 : tensor<6x8xf32>)
// CHECK: linalg.tanh ins(%arg0 : tensor<6x8xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @fork(%x: tensor<6x8xf32>, %o: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  %e = tensor.empty() : tensor<8x6xf32>
  %1 = linalg.exp ins(%0 : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %2 = linalg.tanh ins(%0 : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %3 = linalg.reduce {arith.addf} ins(%1 : tensor<8x6xf32>) outs(%o : tensor<8xf32>) dimensions = [1]
  %4 = linalg.reduce {arith.addf} ins(%2 : tensor<8x6xf32>) outs(%o : tensor<8xf32>) dimensions = [1]
  return %3, %4 : tensor<8xf32>, tensor<8xf32>
}
