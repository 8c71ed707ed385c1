// A rule in an attribute may promise more than the op can do. The op then stays
// as it is, the rest is planned again, and the results are the same.
// Covers: R28

// RUN: layout-opt %s --layout-flow --layout-fold -o %t.flow.mlir
// RUN: FileCheck %s --input-file=%t.flow.mlir
// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %t.flow.mlir --layout-materialize -o %t.after.mlir
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=two
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=unit
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=dynamic --dims=7,7
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=compatible --dims=5,5
// RUN: layout-opt %s --layout-flow --remarks-filter=layout-flow --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=Missed

// Four groups are planned twice, although two ops of @two and of @compatible refuse. The ops that
// the refused plans rebuilt are not counted.
// RUN: layout-opt %s --layout-flow --stats -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// STATS-DAG: 5 layout-flow - Ops rebuilt in other layouts
// STATS-DAG: 9 layout-flow - Planning problems solved

#two = #layout.rule<factors = [7, 5], operands = [[f0, f1] : 7x5, pinned : 7x5], results = [[f0, f1] : 7x5]>
#unit = #layout.rule<factors = [7, 1, 5], operands = [[f0, f1, f2] : 7x1x5, pinned : 7x1x5], results = [[f0, f1, f2] : 7x1x5]>
#dynamic = #layout.rule<factors = [?, 5, 3], operands = [[f0, f1, f2] : ?x5x3, pinned : ?x5x3], results = [[f0, f1, f2] : ?x5x3]>
#square = #layout.rule<factors = [?, 5], operands = [[f0, f1] : ?x5, pinned : ?x5], results = [[f0, f1] : ?x5]>
#right = #layout.rule<factors = [7, 5], operands = [[f0, f1] : 7x5, [f0, f1] : 7x5], results = [[f0, f1] : 7x5]>

