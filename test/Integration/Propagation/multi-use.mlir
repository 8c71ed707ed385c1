// Plans values with several users. Users that want two layouts get two rewrites; users
// that want the same layout share one. Operands that cannot adapt to each other are left
// alone, and a remark says why.
//
// Covers: R17, R18, R35, R47, R48

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main
// RUN: layout-opt %t.backward.mlir --layout-report=path=- -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// Two rewrites of @two_of_three, 1,920 bytes each, and that of @cannot_adapt.
// COUNT: {"rewrites":3,"bytes":5760,

// WHY-DAG: 1,920 bytes by (d0, d1, d2) -> (d0 floordiv 4, d1, d2, d0 mod 4), between argument 0 of @two_of_three and linalg.exp at {{[0-9:]+}} and linalg.abs at {{[0-9:]+}}, blocked by
// WHY-DAG: 1,920 bytes by (d0, d1, d2) -> (d2 floordiv 4, d1, d0, d2 mod 4), between linalg.tanh at {{[0-9:]+}} and linalg.add at {{[0-9:]+}}, blocked by frozen linalg.tanh

!x = tensor<8x6x5xf32>
!a = tensor<2x6x5x4xf32>
!b = tensor<5x6x8xf32>
#id = affine_map<(i, j, k) -> (i, j, k)>

// Users want the layouts A, A and B, in several orders of uses: A is made once and
// dominates both of its users.
// CHECK-LABEL: func.func @two_of_three(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x6x5xf32>
// CHECK-DAG: %[[A:.*]] = layout.layout_transform %[[X]] {{.*}} to tensor<2x6x5x4xf32>
// CHECK-DAG: %[[B:.*]] = layout.layout_transform %[[X]] {{.*}} to tensor<5x6x8xf32>
// CHECK-DAG: linalg.exp {layout.frozen} ins(%[[A]] :
// CHECK-DAG: linalg.tanh {layout.frozen} ins(%[[B]] :
// CHECK-DAG: linalg.abs {layout.frozen} ins(%[[A]] :
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @two_of_three(%x: !x) -> (!a, !b, !a) {
  %ea = tensor.empty() : !a
  %eb = tensor.empty() : !b
  %0 = layout.layout_transform %x by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)> : !x to !a
  %1 = linalg.exp {layout.frozen} ins(%0 : !a) outs(%ea : !a) -> !a
  %2 = layout.layout_transform %x by <(i, j, k) -> (k, j, i)> : !x to !b
  %3 = linalg.tanh {layout.frozen} ins(%2 : !b) outs(%eb : !b) -> !b
  %4 = layout.layout_transform %x by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)> : !x to !a
  %5 = linalg.abs {layout.frozen} ins(%4 : !a) outs(%ea : !a) -> !a
  return %1, %3, %5 : !a, !b, !a
}

// A diamond between two frozen ops: the value is used by two agnostic ops, whose results
// meet in one op.
// CHECK-LABEL: func.func @diamond(
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.add ins(%{{.*}}, %{{.*}} : tensor<2x6x5x4xf32>, tensor<2x6x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @diamond(%x: !a) -> !a {
  %ea = tensor.empty() : !a
  %e = tensor.empty() : !x
  %0 = linalg.exp {layout.frozen} ins(%x : !a) outs(%ea : !a) -> !a
  %1 = layout.layout_transform %0 by <(i, j, k, b) -> (i * 4 + b, j, k)> : !a to !x
  %2 = linalg.tanh ins(%1 : !x) outs(%e : !x) -> !x
  %3 = linalg.abs ins(%1 : !x) outs(%e : !x) -> !x
  %4 = linalg.square ins(%3 : !x) outs(%e : !x) -> !x
  %5 = linalg.add ins(%2, %4 : !x, !x) outs(%e : !x) -> !x
  %6 = layout.layout_transform %5 by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)> : !x to !a
  %7 = linalg.ceil {layout.frozen} ins(%6 : !a) outs(%ea : !a) -> !a
  return %7 : !a
}

