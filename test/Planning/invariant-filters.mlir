// The rewrite of a filter that a loop of branches reads, but does not change,
// runs in front of the loop, as it does for loops with regions.

// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=nest
// RUN: layout-check %s %t.mlir --entry=nest --code=kernels
// RUN: layout-check %s %t.mlir --entry=never
// RUN: layout-check %s %t.mlir --entry=dynamic
// RUN: layout-check %s %t.mlir --entry=computed
// RUN: layout-check %s %t.mlir --entry=passed
// RUN: layout-opt %t.mlir --layout-pipeline=target=nhwc -o %t.again.mlir
// RUN: FileCheck %s < %t.again.mlir

!x = tensor<1x5x3x2xf32>
!w = tensor<5x5x1x1xf32>

// A nest of two loops: nothing is rewritten in either.
// CHECK-LABEL: func.func @nest(
// CHECK-SAME: %{{.*}}: tensor<1x5x3x2xf32>, %[[W:.*]]: tensor<5x5x1x1xf32>)
// CHECK: linalg.transpose ins(%[[W]] : tensor<5x5x1x1xf32>) outs(%{{.*}} : tensor<1x1x5x5xf32>)
// CHECK: cf.br ^[[OUTER:.*]](
// CHECK: ^[[OUTER]](
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: linalg.transpose
// CHECK: cf.br ^[[OUTER]](
// CHECK: linalg.transpose
// CHECK-NEXT: return
func.func @nest(%x: !x, %w: !w) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant dense<0.0> : !x
  cf.br ^outer(%c0, %x : index, !x)
^outer(%i: index, %a: !x):
  %more = arith.cmpi slt, %i, %c2 : index
  cf.cond_br %more, ^inner(%c0, %a : index, !x), ^exit
^inner(%j: index, %b: !x):
  %again = arith.cmpi slt, %j, %c3 : index
  cf.cond_br %again, ^body, ^next
^body:
  %0 = linalg.conv_2d_nchw_fchw ins(%b, %w : !x, !w) outs(%zero : !x) -> !x
  %j2 = arith.addi %j, %c1 : index
  cf.br ^inner(%j2, %0 : index, !x)
^next:
  %i2 = arith.addi %i, %c1 : index
  cf.br ^outer(%i2, %b : index, !x)
^exit:
  return %a : !x
}

// A loop that does not run: rewriting the filter has no effects. Here the
// program rewrites it itself.
// CHECK-LABEL: func.func @never(
// CHECK-SAME: %{{.*}}: tensor<1x3x2x5xf32>, %[[W:.*]]: tensor<5x5x1x1xf32>)
// CHECK: linalg.transpose ins(%[[W]] :
// CHECK: cf.br ^[[HEAD:.*]](
// CHECK: ^[[HEAD]](
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @never(%x: tensor<1x3x2x5xf32>, %w: !w) -> tensor<1x3x2x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<1x3x2x5xf32>
  cf.br ^head(%c0, %x : index, tensor<1x3x2x5xf32>)
^head(%i: index, %a: tensor<1x3x2x5xf32>):
  %again = arith.cmpi slt, %i, %c0 : index
  cf.cond_br %again, ^body, ^exit
^body:
  %e = tensor.empty() : tensor<1x1x5x5xf32>
  %t = linalg.transpose ins(%w : !w) outs(%e : tensor<1x1x5x5xf32>) permutation = [2, 3, 1, 0]
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %t : tensor<1x3x2x5xf32>, tensor<1x1x5x5xf32>) outs(%zero : tensor<1x3x2x5xf32>) -> tensor<1x3x2x5xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %0 : index, tensor<1x3x2x5xf32>)
^exit:
  return %a : tensor<1x3x2x5xf32>
}

// Unknown sizes, and an image that is the same in each iteration.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:.*]]: tensor<?x5x1x?xf32>, %[[W:.*]]: tensor<5x5x1x1xf32>, %[[Y:.*]]: tensor<?x5x1x?xf32>)
// CHECK-DAG: linalg.transpose ins(%[[X]] :
// CHECK-DAG: linalg.transpose ins(%[[W]] :
// CHECK-DAG: linalg.transpose ins(%[[Y]] :
// CHECK: cf.br ^[[HEAD:.*]](
// CHECK: ^[[HEAD]](
// CHECK-NOT: linalg.transpose
// CHECK: cf.br ^[[HEAD]](
func.func @dynamic(%x: tensor<?x5x1x?xf32>, %w: !w, %y: tensor<?x5x1x?xf32>) -> tensor<?x5x1x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  cf.br ^head(%c0, %y : index, tensor<?x5x1x?xf32>)
^head(%i: index, %a: tensor<?x5x1x?xf32>):
  %again = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %again, ^body, ^exit
