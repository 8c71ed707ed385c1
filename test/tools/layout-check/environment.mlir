// Options in the environment come before those of the command line, which count.
// RUN: env LAYOUT_CHECK_OPTIONS=--seed=7 layout-check %s %s | FileCheck %s --check-prefix=SEVEN
// RUN: env LAYOUT_CHECK_OPTIONS="--seed=7 --code=kernels" layout-check --seed=9 %s %s | FileCheck %s --check-prefix=NINE
// RUN: env LAYOUT_CHECK_OPTIONS=--sed=7 %expect-exit 2 layout-check %s %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// SEVEN: seed 7, result 0
// NINE: seed 9, result 0
// UNKNOWN: Unknown command line argument '--sed=7'

func.func @f(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %empty = tensor.empty() : tensor<4x5xf32>
  %0 = linalg.exp ins(%x : tensor<4x5xf32>) outs(%empty : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
