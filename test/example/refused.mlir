// A user's op may fail to build itself in layouts that its rule allows. It then
// stays as it is, and the rest is planned again.
// Covers: R27, R28

// RUN: rm -rf %t && mkdir %t
// RUN: example-opt %s --layout-flow="problem=%t/x.problem.json plan=%t/x.plan.json" --layout-fold -o %t/flow.mlir
// RUN: FileCheck %s --input-file=%t/flow.mlir
// RUN: example-opt %s --layout-flow --layout-fold --mlir-disable-threading | diff %t/flow.mlir -
// RUN: example-opt %s --layout-flow --remarks-filter=layout-flow --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// The files are those of the plan that was applied.
// RUN: layout-check-plan %t/x-both.problem.json %t/x-both.plan.json | FileCheck %s --check-prefix=PLAN
// PLAN: holds: cost 3072, no plan costs less than 3072

// The kernel sorts along the last two dims only. In the layout of %x the sorted
// dim of %1 is the first one, and that of %4 is the middle one.
// CHECK-LABEL: func.func @both(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x4x6xf32>) -> (tensor<8x4x6xf32>, tensor<8x4x6xf32>)
// CHECK-DAG: %[[T:.*]] = layout.layout_transform %[[X]] by <(d0, d1, d2) -> (d1, d2, d0)> : tensor<8x4x6xf32> to tensor<4x6x8xf32>
// CHECK-DAG: %[[S:.*]] = example.sort %[[T]] along 2 : tensor<4x6x8xf32>
// CHECK-DAG: %[[B:.*]] = layout.layout_transform %[[S]] by <(d0, d1, d2) -> (d2, d0, d1)>
// CHECK-DAG: %[[R:.*]] = example.sort %[[X]] along 2 : tensor<8x4x6xf32>
// CHECK: return %[[B]], %[[R]]
// REMARK: remark: [Missed] fixed | Category:layout-flow | Function=both | Remark="example.sort stays as it is: requires 'applyLayouts' to build 1 results, found 0"
// REMARK: remark: [Passed] plan | Category:layout-flow | Function=both | Remark="rewrites move 3072 bytes, 4608 in the baseline"
// REMARK: remark: [Passed] choice | Category:layout-flow | Function=both | Remark="example.sort writes (d0, d1, d2) -> (d2, d0, d1)"
func.func @both(%x: tensor<8x4x6xf32>) -> (tensor<8x4x6xf32>, tensor<8x4x6xf32>) {
  %0 = layout.layout_transform %x by <(k, i, j) -> (i, j, k)> : tensor<8x4x6xf32> to tensor<4x6x8xf32>
  %1 = example.sort %0 along 2 : tensor<4x6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j, k) -> (k, i, j)> : tensor<4x6x8xf32> to tensor<8x4x6xf32>
  %3 = example.sort %0 along 1 : tensor<4x6x8xf32>
  %4 = layout.layout_transform %3 by <(i, j, k) -> (k, i, j)> : tensor<4x6x8xf32> to tensor<8x4x6xf32>
  return %2, %4 : tensor<8x4x6xf32>, tensor<8x4x6xf32>
}

