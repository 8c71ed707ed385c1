// Loops keep their order if they read a buffer that may be the one they write: an
// argument of a block, or the result of an op with regions.
//
// Covers: B21

// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-check %s %t.mlir --entry=choice | FileCheck %s
// RUN: layout-check %s %t.mlir --entry=carried | FileCheck %s
// CHECK: {{^equal$}}

!buffer = memref<6x6xf32>

func.func @main(%x: !buffer) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : !buffer
  memref.copy %x, %b : !buffer to !buffer
  cf.br ^next(%b : !buffer)
^next(%p: !buffer):
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 5 {
      %v = affine.load %p[%i - 1, %j + 1] : !buffer
      %w = arith.addf %v, %v : f32
      affine.store %w, %b[%i, %j] : !buffer
    }
  }
  memref.copy %b, %x : !buffer to !buffer
  return
}

func.func @choice(%x: !buffer) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : !buffer
  memref.copy %x, %b : !buffer to !buffer
  %p = scf.execute_region -> !buffer {
    scf.yield %b : !buffer
  }
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 5 {
      %v = affine.load %p[%i - 1, %j + 1] : !buffer
      %w = arith.addf %v, %v : f32
      affine.store %w, %b[%i, %j] : !buffer
    }
  }
  memref.copy %b, %x : !buffer to !buffer
  return
}

// Values that loops carry are computed in the order of the loops.
func.func @carried(%x: !buffer) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : !buffer
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.store %zero, %b[%i, %j] : !buffer
    }
  }
  %r = affine.for %i = 0 to 6 iter_args(%a = %zero) -> (f32) {
    %s = affine.for %j = 0 to 6 iter_args(%c = %a) -> (f32) {
      %v = affine.load %x[%i, %j] : !buffer
      %h = arith.mulf %c, %half : f32
      %w = arith.addf %v, %h : f32
      affine.store %w, %b[%i, %j] : !buffer
      affine.yield %w : f32
    }
    affine.yield %s : f32
  }
  memref.copy %b, %x : !buffer to !buffer
  return
}
