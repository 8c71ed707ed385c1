// Planning does not hinder fusion. Upstream's fusion fuses the same ops before and after
// planning, except across the rewrites that are left, and an op that was fused before
// planning stays one op.
//
// Covers: R17, R18, R22, R42

// RUN: split-file %s %t

// A convolution, a bias, a relu, a residual addition and another convolution. The three
// ops in the middle are fused into one, before and after planning.
// RUN: layout-opt %t/block.mlir --linalg-fuse-elementwise-ops -o %t/fused.mlir
// RUN: FileCheck %s --check-prefix=BEFORE < %t/fused.mlir
// BEFORE: linalg.conv_2d_nchw_fchw
// BEFORE: linalg.generic
// BEFORE-NOT: linalg.generic
// BEFORE: linalg.conv_2d_nchw_fchw
// BEFORE-NOT: linalg.generic

// RUN: layout-opt %t/block.mlir --layout-pipeline=target=nhwc --linalg-fuse-elementwise-ops -o %t/nhwc.mlir
// RUN: FileCheck %s --check-prefix=NHWC < %t/nhwc.mlir
// RUN: layout-check %t/fused.mlir %t/nhwc.mlir
// RUN: layout-opt %t/block.mlir --layout-pipeline="target=nhwc strategy=forward" --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=NHWC
// NHWC: linalg.conv_2d_nhwc_hwcf
// NHWC: linalg.generic
// NHWC-SAME: ins(%{{.*}}, %{{.*}} : tensor<1x6x5x8xf32>, tensor<8xf32>)
// NHWC-NOT: linalg.generic
// NHWC: linalg.conv_2d_nhwc_hwcf
// NHWC-NOT: linalg.generic

// Blocked convolutions are generic ops; everything in between is fused into the second.
// RUN: layout-opt %t/block.mlir --layout-pipeline=target=nchw4c --linalg-fuse-elementwise-ops -o %t/nchw4c.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t/nchw4c.mlir
// RUN: layout-check %t/fused.mlir %t/nchw4c.mlir
// RUN: layout-opt %t/block.mlir --layout-pipeline="target=nchw4c strategy=forward" --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=BLOCKED
// BLOCKED-COUNT-2: linalg.generic {{.*}}"reduction"
// BLOCKED-NOT: linalg.generic
// BLOCKED: return

// Two ops that rewrites kept apart are fused once the rewrites are gone.
// RUN: layout-opt %t/apart.mlir --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=APART
// APART-COUNT-2: linalg.generic
// RUN: layout-opt %t/apart.mlir --layout-materialize -o %t/apart.before.mlir
// RUN: layout-opt %t/apart.mlir --layout-flow=strategy=backward --layout-fold --linalg-fuse-elementwise-ops -o %t/apart.backward.mlir
// RUN: FileCheck %s --check-prefix=JOINED < %t/apart.backward.mlir
// RUN: layout-check %t/apart.before.mlir %t/apart.backward.mlir
// RUN: layout-opt %t/apart.mlir --layout-flow=strategy=forward --layout-fold --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=JOINED
// JOINED: func.func @apart(%[[X:.*]]: tensor<?x6x5x4xf32>)
// JOINED-NOT: layout.layout_transform
// JOINED: linalg.generic {{.*}} ins(%[[X]] : tensor<?x6x5x4xf32>)
// JOINED-NOT: linalg.generic
// JOINED-NOT: layout.layout_transform
// JOINED: return

// An op that was fused already gets the new layout as one op, with the same body.
// RUN: layout-opt %t/whole.mlir --layout-materialize -o %t/whole.before.mlir
// RUN: layout-opt %t/whole.mlir --layout-flow=strategy=backward --layout-fold -o %t/whole.backward.mlir
// RUN: FileCheck %s --check-prefix=WHOLE < %t/whole.backward.mlir
// RUN: layout-check %t/whole.before.mlir %t/whole.backward.mlir
// RUN: layout-opt %t/whole.mlir --layout-flow=strategy=forward --layout-fold -o %t/whole.forward.mlir
// RUN: FileCheck %s --check-prefix=WHOLE < %t/whole.forward.mlir
// RUN: layout-check %t/whole.before.mlir %t/whole.forward.mlir
// WHOLE: func.func @whole(%[[X:.*]]: tensor<2x6x5x4xf32>, %[[Y:.*]]: tensor<2x6x5x4xf32>)
// WHOLE-NOT: layout.layout_transform
// WHOLE: linalg.generic {{.*}} ins(%[[X]], %[[Y]] : tensor<2x6x5x4xf32>, tensor<2x6x5x4xf32>) outs(%{{.*}}, %{{.*}} : tensor<2x6x5x4xf32>, tensor<6x5xf32>)
// WHOLE: arith.subf
// WHOLE: math.exp
// WHOLE: arith.maximumf
// WHOLE: arith.cmpf olt
// WHOLE: arith.select
// WHOLE: arith.addf
// WHOLE: linalg.yield
// WHOLE-NOT: linalg.generic
// WHOLE-NOT: layout.layout_transform
// WHOLE: return

