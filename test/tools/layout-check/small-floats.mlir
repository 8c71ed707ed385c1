// Floats of 8 bits are passed and returned, and layout-run prints and writes them.
// RUN: layout-check %s %s --entry=transpose | FileCheck %s
// RUN: layout-check %s %s --entry=transpose --code=kernels | FileCheck %s
// RUN: layout-run %s --entry=constant --output=%t.npy
// RUN: layout-run %s --entry=constant | FileCheck %s --check-prefix=PRINTED
// RUN: layout-run %s --entry=same --input=%t.npy | FileCheck %s --check-prefix=PRINTED

// CHECK: seed 1, result 0 : tensor<17x9xf8E4M3FN>: equal; worst difference 0, allowed
// CHECK: {{^equal$}}
func.func @transpose(%x: tensor<9x17xf8E4M3FN>) -> tensor<17x9xf8E4M3FN> {
  %empty = tensor.empty() : tensor<17x9xf8E4M3FN>
  %0 = linalg.transpose ins(%x : tensor<9x17xf8E4M3FN>) outs(%empty : tensor<17x9xf8E4M3FN>) permutation = [1, 0]
  return %0 : tensor<17x9xf8E4M3FN>
}

// PRINTED: tensor<3xf8E5M2>
// PRINTED-NEXT: {{^}}[1.5, -0.25, inf]{{$}}
func.func @constant() -> tensor<3xf8E5M2> {
  %0 = arith.constant dense<[1.5, -0.25, 0x7C]> : tensor<3xf8E5M2>
  return %0 : tensor<3xf8E5M2>
}
func.func @same(%x: tensor<3xf8E5M2>) -> tensor<3xf8E5M2> {
  return %x : tensor<3xf8E5M2>
}
