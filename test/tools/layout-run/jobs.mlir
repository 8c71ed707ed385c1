// The code does not depend on the number of threads that compile it.

// RUN: layout-run %s --runs=1 --jobs=1 --output=%t1.npy
// RUN: layout-run %s --runs=1 --jobs=3 --output=%t3.npy
// RUN: layout-run %s --runs=1 --output=%t.npy
// RUN: cmp %t1.npy %t3.npy
// RUN: cmp %t1.npy %t.npy
// RUN: layout-run %s --jobs=1 --emit=llvm -o %t1.ll
// RUN: layout-run %s --jobs=3 --emit=llvm -o %t3.ll
// RUN: cmp %t1.ll %t3.ll
// RUN: not layout-run %s --jobs=0 2>&1 | FileCheck %s

// CHECK: layout-run: --jobs takes a number above 0

func.func @product(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %c: tensor<64x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x64xf32>) -> tensor<16x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<16x32xf32>, tensor<32x64xf32>) outs(%zeros : tensor<16x64xf32>) -> tensor<16x64xf32>
  %empty1 = tensor.empty() : tensor<16x16xf32>
  %zeros1 = linalg.fill ins(%zero : f32) outs(%empty1 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.matmul ins(%0, %c : tensor<16x64xf32>, tensor<64x16xf32>) outs(%zeros1 : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}
