// Ops with one operand and several results, or several operands and one result:
// the position of the rewrites under each strategy. Both strategies end with a
// sweep in the other direction. Among positions of equal cost, backward prefers
// rewrites of results and forward prefers rewrites of operands. A program that
// cannot become cheaper is not changed.
//
// Covers: R17, R18, R35, R48

// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold | FileCheck %s --check-prefixes=CHECK,BACK
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold | FileCheck %s --check-prefixes=CHECK,FORW
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// Two rewrites each in @users_differ and @three_meet, one in each other
// function; each moves 384 bytes.
// COUNT: {"rewrites":7,"bytes":2688,

!l = tensor<8x6xf32>
!a = tensor<6x8xf32>
!b = tensor<2x6x4xf32>
!c = tensor<3x8x2xf32>
#id = affine_map<(c, i) -> (c, i)>

// Two results are required in layout B, and the operand has layout A. The
// operand is rewritten instead of the two results.
// CHECK-LABEL: func.func @users_agree(
// CHECK-SAME: %[[X:[^:]*]]: tensor<6x8xf32>
// CHECK: %[[XX:.*]] = layout.layout_transform %[[X]] {{.*}} to tensor<2x6x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[XX]] : tensor<2x6x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @users_agree(%x: !a) -> (!b, !b) {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : !a to !l
  %e = tensor.empty() : !l
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : !l) outs(%e, %e : !l, !l) {
  ^bb0(%v: f32, %o: f32, %p: f32):
    %s = math.sin %v : f32
    %c = math.cos %v : f32
    linalg.yield %s, %c : f32, f32
  } -> (!l, !l)
  %2 = layout.layout_transform %1#0 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  %3 = layout.layout_transform %1#1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %2, %3 : !b, !b
}

// The results are required in two layouts, and the operand has a third one: two
// rewrites instead of three. Backward rewrites both results, forward rewrites
// the operand and one result.
// CHECK-LABEL: func.func @users_differ(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x8x2xf32>
// BACK-NOT: layout.layout_transform
// BACK: %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[X]] : tensor<3x8x2xf32>)
// BACK-DAG: layout.layout_transform %[[R]]#0 {{.*}} to tensor<2x6x4xf32>
// BACK-DAG: layout.layout_transform %[[R]]#1 {{.*}} to tensor<6x8xf32>
// FORW: %[[XX:.*]] = layout.layout_transform %[[X]] {{.*}} to tensor<2x6x4xf32>
// FORW: %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[XX]] : tensor<2x6x4xf32>)
// FORW: %[[RR:.*]] = layout.layout_transform %[[R]]#1 {{.*}} to tensor<6x8xf32>
// FORW-NEXT: return %[[R]]#0, %[[RR]]
func.func @users_differ(%x: !c) -> (!b, !a) {
  %0 = layout.layout_transform %x by <(i, c, b) -> (c, i * 2 + b)> : !c to !l
  %e = tensor.empty() : !l
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : !l) outs(%e, %e : !l, !l) {
  ^bb0(%v: f32, %o: f32, %p: f32):
    %s = math.sin %v : f32
    %c = math.cos %v : f32
    linalg.yield %s, %c : f32, f32
  } -> (!l, !l)
  %2 = layout.layout_transform %1#0 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  %3 = layout.layout_transform %1#1 by <(c, i) -> (i, c)> : !l to !a
  return %2, %3 : !b, !a
}

// One of two users is frozen, and the other one is returned in the layout of x.
// One rewrite is needed either way, so nothing changes.
// CHECK-LABEL: func.func @one_frozen_user(
// CHECK: %[[E:.*]] = linalg.exp ins(%{{.*}} : tensor<8x6xf32>)
// CHECK-DAG: linalg.tanh ins(%[[E]] : tensor<8x6xf32>)
// CHECK-DAG: %[[EE:.*]] = layout.layout_transform %[[E]] {{.*}} to tensor<2x6x4xf32>
// CHECK: linalg.abs {layout.frozen} ins(%[[EE]] : tensor<2x6x4xf32>)
func.func @one_frozen_user(%x: !l) -> (!b, !l) {
  %e = tensor.empty() : !l
  %eb = tensor.empty() : !b
  %0 = linalg.exp ins(%x : !l) outs(%e : !l) -> !l
  %1 = linalg.tanh ins(%0 : !l) outs(%e : !l) -> !l
  %2 = layout.layout_transform %0 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  %3 = linalg.abs {layout.frozen} ins(%2 : !b) outs(%eb : !b) -> !b
  return %3, %1 : !b, !l
}

// Two operands have layout A, and the result is required in the logical layout.
// The result is rewritten instead of the two operands.
// CHECK-LABEL: func.func @operands_agree(
// CHECK-SAME: %[[X:[^:]*]]: tensor<6x8xf32>, %[[Y:[^:]*]]: tensor<6x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.add ins(%[[X]], %[[Y]] : tensor<6x8xf32>, tensor<6x8xf32>)
// CHECK-NEXT: %[[RR:.*]] = layout.layout_transform %[[R]] by <(d0, d1) -> (d1, d0)>
// CHECK-NEXT: return %[[RR]]
func.func @operands_agree(%x: !a, %y: !a) -> !l {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : !a to !l
  %1 = layout.layout_transform %y by <(i, c) -> (c, i)> : !a to !l
  %e = tensor.empty() : !l
  %2 = linalg.add ins(%0, %1 : !l, !l) outs(%e : !l) -> !l
  return %2 : !l
}

// Three layouts meet at one op, and each choice costs two rewrites. Backward
// rewrites the result once, forward never.
// CHECK-LABEL: func.func @three_meet(
// BACK: linalg.add ins(%{{.*}}, %{{.*}} : tensor<6x8xf32>, tensor<6x8xf32>)
// BACK-NEXT: layout.layout_transform {{.*}} : tensor<6x8xf32> to tensor<3x8x2xf32>
// FORW: %[[R:.*]] = linalg.add ins(%{{.*}}, %{{.*}} : tensor<3x8x2xf32>, tensor<3x8x2xf32>)
// FORW-NEXT: return %[[R]]
func.func @three_meet(%x: !a, %y: !b) -> !c {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : !a to !l
  %1 = layout.layout_transform %y by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %e = tensor.empty() : !l
  %2 = linalg.add ins(%0, %1 : !l, !l) outs(%e : !l) -> !l
  %3 = layout.layout_transform %2 by <(c, i) -> (i floordiv 2, c, i mod 2)> : !l to !c
  return %3 : !c
}
