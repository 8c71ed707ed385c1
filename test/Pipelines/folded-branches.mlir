// Branches that are folded leave blocks that are not reached. These are erased,
// or the functions would stay as they are.

// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: FileCheck %s --implicit-check-not=conv_2d_nchw_fchw < %t.mlir
// RUN: layout-check %s %t.mlir --entry=forwards --int-range=0,1
// RUN: layout-check %s %t.mlir --entry=forwards --int-range=1,2
// RUN: layout-check %s %t.mlir --entry=constant
// RUN: layout-opt %s --layout-pipeline="target=nhwc-packed8 indivisible=priced" -o %t.choices.mlir
// RUN: layout-check %s %t.choices.mlir --entry=forwards --int-range=0,1
// RUN: layout-check %s %t.choices.mlir --entry=constant

!x = tensor<1x5x3x2xf32>
!w = tensor<5x5x1x1xf32>

// The first branch goes on to ^join at once.
// CHECK: func.func @forwards(
// CHECK: cf.cond_br %{{.*}}, ^[[JOIN:.*]](%{{.*}} : tensor<1x3x2x5xf32>), ^
// CHECK-NOT: no predecessors
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: ^[[JOIN]](%{{.*}}: tensor<1x3x2x5xf32>):
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @forwards(%x: !x, %w: !w, %n: index) -> !x {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : !x
  %isZero = arith.cmpi eq, %n, %c0 : index
  cf.cond_br %isZero, ^skip, ^layer
^skip:
  cf.br ^join(%x : !x)
^layer:
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  cf.br ^join(%0 : !x)
^join(%y: !x):
  %1 = linalg.conv_2d_nchw_fchw ins(%y, %w : !x, !w) outs(%zero : !x) -> !x
  return %1 : !x
}

// The condition is known once ops are folded.
// CHECK: func.func @constant(
// CHECK-NOT: cf.
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: cf.
// CHECK: return
func.func @constant(%x: !x, %w: !w) -> !x {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : !x
  %three = arith.addi %c1, %c2 : index
  %isLess = arith.cmpi slt, %three, %c2 : index
  cf.cond_br %isLess, ^never, ^layer
^never:
  cf.br ^never
^layer:
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  return %0 : !x
}
