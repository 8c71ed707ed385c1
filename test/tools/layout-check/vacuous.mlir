// The exit code is 2 if equal outputs prove nothing.
// RUN: split-file %s %t
// RUN: %expect-exit 2 layout-check %t/constant.mlir %t/constant.mlir | FileCheck %s --check-prefix=SAME
// RUN: %expect-exit 2 layout-check %t/uniform.mlir %t/uniform.mlir | FileCheck %s --check-prefix=UNIFORM
// RUN: %expect-exit 2 layout-check %t/no-result.mlir %t/no-result.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: layout-check --allow-vacuous %t/constant.mlir %t/constant.mlir | FileCheck %s --check-prefix=ALLOWED
// RUN: layout-check --allow-vacuous %t/uniform.mlir %t/uniform.mlir | FileCheck %s --check-prefix=ALLOWED
// A difference still counts.
// RUN: %expect-exit 1 layout-check %t/uniform.mlir %t/other.mlir | FileCheck %s --check-prefix=DIFF
// RUN: %expect-exit 1 layout-check --allow-vacuous %t/uniform.mlir %t/other.mlir | FileCheck %s --check-prefix=DIFF

// SAME: could not compare: result 1 is the same for two seeds
// UNIFORM: could not compare: all elements of result 0 are equal
// NONE: expected one public function with a body and a result, or one of them called forward or main, found none
// NONE: could not compare: no entry function
// RUN: %expect-exit 2 layout-check %t/no-result.mlir %t/no-result.mlir --entry=f 2>&1 | FileCheck %s --check-prefix=NAMED
// NAMED: error: requires results, found none of @f
// ALLOWED: {{^equal$}}
// DIFF: {{^different$}}

//--- constant.mlir
func.func @f(%a: f32) -> (f32, tensor<3xf32>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  return %a, %c : f32, tensor<3xf32>
}

//--- uniform.mlir
func.func @f(%a: f32) -> tensor<5xf32> {
  %s = tensor.splat %a : tensor<5xf32>
  return %s : tensor<5xf32>
}

//--- other.mlir
func.func @f(%a: f32) -> tensor<5xf32> {
  %b = arith.addf %a, %a : f32
  %s = tensor.splat %b : tensor<5xf32>
  return %s : tensor<5xf32>
}

//--- no-result.mlir
func.func @f(%a: f32) {
  return
}
