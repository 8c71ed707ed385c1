// A program with a region whose value upstream's deallocation cannot follow is
// compared.

// RUN: layout-check %s %s --entry=atomic | FileCheck %s
// CHECK: {{^equal$}}

func.func @atomic(%x: memref<5xi32>) {
  %b = memref.alloc() : memref<5xi32>
  memref.copy %x, %b : memref<5xi32> to memref<5xi32>
  affine.for %i = 0 to 5 {
    %0 = memref.generic_atomic_rmw %b[%i] : memref<5xi32> {
    ^bb0(%old: i32):
      %new = arith.addi %old, %old : i32
      memref.atomic_yield %new : i32
    }
  }
  memref.copy %b, %x : memref<5xi32> to memref<5xi32>
  return
}
