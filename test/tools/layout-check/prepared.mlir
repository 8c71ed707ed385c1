// Programs with functions that prepare arguments are run without warnings, and
// whatever the names of their other functions are.

// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=main 2>&1 | FileCheck %s --check-prefix=EQUAL --implicit-check-not=warning
// RUN: layout-check %s %t.mlir --entry=caller 2>&1 | FileCheck %s --check-prefix=EQUAL --implicit-check-not=warning
// RUN: layout-run %t.mlir --entry=caller 2>&1 | FileCheck %s --check-prefix=RESULT --implicit-check-not=warning
// RUN: layout-run %t.mlir --entry=main --emit=obj -o %t.o --symbol=layer 2>&1 | count 0
// EQUAL: {{^equal$}}
// RESULT: result 0 : tensor<2x1x3x5xf32>

!x = tensor<2x3x3x5xf32>
!w = tensor<1x3x1x1xf32>
!y = tensor<2x1x3x5xf32>

func.func private @main.prepared(%y: !y) -> !y {
  %0 = math.tanh %y : !y
  return %0 : !y
}
// CHECK: func.func @main.prepare({{.*}} {layout.host = {
// CHECK: func.func @main(
// CHECK: call @main.prepared(
func.func @main(%x: !x, %w: !w {layout.constant}) -> !y {
  %zero = arith.constant dense<0.0> : !y
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !y) -> !y
  %1 = call @main.prepared(%0) : (!y) -> !y
  return %1 : !y
}
// CHECK: func.func @caller(
// CHECK: call @main.prepare(
func.func @caller(%x: !x, %w: !w) -> !y {
  %0 = call @main(%x, %w) : (!x, !w) -> !y
  return %0 : !y
}