// A chain of residual additions: each sum is used by the next block and by the next
// sum.
// CHECK-LABEL: func.func @residual(
// CHECK-NOT: layout.layout_transform
// CHECK-COUNT-3: linalg.add ins(%{{.*}}, %{{.*}} : tensor<2x6x5x4xf32>, tensor<2x6x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @residual(%x: !a) -> !a {
  %ea = tensor.empty() : !a
  %e = tensor.empty() : !x
  %x0 = layout.layout_transform %x by <(i, j, k, b) -> (i * 4 + b, j, k)> : !a to !x
  %0 = linalg.tanh {layout.frozen} ins(%x : !a) outs(%ea : !a) -> !a
  %1 = layout.layout_transform %0 by <(i, j, k, b) -> (i * 4 + b, j, k)> : !a to !x
  %2 = linalg.add ins(%1, %x0 : !x, !x) outs(%e : !x) -> !x
  %3 = layout.layout_transform %2 by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)> : !x to !a
  %4 = linalg.abs {layout.frozen} ins(%3 : !a) outs(%ea : !a) -> !a
  %5 = layout.layout_transform %4 by <(i, j, k, b) -> (i * 4 + b, j, k)> : !a to !x
  %6 = linalg.add ins(%5, %2 : !x, !x) outs(%e : !x) -> !x
  %7 = layout.layout_transform %6 by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)> : !x to !a
  %8 = linalg.square {layout.frozen} ins(%7 : !a) outs(%ea : !a) -> !a
  %9 = layout.layout_transform %8 by <(i, j, k, b) -> (i * 4 + b, j, k)> : !a to !x
  %10 = linalg.add ins(%6, %9 : !x, !x) outs(%e : !x) -> !x
  %11 = layout.layout_transform %10 by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)> : !x to !a
  return %11 : !a
}

// A sum of one operand in layout A and one in B, wanted in A: only the operand in B is
// rewritten.
// CHECK-LABEL: func.func @cannot_adapt(
// CHECK: %[[A:.*]] = linalg.exp {layout.frozen}
// CHECK: %[[B:.*]] = linalg.tanh {layout.frozen}
// CHECK: %[[T:.*]] = layout.layout_transform %[[B]] {{.*}} : tensor<5x6x8xf32> to tensor<2x6x5x4xf32>
// CHECK: linalg.add ins(%[[A]], %[[T]] : tensor<2x6x5x4xf32>, tensor<2x6x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @cannot_adapt(%x: !a, %y: !b) -> !a {
  %ea = tensor.empty() : !a
  %eb = tensor.empty() : !b
  %e = tensor.empty() : !x
  %0 = linalg.exp {layout.frozen} ins(%x : !a) outs(%ea : !a) -> !a
  %1 = linalg.tanh {layout.frozen} ins(%y : !b) outs(%eb : !b) -> !b
  %2 = layout.layout_transform %0 by <(i, j, k, b) -> (i * 4 + b, j, k)> : !a to !x
  %3 = layout.layout_transform %1 by <(k, j, i) -> (i, j, k)> : !b to !x
  %4 = linalg.add ins(%2, %3 : !x, !x) outs(%e : !x) -> !x
  %5 = layout.layout_transform %4 by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)> : !x to !a
  return %5 : !a
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: !x, %a1: !a, %a2: !a, %a3: !a, %a4: !b)
    -> (!a, !b, !a, !a, !a, !a) {
  %0:3 = call @two_of_three(%a0) : (!x) -> (!a, !b, !a)
  %1 = call @diamond(%a1) : (!a) -> !a
  %2 = call @residual(%a2) : (!a) -> !a
  %3 = call @cannot_adapt(%a3, %a4) : (!a, !b) -> !a
  return %0#0, %0#1, %0#2, %1, %2, %3
      : !a, !b, !a, !a, !a, !a
}
