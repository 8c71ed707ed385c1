// Concatenations of all strided slices of a value are one index map: patch merging,
// focus layers and pixel unshuffles as PyTorch writes them.
// Covers: R1
// RUN: layout-opt %s --layout-raise --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-raise --canonicalize -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=patches
// RUN: layout-check %s %t.mlir --entry=rows
// RUN: layout-check %s %t.mlir --entry=slices_of_slices
// RUN: layout-check %s %t.mlir --entry=one_row
// RUN: layout-check %s %t.mlir --entry=dynamic_batch --dims=3
// RUN: layout-check %s %t.mlir --entry=dynamic_part --dims=4
// RUN: layout-check %s %t.mlir --entry=one_is_missing
// RUN: layout-check %s %t.mlir --entry=one_comes_twice
// RUN: layout-check %s %t.mlir --entry=other_order

// Columns of patches come first.
// CHECK-LABEL: func.func @patches(
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1, d2, d3) -> (d0, d1 floordiv 2, d2 floordiv 2, (d2 mod 2) * 10 + (d1 mod 2) * 5 + d3)> : tensor<1x6x8x5xf32> to tensor<1x3x4x20xf32>
// CHECK-NOT: tensor.concat
func.func @patches(%x: tensor<1x6x8x5xf32>) -> tensor<1x3x4x20xf32> {
  %0 = tensor.extract_slice %x[0, 0, 0, 0] [1, 3, 4, 5] [1, 2, 2, 1] : tensor<1x6x8x5xf32> to tensor<1x3x4x5xf32>
  %1 = tensor.extract_slice %x[0, 1, 0, 0] [1, 3, 4, 5] [1, 2, 2, 1] : tensor<1x6x8x5xf32> to tensor<1x3x4x5xf32>
  %2 = tensor.extract_slice %x[0, 0, 1, 0] [1, 3, 4, 5] [1, 2, 2, 1] : tensor<1x6x8x5xf32> to tensor<1x3x4x5xf32>
  %3 = tensor.extract_slice %x[0, 1, 1, 0] [1, 3, 4, 5] [1, 2, 2, 1] : tensor<1x6x8x5xf32> to tensor<1x3x4x5xf32>
  %4 = tensor.concat dim(3) %0, %1, %2, %3 : (tensor<1x3x4x5xf32>, tensor<1x3x4x5xf32>, tensor<1x3x4x5xf32>, tensor<1x3x4x5xf32>) -> tensor<1x3x4x20xf32>
  return %4 : tensor<1x3x4x20xf32>
}

// Every third row; the dim that is sliced is the one that is joined.
// CHECK-LABEL: func.func @rows(
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> ((d0 mod 3) * 2 + d0 floordiv 3, d1)> : tensor<6x7xf32> to tensor<6x7xf32>
func.func @rows(%x: tensor<6x7xf32>) -> tensor<6x7xf32> {
  %0 = tensor.extract_slice %x[0, 0] [2, 7] [3, 1] : tensor<6x7xf32> to tensor<2x7xf32>
  %1 = tensor.extract_slice %x[1, 0] [2, 7] [3, 1] : tensor<6x7xf32> to tensor<2x7xf32>
  %2 = tensor.extract_slice %x[2, 0] [2, 7] [3, 1] : tensor<6x7xf32> to tensor<2x7xf32>
  %3 = tensor.concat dim(0) %0, %1, %2 : (tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7xf32>) -> tensor<6x7xf32>
  return %3 : tensor<6x7xf32>
}

// One slice for each dim, as importers write x[:, ::2, ::2].
// CHECK-LABEL: func.func @slices_of_slices(
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1, d2) -> ((d1 mod 2) * 6 + (d2 mod 2) * 3 + d0, d1 floordiv 2, d2 floordiv 2)> : tensor<3x4x6xf32> to tensor<12x2x3xf32>
func.func @slices_of_slices(%x: tensor<3x4x6xf32>) -> tensor<12x2x3xf32> {
  %a = tensor.extract_slice %x[0, 0, 0] [3, 2, 6] [1, 2, 1] : tensor<3x4x6xf32> to tensor<3x2x6xf32>
  %b = tensor.extract_slice %x[0, 1, 0] [3, 2, 6] [1, 2, 1] : tensor<3x4x6xf32> to tensor<3x2x6xf32>
  %0 = tensor.extract_slice %a[0, 0, 0] [3, 2, 3] [1, 1, 2] : tensor<3x2x6xf32> to tensor<3x2x3xf32>
  %1 = tensor.extract_slice %a[0, 0, 1] [3, 2, 3] [1, 1, 2] : tensor<3x2x6xf32> to tensor<3x2x3xf32>
  %2 = tensor.extract_slice %b[0, 0, 0] [3, 2, 3] [1, 1, 2] : tensor<3x2x6xf32> to tensor<3x2x3xf32>
  %3 = tensor.extract_slice %b[0, 0, 1] [3, 2, 3] [1, 1, 2] : tensor<3x2x6xf32> to tensor<3x2x3xf32>
  %4 = tensor.concat dim(0) %0, %1, %2, %3 : (tensor<3x2x3xf32>, tensor<3x2x3xf32>, tensor<3x2x3xf32>, tensor<3x2x3xf32>) -> tensor<12x2x3xf32>
  return %4 : tensor<12x2x3xf32>
}

