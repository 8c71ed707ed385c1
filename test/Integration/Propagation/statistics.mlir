// Mean, variance and the normalisations made of them keep one layout from end to end: the
// reductions, the broadcasts of their results, and the weights.
//
// Covers: R17, R18, R19, R20, R21, R24

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
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --dims=2,1

// At most the rewrites around the padded blocks of @indivisible are left.
// COUNT: {"rewrites":{{[0-2]}},

!b = tensor<2x3x5x7x4xf32>
!x = tensor<2x12x5x7xf32>
!nhwc = tensor<2x5x7x12xf32>
#x = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>
#nhw = affine_map<(n, c, h, w) -> (n, h, w)>
#r = affine_map<(a, c) -> (a, c)>
#a = affine_map<(a, c) -> (a)>

// Mean and variance of each channel over image and batch. The only rewrites left are
// reshapes of vectors, which move nothing.
// CHECK-LABEL: func.func @variance(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3x5x7x4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<2x3x5x7x4xf32>) outs(%{{.*}} : tensor<3x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]], %{{.*}} : tensor<2x3x5x7x4xf32>, tensor<3x4xf32>) outs(%{{.*}} : tensor<3x4xf32>)
// CHECK: return
func.func @variance(%x: !b) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %zero = arith.constant dense<0.0> : tensor<12xf32>
  %k = arith.constant dense<70.0> : tensor<12xf32>
  %e = tensor.empty() : tensor<12xf32>
  %1 = linalg.generic {indexing_maps = [#x, #c], iterator_types = ["reduction", "parallel", "reduction", "reduction"]}
      ins(%0 : !x) outs(%zero : tensor<12xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.addf %v, %acc : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %2 = linalg.div ins(%1, %k : tensor<12xf32>, tensor<12xf32>) outs(%e : tensor<12xf32>) -> tensor<12xf32>
  %3 = linalg.generic {indexing_maps = [#x, #c, #c], iterator_types = ["reduction", "parallel", "reduction", "reduction"]}
      ins(%0, %2 : !x, tensor<12xf32>) outs(%zero : tensor<12xf32>) {
  ^bb0(%v: f32, %m: f32, %acc: f32):
    %d = arith.subf %v, %m : f32
    %q = arith.mulf %d, %d : f32
    %s = arith.addf %q, %acc : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %4 = linalg.div ins(%3, %k : tensor<12xf32>, tensor<12xf32>) outs(%e : tensor<12xf32>) -> tensor<12xf32>
  %5 = layout.layout_transform %2 by <(c) -> (c floordiv 4, c mod 4)> : tensor<12xf32> to tensor<3x4xf32>
  %6 = layout.layout_transform %4 by <(c) -> (c floordiv 4, c mod 4)> : tensor<12xf32> to tensor<3x4xf32>
  return %5, %6 : tensor<3x4xf32>, tensor<3x4xf32>
}

// Batch normalisation for inference: four vectors over the channels are split like the
// channels; two are constants and two are arguments, which are only reshaped.
// CHECK-LABEL: func.func @batch_norm(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3x5x7x4xf32>, %[[M:[^:]*]]: tensor<12xf32>, %[[V:[^:]*]]: tensor<12xf32>
// CHECK-DAG: arith.constant dense<{{.*}}> : tensor<3x4xf32>
// CHECK-DAG: %[[MM:.*]] = layout.layout_transform %[[M]] {{.*}} : tensor<12xf32> to tensor<3x4xf32>
// CHECK-DAG: %[[VV:.*]] = layout.layout_transform %[[V]] {{.*}} : tensor<12xf32> to tensor<3x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[MM]], %[[VV]], %{{.*}}, %{{.*}} : tensor<2x3x5x7x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @batch_norm(%x: !b, %mean: tensor<12xf32>, %var: tensor<12xf32>) -> !b {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %g = arith.constant dense<[0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, -1.5, -2.5]> : tensor<12xf32>
  %b = arith.constant dense<[5.0, 4.0, 3.0, 2.0, 1.0, 0.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0]> : tensor<12xf32>
  %eps = arith.constant 1.0e-1 : f32
  %e = tensor.empty() : !x
  %1 = linalg.generic {indexing_maps = [#x, #c, #c, #c, #c, #x],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %mean, %var, %g, %b : !x, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) outs(%e : !x) {
  ^bb0(%v: f32, %m: f32, %s2: f32, %gamma: f32, %beta: f32, %o: f32):
    %abs = math.absf %s2 : f32
    %pos = arith.addf %abs, %eps : f32
    %rs = math.rsqrt %pos : f32
    %d = arith.subf %v, %m : f32
    %n = arith.mulf %d, %rs : f32
    %t = arith.mulf %n, %gamma : f32
    %u = arith.addf %t, %beta : f32
    linalg.yield %u : f32
  } -> !x
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
  return %2 : !b
}

// Layer normalisation over the channels, channels last on both sides: one generic computes
// mean and variance, whose layouts lose the channels and keep the other dims.
// CHECK-LABEL: func.func @layer_norm(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x7x12xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[S:.*]]:2 = linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x7x12xf32>) outs(%{{.*}}, %{{.*}} : tensor<2x5x7xf32>, tensor<2x5x7xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[S]]#0, %[[S]]#1, %{{.*}} : tensor<2x5x7x12xf32>, tensor<2x5x7xf32>, tensor<2x5x7xf32>, tensor<12xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @layer_norm(%x: !nhwc, %g: tensor<12xf32>) -> !nhwc {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : !nhwc to !x
  %zero = arith.constant dense<0.0> : tensor<2x5x7xf32>
  %k = arith.constant 12.0 : f32
  %eps = arith.constant 1.0e-1 : f32
  %1:2 = linalg.generic {indexing_maps = [#x, #nhw, #nhw], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%0 : !x) outs(%zero, %zero : tensor<2x5x7xf32>, tensor<2x5x7xf32>) {
  ^bb0(%v: f32, %s: f32, %q: f32):
    %s1 = arith.addf %v, %s : f32
    %v2 = arith.mulf %v, %v : f32
    %q1 = arith.addf %v2, %q : f32
    linalg.yield %s1, %q1 : f32, f32
  } -> (tensor<2x5x7xf32>, tensor<2x5x7xf32>)
  %e = tensor.empty() : !x
  %2 = linalg.generic {indexing_maps = [#x, #nhw, #nhw, #c, #x],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %1#0, %1#1, %g : !x, tensor<2x5x7xf32>, tensor<2x5x7xf32>, tensor<12xf32>) outs(%e : !x) {
  ^bb0(%v: f32, %s: f32, %q: f32, %gamma: f32, %o: f32):
    %m = arith.divf %s, %k : f32
    %m2 = arith.divf %q, %k : f32
    %mm = arith.mulf %m, %m : f32
    %var = arith.subf %m2, %mm : f32
    %pos = arith.addf %var, %eps : f32
    %rs = math.rsqrt %pos : f32
    %d = arith.subf %v, %m : f32
    %n = arith.mulf %d, %rs : f32
    %t = arith.mulf %n, %gamma : f32
    linalg.yield %t : f32
  } -> !x
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)> : !x to !nhwc
  return %3 : !nhwc
}

// RMS normalisation over a split dim of run-time extent; one run has a single row.
// CHECK-LABEL: func.func @rms_norm(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[Q:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<?x?x4xf32>) outs(%{{.*}} : tensor<?xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[Q]], %{{.*}} : tensor<?x?x4xf32>, tensor<?xf32>, f32) outs(%{{.*}} : tensor<?x?x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @rms_norm(%x: tensor<?x?x4xf32>) -> tensor<?x?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.layout_transform %x by <(c, a, b) -> (a, c * 4 + b)> : tensor<?x?x4xf32> to tensor<?x?xf32>
  %m = tensor.dim %0, %c0 : tensor<?x?xf32>
  %n = tensor.dim %0, %c1 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-1 : f32
  %e1 = tensor.empty(%m) : tensor<?xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [#r, #a], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<?x?xf32>) outs(%i1 : tensor<?xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %q = arith.mulf %v, %v : f32
    %s = arith.addf %q, %acc : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %ni = arith.index_cast %n : index to i64
  %nf = arith.sitofp %ni : i64 to f32
  %e2 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [#r, #a, affine_map<(a, c) -> ()>, #r], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1, %nf : tensor<?x?xf32>, tensor<?xf32>, f32) outs(%e2 : tensor<?x?xf32>) {
  ^bb0(%v: f32, %q: f32, %count: f32, %o: f32):
    %mean = arith.divf %q, %count : f32
    %pos = arith.addf %mean, %eps : f32
    %rs = math.rsqrt %pos : f32
    %t = arith.mulf %v, %rs : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  %3 = layout.layout_transform %2 by <(a, c) -> (c floordiv 4, a, c mod 4)> : tensor<?x?xf32> to tensor<?x?x4xf32>
  return %3 : tensor<?x?x4xf32>
}

// Ten channels in blocks of four: the mean is that of ten.
func.func @indivisible(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %1 = layout.crop %0 offsets [0, 0, 0, 0] sizes [2, 10, 5, 7] : !x to tensor<2x10x5x7xf32>
  %zero = arith.constant dense<0.0> : tensor<2x5x7xf32>
  %k = arith.constant 10.0 : f32
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<2x10x5x7xf32>) outs(%zero : tensor<2x5x7xf32>) dimensions = [1]
  %e = tensor.empty() : tensor<2x10x5x7xf32>
  %3 = linalg.generic {indexing_maps = [#x, #nhw, #x], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1, %2 : tensor<2x10x5x7xf32>, tensor<2x5x7xf32>) outs(%e : tensor<2x10x5x7xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %m = arith.divf %s, %k : f32
    %d = arith.subf %v, %m : f32
    linalg.yield %d : f32
  } -> tensor<2x10x5x7xf32>
  %4 = layout.pad %3 low [0, 0, 0, 0] high [0, 2, 0, 0] value(0.0 : f32) : tensor<2x10x5x7xf32> to !x
  %5 = layout.layout_transform %4 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
  return %5 : !b
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: !b, %a1: !b, %a2: tensor<12xf32>, %a3: tensor<12xf32>, %a4: !nhwc, %a5: tensor<12xf32>,
                %a6: tensor<?x?x4xf32>, %a7: !b)
    -> (tensor<3x4xf32>, tensor<3x4xf32>, !b, !nhwc, tensor<?x?x4xf32>, !b) {
  %0:2 = call @variance(%a0) : (!b) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  %1 = call @batch_norm(%a1, %a2, %a3) : (!b, tensor<12xf32>, tensor<12xf32>) -> !b
  %2 = call @layer_norm(%a4, %a5) : (!nhwc, tensor<12xf32>) -> !nhwc
  %3 = call @rms_norm(%a6) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %4 = call @indivisible(%a7) : (!b) -> !b
  return %0#0, %0#1, %1, %2, %3, %4
      : tensor<3x4xf32>, tensor<3x4xf32>, !b, !nhwc, tensor<?x?x4xf32>, !b
}
