// Padding of complex elements, as a list of two parts or as one number.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts | FileCheck %s

// CHECK-LABEL: func.func @parts(
// CHECK: %[[B:.*]] = memref.alloc() : memref<2x4xcomplex<f32>>
// CHECK: %[[PAD:.*]] = complex.constant [1.000000e+00 : f32, -2.000000e+00 : f32] : complex<f32>
// CHECK: linalg.fill ins(%[[PAD]] : complex<f32>) outs(%[[B]] : memref<2x4xcomplex<f32>>)
func.func @parts() {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = [1.0 : f32, -2.0 : f32]} : memref<7xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @number(
// CHECK: complex.constant [5.000000e-01, 0.000000e+00] : complex<f64>
func.func @number() {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = #complex.number<:f64 0.5, 0.0> : complex<f64>} : memref<7xcomplex<f64>>
  return
}

// CHECK-LABEL: func.func @integers(
// CHECK: complex.constant [3 : i16, 4 : i16] : complex<i16>
func.func @integers() {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = [3 : i16, 4 : i16]} : memref<7xcomplex<i16>>
  return
}
