// A product that is stored by columns reads a value that others have made by rows
// if the elements that are contracted are adjacent in both: the constant weights
// are stored so. Where a target states packed weights, whose products are faster
// than the rewrite is slow, the result is rewritten.
// Covers: R20, R35

// RUN: layout-opt %s --layout-pipeline=target=nchw16c -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// COUNT: {"rewrites":0,"bytes":0,
// RUN: layout-check %s %t.mlir --entry=argument
// RUN: layout-check %s %t.mlir --entry=sentences
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=1
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=7
// RUN: layout-opt %s --layout-pipeline=target=nhwc-packed16 -o %t.packed.mlir
// RUN: layout-opt %t.packed.mlir --layout-count | FileCheck %s --check-prefix=PACKED
// PACKED: {"rewrites":3,
// RUN: layout-check %s %t.packed.mlir --entry=argument

// CHECK-LABEL: func.func @argument(
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<17x33xf32>, tensor<48x33xf32>) outs(%{{.*}} : tensor<48x17xf32>)
func.func @argument(%x: tensor<17x33xf32>, %w: tensor<33x48xf32> {layout.constant}) -> tensor<48x17xf32> {
  %z = arith.constant dense<0.0> : tensor<17x48xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<17x33xf32>, tensor<33x48xf32>) outs(%z : tensor<17x48xf32>) -> tensor<17x48xf32>
  %e = tensor.empty() : tensor<48x17xf32>
  %1 = linalg.transpose ins(%0 : tensor<17x48xf32>) outs(%e : tensor<48x17xf32>) permutation = [1, 0]
  return %1 : tensor<48x17xf32>
}

// A linear layer on sentences, in front of a convolution along their words.
// CHECK-LABEL: func.func @sentences(
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<2x7x33xf32>, tensor<48x33xf32>) outs(%{{.*}} : tensor<2x48x7xf32>)
func.func @sentences(%x: tensor<2x7x33xf32>, %w: tensor<33x48xf32> {layout.constant}) -> tensor<2x48x7xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x7x33xf32> into tensor<14x33xf32>
  %z = arith.constant dense<0.0> : tensor<14x48xf32>
  %0 = linalg.matmul ins(%c, %w : tensor<14x33xf32>, tensor<33x48xf32>) outs(%z : tensor<14x48xf32>) -> tensor<14x48xf32>
  %s = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 7, 48] : tensor<14x48xf32> into tensor<2x7x48xf32>
  %e = tensor.empty() : tensor<2x48x7xf32>
  %1 = linalg.transpose ins(%s : tensor<2x7x48xf32>) outs(%e : tensor<2x48x7xf32>) permutation = [0, 2, 1]
  return %1 : tensor<2x48x7xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<?x33xf32>, tensor<48x33xf32>) outs(%{{.*}} : tensor<48x?xf32>)
func.func @dynamic(%x: tensor<?x33xf32>, %w: tensor<33x48xf32> {layout.constant}) -> tensor<48x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x33xf32>
  %f = tensor.empty(%n) : tensor<?x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<?x48xf32>) -> tensor<?x48xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<?x33xf32>, tensor<33x48xf32>) outs(%z : tensor<?x48xf32>) -> tensor<?x48xf32>
  %e = tensor.empty(%n) : tensor<48x?xf32>
  %1 = linalg.transpose ins(%0 : tensor<?x48xf32>) outs(%e : tensor<48x?xf32>) permutation = [1, 0]
  return %1 : tensor<48x?xf32>
}
