// Each pass alone, on modules that load few dialects: a pass declares the
// dialects of the ops that it creates.
// RUN: %python %S/Inputs/run_each_alone.py %s | FileCheck %s
// NO-VERIFY-ROUNDTRIP: the script calls layout-opt.
// CHECK: {{[0-9][0-9]}} passes
// CHECK-NEXT: all ran

memref.global "private" constant @t : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}

// -----

func.func @f(%v: f32, %m: index) -> f32 {
  %b = memref.alloc(%m) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j floordiv 4, i, j mod 4)>]} : memref<?x6xf32>
  memref.store %v, %b[%m, %m] : memref<?x6xf32>
  %s = memref.subview %b[0, 0] [%m, 4] [1, 1] : memref<?x6xf32> to memref<?x4xf32, strided<[6, 1]>>
  %c = memref.alloc(%m) : memref<?x4xf32>
  memref.copy %s, %c : memref<?x4xf32, strided<[6, 1]>> to memref<?x4xf32>
  %l = memref.load %c[%m, %m] : memref<?x4xf32>
  return %l : f32
}

// -----

func.func @f(%i: index) -> f32 {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x6xf32>
  %0 = affine.load %b[%i, 2] : memref<4x6xf32>
  affine.store %0, %b[%i, 3] : memref<4x6xf32>
  affine.prefetch %b[%i, 3], read, locality<3>, data : memref<4x6xf32>
  return %0 : f32
}

// -----

func.func @f(%i: index) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x8xf32>
  %0 = affine.vector_load %b[%i, 0] : memref<4x8xf32>, vector<4xf32>
  affine.vector_store %0, %b[%i, 0] : memref<4x8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%i: index, %p: f32) -> vector<4xf32> {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x8xf32>
  %0 = vector.transfer_read %b[%i, %i], %p : memref<4x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %f: tensor<8x4x3x3xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<operands = [<(n, c, h, w) -> (n, h, w, c)>, <(f, c, h, w) -> (h, w, c, f)>, <(n, c, h, w) -> (n, h, w, c)>], results = [<(n, c, h, w) -> (n, h, w, c)>], cost = 0>]} ins(%x, %f : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

// -----

func.func @f(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [<(m, k) -> (k, m)>, _, <(m, n) -> (n, m)>], results = [<(m, n) -> (n, m)>], cost = 0>]} ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @f(%a: memref<4x6xf32>, %c: f32) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j floordiv 4, i, j mod 4)>]} : memref<4x6xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<4x6xf32>)
  linalg.exp ins(%a : memref<4x6xf32>) outs(%b : memref<4x6xf32>)
  return
}

// -----

func.func @f(%a: tensor<4x7xcomplex<f32>>, %b: tensor<7x4xcomplex<f32>>, %c: tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [<(m, k) -> (m, k floordiv 4, k mod 4)> pad [0, 1], <(k, n) -> (k floordiv 4, n, k mod 4)> pad [1, 0], _], results = [_], cost = 0>]} ins(%a, %b : tensor<4x7xcomplex<f32>>, tensor<7x4xcomplex<f32>>) outs(%c : tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xcomplex<f32>>
}

// -----

func.func @f(%x: tensor<15x4xf32>, %p: f32, %d: tensor<2x4x8xf32>, %u: tensor<15x4xf32>) -> tensor<15x4xf32> {
  %0 = linalg.pack %x padding_value(%p : f32) inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<15x4xf32> -> tensor<2x4x8xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0] inner_tiles = [8] into %u : tensor<2x4x8xf32> -> tensor<15x4xf32>
  return %1 : tensor<15x4xf32>
}

// -----

func.func @f(%x: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %0 = layout.pad %x low [0, 0] high [3, 0] value(0.0 : f32) : tensor<5x8xf32> to tensor<8x8xf32>
  %1 = layout.layout_transform %0 by <(a, b) -> (a floordiv 4, b, a mod 4)> : tensor<8x8xf32> to tensor<2x8x4xf32>
  %2 = layout.layout_transform %1 by <(a, b, c) -> (b, a * 4 + c)> : tensor<2x8x4xf32> to tensor<8x8xf32>
  %3 = layout.crop %2 offsets [0, 0] sizes [5, 8] : tensor<8x8xf32> to tensor<5x8xf32>
  return %3 : tensor<5x8xf32>
}

// -----

func.func @f(%x: tensor<5x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>> {
  %0 = layout.pad %x low [0, 0] high [3, 0] value([0.0 : f32, 1.0 : f32]) : tensor<5x8xcomplex<f32>> to tensor<8x8xcomplex<f32>>
  return %0 : tensor<8x8xcomplex<f32>>
}

// -----

ml_program.global private @w(dense<0.5> : tensor<4x8xf32>) : tensor<4x8xf32>
func.func @f() -> tensor<4x8xf32> {
  %w = ml_program.global_load_const @w : tensor<4x8xf32>
  return %w : tensor<4x8xf32>
}

// -----

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<8x4xf32> {
  %0 = layout.layout_transform %x by <(a, b) -> (b, a)> : tensor<4x8xf32> to tensor<8x4xf32>
  %r = scf.for %i = %n to %n step %n iter_args(%a = %0) -> tensor<8x4xf32> { scf.yield %a : tensor<8x4xf32> }
  return %r : tensor<8x4xf32>
}

// -----

func.func @f(%v: f32, %i: index) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j floordiv 4, i, j mod 4)>]} : memref<4x6xf32>
  %0 = memref.atomic_rmw addf %v, %b[%i, %i] : (f32, memref<4x6xf32>) -> f32
  return
}
