// Covers: R7, R8, R9, R46
// Case: S1-a
//
// Every op in text, in generic form and in bytecode.
//
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// CHECK-LABEL: func @layout_transform
func.func @layout_transform(%x: tensor<32x64x224x224xf32>, %d: tensor<?x64x?x56xi8>, %s: tensor<f32>) {
  // CHECK: layout.layout_transform %{{.*}} by <(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)> : tensor<32x64x224x224xf32> to tensor<32x16x224x224x4xf32>
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>
         : tensor<32x64x224x224xf32> to tensor<32x16x224x224x4xf32>
  // CHECK: layout.layout_transform %{{.*}} by <(d0, d1, d2, d3) -> (d0, d2, d3, d1)> {note = "kept"} : tensor<?x64x?x56xi8> to tensor<?x?x56x64xi8>
  %1 = layout.layout_transform %d by <(n, c, h, w) -> (n, h, w, c)> {note = "kept"}
         : tensor<?x64x?x56xi8> to tensor<?x?x56x64xi8>
  // CHECK: layout.layout_transform %{{.*}} by <() -> (0, 0)> : tensor<f32> to tensor<1x1xf32>
  %2 = layout.layout_transform %s by <() -> (0, 0)> : tensor<f32> to tensor<1x1xf32>
  return
}

// A map without digits is verified by visiting every point.
// CHECK-LABEL: func @skew
func.func @skew(%x: tensor<16x16xf32>, %big: tensor<512x512xf32>) {
  // CHECK: by <(d0, d1) -> (d0, (d0 + d1) mod 16)>
  %0 = layout.layout_transform %x by <(i, j) -> (i, (i + j) mod 16)> : tensor<16x16xf32> to tensor<16x16xf32>
  // CHECK: by <(d0, d1) -> (d0, (d0 + d1) mod 512)>
  %1 = layout.layout_transform %big by <(i, j) -> (i, (i + j) mod 512)> : tensor<512x512xf32> to tensor<512x512xf32>
  return
}

// CHECK-LABEL: func @pad
// CHECK-SAME: %[[X:.*]]: tensor<3x?xf32>, %[[S:.*]]: tensor<f16>, %[[L:.*]]: index, %[[H:.*]]: index)
func.func @pad(%x: tensor<3x?xf32>, %s: tensor<f16>, %l: index, %h: index) {
  // CHECK: layout.pad %[[X]] low [0, 0] high [1, 2] value(0.000000e+00 : f32) : tensor<3x?xf32> to tensor<4x?xf32>
  %0 = layout.pad %x low [0, 0] high [1, 2] value(0.0 : f32) : tensor<3x?xf32> to tensor<4x?xf32>
  // CHECK: layout.pad %[[X]] low [%[[L]], 0] high [1, %[[H]]] value(poison) : tensor<3x?xf32> to tensor<?x?xf32>
  %1 = layout.pad %x low [%l, 0] high [1, %h] value(poison) : tensor<3x?xf32> to tensor<?x?xf32>
  // CHECK: layout.pad %[[X]] low [0, %[[L]]] high [0, %[[L]]] value(0xFFC00000 : f32) {note = 1 : i32}
  %2 = layout.pad %x low [0, %l] high [0, %l] value(0xFFC00000 : f32) {note = 1 : i32} : tensor<3x?xf32> to tensor<3x?xf32>
  // CHECK: layout.pad %[[S]] low [] high [] value(1.500000e+00 : f16) : tensor<f16> to tensor<f16>
  %3 = layout.pad %s low [] high [] value(1.5 : f16) : tensor<f16> to tensor<f16>
  return
}

