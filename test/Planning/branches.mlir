// Values that branches between blocks pass on have one layout, and a loop that
// branches make is left by rewrites as other loops are.
//
// Covers: R22

// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=join --int-range=0,2
// RUN: layout-check %s %t.mlir --entry=loop --int-range=0,4
// RUN: layout-check %s %t.mlir --entry=dynamic --int-range=1,5 --dims=3

!x = tensor<1x8x5x7xf32>
!w = tensor<8x8x1x1xf32>

// The block takes NHWC from both branches: one rewrite in front, one behind.
// CHECK-LABEL: func.func @join(
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK-NOT: linalg.transpose
// CHECK: cf.cond_br %{{.*}}, ^bb1, ^bb2(%{{.*}} : tensor<1x5x7x8xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: ^bb2(%{{.*}}: tensor<1x5x7x8xf32>):
// CHECK-NOT: linalg.transpose
// CHECK: linalg.transpose {{.*}} permutation = [0, 3, 1, 2]
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @join(%x: !x, %which: i1) -> !x {
  %w = arith.constant dense<0.25> : !w
  %zero = arith.constant dense<0.0> : !x
  %e = tensor.empty() : !x
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  cf.cond_br %which, ^exp, ^next(%0 : !x)
^exp:
  %1 = linalg.exp ins(%0 : !x) outs(%e : !x) -> !x
  cf.br ^next(%1 : !x)
^next(%y: !x):
  %2 = linalg.conv_2d_nchw_fchw ins(%y, %w : !x, !w) outs(%zero : !x) -> !x
  return %2 : !x
}

// One rewrite before the loop and one behind it, none in it.
// CHECK-LABEL: func.func @loop(
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK: cf.br ^bb1({{.*}} : tensor<1x5x7x8xf32>, index)
// CHECK: ^bb1(%{{.*}}: tensor<1x5x7x8xf32>, %{{.*}}: index):
// CHECK-NOT: linalg.transpose
// CHECK: cf.br ^bb1({{.*}} : tensor<1x5x7x8xf32>, index)
// CHECK: ^bb3:
// CHECK: linalg.transpose {{.*}} permutation = [0, 3, 1, 2]
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @loop(%x: !x, %n: index) -> !x {
  %w = arith.constant dense<0.25> : !w
  %zero = arith.constant dense<0.0> : !x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%x, %c0 : !x, index)
^head(%y: !x, %i: index):
  %again = arith.cmpi slt, %i, %n : index
  cf.cond_br %again, ^body, ^exit
^body:
  %1 = linalg.conv_2d_nchw_fchw ins(%y, %w : !x, !w) outs(%zero : !x) -> !x
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%1, %j : !x, index)
^exit:
  return %y : !x
}

// Both blocks swap their arguments; the sizes are those of the run.
// CHECK-LABEL: func.func @dynamic(
// CHECK: ^bb1(%{{.*}}: tensor<?x5x7x8xf32>, %{{.*}}: tensor<?x5x7x8xf32>, %{{.*}}: index):
// CHECK-NOT: linalg.transpose
// CHECK: ^bb3:
func.func @dynamic(%x: tensor<?x8x5x7xf32>, %y: tensor<?x8x5x7xf32>, %n: index) -> tensor<?x8x5x7xf32> {
  %w = arith.constant dense<0.25> : !w
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x8x5x7xf32>
  %e = tensor.empty(%d) : tensor<?x8x5x7xf32>
  %cst = arith.constant 0.0 : f32
  %zero = linalg.fill ins(%cst : f32) outs(%e : tensor<?x8x5x7xf32>) -> tensor<?x8x5x7xf32>
  cf.br ^head(%x, %y, %c0 : tensor<?x8x5x7xf32>, tensor<?x8x5x7xf32>, index)
^head(%a: tensor<?x8x5x7xf32>, %b: tensor<?x8x5x7xf32>, %i: index):
  %again = arith.cmpi slt, %i, %n : index
  cf.cond_br %again, ^body, ^exit
^body:
  %1 = linalg.conv_2d_nchw_fchw ins(%a, %w : tensor<?x8x5x7xf32>, !w) outs(%zero : tensor<?x8x5x7xf32>) -> tensor<?x8x5x7xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%b, %1, %j : tensor<?x8x5x7xf32>, tensor<?x8x5x7xf32>, index)
^exit:
  %r = linalg.add ins(%a, %b : tensor<?x8x5x7xf32>, tensor<?x8x5x7xf32>) outs(%e : tensor<?x8x5x7xf32>) -> tensor<?x8x5x7xf32>
  return %r : tensor<?x8x5x7xf32>
}

// One block is reached twice by one switch, with different values. Upstream
// does not bufferize a switch, so it is not run.
// CHECK-LABEL: func.func @switch(
// CHECK: ^bb1(%{{.*}}: tensor<1x5x7x8xf32>):
// CHECK-NOT: linalg.transpose
// CHECK: linalg.transpose {{.*}} permutation = [0, 3, 1, 2]
func.func @switch(%x: !x, %which: i32) -> !x {
  %w = arith.constant dense<0.25> : !w
  %zero = arith.constant dense<0.0> : !x
  %e = tensor.empty() : !x
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  %1 = linalg.abs ins(%0 : !x) outs(%e : !x) -> !x
  cf.switch %which : i32, [
    default: ^next(%0 : !x),
    1: ^next(%1 : !x)
  ]
^next(%y: !x):
  %2 = linalg.conv_2d_nchw_fchw ins(%y, %w : !x, !w) outs(%zero : !x) -> !x
  return %2 : !x
}
