// Ops that make tensors of scalars are made in the layout that is wanted, and
// named ops keep their names when their loops change.
//
// Covers: R19, R20, R21, R25

// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=splat
// RUN: layout-check %s %t.mlir --entry=generate
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=3
// RUN: layout-check %s %t.mlir --entry=elementwise
// RUN: layout-check %s %t.mlir --entry=reduce
// RUN: layout-opt %s --layout-pipeline="target=nchw8c" -o %t.blocked.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.blocked.mlir
// RUN: layout-check %s %t.blocked.mlir --entry=splat
// RUN: layout-check %s %t.blocked.mlir --entry=generate
// RUN: layout-check %s %t.blocked.mlir --entry=reduce

!x = tensor<1x16x6x5xf32>
!w = tensor<16x16x1x1xf32>

// CHECK-LABEL: func.func @splat(
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK-NOT: linalg.transpose
// CHECK: linalg.fill ins(%arg1 : f32) outs(%{{.*}} : tensor<1x6x5x16xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.transpose {{.*}} permutation = [0, 3, 1, 2]
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @splat(%x: !x, %s: f32) -> !x {
  %w = arith.constant dense<0.25> : !w
  %zero = arith.constant dense<0.0> : !x
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  %k = tensor.splat %s : !x
  %1 = arith.mulf %0, %k : !x
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : !x, !w) outs(%zero : !x) -> !x
  return %2 : !x
}

// The body reads logical indices.
// CHECK-LABEL: func.func @generate(
// CHECK: tensor.generate
// CHECK: ^bb0(%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %[[C:.*]]: index):
// CHECK: arith.index_cast %[[C]]
// CHECK: : tensor<1x6x5x16xf32>
// BLOCKED-LABEL: func.func @generate(
// BLOCKED: tensor.generate
// BLOCKED: ^bb0(%{{.*}}: index, %[[BLOCK:.*]]: index, %{{.*}}: index, %{{.*}}: index, %[[WITHIN:.*]]: index):
// BLOCKED: affine.apply #{{.*}}(%[[BLOCK]], %[[WITHIN]])
// BLOCKED: : tensor<1x2x6x5x8xf32>
func.func @generate(%x: !x) -> !x {
  %w = arith.constant dense<0.25> : !w
  %zero = arith.constant dense<0.0> : !x
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  %k = tensor.generate {
  ^bb0(%n: index, %c: index, %h: index, %v: index):
    %i = arith.index_cast %c : index to i32
    %f = arith.sitofp %i : i32 to f32
    tensor.yield %f : f32
  } : !x
  %1 = arith.mulf %0, %k : !x
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : !x, !w) outs(%zero : !x) -> !x
  return %2 : !x
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-DAG: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<?x6x5x16xf32>)
// CHECK-DAG: } : tensor<?x6x5x16xf32>
func.func @dynamic(%x: tensor<?x16x6x5xf32>, %s: f32) -> tensor<?x16x6x5xf32> {
  %w = arith.constant dense<0.25> : !w
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x16x6x5xf32>
  %z = arith.constant 0.0 : f32
  %zero = tensor.splat %z[%d] : tensor<?x16x6x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x16x6x5xf32>, !w) outs(%zero : tensor<?x16x6x5xf32>) -> tensor<?x16x6x5xf32>
  %k = tensor.splat %s[%d] : tensor<?x16x6x5xf32>
  %g = tensor.generate %d {
  ^bb0(%n: index, %c: index, %h: index, %v: index):
    %j = arith.addi %n, %c : index
    %i = arith.index_cast %j : index to i32
    %f = arith.sitofp %i : i32 to f32
    tensor.yield %f : f32
  } : tensor<?x16x6x5xf32>
  %1 = arith.mulf %0, %k : tensor<?x16x6x5xf32>
  %2 = arith.addf %1, %g : tensor<?x16x6x5xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w : tensor<?x16x6x5xf32>, !w) outs(%zero : tensor<?x16x6x5xf32>) -> tensor<?x16x6x5xf32>
  return %3 : tensor<?x16x6x5xf32>
}

// CHECK-LABEL: func.func @elementwise(
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%{{.*}} : tensor<1x6x5x16xf32>)
// CHECK: linalg.map { math.absf } ins(%{{.*}} : tensor<1x6x5x16xf32>)
// CHECK: arith.select
func.func @elementwise(%x: !x, %c: tensor<1x16x6x5xi1>) -> !x {
  %w = arith.constant dense<0.25> : !w
  %zero = arith.constant dense<0.0> : !x
  %e = tensor.empty() : !x
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%0 : !x) outs(%e : !x) -> !x
  %2 = linalg.map { math.absf } ins(%1 : !x) outs(%e : !x)
  %3 = arith.select %c, %0, %2 : tensor<1x16x6x5xi1>, !x
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %w : !x, !w) outs(%zero : !x) -> !x
  return %4 : !x
}

// CHECK-LABEL: func.func @reduce(
// CHECK: linalg.reduce { arith.addf } ins(%{{.*}} : tensor<1x6x5x16xf32>) outs(%{{.*}} : tensor<1x6x5xf32>) dimensions = [3]
// CHECK: linalg.broadcast ins(%{{.*}} : tensor<1x6x5xf32>) outs(%{{.*}} : tensor<1x6x5x16xf32>) dimensions = [3]
// BLOCKED-LABEL: func.func @reduce(
// BLOCKED: linalg.reduce { arith.addf } ins(%{{.*}} : tensor<1x2x6x5x8xf32>) outs(%{{.*}} : tensor<1x6x5xf32>) dimensions = [1, 4]
// BLOCKED: linalg.broadcast ins(%{{.*}} : tensor<1x6x5xf32>) outs(%{{.*}} : tensor<1x2x6x5x8xf32>) dimensions = [1, 4]
func.func @reduce(%x: !x) -> !x {
  %w = arith.constant dense<0.25> : !w
  %zero = arith.constant dense<0.0> : !x
  %none = arith.constant dense<0.0> : tensor<1x6x5xf32>
  %e = tensor.empty() : !x
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  %r = linalg.reduce {arith.addf} ins(%0 : !x) outs(%none : tensor<1x6x5xf32>) dimensions = [1]
  %b = linalg.broadcast ins(%r : tensor<1x6x5xf32>) outs(%e : !x) dimensions = [1]
  %1 = arith.addf %0, %b : !x
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : !x, !w) outs(%zero : !x) -> !x
  return %2 : !x
}
