// The zero points of a contraction have no layout of their own, whatever order
// its result is read in.
//
// RUN: layout-opt %s --layout-pipeline=target=nchw16c -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=quantized | FileCheck %s
// RUN: layout-check %s %t.mlir --entry=batches --dims=1 | FileCheck %s
// RUN: layout-check %s %t.mlir --entry=batches --dims=3 | FileCheck %s
// RUN: layout-opt %s --layout-pipeline=target=nhwc-packed16 -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=quantized | FileCheck %s
// RUN: layout-check %s %t.mlir --entry=batches --dims=3 | FileCheck %s
// CHECK: {{^equal$}}

func.func @quantized(%x: tensor<16x33xi8>, %w: tensor<33x17xi8>, %xz: i32, %wz: i32) -> tensor<17x16xi32> {
  %c = arith.constant 0 : i32
  %e = tensor.empty() : tensor<16x17xi32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<16x17xi32>) -> tensor<16x17xi32>
  %m = linalg.quantized_matmul ins(%x, %w, %xz, %wz : tensor<16x33xi8>, tensor<33x17xi8>, i32, i32) outs(%f : tensor<16x17xi32>) -> tensor<16x17xi32>
  %t = tensor.empty() : tensor<17x16xi32>
  %r = linalg.transpose ins(%m : tensor<16x17xi32>) outs(%t : tensor<17x16xi32>) permutation = [1, 0]
  return %r : tensor<17x16xi32>
}

func.func @batches(%x: tensor<?x16x32xi8>, %w: tensor<?x32x16xi8>, %z: i32) -> tensor<16x?x16xi32> {
  %c = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x16x32xi8>
  %e = tensor.empty(%n) : tensor<?x16x16xi32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<?x16x16xi32>) -> tensor<?x16x16xi32>
  %m = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, k, j)>, affine_map<(b, i, j, k) -> ()>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w, %z : tensor<?x16x32xi8>, tensor<?x32x16xi8>, i32) outs(%f : tensor<?x16x16xi32>) {
  ^bb0(%a: i8, %b: i8, %p: i32, %out: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.subi %0, %p : i32
    %2 = arith.extsi %b : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %out, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<?x16x16xi32>
  %t = tensor.empty(%n) : tensor<16x?x16xi32>
  %r = linalg.transpose ins(%m : tensor<?x16x16xi32>) outs(%t : tensor<16x?x16xi32>) permutation = [1, 0, 2]
  return %r : tensor<16x?x16xi32>
}