// CHECK-LABEL: func @crop
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[O:.*]]: index, %[[S:.*]]: index)
func.func @crop(%x: tensor<4x?xf32>, %o: index, %s: index) {
  // CHECK: layout.crop %[[X]] offsets [1, 0] sizes [3, 7] : tensor<4x?xf32> to tensor<3x7xf32>
  %0 = layout.crop %x offsets [1, 0] sizes [3, 7] : tensor<4x?xf32> to tensor<3x7xf32>
  // CHECK: layout.crop %[[X]] offsets [%[[O]], 0] sizes [1, %[[S]]] cropped(0.000000e+00 : f32) : tensor<4x?xf32> to tensor<1x?xf32>
  %1 = layout.crop %x offsets [%o, 0] sizes [1, %s] cropped(0.0 : f32) : tensor<4x?xf32> to tensor<1x?xf32>
  // CHECK: layout.crop %[[X]] offsets [0, %[[O]]] sizes [%[[S]], %[[S]]] cropped(poison) : tensor<4x?xf32> to tensor<?x?xf32>
  %2 = layout.crop %x offsets [0, %o] sizes [%s, %s] cropped(poison) : tensor<4x?xf32> to tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @element_values
func.func @element_values(%bf16: tensor<2xbf16>, %i1: tensor<2xi1>, %i4: tensor<2xi4>,
                          %ui8: tensor<2xui8>, %index: tensor<2xindex>, %f8: tensor<2xf8E4M3FN>,
                          %cf: tensor<2xcomplex<f32>>, %ci: tensor<2xcomplex<i16>>) {
  // CHECK: value(-0.000000e+00 : bf16) : tensor<2xbf16> to tensor<3xbf16>
  %0 = layout.pad %bf16 low [0] high [1] value(-0.0 : bf16) : tensor<2xbf16> to tensor<3xbf16>
  // CHECK: value(true) : tensor<2xi1> to tensor<3xi1>
  %1 = layout.pad %i1 low [0] high [1] value(true) : tensor<2xi1> to tensor<3xi1>
  // CHECK: value(-8 : i4) : tensor<2xi4> to tensor<3xi4>
  %2 = layout.pad %i4 low [0] high [1] value(-8 : i4) : tensor<2xi4> to tensor<3xi4>
  // CHECK: value(255 : ui8) : tensor<2xui8> to tensor<3xui8>
  %3 = layout.pad %ui8 low [0] high [1] value(255 : ui8) : tensor<2xui8> to tensor<3xui8>
  // CHECK: value(7 : index) : tensor<2xindex> to tensor<3xindex>
  %4 = layout.pad %index low [0] high [1] value(7 : index) : tensor<2xindex> to tensor<3xindex>
  // CHECK: value(1.000000e+00 : f8E4M3FN)
  %5 = layout.pad %f8 low [0] high [1] value(1.0 : f8E4M3FN) : tensor<2xf8E4M3FN> to tensor<3xf8E4M3FN>
  // CHECK: value([1.000000e+00 : f32, -2.000000e+00 : f32]) : tensor<2xcomplex<f32>> to tensor<3xcomplex<f32>>
  %6 = layout.pad %cf low [0] high [1] value([1.0 : f32, -2.0 : f32]) : tensor<2xcomplex<f32>> to tensor<3xcomplex<f32>>
  // CHECK: cropped([3 : i16, 4 : i16]) : tensor<2xcomplex<i16>> to tensor<1xcomplex<i16>>
  %7 = layout.crop %ci offsets [0] sizes [1] cropped([3 : i16, 4 : i16]) : tensor<2xcomplex<i16>> to tensor<1xcomplex<i16>>
  // CHECK: value(poison) : tensor<2xcomplex<i16>> to tensor<3xcomplex<i16>>
  %8 = layout.pad %ci low [0] high [1] value(#ub.poison) : tensor<2xcomplex<i16>> to tensor<3xcomplex<i16>>
  return
}

// The encoding of the tensor is kept.
// CHECK-LABEL: func @encoding
func.func @encoding(%x: tensor<2x4xf32, "blocked">) {
  // CHECK: tensor<2x4xf32, "blocked"> to tensor<4x2xf32, "blocked">
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<2x4xf32, "blocked"> to tensor<4x2xf32, "blocked">
  // CHECK: tensor<2x4xf32, "blocked"> to tensor<3x4xf32, "blocked">
  %1 = layout.pad %x low [1, 0] high [0, 0] value(poison) : tensor<2x4xf32, "blocked"> to tensor<3x4xf32, "blocked">
  return
}

// An empty tensor has no elements to move.
// CHECK-LABEL: func @empty
func.func @empty(%x: tensor<0x64xf32>) {
  // CHECK: tensor<0x64xf32> to tensor<0x4x16xf32>
  %0 = layout.layout_transform %x by <(a, b) -> (a, b floordiv 16, b mod 16)> : tensor<0x64xf32> to tensor<0x4x16xf32>
  // CHECK: tensor<0x64xf32> to tensor<2x64xf32>
  %1 = layout.pad %x low [1, 0] high [1, 0] value(1.0 : f32) : tensor<0x64xf32> to tensor<2x64xf32>
  // CHECK: tensor<0x64xf32> to tensor<0x0xf32>
  %2 = layout.crop %x offsets [0, 64] sizes [0, 0] : tensor<0x64xf32> to tensor<0x0xf32>
  return
}

// CHECK-LABEL: func.func @reindex(
// CHECK: layout.reindex %{{.*}} : memref<4x8xf32> to memref<8x4xf32, #layout.index_map<(d0, d1) -> (d1, d0)>>
func.func @reindex(%x: memref<4x8xf32>) {
  %0 = layout.reindex %x : memref<4x8xf32> to memref<8x4xf32, #layout.index_map<(i, j) -> (j, i)>>
  return
}
