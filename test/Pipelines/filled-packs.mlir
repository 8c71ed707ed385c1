// A pack of equal elements is a fill, although the element is known at run time
// only, and although the destination has other uses.
// RUN: layout-opt %s --split-input-file --layout-pipeline=target=nhwc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check --allow-vacuous --split-input-file %s %t.mlir

// CHECK-LABEL: func.func @shared_destination(
// CHECK: linalg.fill ins(%arg0 : f32) outs(%{{.*}} : tensor<7x3x8xf32>)
// CHECK: linalg.pack %arg1
// CHECK-NOT: linalg.pack
func.func @shared_destination(%s: f32, %x: tensor<7x19xf32>) -> (tensor<7x3x8xf32>, tensor<7x3x8xf32>) {
  %e = tensor.empty() : tensor<7x19xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  %d = tensor.empty() : tensor<7x3x8xf32>
  %p = linalg.pack %f padding_value(%s : f32) inner_dims_pos = [1] inner_tiles = [8] into %d : tensor<7x19xf32> -> tensor<7x3x8xf32>
  %q = linalg.pack %x padding_value(%s : f32) inner_dims_pos = [1] inner_tiles = [8] into %d : tensor<7x19xf32> -> tensor<7x3x8xf32>
  return %p, %q : tensor<7x3x8xf32>, tensor<7x3x8xf32>
}

// -----

// CHECK-LABEL: func.func @splat(
// CHECK: linalg.fill ins(%arg0 : f32)
// CHECK-NOT: linalg.pack
func.func @splat(%s: f32) -> tensor<7x3x8xf32> {
  %f = tensor.splat %s : tensor<7x19xf32>
  %d = tensor.empty() : tensor<7x3x8xf32>
  %p = linalg.pack %f padding_value(%s : f32) inner_dims_pos = [1] inner_tiles = [8] into %d : tensor<7x19xf32> -> tensor<7x3x8xf32>
  return %p : tensor<7x3x8xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.fill
// CHECK-NOT: linalg.pack
func.func @dynamic(%s: f32, %x: tensor<?x?xf32>) -> tensor<?x?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %k = arith.ceildivui %n, %c8 : index
  %d = tensor.empty(%m, %k) : tensor<?x?x8xf32>
  %p = linalg.pack %f padding_value(%s : f32) inner_dims_pos = [1] inner_tiles = [8] into %d : tensor<?x?xf32> -> tensor<?x?x8xf32>
  return %p : tensor<?x?x8xf32>
}

// -----

// The padding is another element.
// CHECK-LABEL: func.func @other(
// CHECK: linalg.pack
func.func @other(%s: f32, %t: f32) -> tensor<7x3x8xf32> {
  %e = tensor.empty() : tensor<7x19xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  %d = tensor.empty() : tensor<7x3x8xf32>
  %p = linalg.pack %f padding_value(%t : f32) inner_dims_pos = [1] inner_tiles = [8] into %d : tensor<7x19xf32> -> tensor<7x3x8xf32>
  return %p : tensor<7x3x8xf32>
}
