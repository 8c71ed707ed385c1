// A program with a region whose value upstream's deallocation cannot follow is
// compared.

// RUN: layout-check %s %s --entry=atomic | FileCheck %s
// CHECK: {{^equal$}}

func.func @atomic(%x: memref<5xf32>) {
  %b = memref.alloc() : memref<5xf32>
  memref.copy %x, %b : memref<5xf32> to memref<5xf32>
  affine.for %i = 0 to 5 {
    %0 = memref.generic_atomic_rmw %b[%i] : memref<5xf32> {
    ^bb0(%old: f32):
      %new = arith.addf %old, %old : f32
      memref.atomic_yield %new : f32
    }
  }
  memref.copy %b, %x : memref<5xf32> to memref<5xf32>
  return
}
