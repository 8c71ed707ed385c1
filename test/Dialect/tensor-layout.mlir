// The forms of #layout.tensor_layout, and the one that is printed. It is the
// encoding of a tensor, the layout of a memref, and a discardable attribute.
// Covers: P6, P9
//
// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// CHECK-LABEL: func.func private @row_major(
// CHECK-SAME: tensor<4x6xf32, #layout.tensor_layout<(d0, d1) -> (d0, d1) in [4, 6]>>
func.func private @row_major(tensor<4x6xf32, #layout.tensor_layout<row_major 4x6>>)

// Without a static shape the device has what the elements span.
// CHECK-LABEL: func.func private @dynamic(
// CHECK-SAME: tensor<?x6xf32, #layout.tensor_layout<(d0, d1) -> (d0, d1)>>
func.func private @dynamic(tensor<?x6xf32, #layout.tensor_layout<row_major ?x6>>)

// CHECK-LABEL: func.func private @channels_last(
// CHECK-SAME: #layout.tensor_layout<(d0, d1, d2, d3) -> (d0, d2, d3, d1) in [1, 7, 8, 3]>
func.func private @channels_last(tensor<1x3x7x8xf32, #layout.tensor_layout<channels_last 1x3x7x8>>)

// CHECK-LABEL: func.func private @nchwc(
// CHECK-SAME: #layout.tensor_layout<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4) in [1, 2, 7, 8, 4]>
func.func private @nchwc(tensor<1x6x7x8xf32, #layout.tensor_layout<nchwc 1x6x7x8, block = 4>>)

// CHECK-LABEL: func.func private @sticks(
// CHECK-SAME: #layout.tensor_layout<(d0, d1) -> (d1 floordiv 64, d0, d1 mod 64) in [4, 1000, 64], stick = 1>
func.func private @sticks(tensor<1000x200xf16, #layout.tensor_layout<sticks 1000x200xf16, dim = 1>>)

// A dim of one element has a stick of its own, too.
// CHECK-LABEL: func.func private @unit_dim(
// CHECK-SAME: #layout.tensor_layout<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32) in [1, 5, 32], stick = 1>
func.func private @unit_dim(tensor<5x1xf32, #layout.tensor_layout<sticks 5x1xf32, dim = 1>>)

// CHECK-LABEL: func.func private @sparse(
// CHECK-SAME: #layout.tensor_layout<(d0) -> (d0, 0) in [1024, 64], padding = #ub.poison>
func.func private @sparse(tensor<1024xf16, #layout.tensor_layout<sparse 1024xf16, padding = #ub.poison>>)

// CHECK-LABEL: func.func private @map(
// CHECK-SAME: memref<4x10xf32, #layout.tensor_layout<(d0, d1) -> (d0, d1) in [4, 16], stick = 1, padding = -1.000000e+00 : f32>>
func.func private @map(memref<4x10xf32, #layout.tensor_layout<(i, j) -> (i, j) in [4, 16], stick = 1, padding = -1.0 : f32>>)

// The same layout in two forms is one attribute.
// CHECK-LABEL: func.func @same(
func.func @same(%x: tensor<4x6xf32, #layout.tensor_layout<row_major 4x6>>) -> tensor<4x6xf32, #layout.tensor_layout<(i, j) -> (i, j) in [4, 6]>> {
  return %x : tensor<4x6xf32, #layout.tensor_layout<(i, j) -> (i, j) in [4, 6]>>
}

// CHECK-LABEL: func.func private @complex(
// CHECK-SAME: padding = [0.000000e+00 : f32, 1.000000e+00 : f32]
func.func private @complex(tensor<3xcomplex<f32>, #layout.tensor_layout<sparse 3xcomplex<f32>, padding = [0.0 : f32, 1.0 : f32]>>)
