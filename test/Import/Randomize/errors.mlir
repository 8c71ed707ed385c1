// RUN: layout-opt %s --layout-randomize-splats -verify-diagnostics

func.func @large() -> tensor<2147483648x4xf32> {
  // expected-error @below {{requires a splat of at most 4294967296 bytes, found 34359738368}}
  %0 = arith.constant dense<0.5> : tensor<2147483648x4xf32>
  return %0 : tensor<2147483648x4xf32>
}
