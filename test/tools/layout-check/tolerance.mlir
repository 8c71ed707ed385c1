// The tolerance is 1e-4 times the largest value of a result, 2e-2 times that for
// f16, and 1.6e-1 times that for bf16, which has 3 bits of precision less.
// RUN: split-file %s %t
// RUN: layout-check %t/f32.mlir %t/f32-near.mlir | FileCheck %s --check-prefix=NEAR
// RUN: %expect-exit 1 layout-check %t/f32.mlir %t/f32-far.mlir | FileCheck %s --check-prefix=FAR
// RUN: layout-check %t/f16.mlir %t/f16-near.mlir | FileCheck %s --check-prefix=NEAR
// RUN: %expect-exit 1 layout-check %t/f16.mlir %t/f16-far.mlir | FileCheck %s --check-prefix=FAR
// RUN: layout-check %t/bf16.mlir %t/bf16-near.mlir | FileCheck %s --check-prefix=NEAR
// RUN: %expect-exit 1 layout-check %t/bf16.mlir %t/bf16-far.mlir | FileCheck %s --check-prefix=FAR
// RUN: layout-check %t/f32.mlir %t/small-element.mlir | FileCheck %s --check-prefix=NEAR
// If sums in two orders differ by more, another rounding of the inputs does that
// to one of them, too.
// RUN: layout-check %t/sum.mlir %t/sum-reversed.mlir | FileCheck %s --check-prefix=NEAR
// RUN: %expect-exit 1 layout-check %t/sum.mlir %t/sum-far.mlir | FileCheck %s --check-prefix=FAR
// A difference in any result counts.
// RUN: %expect-exit 1 layout-check %t/two.mlir %t/two-far.mlir | FileCheck %s --check-prefix=SECOND

// NEAR: result 0 : {{.*}}: equal; worst difference {{.*}}, allowed
// NEAR: {{^equal$}}
// FAR: result 0 : {{.*}}: different; worst difference {{.*}}, allowed
// FAR: {{^different$}}
// SECOND: seed 1, result 0 : tensor<2xf32>: equal
// SECOND: seed 1, result 1 : tensor<2xf32>: different
// SECOND: {{^different$}}

//--- f32.mlir
func.func @f(%a: tensor<64xf32>) -> tensor<64xf32> {
  return %a : tensor<64xf32>
}

//--- f32-near.mlir
func.func @f(%a: tensor<64xf32>) -> tensor<64xf32> {
  %c = arith.constant dense<1.00009> : tensor<64xf32>
  %0 = arith.mulf %a, %c : tensor<64xf32>
  return %0 : tensor<64xf32>
}

//--- f32-far.mlir
func.func @f(%a: tensor<64xf32>) -> tensor<64xf32> {
  %c = arith.constant dense<1.00011> : tensor<64xf32>
  %0 = arith.mulf %a, %c : tensor<64xf32>
  return %0 : tensor<64xf32>
}

//--- f16.mlir
func.func @f(%a: tensor<64xf16>) -> tensor<64xf16> {
  return %a : tensor<64xf16>
}

//--- f16-near.mlir
func.func @f(%a: tensor<64xf16>) -> tensor<64xf16> {
  %c = arith.constant dense<1.015> : tensor<64xf16>
  %0 = arith.mulf %a, %c : tensor<64xf16>
  return %0 : tensor<64xf16>
}

//--- f16-far.mlir
func.func @f(%a: tensor<64xf16>) -> tensor<64xf16> {
  %c = arith.constant dense<1.025> : tensor<64xf16>
  %0 = arith.mulf %a, %c : tensor<64xf16>
  return %0 : tensor<64xf16>
}

//--- bf16.mlir
func.func @f(%a: tensor<64xbf16>) -> tensor<64xbf16> {
  return %a : tensor<64xbf16>
}

//--- bf16-near.mlir
func.func @f(%a: tensor<64xbf16>) -> tensor<64xbf16> {
  %c = arith.constant dense<1.125> : tensor<64xbf16>
  %0 = arith.mulf %a, %c : tensor<64xbf16>
  return %0 : tensor<64xbf16>
}

//--- bf16-far.mlir
func.func @f(%a: tensor<64xbf16>) -> tensor<64xbf16> {
  %c = arith.constant dense<1.1875> : tensor<64xbf16>
  %0 = arith.mulf %a, %c : tensor<64xbf16>
  return %0 : tensor<64xbf16>
}

//--- small-element.mlir
// Adds 5e-5, which is much compared to the smallest of 64 elements.
func.func @f(%a: tensor<64xf32>) -> tensor<64xf32> {
  %c = arith.constant dense<5.0e-5> : tensor<64xf32>
  %0 = arith.addf %a, %c : tensor<64xf32>
  return %0 : tensor<64xf32>
}

//--- sum.mlir
func.func @f(%a: tensor<40x40xf16>) -> tensor<1xf16> {
  %c = arith.constant dense<1.0> : tensor<1xf16>
  %z = arith.constant dense<-35.0> : tensor<1xf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(j, k) -> (j, k)>, affine_map<(j, k) -> (0)>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<40x40xf16>) outs(%z : tensor<1xf16>) {
  ^bb0(%in: f16, %out: f16):
    %s = arith.addf %out, %in : f16
    linalg.yield %s : f16
  } -> tensor<1xf16>
  %1 = arith.mulf %0, %c : tensor<1xf16>
  return %1 : tensor<1xf16>
}

//--- sum-reversed.mlir
func.func @f(%a: tensor<40x40xf16>) -> tensor<1xf16> {
  %c = arith.constant dense<1.0> : tensor<1xf16>
  %z = arith.constant dense<-35.0> : tensor<1xf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (0)>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<40x40xf16>) outs(%z : tensor<1xf16>) {
  ^bb0(%in: f16, %out: f16):
    %s = arith.addf %out, %in : f16
    linalg.yield %s : f16
  } -> tensor<1xf16>
  %1 = arith.mulf %0, %c : tensor<1xf16>
  return %1 : tensor<1xf16>
}

//--- sum-far.mlir
func.func @f(%a: tensor<40x40xf16>) -> tensor<1xf16> {
  %c = arith.constant dense<2.0> : tensor<1xf16>
  %z = arith.constant dense<-35.0> : tensor<1xf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (0)>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<40x40xf16>) outs(%z : tensor<1xf16>) {
  ^bb0(%in: f16, %out: f16):
    %s = arith.addf %out, %in : f16
    linalg.yield %s : f16
  } -> tensor<1xf16>
  %1 = arith.mulf %0, %c : tensor<1xf16>
  return %1 : tensor<1xf16>
}

//--- two.mlir
func.func @f(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  return %a, %a : tensor<2xf32>, tensor<2xf32>
}

//--- two-far.mlir
func.func @f(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = arith.negf %a : tensor<2xf32>
  return %a, %0 : tensor<2xf32>, tensor<2xf32>
}
