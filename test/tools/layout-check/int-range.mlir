// Integers of 16 bits or more and index are drawn from --int-range, 0 to 3 by
// default. Smaller integers always take their full range.
// RUN: split-file %s %t
// RUN: layout-check %t/a.mlir %t/clamped.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/a.mlir %t/clamped.mlir --int-range=1,3 | FileCheck %s --check-prefix=EQUAL
// RUN: %expect-exit 1 layout-check %t/a.mlir %t/clamped.mlir --int-range=-7,9 | FileCheck %s --check-prefix=WIDER
// RUN: %expect-exit 1 layout-check %t/a.mlir %t/clamped.mlir --int-range=0,4 | FileCheck %s --check-prefix=WIDER
// All values from 0 to 3 occur.
// RUN: %expect-exit 1 layout-check %t/a.mlir %t/narrow.mlir | FileCheck %s --check-prefix=WIDER
// RUN: %expect-exit 1 layout-check %t/bytes.mlir %t/bytes-clamped.mlir --int-range=0,3 | FileCheck %s --check-prefix=BYTES
// Bounds in the wrong order are an error. With equal bounds all inputs are equal,
// so that the programs cannot be compared.
// RUN: %expect-exit 2 layout-check %t/a.mlir %t/a.mlir --int-range=3,0 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: %expect-exit 2 layout-check %t/a.mlir %t/a.mlir --int-range=2,2 | FileCheck %s --check-prefix=SAME

// EQUAL: result 0 : tensor<99xi16>: equal; no difference
// EQUAL: result 1 : tensor<99xi64>: equal; no difference
// EQUAL: result 2 : tensor<99xindex>: equal; no difference
// EQUAL: {{^equal$}}
// WIDER: result 0 : tensor<99xi16>: different
// WIDER: result 1 : tensor<99xi64>: different
// WIDER: result 2 : tensor<99xindex>: different
// BYTES: result 0 : tensor<999xi8>: different
// BYTES: result 1 : tensor<99xi4>: different
// ORDER: could not compare: --int-range takes two integers lowest,highest, found '3,0'
// SAME: could not compare: {{.*}}result 0

//--- a.mlir
func.func @f(%a: tensor<99xi16>, %b: tensor<99xi64>, %c: tensor<99xindex>) -> (tensor<99xi16>, tensor<99xi64>, tensor<99xindex>) {
  return %a, %b, %c : tensor<99xi16>, tensor<99xi64>, tensor<99xindex>
}

//--- clamped.mlir
func.func @f(%a: tensor<99xi16>, %b: tensor<99xi64>, %c: tensor<99xindex>) -> (tensor<99xi16>, tensor<99xi64>, tensor<99xindex>) {
  %a0 = arith.constant dense<0> : tensor<99xi16>
  %b0 = arith.constant dense<0> : tensor<99xi64>
  %c0 = arith.constant dense<0> : tensor<99xindex>
  %a3 = arith.constant dense<3> : tensor<99xi16>
  %b3 = arith.constant dense<3> : tensor<99xi64>
  %c3 = arith.constant dense<3> : tensor<99xindex>
  %a1 = arith.maxsi %a, %a0 : tensor<99xi16>
  %b1 = arith.maxsi %b, %b0 : tensor<99xi64>
  %c1 = arith.maxsi %c, %c0 : tensor<99xindex>
  %a2 = arith.minsi %a1, %a3 : tensor<99xi16>
  %b2 = arith.minsi %b1, %b3 : tensor<99xi64>
  %c2 = arith.minsi %c1, %c3 : tensor<99xindex>
  return %a2, %b2, %c2 : tensor<99xi16>, tensor<99xi64>, tensor<99xindex>
}

//--- narrow.mlir
func.func @f(%a: tensor<99xi16>, %b: tensor<99xi64>, %c: tensor<99xindex>) -> (tensor<99xi16>, tensor<99xi64>, tensor<99xindex>) {
  %a2 = arith.constant dense<2> : tensor<99xi16>
  %b1 = arith.constant dense<1> : tensor<99xi64>
  %c2 = arith.constant dense<2> : tensor<99xindex>
  %a3 = arith.minsi %a, %a2 : tensor<99xi16>
  %b3 = arith.maxsi %b, %b1 : tensor<99xi64>
  %c3 = arith.minsi %c, %c2 : tensor<99xindex>
  return %a3, %b3, %c3 : tensor<99xi16>, tensor<99xi64>, tensor<99xindex>
}

//--- bytes.mlir
func.func @f(%a: tensor<999xi8>, %b: tensor<99xi4>) -> (tensor<999xi8>, tensor<99xi4>) {
  return %a, %b : tensor<999xi8>, tensor<99xi4>
}

//--- bytes-clamped.mlir
func.func @f(%a: tensor<999xi8>, %b: tensor<99xi4>) -> (tensor<999xi8>, tensor<99xi4>) {
  %a0 = arith.constant dense<-120> : tensor<999xi8>
  %b0 = arith.constant dense<-7> : tensor<99xi4>
  %a1 = arith.maxsi %a, %a0 : tensor<999xi8>
  %b1 = arith.maxsi %b, %b0 : tensor<99xi4>
  return %a1, %b1 : tensor<999xi8>, tensor<99xi4>
}
