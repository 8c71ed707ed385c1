// Inputs of a concatenation that have no elements, such as a cache at its first use, are
// dropped: their buffers would have views of no elements, which upstream's verifier refuses.
// Covers: R1
// RUN: layout-opt %s --layout-bufferize | FileCheck %s
// RUN: layout-opt %s --layout-clean-up | FileCheck %s --check-prefix=CLEAN
// RUN: layout-opt %s --layout-pipeline=target=tiles32 -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=cache_in_front
// RUN: layout-check %s %t.mlir --entry=cache_behind --dims=8
// RUN: layout-check %s %t.mlir --entry=several

// CHECK-LABEL: func.func @cache_in_front(
// CHECK-NOT: memref.subview
// CHECK: return
// CLEAN-LABEL: func.func @cache_in_front(
// CLEAN-SAME: %[[K:[a-z0-9]+]]: tensor<4x8xf32>)
// CLEAN-NEXT: return %[[K]] : tensor<4x8xf32>
func.func @cache_in_front(%past: tensor<0x8xf32>, %k: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.concat dim(0) %past, %k : (tensor<0x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The input without elements has the size that the other leaves open.
// CHECK-LABEL: func.func @cache_behind(
// CHECK-NOT: memref.subview
// CHECK: memref.cast %{{.*}} : memref<?x?xf32{{.*}}> to memref<?x8xf32
// CLEAN-LABEL: func.func @cache_behind(
// CLEAN-SAME: %[[K:[a-z0-9]+]]: tensor<?x?xf32>
// CLEAN-NEXT: %[[SIZED:.*]] = tensor.cast %[[K]] : tensor<?x?xf32> to tensor<?x8xf32>
// CLEAN-NEXT: return %[[SIZED]]
func.func @cache_behind(%k: tensor<?x?xf32>, %past: tensor<0x8xf32>) -> tensor<?x8xf32> {
  %0 = tensor.concat dim(0) %k, %past : (tensor<?x?xf32>, tensor<0x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @several(
// CHECK-COUNT-2: memref.subview
// CHECK-NOT: memref.subview
// CHECK: return
// CLEAN-LABEL: func.func @several(
// CLEAN-SAME: %[[A:[a-z0-9]+]]: tensor<3x2xf32>, %[[NONE:[a-z0-9]+]]: tensor<3x0xf32>, %[[B:[a-z0-9]+]]: tensor<3x5xf32>)
// CLEAN-NEXT: tensor.concat dim(1) %[[A]], %[[B]] : (tensor<3x2xf32>, tensor<3x5xf32>) -> tensor<3x7xf32>
func.func @several(%a: tensor<3x2xf32>, %none: tensor<3x0xf32>, %b: tensor<3x5xf32>) -> tensor<3x7xf32> {
  %0 = tensor.concat dim(1) %a, %none, %b, %none : (tensor<3x2xf32>, tensor<3x0xf32>, tensor<3x5xf32>, tensor<3x0xf32>) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

// CHECK-LABEL: func.func @nothing(
// CHECK-NOT: memref.subview
// CHECK: memref.alloc() {{.*}} : memref<4x0xf32>
// CLEAN-LABEL: func.func @nothing(
// CLEAN-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<4x0xf32>
// CLEAN-NEXT: return %[[EMPTY]]
func.func @nothing(%a: tensor<1x0xf32>, %b: tensor<3x0xf32>) -> tensor<4x0xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<1x0xf32>, tensor<3x0xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}

// CHECK-LABEL: func.func @nothing_of_unknown_size(
// CHECK: %[[SIZE:.*]] = memref.dim
// CHECK: memref.alloc(%[[SIZE]]) {{.*}} : memref<0x?xf32>
// CLEAN-LABEL: func.func @nothing_of_unknown_size(
// CLEAN-NOT: tensor.concat
// CLEAN: tensor.empty(%{{.*}}) : tensor<0x?xf32>
func.func @nothing_of_unknown_size(%a: tensor<0x?xf32>, %b: tensor<0x?xf32>) -> tensor<0x?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<0x?xf32>, tensor<0x?xf32>) -> tensor<0x?xf32>
  return %0 : tensor<0x?xf32>
}