^body:
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x5x1x?xf32>, !w) outs(%a : tensor<?x5x1x?xf32>) -> tensor<?x5x1x?xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %0 : index, tensor<?x5x1x?xf32>)
^exit:
  return %a : tensor<?x5x1x?xf32>
}

// A filter that the outer loop computes is rewritten there, once for each of
// its iterations.
// CHECK-LABEL: func.func @computed(
// CHECK: cf.br ^[[OUTER:.*]](
// CHECK: ^[[OUTER]](
// CHECK: cf.cond_br %{{.*}}, ^[[START:.*]], ^[[EXIT:.*]]
// CHECK: ^[[START]]:
// CHECK: linalg.transpose
// CHECK: cf.br ^[[INNER:.*]](
// CHECK: ^[[INNER]](
// CHECK-NOT: linalg.transpose
// CHECK: cf.br ^[[OUTER]](
func.func @computed(%x: !x, %w: !w) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant dense<0.0> : !x
  cf.br ^outer(%c0, %x, %w : index, !x, !w)
^outer(%i: index, %a: !x, %v: !w):
  %more = arith.cmpi slt, %i, %c2 : index
  cf.cond_br %more, ^start, ^exit
^start:
  %n = tensor.empty() : !w
  %u = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (b, a, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v : !w) outs(%n : !w) attrs = {layout.frozen} {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %in : f32
    linalg.yield %sum : f32
  } -> !w
  cf.br ^inner(%c0, %a : index, !x)
^inner(%j: index, %b: !x):
  %again = arith.cmpi slt, %j, %c3 : index
  cf.cond_br %again, ^body, ^next
^body:
  %0 = linalg.conv_2d_nchw_fchw ins(%b, %u : !x, !w) outs(%zero : !x) -> !x
  %j2 = arith.addi %j, %c1 : index
  cf.br ^inner(%j2, %0 : index, !x)
^next:
  %i2 = arith.addi %i, %c1 : index
  cf.br ^outer(%i2, %b, %u : index, !x, !w)
^exit:
  return %a : !x
}

// Blocks that pass a filter on, as it is, do not hide that it is invariant.
// CHECK-LABEL: func.func @passed(
// CHECK-SAME: %{{.*}}: tensor<1x5x3x2xf32>, %[[W:.*]]: tensor<5x5x1x1xf32>)
// CHECK: linalg.transpose ins(%[[W]] : tensor<5x5x1x1xf32>) outs(%{{.*}} : tensor<1x1x5x5xf32>)
// CHECK: cf.br ^[[OUTER:.*]](%{{.*}}, %{{.*}} : index, tensor<1x3x2x5xf32>)
// CHECK: ^[[OUTER]](
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: linalg.transpose
// CHECK: cf.br ^[[OUTER]](
func.func @passed(%x: !x, %w: !w) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : !x
  cf.br ^outer(%c0, %x, %w : index, !x, !w)
^outer(%i: index, %a: !x, %v: !w):
  %more = arith.cmpi slt, %i, %c2 : index
  cf.cond_br %more, ^inner(%c0, %a, %v : index, !x, !w), ^exit
^inner(%j: index, %b: !x, %u: !w):
  %again = arith.cmpi slt, %j, %c2 : index
  cf.cond_br %again, ^body(%u : !w), ^next(%u : !w)
^body(%t: !w):
  %0 = linalg.conv_2d_nchw_fchw ins(%b, %t : !x, !w) outs(%zero : !x) -> !x
  %j2 = arith.addi %j, %c1 : index
  cf.br ^inner(%j2, %0, %t : index, !x, !w)
^next(%s: !w):
  %i2 = arith.addi %i, %c1 : index
  cf.br ^outer(%i2, %b, %s : index, !x, !w)
^exit:
  return %a : !x
}