// The op is in the callee. Caller and callee are planned together again: the
// first argument and result take the caller's layout, the others do not.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x4x6xf32>, %[[Y:[^:]*]]: tensor<4x6x8xf32>) -> (tensor<8x4x6xf32>, tensor<4x6x8xf32>)
// CHECK-DAG: %[[E:.*]] = linalg.exp ins(%[[X]] : tensor<8x4x6xf32>)
// CHECK-DAG: %[[S:.*]] = example.sort %[[Y]] along 2 : tensor<4x6x8xf32>
// CHECK: return %[[E]], %[[S]]
// REMARK: remark: [Missed] fixed | Category:layout-flow | Function=callee | Remark="example.sort stays as it is: requires 'applyLayouts' to build 1 results, found 0"
// REMARK: remark: [Passed] plan | Category:layout-flow | Function=callee | Remark="rewrites move 3072 bytes, 4608 in the baseline"
// REMARK: remark: [Passed] choice | Category:layout-flow | Function=callee | Remark="linalg.exp writes (d0, d1, d2) -> (d2, d0, d1)"
func.func private @callee(%x: tensor<4x6x8xf32>, %y: tensor<4x6x8xf32>) -> (tensor<4x6x8xf32>, tensor<4x6x8xf32>) {
  %e = tensor.empty() : tensor<4x6x8xf32>
  %0 = linalg.exp ins(%x : tensor<4x6x8xf32>) outs(%e : tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %1 = example.sort %y along 2 : tensor<4x6x8xf32>
  return %0, %1 : tensor<4x6x8xf32>, tensor<4x6x8xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x4x6xf32>)
// CHECK: %[[T:.*]] = layout.layout_transform %[[X]]
// CHECK: %[[C:.*]]:2 = call @callee(%[[X]], %[[T]]) : (tensor<8x4x6xf32>, tensor<4x6x8xf32>) -> (tensor<8x4x6xf32>, tensor<4x6x8xf32>)
// CHECK: %[[D:.*]]:2 = call @callee(%[[C]]#0, %[[C]]#1) : (tensor<8x4x6xf32>, tensor<4x6x8xf32>) -> (tensor<8x4x6xf32>, tensor<4x6x8xf32>)
// CHECK: %[[B:.*]] = layout.layout_transform %[[D]]#1
// CHECK: return %[[D]]#0, %[[B]]
func.func @main(%x: tensor<8x4x6xf32>) -> (tensor<8x4x6xf32>, tensor<8x4x6xf32>) {
  %0 = layout.layout_transform %x by <(k, i, j) -> (i, j, k)> : tensor<8x4x6xf32> to tensor<4x6x8xf32>
  %1:2 = call @callee(%0, %0) : (tensor<4x6x8xf32>, tensor<4x6x8xf32>) -> (tensor<4x6x8xf32>, tensor<4x6x8xf32>)
  %2:2 = call @callee(%1#0, %1#1) : (tensor<4x6x8xf32>, tensor<4x6x8xf32>) -> (tensor<4x6x8xf32>, tensor<4x6x8xf32>)
  %3 = layout.layout_transform %2#0 by <(i, j, k) -> (k, i, j)> : tensor<4x6x8xf32> to tensor<8x4x6xf32>
  %4 = layout.layout_transform %2#1 by <(i, j, k) -> (k, i, j)> : tensor<4x6x8xf32> to tensor<8x4x6xf32>
  return %3, %4 : tensor<8x4x6xf32>, tensor<8x4x6xf32>
}

// One of two values that a loop passes on keeps its layout.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x4x6xf32>
// CHECK: %[[T:.*]] = layout.layout_transform %[[X]] by <(d0, d1, d2) -> (d1, d2, d0)> : tensor<8x4x6xf32> to tensor<4x6x8xf32>
// CHECK: %[[L:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %[[T]], %[[B:.*]] = %[[X]]) -> (tensor<4x6x8xf32>, tensor<8x4x6xf32>) {
// CHECK-NOT: layout.layout_transform
// CHECK: example.sort %[[A]] along 2 : tensor<4x6x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp ins(%[[B]] : tensor<8x4x6xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: scf.yield
// CHECK: %[[R:.*]] = layout.layout_transform %[[L]]#0
// CHECK: return %[[R]], %[[L]]#1
// REMARK: remark: [Missed] fixed | Category:layout-flow | Function=loop | Remark="example.sort stays as it is
// REMARK: remark: [Passed] plan | Category:layout-flow | Function=loop | Remark="rewrites move 3072 bytes, 4608 in the baseline"
// REMARK: remark: [Passed] choice | Category:layout-flow | Function=loop | Remark="linalg.exp writes (d0, d1, d2) -> (d2, d0, d1)"
func.func @loop(%x: tensor<8x4x6xf32>, %n: index) -> (tensor<8x4x6xf32>, tensor<8x4x6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x6x8xf32>
  %0 = layout.layout_transform %x by <(k, i, j) -> (i, j, k)> : tensor<8x4x6xf32> to tensor<4x6x8xf32>
  %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0, %b = %0) -> (tensor<4x6x8xf32>, tensor<4x6x8xf32>) {
    %2 = example.sort %a along 2 : tensor<4x6x8xf32>
    %3 = linalg.exp ins(%b : tensor<4x6x8xf32>) outs(%e : tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
    scf.yield %2, %3 : tensor<4x6x8xf32>, tensor<4x6x8xf32>
  }
  %4 = layout.layout_transform %1#0 by <(i, j, k) -> (k, i, j)> : tensor<4x6x8xf32> to tensor<8x4x6xf32>
  %5 = layout.layout_transform %1#1 by <(i, j, k) -> (k, i, j)> : tensor<4x6x8xf32> to tensor<8x4x6xf32>
  return %4, %5 : tensor<8x4x6xf32>, tensor<8x4x6xf32>
}

// A program in which no op refuses is planned once.
// CHECK-LABEL: func.func @none(
// CHECK-NOT: layout.layout_transform
// CHECK: example.sort %{{.*}} along 1 : tensor<4x8x6xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return
// REMARK: remark: [Passed] plan | Category:layout-flow | Function=none
// REMARK: remark: [Passed] choice | Category:layout-flow | Function=none
func.func @none(%x: tensor<4x8x6xf32>) -> tensor<4x8x6xf32> {
  %0 = layout.layout_transform %x by <(i, k, j) -> (i, j, k)> : tensor<4x8x6xf32> to tensor<4x6x8xf32>
  %1 = example.sort %0 along 2 : tensor<4x6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j, k) -> (i, k, j)> : tensor<4x6x8xf32> to tensor<4x8x6xf32>
  return %2 : tensor<4x8x6xf32>
}

// Two ops refuse the first plan and both are fixed at once. The second plan
// inserts rewrites at the matmul, so there is a third, in which they are still
// fixed.
// CHECK-LABEL: func.func private @local(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<3x4x2xf32>, tensor<6x2xf32>) {{.*}} attrs = {{ *}}{layout.frozen}
// CHECK-LABEL: func.func @rounds(
// CHECK: scf.for
// CHECK-NOT: layout.layout_transform
// CHECK: example.sort {{.*}} along 2 : tensor<4x6x8xf32>
// CHECK-NEXT: example.sort {{.*}} along 2 : tensor<4x6x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp
// CHECK: layout.layout_transform {{.*}} : tensor<4x6x8xf32> to tensor<8x4x6xf32>
// REMARK: remark: [Missed] fixed | Category:layout-flow | Function=rounds
// REMARK: remark: [Missed] fixed | Category:layout-flow | Function=rounds
// REMARK: remark: [Passed] plan | Category:layout-flow | Function=local
// REMARK: remark: [Passed] choice | Category:layout-flow | Function=local | Remark="linalg.matmul is laid out
// REMARK: remark: [Passed] plan | Category:layout-flow | Function=local
func.func private @local(%x: tensor<3x2x4xf32>, %b: tensor<6x2xf32>, %o: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %a = layout.layout_transform %x by <(i, j, l) -> (j * 2 + l mod 2, i * 2 + l floordiv 2)> : tensor<3x2x4xf32> to tensor<4x6xf32>
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [<(m, k) -> (k mod 3, m, k floordiv 3)>, _, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<4x6xf32>, tensor<6x2xf32>) outs(%o : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

func.func @rounds(%x: tensor<3x2x4xf32>, %b: tensor<6x2xf32>, %o: tensor<4x2xf32>, %s: tensor<8x4x6xf32>, %n: index)
    -> (tensor<4x2xf32>, tensor<8x4x6xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = call @local(%x, %b, %o) : (tensor<3x2x4xf32>, tensor<6x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = layout.layout_transform %s by <(k, i, j) -> (i, j, k)> : tensor<8x4x6xf32> to tensor<4x6x8xf32>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %1) -> tensor<4x6x8xf32> {
    %c = arith.cmpi slt, %i, %c1 : index
    %t = scf.if %c -> tensor<4x6x8xf32> {
      %5 = example.sort %a along 2 : tensor<4x6x8xf32>
      %6 = example.sort %5 along 2 : tensor<4x6x8xf32>
      scf.yield %6 : tensor<4x6x8xf32>
    } else {
      %e = tensor.empty() : tensor<4x6x8xf32>
      %5 = linalg.exp ins(%a : tensor<4x6x8xf32>) outs(%e : tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
      scf.yield %5 : tensor<4x6x8xf32>
    }
    scf.yield %t : tensor<4x6x8xf32>
  }
  %3 = layout.layout_transform %2 by <(i, j, k) -> (k, i, j)> : tensor<4x6x8xf32> to tensor<8x4x6xf32>
  %4 = tensor.dim %3, %c0 : tensor<8x4x6xf32>
  return %0, %3, %4 : tensor<4x2xf32>, tensor<8x4x6xf32>, index
}
