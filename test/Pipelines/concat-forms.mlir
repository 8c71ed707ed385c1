// Insertions that write all of a tensor, one behind the other, are a
// concatenation, and nested concatenations are one.
//
// RUN: layout-opt %s --layout-clean-up -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=insertions | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=stacked | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=with_gap | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=overlapping | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=read_between | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=into_argument | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=nested | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// The parts may be inserted in any order.
//
// CHECK-LABEL: func.func @insertions(
// CHECK: tensor.concat dim(1) %arg1, %arg0, %arg2 : (tensor<5x2xf32>, tensor<5x3xf32>, tensor<5x1xf32>) -> tensor<5x6xf32>
// CHECK-NEXT: return
func.func @insertions(%x: tensor<5x3xf32>, %y: tensor<5x2xf32>, %z: tensor<5x1xf32>) -> tensor<5x6xf32> {
  %e = tensor.empty() : tensor<5x6xf32>
  %0 = tensor.insert_slice %x into %e[0, 2] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<5x6xf32>
  %1 = tensor.insert_slice %y into %0[0, 0] [5, 2] [1, 1] : tensor<5x2xf32> into tensor<5x6xf32>
  %r = tensor.insert_slice %z into %1[0, 5] [5, 1] [1, 1] : tensor<5x1xf32> into tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// CHECK-LABEL: func.func @stacked(
// CHECK: tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<5x1x3xf32>, tensor<5x1x3xf32>) -> tensor<5x2x3xf32>
func.func @stacked(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>) -> tensor<5x2x3xf32> {
  %f = arith.constant dense<0.0> : tensor<5x2x3xf32>
  %0 = tensor.insert_slice %x into %f[0, 0, 0] [5, 1, 3] [1, 1, 1] : tensor<5x3xf32> into tensor<5x2x3xf32>
  %r = tensor.insert_slice %y into %0[0, 1, 0] [5, 1, 3] [1, 1, 1] : tensor<5x3xf32> into tensor<5x2x3xf32>
  return %r : tensor<5x2x3xf32>
}

// The sizes of two arguments may differ.
//
// CHECK-LABEL: func.func @dynamic(
// CHECK: tensor.concat dim(1) %arg0, %arg0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x6xf32>
// CHECK: tensor.insert_slice %arg1
func.func @dynamic(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> (tensor<?x6xf32>, tensor<?x6xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %m = tensor.dim %y, %c0 : tensor<?x3xf32>
  %e = tensor.empty(%n) : tensor<?x6xf32>
  %0 = tensor.insert_slice %x into %e[0, 0] [%n, 3] [1, 1] : tensor<?x3xf32> into tensor<?x6xf32>
  %r = tensor.insert_slice %x into %0[0, 3] [%n, 3] [1, 1] : tensor<?x3xf32> into tensor<?x6xf32>
  %1 = tensor.insert_slice %y into %e[0, 3] [%m, 3] [1, 1] : tensor<?x3xf32> into tensor<?x6xf32>
  %s = tensor.insert_slice %x into %1[0, 0] [%n, 3] [1, 1] : tensor<?x3xf32> into tensor<?x6xf32>
  return %r, %s : tensor<?x6xf32>, tensor<?x6xf32>
}

// CHECK-LABEL: func.func @with_gap(
// CHECK-NOT: tensor.concat
func.func @with_gap(%x: tensor<5x3xf32>, %y: tensor<5x2xf32>) -> tensor<5x6xf32> {
  %f = arith.constant dense<0.0> : tensor<5x6xf32>
  %0 = tensor.insert_slice %x into %f[0, 0] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<5x6xf32>
  %r = tensor.insert_slice %y into %0[0, 4] [5, 2] [1, 1] : tensor<5x2xf32> into tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// CHECK-LABEL: func.func @overlapping(
// CHECK-NOT: tensor.concat
func.func @overlapping(%x: tensor<5x4xf32>, %y: tensor<5x3xf32>) -> tensor<5x6xf32> {
  %f = arith.constant dense<0.0> : tensor<5x6xf32>
  %0 = tensor.insert_slice %x into %f[0, 0] [5, 4] [1, 1] : tensor<5x4xf32> into tensor<5x6xf32>
  %r = tensor.insert_slice %y into %0[0, 3] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// CHECK-LABEL: func.func @read_between(
// CHECK-NOT: tensor.concat
func.func @read_between(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>) -> (tensor<5x6xf32>, tensor<5x6xf32>) {
  %f = arith.constant dense<0.0> : tensor<5x6xf32>
  %0 = tensor.insert_slice %x into %f[0, 0] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<5x6xf32>
  %r = tensor.insert_slice %y into %0[0, 3] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<5x6xf32>
  return %r, %0 : tensor<5x6xf32>, tensor<5x6xf32>
}

// The buffer of the argument may be meant.
//
// CHECK-LABEL: func.func @into_argument(
// CHECK-NOT: tensor.concat
func.func @into_argument(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>, %d: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %0 = tensor.insert_slice %x into %d[0, 0] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<5x6xf32>
  %r = tensor.insert_slice %y into %0[0, 3] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// Of another dim, or read elsewhere, it stays.
//
// CHECK-LABEL: func.func @nested(
// CHECK: %[[O:.*]] = tensor.concat dim(1) %arg0, %arg1
// CHECK: %[[S:.*]] = tensor.concat dim(0) %arg0, %arg1
// CHECK: %[[A:.*]] = tensor.concat dim(0) %arg0, %arg1, %arg0, %arg1
// CHECK: %[[B:.*]] = tensor.concat dim(0) %[[S]], %arg0
// CHECK: %[[C:.*]] = tensor.concat dim(0) %[[O]], %{{.*}}
// CHECK: return %[[A]], %[[B]], %[[C]], %[[S]]
func.func @nested(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>) -> (tensor<20x3xf32>, tensor<15x3xf32>, tensor<10x6xf32>, tensor<10x3xf32>) {
  %o = tensor.concat dim(1) %x, %y : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x6xf32>
  %s = tensor.concat dim(0) %x, %y : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<10x3xf32>
  %0 = tensor.concat dim(0) %y, %x : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<10x3xf32>
  %1 = tensor.concat dim(0) %0, %y : (tensor<10x3xf32>, tensor<5x3xf32>) -> tensor<15x3xf32>
  %2 = tensor.concat dim(0) %x, %1 : (tensor<5x3xf32>, tensor<15x3xf32>) -> tensor<20x3xf32>
  %3 = tensor.concat dim(0) %s, %x : (tensor<10x3xf32>, tensor<5x3xf32>) -> tensor<15x3xf32>
  %p = tensor.concat dim(1) %y, %x : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x6xf32>
  %4 = tensor.concat dim(0) %o, %p : (tensor<5x6xf32>, tensor<5x6xf32>) -> tensor<10x6xf32>
  return %2, %3, %4, %s : tensor<20x3xf32>, tensor<15x3xf32>, tensor<10x6xf32>, tensor<10x3xf32>
}
