// The exit code is 1 beyond the tolerance and 0 within it. Integers have none.
// RUN: split-file %s %t
// RUN: %expect-exit 1 layout-check %t/a.mlir %t/far.mlir | FileCheck %s --check-prefix=FAR
// RUN: layout-check %t/a.mlir %t/near.mlir | FileCheck %s --check-prefix=NEAR
// RUN: %expect-exit 1 layout-check %t/int.mlir %t/int-off.mlir | FileCheck %s --check-prefix=INT
// RUN: %expect-exit 1 layout-check %t/permuted.mlir %t/a.mlir | FileCheck %s --check-prefix=FAR

// FAR: result 0 : tensor<2x2xf32>: different; worst difference {{.*}}, allowed {{.*}}, at [{{[01]}}, {{[01]}}]: {{.*}} and
// FAR: {{^different$}}
// NEAR: result 0 : tensor<2x2xf32>: equal; worst difference {{.*}}e-05, allowed
// NEAR: {{^equal$}}
// INT: result 0 : tensor<8xi32>: different; {{[0-9]}} of 8 integers differ, the first at [{{[0-7]}}]:
// INT: {{^different$}}

//--- a.mlir
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  return %a : tensor<2x2xf32>
}

//--- far.mlir
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c = arith.constant dense<1.001> : tensor<2x2xf32>
  %r = arith.mulf %a, %c : tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

//--- near.mlir
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c = arith.constant dense<1.00005> : tensor<2x2xf32>
  %r = arith.mulf %a, %c : tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

//--- permuted.mlir
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %r = linalg.transpose ins(%a : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) permutation = [1, 0]
  return %r : tensor<2x2xf32>
}

//--- int.mlir
func.func @f(%a: tensor<8xi32>) -> tensor<8xi32> {
  return %a : tensor<8xi32>
}

//--- int-off.mlir
func.func @f(%a: tensor<8xi32>) -> tensor<8xi32> {
  %c = arith.constant dense<3> : tensor<8xi32>
  %r = arith.minsi %a, %c : tensor<8xi32>
  %two = arith.constant dense<2> : tensor<8xi32>
  %q = arith.minsi %r, %two : tensor<8xi32>
  return %q : tensor<8xi32>
}