// CHECK-LABEL: func.func @dynamic_batch(
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1, d2) -> (d0, d1 floordiv 2, (d1 mod 2) * 5 + d2)> : tensor<?x4x5xf32> to tensor<?x2x10xf32>
// CHECK-NOT: tensor.concat
func.func @dynamic_batch(%x: tensor<?x4x5xf32>) -> tensor<?x2x10xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4x5xf32>
  %0 = tensor.extract_slice %x[0, 0, 0] [%n, 2, 5] [1, 2, 1] : tensor<?x4x5xf32> to tensor<?x2x5xf32>
  %1 = tensor.extract_slice %x[0, 1, 0] [%n, 2, 5] [1, 2, 1] : tensor<?x4x5xf32> to tensor<?x2x5xf32>
  %2 = tensor.concat dim(2) %0, %1 : (tensor<?x2x5xf32>, tensor<?x2x5xf32>) -> tensor<?x2x10xf32>
  return %2 : tensor<?x2x10xf32>
}

// The first two of any number of rows.
// CHECK-LABEL: func.func @dynamic_part(
// CHECK: tensor.concat
func.func @dynamic_part(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.extract_slice %x[0, 0] [%c2, 2] [1, 2] : tensor<?x4xf32> to tensor<?x2xf32>
  %1 = tensor.extract_slice %x[0, 1] [%c2, 2] [1, 2] : tensor<?x4xf32> to tensor<?x2xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// Each slice has one of two rows, so its stride in that dim may be written as 1.
// CHECK-LABEL: func.func @one_row(
// CHECK: layout.layout_transform
// CHECK-NOT: tensor.concat
func.func @one_row(%x: tensor<2x6xf32>) -> tensor<1x12xf32> {
  %0 = tensor.extract_slice %x[0, 0] [1, 3] [1, 2] : tensor<2x6xf32> to tensor<1x3xf32>
  %1 = tensor.extract_slice %x[0, 1] [1, 3] [1, 2] : tensor<2x6xf32> to tensor<1x3xf32>
  %2 = tensor.extract_slice %x[1, 0] [1, 3] [1, 2] : tensor<2x6xf32> to tensor<1x3xf32>
  %3 = tensor.extract_slice %x[1, 1] [1, 3] [1, 2] : tensor<2x6xf32> to tensor<1x3xf32>
  %4 = tensor.concat dim(1) %0, %1, %2, %3 : (tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x12xf32>
  return %4 : tensor<1x12xf32>
}

// CHECK-LABEL: func.func @one_is_missing(
// CHECK: tensor.concat
func.func @one_is_missing(%x: tensor<6x7xf32>) -> tensor<4x7xf32> {
  %0 = tensor.extract_slice %x[0, 0] [2, 7] [3, 1] : tensor<6x7xf32> to tensor<2x7xf32>
  %1 = tensor.extract_slice %x[1, 0] [2, 7] [3, 1] : tensor<6x7xf32> to tensor<2x7xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<2x7xf32>, tensor<2x7xf32>) -> tensor<4x7xf32>
  return %2 : tensor<4x7xf32>
}

// CHECK-LABEL: func.func @one_comes_twice(
// CHECK: tensor.concat
func.func @one_comes_twice(%x: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %0 = tensor.extract_slice %x[1, 0] [2, 7] [2, 1] : tensor<4x7xf32> to tensor<2x7xf32>
  %1 = tensor.concat dim(0) %0, %0 : (tensor<2x7xf32>, tensor<2x7xf32>) -> tensor<4x7xf32>
  return %1 : tensor<4x7xf32>
}

// The first two are in the order of rows, the last two are not.
// CHECK-LABEL: func.func @other_order(
// CHECK: tensor.concat
func.func @other_order(%x: tensor<4x4xf32>) -> tensor<2x8xf32> {
  %0 = tensor.extract_slice %x[0, 0] [2, 2] [2, 2] : tensor<4x4xf32> to tensor<2x2xf32>
  %1 = tensor.extract_slice %x[0, 1] [2, 2] [2, 2] : tensor<4x4xf32> to tensor<2x2xf32>
  %2 = tensor.extract_slice %x[1, 1] [2, 2] [2, 2] : tensor<4x4xf32> to tensor<2x2xf32>
  %3 = tensor.extract_slice %x[1, 0] [2, 2] [2, 2] : tensor<4x4xf32> to tensor<2x2xf32>
  %4 = tensor.concat dim(1) %0, %1, %2, %3 : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x8xf32>
  return %4 : tensor<2x8xf32>
}
