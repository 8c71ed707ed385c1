// A slice behind elementwise ops that read slices comes in front of them, where
// it is one with those.
//
// RUN: layout-opt %s --layout-clean-up -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=chain | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=on_tensors | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=other_dims | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=9 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=destination | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=no_slice | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=read_twice | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=by_index | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=reversed | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// What is read in other dims only, such as a bias, stays as it is.
//
// CHECK-LABEL: func.func @chain(
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[1, 4] [5, 2] [1, 2] : tensor<7x13xf32> to tensor<5x2xf32>
// CHECK: linalg.exp ins(%[[X]] : tensor<5x2xf32>)
// CHECK: ins(%{{.*}}, %arg1 : tensor<5x2xf32>, tensor<5xf32>)
// CHECK-NOT: tensor.extract_slice
// CHECK: return
func.func @chain(%x: tensor<7x13xf32>, %b: tensor<5xf32>) -> tensor<5x2xf32> {
  %e = tensor.empty() : tensor<5x9xf32>
  %0 = tensor.extract_slice %x[1, 3] [5, 9] [1, 1] : tensor<7x13xf32> to tensor<5x9xf32>
  %1 = linalg.exp ins(%0 : tensor<5x9xf32>) outs(%e : tensor<5x9xf32>) -> tensor<5x9xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%1, %b : tensor<5x9xf32>, tensor<5xf32>) outs(%e : tensor<5x9xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<5x9xf32>
  %r = tensor.extract_slice %2[0, 1] [5, 2] [1, 2] : tensor<5x9xf32> to tensor<5x2xf32>
  return %r : tensor<5x2xf32>
}

// CHECK-LABEL: func.func @on_tensors(
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %arg0[2] [4] [1] : tensor<9xf32> to tensor<4xf32>
// CHECK-DAG: %[[Y:.*]] = tensor.extract_slice %arg1[3] [4] [1] : tensor<9xf32> to tensor<4xf32>
// CHECK: %[[A:.*]] = arith.addf %[[X]], %[[Y]] : tensor<4xf32>
// CHECK: math.exp %[[A]] : tensor<4xf32>
func.func @on_tensors(%x: tensor<9xf32>, %y: tensor<9xf32>) -> tensor<4xf32> {
  %0 = tensor.extract_slice %x[1] [7] [1] : tensor<9xf32> to tensor<7xf32>
  %1 = tensor.extract_slice %y[2] [7] [1] : tensor<9xf32> to tensor<7xf32>
  %2 = arith.addf %0, %1 : tensor<7xf32>
  %3 = math.exp %2 : tensor<7xf32>
  %r = tensor.extract_slice %3[1] [4] [1] : tensor<7xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// The op transposes what it reads.
//
// CHECK-LABEL: func.func @other_dims(
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[1, 1] [3, 5] [1, 1] : tensor<5x6xf32> to tensor<3x5xf32>
// CHECK: linalg.transpose ins(%[[X]] : tensor<3x5xf32>) outs(%{{.*}} : tensor<5x3xf32>) permutation = [1, 0]
func.func @other_dims(%x: tensor<5x6xf32>) -> tensor<5x3xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = tensor.extract_slice %x[1, 0] [4, 6] [1, 1] : tensor<5x6xf32> to tensor<4x6xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %r = tensor.extract_slice %1[1, 0] [5, 3] [1, 1] : tensor<6x4xf32> to tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: tensor.extract_slice %arg0
// CHECK-NOT: tensor.extract_slice
func.func @dynamic(%x: tensor<?x6xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %m = arith.subi %n, %c1 : index
  %e = tensor.empty(%m) : tensor<?x5xf32>
  %0 = tensor.extract_slice %x[1, 0] [%m, 5] [1, 1] : tensor<?x6xf32> to tensor<?x5xf32>
  %1 = linalg.exp ins(%0 : tensor<?x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %k = arith.subi %m, %c1 : index
  %r = tensor.extract_slice %1[0, 2] [%k, 3] [1, 1] : tensor<?x5xf32> to tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

// The elements of the destination are read as others.
//
// CHECK-LABEL: func.func @destination(
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %arg0[2] [4] [1] : tensor<9xf32> to tensor<4xf32>
// CHECK-DAG: %[[D:.*]] = tensor.extract_slice %arg1[3] [4] [1] : tensor<9xf32> to tensor<4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<4xf32>) outs(%[[D]] : tensor<4xf32>)
func.func @destination(%x: tensor<9xf32>, %d: tensor<9xf32>) -> tensor<4xf32> {
  %0 = tensor.extract_slice %x[1] [7] [1] : tensor<9xf32> to tensor<7xf32>
  %1 = tensor.extract_slice %d[2] [7] [1] : tensor<9xf32> to tensor<7xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<7xf32>) outs(%1 : tensor<7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.subf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  %r = tensor.extract_slice %2[1] [4] [1] : tensor<7xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// There is nothing to merge with: the op may be computed along with its operand.
//
// CHECK-LABEL: func.func @no_slice(
// CHECK: linalg.exp ins(%arg0 : tensor<9xf32>)
// CHECK: tensor.extract_slice
func.func @no_slice(%x: tensor<9xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<9xf32>
  %0 = linalg.exp ins(%x : tensor<9xf32>) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %r = tensor.extract_slice %0[1] [4] [1] : tensor<9xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @read_twice(
// CHECK: tensor.extract_slice %arg0[1] [7] [1]
// CHECK: linalg.exp ins(%{{.*}} : tensor<7xf32>)
// CHECK: tensor.extract_slice %{{.*}}[1] [4] [1]
func.func @read_twice(%x: tensor<9xf32>) -> (tensor<4xf32>, tensor<7xf32>) {
  %e = tensor.empty() : tensor<7xf32>
  %0 = tensor.extract_slice %x[1] [7] [1] : tensor<9xf32> to tensor<7xf32>
  %1 = linalg.exp ins(%0 : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %r = tensor.extract_slice %1[1] [4] [1] : tensor<7xf32> to tensor<4xf32>
  return %r, %1 : tensor<4xf32>, tensor<7xf32>
}

// The index of an element would be another.
//
// CHECK-LABEL: func.func @by_index(
// CHECK: tensor.extract_slice %arg0[1] [7] [1]
// CHECK: linalg.index
// CHECK: tensor.extract_slice %{{.*}}[1] [4] [1]
func.func @by_index(%x: tensor<9xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<7xf32>
  %0 = tensor.extract_slice %x[1] [7] [1] : tensor<9xf32> to tensor<7xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<7xf32>) outs(%e : tensor<7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %s = arith.mulf %f, %a : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  %r = tensor.extract_slice %1[1] [4] [1] : tensor<7xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// All of a dim, but from its end: what is broadcast along the other dim would be
// reversed, too.
// CHECK-LABEL: func.func @reversed(
// CHECK: linalg.generic
// CHECK: tensor.extract_slice {{.*}} [2, 8] [1, -1]
func.func @reversed(%x: tensor<6x10xf32>, %b: tensor<8xf32>) -> tensor<2x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = tensor.extract_slice %x[1, 0] [4, 8] [1, 1] : tensor<6x10xf32> to tensor<4x8xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %r = tensor.extract_slice %2[1, 7] [2, 8] [1, -1] : tensor<4x8xf32> to tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}
