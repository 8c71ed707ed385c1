// Vectors, with unit dims or without, stay within 25 % of their mean, also of a negative
// one; larger tensors are drawn around 0, with a bound that depends on the fan-in.
// RUN: layout-opt %s --layout-randomize-splats="seed=11" -o %t.mlir
// RUN: %python %S/Inputs/bounds.py %t.mlir | FileCheck %s
// The data depends only on the seed.
// RUN: layout-opt %s --layout-randomize-splats="seed=11" | diff %t.mlir -
// RUN: layout-opt %s --layout-randomize-splats="seed=12" | not diff %t.mlir - > %t.diff

// CHECK: tensor<1x90x1xf64> from -2.4{{[0-9]}} to -1.5{{[0-9]}} mean -{{2.0[0-9]|1.9[0-9]}}
// sqrt(6 / 30) = 0.45.
// CHECK: tensor<3x30xf64> from -0.4{{[2-5]}} to 0.4{{[2-5]}} mean {{-?}}0.0
// CHECK: tensor<90xf32> from 3.{{[01][0-9]}} to 4.9{{[0-9]}} mean {{4.0[0-9]|3.9[0-9]}}
// A constant of the largest size allowed is replaced, a larger one is not (see data.mlir).
// CHECK: tensor<91xf32> from 7{{[5-9]..}}.{{.*}} to 12{{[0-4]..}}.{{.*}} mean {{99|100|101}}
func.func @f() -> (tensor<90xf32>, tensor<1x90x1xf64>, tensor<3x30xf64>, tensor<91xf32>) {
  %a = arith.constant dense<4.0> : tensor<90xf32>
  %b = arith.constant dense<-2.0> : tensor<1x90x1xf64>
  %c = arith.constant dense<7.0> : tensor<3x30xf64>
  %d = arith.constant dense<1.0e4> : tensor<91xf32>
  return %a, %b, %c, %d : tensor<90xf32>, tensor<1x90x1xf64>, tensor<3x30xf64>, tensor<91xf32>
}
