// Crops to no elements and pads of none get buffers without views: upstream's
// verifier takes a view of no elements for out of bounds.

// RUN: layout-opt %s --layout-bufferize | FileCheck %s
// RUN: layout-opt %s --layout-bufferize -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main
// RUN: layout-opt %s --layout-materialize --layout-bufferize -o %t.materialized.mlir
// RUN: layout-check %s %t.materialized.mlir --entry=main

// CHECK-NOT: memref.subview
// CHECK-LABEL: func.func @pad(
// CHECK: %[[B:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2x3xf32>
// CHECK: linalg.map outs(%[[B]] : memref<2x3xf32>)
// CHECK: return %[[B]] : memref<2x3xf32>
func.func @pad(%x: tensor<0x3xf32>) -> tensor<2x3xf32> {
  %0 = layout.pad %x low [2, 0] high [0, 0] value(1.5 : f32) : tensor<0x3xf32> to tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Both dims, so that there still is no element.
// CHECK-LABEL: func.func @pad_one_of_two(
func.func @pad_one_of_two(%x: tensor<0x0xf32>) -> tensor<0x5xf32> {
  %0 = layout.pad %x low [0, 2] high [0, 3] value(1.5 : f32) : tensor<0x0xf32> to tensor<0x5xf32>
  return %0 : tensor<0x5xf32>
}

// CHECK-LABEL: func.func private @tensor_pad_dynamic(
// CHECK: memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
// CHECK: linalg.index 0 : index
func.func @tensor_pad(%x: tensor<0xf32>) -> tensor<?xf32> {
  %c3 = arith.constant 3 : index
  %0 = call @tensor_pad_dynamic(%x, %c3) : (tensor<0xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @tensor_pad_dynamic(%x: tensor<0xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.pad %x low [%n] high [0] {
  ^bb0(%i: index):
    %1 = arith.index_cast %i : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    tensor.yield %2 : f32
  } : tensor<0xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @crop(
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<0xf32>
func.func @crop(%x: tensor<4xf32>) -> tensor<0xf32> {
  %0 = layout.crop %x offsets [4] sizes [0] : tensor<4xf32> to tensor<0xf32>
  return %0 : tensor<0xf32>
}

// A size of run time can be no other than 0 there.
// CHECK-LABEL: func.func @crop_after_end(
// CHECK: memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
func.func @crop_after_end(%x: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %0 = layout.crop %x offsets [4] sizes [%n] : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @main(%z: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant dense<> : tensor<0x3xf32>
  %y = arith.constant dense<> : tensor<0xf32>
  %0 = call @pad(%x) : (tensor<0x3xf32>) -> tensor<2x3xf32>
  %1 = call @tensor_pad(%y) : (tensor<0xf32>) -> tensor<?xf32>
  %2 = tensor.extract %0[%c1, %c2] : tensor<2x3xf32>
  %3 = tensor.extract %1[%c2] : tensor<?xf32>
  %sum = arith.addf %2, %3 : f32
  %4 = arith.mulf %sum, %z : f32
  return %4 : f32
}
