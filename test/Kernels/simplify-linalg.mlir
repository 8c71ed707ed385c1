// Structured ops become linalg.generic, elementwise ones are fused, and the loop
// over the last dim of a result is the innermost one.

// RUN: layout-opt %s --layout-simplify-linalg -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main
// RUN: layout-opt %s --layout-simplify-linalg=fuse=false | FileCheck %s --check-prefix=APART

// CHECK-LABEL: func.func @main(
// CHECK-NOT: linalg.softmax
// CHECK-NOT: linalg.matmul
// CHECK-NOT: tensor.concat
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-NEXT: math.exp
// CHECK-NEXT: linalg.yield
//
// APART-LABEL: func.func @main(
// APART: math.exp
// APART-NEXT: linalg.yield
// APART: linalg.generic
func.func @main(%a: tensor<3x5xf32>, %b: tensor<5x7xf32>) -> (tensor<3x14xf32>, tensor<3x7xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<3x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %m = linalg.matmul ins(%a, %b : tensor<3x5xf32>, tensor<5x7xf32>) outs(%f : tensor<3x7xf32>) -> tensor<3x7xf32>
  %h = linalg.fill ins(%half : f32) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %p = linalg.mul ins(%m, %h : tensor<3x7xf32>, tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %x = linalg.exp ins(%p : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %s = linalg.softmax dimension(1) ins(%m : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %c = tensor.concat dim(1) %x, %m : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x14xf32>
  return %c, %s : tensor<3x14xf32>, tensor<3x7xf32>
}

// An op that moves whole vectors of elements does not compute them, or it would
// move them one by one.
//
// RUN: layout-check %s %t.mlir --entry=moves
// CHECK-LABEL: func.func @moves(
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<3x5xf32>)
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<3x5xf32>) outs({{.*}} : tensor<5x3xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: linalg.yield
func.func @moves(%a: tensor<3x5xf32>) -> tensor<5x3xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %x = linalg.exp ins(%a : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %et = tensor.empty() : tensor<5x3xf32>
  %t = linalg.transpose ins(%x : tensor<3x5xf32>) outs(%et : tensor<5x3xf32>) permutation = [1, 0]
  return %t : tensor<5x3xf32>
}

// Complex numbers have no zero as an attribute, which upstream pads with.
//
// RUN: layout-check %s %t.mlir --entry=pack
// CHECK-LABEL: func.func @pack(
// CHECK-NEXT: tensor.expand_shape
// CHECK-NEXT: return
func.func @pack(%a: tensor<3x8xcomplex<f32>>) -> tensor<3x2x4xcomplex<f32>> {
  %e = tensor.empty() : tensor<3x2x4xcomplex<f32>>
  %0 = linalg.pack %a inner_dims_pos = [1] inner_tiles = [4] into %e
      : tensor<3x8xcomplex<f32>> -> tensor<3x2x4xcomplex<f32>>
  return %0 : tensor<3x2x4xcomplex<f32>>
}

// Upstream has no number to begin a maximum of integers with.
//
// CHECK-LABEL: func.func @integers(
// CHECK: linalg.softmax
func.func @integers(%a: tensor<3x5xi8>) -> tensor<3x5xi8> {
  %e = tensor.empty() : tensor<3x5xi8>
  %0 = linalg.softmax dimension(1) ins(%a : tensor<3x5xi8>) outs(%e : tensor<3x5xi8>) -> tensor<3x5xi8>
  return %0 : tensor<3x5xi8>
}
