// The ops of the dialect become tiled copies, reshapes, subviews and padded
// buffers.
//
// Covers: B24

// RUN: layout-opt %s --layout-bufferize --canonicalize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize -o %t.upstream.mlir
// RUN: FileCheck %s --input-file=%t.upstream.mlir
// RUN: layout-opt %s --layout-materialize --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -o %t.materialized.mlir
// RUN: layout-check %t.materialized.mlir %t.mlir --entry=main --dims=5,6 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-bufferize=to=logical --layout-apply-buffer-layouts -o %t.logical.mlir
// RUN: layout-check %t.materialized.mlir %t.logical.mlir --entry=main --dims=5,6 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// A copy is one loop nest over the tiles, in the order of the result, without
// divisions.
// CHECK: #[[CHANNEL:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>
// CHECK-LABEL: func.func @blocked(
// CHECK: %[[Y:.*]] = memref.alloc() {{.*}} : memref<2x3x5x4xf32>
// CHECK: scf.for %[[N:.*]] = %c0 to %c2
// CHECK-NEXT: scf.for %[[CO:.*]] = %c0 to %c3
// CHECK-NEXT: scf.for %[[H:.*]] = %c0 to %c5
// CHECK-NEXT: scf.for %[[CI:.*]] = %c0 to %c4
// CHECK-NEXT: %[[C:.*]] = affine.apply #[[CHANNEL]](%[[CO]], %[[CI]])
// CHECK-NEXT: %[[V:.*]] = memref.load %{{.*}}[%[[N]], %[[C]], %[[H]]] : memref<2x12x5xf32>
// CHECK-NEXT: memref.store %[[V]], %[[Y]][%[[N]], %[[CO]], %[[H]], %[[CI]]] : memref<2x3x5x4xf32>
func.func @blocked(%x: tensor<2x12x5xf32>) -> tensor<2x3x5x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h) -> (n, c floordiv 4, h, c mod 4)> : tensor<2x12x5xf32> to tensor<2x3x5x4xf32>
  return %0 : tensor<2x3x5x4xf32>
}

// From blocks of four to blocks of two.
// CHECK-LABEL: func.func @back(
// CHECK-COUNT-5: scf.for
// CHECK-NOT: affine.apply {{.*}}floordiv
// CHECK: memref.store %{{.*}}, %{{.*}} : memref<2x6x5x2xi8>
func.func @back(%x: tensor<2x3x5x4xi8>) -> tensor<2x6x5x2xi8> {
  %0 = layout.layout_transform %x by <(n, co, h, ci) -> (n, co * 2 + ci floordiv 2, h, ci mod 2)> : tensor<2x3x5x4xi8> to tensor<2x6x5x2xi8>
  return %0 : tensor<2x6x5x2xi8>
}

// Only the frame is filled; with poison, nothing.
// CHECK-LABEL: func.func @pads(
// CHECK: %[[Y:.*]] = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK: %[[LOW:.*]] = memref.subview %[[Y]][0, 0] [1, 8] [1, 1]
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[LOW]]
// CHECK: %[[HIGH:.*]] = memref.subview %[[Y]][0, 5] [4, 3] [1, 1]
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[HIGH]]
// CHECK-NOT: linalg.fill
// CHECK: memref.subview %[[Y]][1, 0] [3, 5] [1, 1]
// CHECK: linalg.generic
// CHECK: memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK-NOT: linalg.fill
// CHECK: return
func.func @pads(%x: tensor<3x5xf32>) -> (tensor<4x8xf32>, f32) {
  %c1 = arith.constant 1 : index
  %0 = layout.pad %x low [1, 0] high [0, 3] value(2.0 : f32) : tensor<3x5xf32> to tensor<4x8xf32>
  %1 = layout.pad %x low [1, 0] high [0, 3] value(poison) : tensor<3x5xf32> to tensor<4x8xf32>
  %2 = tensor.extract %1[%c1, %c1] : tensor<4x8xf32>
  return %0, %2 : tensor<4x8xf32>, f32
}

