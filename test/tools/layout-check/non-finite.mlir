// NaN and infinities must be at the same positions.
// RUN: split-file %s %t
// RUN: layout-check %t/nan.mlir %t/nan.mlir | FileCheck %s --check-prefix=SAME
// RUN: %expect-exit 1 layout-check %t/nan.mlir %t/nan-elsewhere.mlir | FileCheck %s --check-prefix=NAN
// RUN: %expect-exit 1 layout-check %t/nan.mlir %t/inf.mlir | FileCheck %s --check-prefix=INF

// SAME: worst difference 0
// SAME: {{^equal$}}
// NAN: different; not finite in the same way at [1]: nan and
// NAN: {{^different$}}
// INF: different; not finite in the same way at [1]: nan and inf

//--- nan.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<[0.0, 0x7FC00000, 0.0, 0x7F800000]> : tensor<4xf32>
  %r = arith.addf %a, %c : tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- nan-elsewhere.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<[0.0, 0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  %r = arith.addf %a, %c : tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- inf.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<[0.0, 0x7F800000, 0.0, 0x7F800000]> : tensor<4xf32>
  %r = arith.addf %a, %c : tensor<4xf32>
  return %r : tensor<4xf32>
}
