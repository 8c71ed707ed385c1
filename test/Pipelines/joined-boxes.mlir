// A slice of a slice, and an insertion into a slice that is put back, are one
// op, wherever the dims of size 1 are in between.
//
// RUN: layout-opt %s --layout-clean-up -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=4 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=slices | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=one_element | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=read_twice | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=one_index | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[D:.*]]: tensor<4x1x?x6x16xf32>, %[[S:.*]]: tensor<?x1x7x1xf32>) ->
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.insert_slice %{{.*}} into %[[D]][2, 0, 0, 5, 1] [1, 1, %{{.*}}, 1, 7] [1, 1, 1, 1, 2] : tensor<?x7xf32> into tensor<4x1x?x6x16xf32>
func.func @dynamic(%d: tensor<4x1x?x6x16xf32>, %s: tensor<?x1x7x1xf32>) -> tensor<4x1x?x6x16xf32> {
  %c2 = arith.constant 2 : index
  %h = tensor.dim %d, %c2 : tensor<4x1x?x6x16xf32>
  %p = tensor.extract_slice %d[2, 0, 0, 1, 0] [1, 1, %h, 3, 16] [1, 1, 1, 2, 1] : tensor<4x1x?x6x16xf32> to tensor<1x1x?x3x16xf32>
  %c = tensor.collapse_shape %p [[0, 1, 2], [3], [4]] : tensor<1x1x?x3x16xf32> into tensor<?x3x16xf32>
  %e = tensor.expand_shape %c [[0], [1], [2, 3]] output_shape [%h, 3, 16, 1] : tensor<?x3x16xf32> into tensor<?x3x16x1xf32>
  %i = tensor.insert_slice %s into %e[0, 2, 1, 0] [%h, 1, 7, 1] [1, 1, 2, 1] : tensor<?x1x7x1xf32> into tensor<?x3x16x1xf32>
  %f = tensor.collapse_shape %i [[0], [1], [2, 3]] : tensor<?x3x16x1xf32> into tensor<?x3x16xf32>
  %g = tensor.expand_shape %f [[0, 1, 2], [3], [4]] output_shape [1, 1, %h, 3, 16] : tensor<?x3x16xf32> into tensor<1x1x?x3x16xf32>
  %r = tensor.insert_slice %g into %d[2, 0, 0, 1, 0] [1, 1, %h, 3, 16] [1, 1, 1, 2, 1] : tensor<1x1x?x3x16xf32> into tensor<4x1x?x6x16xf32>
  return %r : tensor<4x1x?x6x16xf32>
}

// CHECK-LABEL: func.func @slices(
// CHECK: tensor.extract_slice %{{.*}}[3, 0, 4, 2] [1, 1, 1, 7] [1, 1, 1, 2] : tensor<4x1x5x16xf32> to tensor<7xf32>
// CHECK-NOT: tensor.extract_slice
func.func @slices(%d: tensor<4x1x5x16xf32>) -> tensor<1x1x7x1xf32> {
  %p = tensor.extract_slice %d[3, 0, 2, 0] [1, 1, 2, 16] [1, 1, 2, 1] : tensor<4x1x5x16xf32> to tensor<1x1x2x16xf32>
  %c = tensor.collapse_shape %p [[0, 1, 2], [3]] : tensor<1x1x2x16xf32> into tensor<2x16xf32>
  %e = tensor.expand_shape %c [[0, 1], [2, 3]] output_shape [1, 2, 16, 1] : tensor<2x16xf32> into tensor<1x2x16x1xf32>
  %r = tensor.extract_slice %e[0, 1, 2, 0] [1, 1, 7, 1] [1, 1, 2, 1] : tensor<1x2x16x1xf32> to tensor<1x1x7x1xf32>
  return %r : tensor<1x1x7x1xf32>
}

// CHECK-LABEL: func.func @one_element(
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[3, 3] [1, 1] [1, 1] : tensor<f32> into tensor<4x8xf32>
func.func @one_element(%d: tensor<4x8xf32>, %s: tensor<1x1x1xf32>) -> tensor<4x8xf32> {
  %p = tensor.extract_slice %d[3, 2] [1, 2] [1, 1] : tensor<4x8xf32> to tensor<1x2xf32>
  %e = tensor.expand_shape %p [[0], [1, 2]] output_shape [1, 2, 1] : tensor<1x2xf32> into tensor<1x2x1xf32>
  %i = tensor.insert_slice %s into %e[0, 1, 0] [1, 1, 1] [1, 1, 1] : tensor<1x1x1xf32> into tensor<1x2x1xf32>
  %f = tensor.collapse_shape %i [[0], [1, 2]] : tensor<1x2x1xf32> into tensor<1x2xf32>
  %r = tensor.insert_slice %f into %d[3, 2] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// The slice with the insertion is read elsewhere, too: it stays.
//
// CHECK-LABEL: func.func @read_twice(
// CHECK: tensor.extract_slice
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1] [2, 1] [1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[1, 2] [2, 2] [1, 1]
func.func @read_twice(%d: tensor<4x8xf32>, %s: tensor<2x1xf32>) -> (tensor<4x8xf32>, tensor<2x2xf32>) {
  %p = tensor.extract_slice %d[1, 2] [2, 2] [1, 1] : tensor<4x8xf32> to tensor<2x2xf32>
  %i = tensor.insert_slice %s into %p[0, 1] [2, 1] [1, 1] : tensor<2x1xf32> into tensor<2x2xf32>
  %r = tensor.insert_slice %i into %d[1, 2] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x8xf32>
  return %r, %i : tensor<4x8xf32>, tensor<2x2xf32>
}

// The stride of one index is 1.
//
// CHECK-LABEL: func.func @one_index(
// CHECK: tensor.extract_slice %arg0[3, 0] [1, 4] [1, 2]
// CHECK: tensor.insert_slice %{{.*}} into %arg0[2, 1] [1, 4] [1, 1]
func.func @one_index(%d: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = tensor.extract_slice %d[3, 0] [1, 4] [3, 2] : tensor<4x8xf32> to tensor<1x4xf32>
  %r = tensor.insert_slice %s into %d[2, 1] [1, 4] [2, 1] : tensor<1x4xf32> into tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