//--- block.mlir

!x = tensor<1x8x6x5xf32>
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>
func.func @main(%x: !x, %w: tensor<8x8x1x1xf32>, %v: tensor<8x8x1x1xf32>, %bias: tensor<8xf32>) -> !x {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !x
  %init = linalg.fill ins(%zero : f32) outs(%e : !x) -> !x
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, tensor<8x8x1x1xf32>) outs(%init : !x) -> !x
  %1 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %bias : !x, tensor<8xf32>) outs(%e : !x) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> !x
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1 : !x) outs(%e : !x) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %a, %zero : f32
    linalg.yield %s : f32
  } -> !x
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2, %0 : !x, !x) outs(%e : !x) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> !x
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %v : !x, tensor<8x8x1x1xf32>) outs(%init : !x) -> !x
  return %4 : !x
}

//--- apart.mlir

#id = affine_map<(i, j, k) -> (i, j, k)>
func.func @apart(%x: tensor<?x6x5x4xf32>) -> tensor<?x6x5x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = layout.layout_transform %x by <(i, j, k, b) -> (i * 4 + b, j, k)> : tensor<?x6x5x4xf32> to tensor<?x6x5xf32>
  %n = tensor.dim %0, %c0 : tensor<?x6x5xf32>
  %e = tensor.empty(%n) : tensor<?x6x5xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0 : tensor<?x6x5xf32>) outs(%e : tensor<?x6x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<?x6x5xf32>
  %2 = layout.layout_transform %1 by <(i, j, k) -> (k, j, i)> : tensor<?x6x5xf32> to tensor<5x6x?xf32>
  %f = tensor.empty(%n) : tensor<5x6x?xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%2 : tensor<5x6x?xf32>) outs(%f : tensor<5x6x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<5x6x?xf32>
  %4 = layout.layout_transform %3 by <(k, j, i) -> (i floordiv 4, j, k, i mod 4)> : tensor<5x6x?xf32> to tensor<?x6x5x4xf32>
  return %4 : tensor<?x6x5x4xf32>
}

//--- whole.mlir

!b = tensor<2x6x5x4xf32>
!x = tensor<8x6x5xf32>
#id = affine_map<(i, j, k) -> (i, j, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
func.func @whole(%x: !b, %y: !b) -> (!b, tensor<6x5xf32>) {
  %0 = layout.layout_transform %x by <(i, j, k, b) -> (i * 4 + b, j, k)> : !b to !x
  %1 = layout.layout_transform %y by <(i, j, k, b) -> (i * 4 + b, j, k)> : !b to !x
  %half = arith.constant 0.5 : f32
  %zero = arith.constant dense<0.0> : tensor<6x5xf32>
  %e = tensor.empty() : !x
  %2:2 = linalg.generic {indexing_maps = [#id, #id, #id, #jk], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%0, %1 : !x, !x) outs(%e, %zero : !x, tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32, %acc: f32):
    %d = arith.subf %a, %b : f32
    %x1 = math.exp %d : f32
    %m = arith.maximumf %x1, %half : f32
    %below = arith.cmpf olt, %m, %a : f32
    %v = arith.select %below, %m, %b : f32
    %s = arith.addf %v, %acc : f32
    linalg.yield %v, %s : f32, f32
  } -> (!x, tensor<6x5xf32>)
  %3 = layout.layout_transform %2#0 by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)> : !x to !b
  return %3, %2#1 : !b, tensor<6x5xf32>
}