// A crop is a subview of its source.
// CHECK-LABEL: func.func @crops(
// CHECK: memref.subview %{{.*}}[1, 2] [2, 3] [1, 1] : memref<3x5xf32> to memref<2x3xf32, strided<[5, 1], offset: 7>>
// CHECK: memref.alloc() {{.*}} : memref<3x2xf32>
// CHECK-NOT: memref.alloc()
// CHECK: return
func.func @crops(%x: tensor<3x5xf32>) -> tensor<3x2xf32> {
  %0 = layout.crop %x offsets [1, 2] sizes [2, 3] : tensor<3x5xf32> to tensor<2x3xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// A transform that keeps row-major order needs no buffer of its own.
// CHECK-LABEL: func.func @reshapes(
// CHECK: %[[Y:.*]] = memref.alloc() {{.*}} : memref<6x4xf32>
// CHECK: linalg.exp {{.*}} outs(%[[Y]] : memref<6x4xf32>)
// CHECK: %[[E:.*]] = memref.expand_shape %[[Y]] {{.*}} into memref<2x3x4xf32>
// CHECK: linalg.negf ins(%[[E]] : memref<2x3x4xf32>) outs(%[[E]] : memref<2x3x4xf32>)
// CHECK-NOT: memref.copy
// CHECK: return
func.func @reshapes(%x: tensor<6x4xf32>) -> tensor<2x3x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.exp ins(%x : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i floordiv 3, i mod 3, j)> : tensor<6x4xf32> to tensor<2x3x4xf32>
  %2 = linalg.negf ins(%1 : tensor<2x3x4xf32>) outs(%1 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %2 : tensor<2x3x4xf32>
}

// Dynamic sizes. It is a precondition that the tiles divide them.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: affine.min
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %{{.*}} : memref<?x4x?xf32>
func.func @dynamic(%x: tensor<?x?xf32>, %w: index) -> tensor<?x4x?xf32> {
  %0 = layout.pad %x low [0, %w] high [%w, 0] value(1.0 : f32) : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i floordiv 4, i mod 4, j)> : tensor<?x?xf32> to tensor<?x4x?xf32>
  return %1 : tensor<?x4x?xf32>
}

// CHECK-LABEL: func.func @unit(
func.func @unit(%x: tensor<1x7x1xf16>, %y: tensor<1x1xf16>) -> (tensor<7x1x1xf16>, tensor<f16>) {
  %0 = layout.layout_transform %x by <(i, j, k) -> (j, k, i)> : tensor<1x7x1xf16> to tensor<7x1x1xf16>
  %1 = layout.layout_transform %y by <(i, j) -> ()> : tensor<1x1xf16> to tensor<f16>
  return %0, %1 : tensor<7x1x1xf16>, tensor<f16>
}

// A skew is no list of digits: loops over the source.
// CHECK-LABEL: func.func @skew(
// CHECK: scf.for %[[I:.*]] = %c0 to %c4
// CHECK-NEXT: scf.for %[[J:.*]] = %c0 to %c8
// CHECK-NEXT: %[[V:.*]] = memref.load %{{.*}}[%[[I]], %[[J]]]
func.func @skew(%x: tensor<4x8xi16>) -> tensor<4x8xi16> {
  %0 = layout.layout_transform %x by <(i, j) -> (i, (j + i * 3) mod 8)> : tensor<4x8xi16> to tensor<4x8xi16>
  return %0 : tensor<4x8xi16>
}

func.func @main(%a: tensor<2x12x5xf32>, %b: tensor<2x3x5x4xi8>, %c: tensor<3x5xf32>, %d: tensor<6x4xf32>, %e: tensor<?x?xf32>, %f: tensor<1x7x1xf16>, %g: tensor<4x8xi16>)
    -> (tensor<2x3x5x4xf32>, tensor<2x6x5x2xi8>, tensor<4x8xf32>, f32, tensor<3x2xf32>, tensor<2x3x4xf32>, tensor<?x4x?xf32>, tensor<7x1x1xf16>, tensor<4x8xi16>) {
  %c3 = arith.constant 3 : index
  %one = tensor.extract_slice %f[0, 0, 0] [1, 1, 1] [1, 1, 1] : tensor<1x7x1xf16> to tensor<1x1xf16>
  %0 = call @blocked(%a) : (tensor<2x12x5xf32>) -> tensor<2x3x5x4xf32>
  %1 = call @back(%b) : (tensor<2x3x5x4xi8>) -> tensor<2x6x5x2xi8>
  %2:2 = call @pads(%c) : (tensor<3x5xf32>) -> (tensor<4x8xf32>, f32)
  %3 = call @crops(%c) : (tensor<3x5xf32>) -> tensor<3x2xf32>
  %4 = call @reshapes(%d) : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
  %5 = call @dynamic(%e, %c3) : (tensor<?x?xf32>, index) -> tensor<?x4x?xf32>
  %6:2 = call @unit(%f, %one) : (tensor<1x7x1xf16>, tensor<1x1xf16>) -> (tensor<7x1x1xf16>, tensor<f16>)
  %7 = call @skew(%g) : (tensor<4x8xi16>) -> tensor<4x8xi16>
  return %0, %1, %2#0, %2#1, %3, %4, %5, %6#0, %7 : tensor<2x3x5x4xf32>, tensor<2x6x5x2xi8>, tensor<4x8xf32>, f32, tensor<3x2xf32>, tensor<2x3x4xf32>, tensor<?x4x?xf32>, tensor<7x1x1xf16>, tensor<4x8xi16>
}
