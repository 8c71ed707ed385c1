// From tensors to the LLVM dialect, with kernels as vectors or as loops. The
// buffer between two kernels is freed.

// RUN: layout-opt %s --layout-to-llvm="cpu=x86-64-v4" | FileCheck %s --check-prefixes=CHECK,VECTORS
// RUN: layout-opt %s --layout-to-llvm="schedule=false" | FileCheck %s
// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v3 contract=true" --layout-kernels-to-llvm | FileCheck %s
// RUN: layout-check %s %s --code=kernels
// REQUIRES: x86

// CHECK-NOT: unrealized_conversion_cast
// CHECK-LABEL: llvm.func @main(
// CHECK: llvm.call @malloc
// CHECK: llvm.call @[[A:kernel.*]](
// CHECK: llvm.call @malloc
// CHECK: llvm.call @[[B:kernel.*]](
// CHECK: llvm.call @free
// CHECK-NOT: llvm.call @malloc
// CHECK: llvm.return
// VECTORS: vector<16xf32>
// CHECK-NOT: unrealized_conversion_cast

func.func @main(%a: tensor<6x9xf32>, %b: tensor<9x20xf32>, %c: tensor<20x17xf32>) -> tensor<6x17xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<6x20xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<6x20xf32>) -> tensor<6x20xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<6x9xf32>, tensor<9x20xf32>) outs(%z0 : tensor<6x20xf32>) -> tensor<6x20xf32>
  %1 = linalg.abs ins(%0 : tensor<6x20xf32>) outs(%e0 : tensor<6x20xf32>) -> tensor<6x20xf32>
  %e1 = tensor.empty() : tensor<6x17xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<6x17xf32>) -> tensor<6x17xf32>
  %2 = linalg.matmul ins(%1, %c : tensor<6x20xf32>, tensor<20x17xf32>) outs(%z1 : tensor<6x17xf32>) -> tensor<6x17xf32>
  %3 = linalg.exp ins(%2 : tensor<6x17xf32>) outs(%e1 : tensor<6x17xf32>) -> tensor<6x17xf32>
  return %3 : tensor<6x17xf32>
}