// Without the sums, the plan moves the rewrites past both exponentials.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[X:[^:]*]]: tensor<5x7xf32>, %[[Y:[^:]*]]: tensor<7x5xf32>
// CHECK: %[[E:.*]] = linalg.exp ins(%[[X]] : tensor<5x7xf32>)
// CHECK: %[[T:.*]] = layout.layout_transform %[[E]]
// CHECK: %[[A:.*]] = arith.addf %[[T]], %[[Y]] {layout.rule = {{.*}}} : tensor<7x5xf32>
// CHECK: %[[B:.*]] = arith.mulf %[[A]], %[[Y]] {layout.rule = {{.*}}} : tensor<7x5xf32>
// CHECK: %[[R:.*]] = layout.layout_transform %[[B]]
// CHECK: return %[[R]], %[[E]]
// REMARK: Missed{{.*}} Function=two | Remark="arith.addf stays as it is: requires 'applyLayouts' to build valid ops, found an error: 'arith.addf' op requires the same type for all operands and results"
// REMARK: Missed{{.*}} Function=two | Remark="arith.mulf stays as it is: requires 'applyLayouts' to build valid ops, found an error: 'arith.mulf' op requires the same type for all operands and results"
func.func @two(%x: tensor<5x7xf32>, %y: tensor<7x5xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<5x7xf32> to tensor<7x5xf32>
  %e = tensor.empty() : tensor<7x5xf32>
  %1 = linalg.exp ins(%0 : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
  %2 = arith.addf %1, %y {layout.rule = #two} : tensor<7x5xf32>
  %3 = arith.mulf %2, %y {layout.rule = #two} : tensor<7x5xf32>
  %4 = layout.layout_transform %3 by <(i, j) -> (j, i)> : tensor<7x5xf32> to tensor<5x7xf32>
  %5 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<7x5xf32> to tensor<5x7xf32>
  return %4, %5 : tensor<5x7xf32>, tensor<5x7xf32>
}

// CHECK-LABEL: func.func @unit(
// CHECK: linalg.exp {{.*}} : tensor<5x7x1xf32>
// CHECK: arith.addf {{.*}} : tensor<7x1x5xf32>
// REMARK: Missed{{.*}} Function=unit |
func.func @unit(%x: tensor<5x1x7xf32>, %y: tensor<7x1x5xf32>) -> (tensor<5x1x7xf32>, tensor<5x1x7xf32>) {
  %0 = layout.layout_transform %x by <(i, u, j) -> (j, u, i)> : tensor<5x1x7xf32> to tensor<7x1x5xf32>
  %e = tensor.empty() : tensor<7x1x5xf32>
  %1 = linalg.exp ins(%0 : tensor<7x1x5xf32>) outs(%e : tensor<7x1x5xf32>) -> tensor<7x1x5xf32>
  %2 = arith.addf %1, %y {layout.rule = #unit} : tensor<7x1x5xf32>
  %3 = layout.layout_transform %2 by <(i, u, j) -> (j, u, i)> : tensor<7x1x5xf32> to tensor<5x1x7xf32>
  %4 = layout.layout_transform %1 by <(i, u, j) -> (j, u, i)> : tensor<7x1x5xf32> to tensor<5x1x7xf32>
  return %3, %4 : tensor<5x1x7xf32>, tensor<5x1x7xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:[^:]*]]: tensor<5x3x?xf32>, %[[Y:[^:]*]]: tensor<?x5x3xf32>
// CHECK: linalg.exp ins(%[[X]] : tensor<5x3x?xf32>)
// CHECK: arith.addf %{{.*}}, %[[Y]] {{.*}} : tensor<?x5x3xf32>
// REMARK: Missed{{.*}} Function=dynamic |
func.func @dynamic(%x: tensor<5x3x?xf32>, %y: tensor<?x5x3xf32>) -> (tensor<5x3x?xf32>, tensor<5x3x?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = layout.layout_transform %x by <(j, k, i) -> (i, j, k)> : tensor<5x3x?xf32> to tensor<?x5x3xf32>
  %d = tensor.dim %0, %c0 : tensor<?x5x3xf32>
  %e = tensor.empty(%d) : tensor<?x5x3xf32>
  %1 = linalg.exp ins(%0 : tensor<?x5x3xf32>) outs(%e : tensor<?x5x3xf32>) -> tensor<?x5x3xf32>
  %2 = arith.addf %1, %y {layout.rule = #dynamic} : tensor<?x5x3xf32>
  %3 = layout.layout_transform %2 by <(i, j, k) -> (j, k, i)> : tensor<?x5x3xf32> to tensor<5x3x?xf32>
  %4 = layout.layout_transform %1 by <(i, j, k) -> (j, k, i)> : tensor<?x5x3xf32> to tensor<5x3x?xf32>
  return %3, %4 : tensor<5x3x?xf32>, tensor<5x3x?xf32>
}

// The shapes 5x? and ?x5 may be equal at run time, so that the verifiers accept
// both in one op, but they are two layouts.
// CHECK-LABEL: func.func @compatible(
// CHECK: linalg.exp {{.*}} : tensor<5x?xf32>
// CHECK: arith.addf %{{.*}}, %{{.*}} {{.*}} : tensor<?x5xf32>
// CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} {{.*}} : tensor<?x5xf32>
// REMARK: Missed{{.*}} Function=compatible | Remark="arith.addf stays as it is: requires 'applyLayouts' to build valid ops, found an error: 'arith.addf' op requires the same shape for all operands and results"
// REMARK: Missed{{.*}} Function=compatible | Remark="arith.cmpf stays as it is: requires 'applyLayouts' to build valid ops, found an error: 'arith.cmpf' op requires all operands to have the same type"
func.func @compatible(%x: tensor<5x?xf32>, %y: tensor<?x5xf32>) -> (tensor<5x?xf32>, tensor<5x?xi1>, tensor<5x?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<5x?xf32> to tensor<?x5xf32>
  %d = tensor.dim %0, %c0 : tensor<?x5xf32>
  %e = tensor.empty(%d) : tensor<?x5xf32>
  %1 = linalg.exp ins(%0 : tensor<?x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %2 = arith.addf %1, %y {layout.rule = #square} : tensor<?x5xf32>
  %3 = arith.cmpf ogt, %1, %y {layout.rule = #square} : tensor<?x5xf32>
  %4 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<?x5xf32> to tensor<5x?xf32>
  %5 = layout.layout_transform %3 by <(i, j) -> (j, i)> : tensor<?x5xi1> to tensor<5x?xi1>
  %6 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<?x5xf32> to tensor<5x?xf32>
  return %4, %5, %6 : tensor<5x?xf32>, tensor<5x?xi1>, tensor<5x?xf32>
}

// The rule is right, and it is dropped with the layout that it describes.
// CHECK-LABEL: func.func @right(
// CHECK-SAME: %[[X:[^:]*]]: tensor<5x7xf32>
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[X]], %[[X]] : tensor<5x7xf32>
// CHECK-NEXT: return %[[A]]
func.func @right(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<5x7xf32> to tensor<7x5xf32>
  %1 = arith.addf %0, %0 {layout.rule = #right} : tensor<7x5xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<7x5xf32> to tensor<5x7xf32>
  return %2 : tensor<5x7xf32>
}
