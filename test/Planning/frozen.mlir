// Frozen or skipped ops keep their types, maps and attributes; frozen or
// skipped functions do not change at all. No rewrite moves through them.
//
// Covers: R37, R38, R39

// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold | FileCheck %s

!logical = tensor<8x5xf32>
!blocked = tensor<2x5x4xf32>
#id = affine_map<(c, i) -> (c, i)>

// CHECK: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>

// The neighbours of a frozen op prefer blocks, but the frozen op keeps its
// layout and they adapt to it.
// CHECK-LABEL: func.func @op(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x4xf32>
// CHECK: %[[L:.*]] = layout.layout_transform %[[X]] {{.*}} to tensor<8x5xf32>
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: ins(%[[L]] : tensor<8x5xf32>) outs(%{{.*}} : tensor<8x5xf32>) attrs = {{ *}}{layout.frozen, mine = 7 : i64} {
// CHECK: layout.layout_transform %[[R]] {{.*}} to tensor<2x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.abs ins(%{{.*}} : tensor<2x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @op(%x: !blocked) -> (!blocked, !blocked) {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %e = tensor.empty() : !logical
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : !logical) outs(%e : !logical) attrs = {layout.frozen, mine = 7} {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> !logical
  %2 = linalg.abs ins(%1 : !logical) outs(%e : !logical) -> !logical
  %3 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  %4 = layout.layout_transform %2 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %3, %4 : !blocked, !blocked
}

// An op that is not frozen keeps its attributes when it is rewritten.
// CHECK-LABEL: func.func @carried(
// CHECK: linalg.exp {mine = "kept"} ins(%{{.*}} : tensor<2x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @carried(%x: !blocked) -> !blocked {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %e = tensor.empty() : !logical
  %1 = linalg.exp {mine = "kept"} ins(%0 : !logical) outs(%e : !logical) -> !logical
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %2 : !blocked
}

// A matmul is critical. Without layout options it keeps its layout, frozen or
// not, and the two ops that read its result share one rewrite.
// CHECK-LABEL: func.func @critical(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x3xf32>, tensor<3x5xf32>) outs(%{{.*}} : tensor<8x5xf32>)
// CHECK: layout.layout_transform {{.*}} : tensor<8x5xf32> to tensor<2x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @critical(%x: tensor<8x3xf32>, %y: tensor<3x5xf32>, %acc: !logical) -> (!blocked, !blocked) {
  %0 = linalg.matmul ins(%x, %y : tensor<8x3xf32>, tensor<3x5xf32>) outs(%acc : !logical) -> !logical
  %e = tensor.empty() : !logical
  %1 = linalg.exp ins(%0 : !logical) outs(%e : !logical) -> !logical
  %2 = linalg.abs ins(%0 : !logical) outs(%e : !logical) -> !logical
  %3 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  %4 = layout.layout_transform %2 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %3, %4 : !blocked, !blocked
}

// A frozen or skipped rewrite remains, and so does every op between two of
// them.
// CHECK-LABEL: func.func @rewrites(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x4xf32>
// CHECK: %[[L:.*]] = layout.layout_transform %[[X]] {{.*}} {layout.frozen} : tensor<2x5x4xf32> to tensor<8x5xf32>
// CHECK: %[[E:.*]] = linalg.exp ins(%[[L]] : tensor<8x5xf32>)
// CHECK: %[[R:.*]] = layout.layout_transform %[[E]] {{.*}} {layout.skip} : tensor<8x5xf32> to tensor<2x5x4xf32>
// CHECK: return %[[R]]
func.func @rewrites(%x: !blocked) -> !blocked {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> {layout.frozen} : !blocked to !logical
  %e = tensor.empty() : !logical
  %1 = linalg.exp ins(%0 : !logical) outs(%e : !logical) -> !logical
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> {layout.skip} : !logical to !blocked
  return %2 : !blocked
}

// Frozen and skipped functions.
// CHECK-LABEL: func.func @frozen_function(
// CHECK-NEXT: %[[A:.*]] = layout.layout_transform %{{.*}} by <(d0, d1, d2) -> (d0 * 4 + d2, d1)> : tensor<2x5x4xf32> to tensor<8x5xf32>
// CHECK-NEXT: %[[B:.*]] = tensor.empty() : tensor<8x5xf32>
// CHECK-NEXT: %[[C:.*]] = linalg.exp ins(%[[A]] : tensor<8x5xf32>) outs(%[[B]] : tensor<8x5xf32>) -> tensor<8x5xf32>
// CHECK-NEXT: %[[D:.*]] = layout.layout_transform %[[C]] by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)> : tensor<8x5xf32> to tensor<2x5x4xf32>
// CHECK-NEXT: return %[[D]]
func.func @frozen_function(%x: !blocked) -> !blocked attributes {layout.frozen} {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %e = tensor.empty() : !logical
  %1 = linalg.exp ins(%0 : !logical) outs(%e : !logical) -> !logical
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %2 : !blocked
}

// CHECK-LABEL: func.func @left_function(
// CHECK-NEXT: %[[A:.*]] = layout.layout_transform %{{.*}} by <(d0, d1, d2) -> (d0 * 4 + d2, d1)> : tensor<2x5x4xf32> to tensor<8x5xf32>
// CHECK-NEXT: %[[B:.*]] = layout.layout_transform %[[A]] by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)> : tensor<8x5xf32> to tensor<2x5x4xf32>
// CHECK-NEXT: return %[[B]]
func.func @left_function(%x: !blocked) -> !blocked attributes {layout.skip} {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %1 = layout.layout_transform %0 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %1 : !blocked
}
