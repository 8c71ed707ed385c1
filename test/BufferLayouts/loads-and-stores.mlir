// Loads, stores, prefetches, atomic updates and memref.dim on buffers of physical
// shape.
//
// Covers: B1, B2, B3, B5, B12, B13, B14, B17, B18, B25

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-apply-buffer-layouts | diff %t.mlir -
// Canonicalization and CSE keep the annotations.
// RUN: layout-opt %s --canonicalize --cse --layout-apply-buffer-layouts -o %t.after.mlir
// RUN: FileCheck %s --input-file=%t.after.mlir --check-prefix=AFTER
// RUN: layout-check %s %t.after.mlir --entry=main --dims=5 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
// AFTER: memref.alloc() : memref<5x3x4xf32>

// A list of transforms is composed. The tile does not divide the extent, so the
// physical buffer is larger.
// CHECK-LABEL: func.func private @stores(
// CHECK: %[[B:.*]] = memref.alloc() : memref<5x3x4xf32>
// CHECK-NOT: layout.
// CHECK: affine.store %{{.*}}, %[[B]][%[[J:.*]], %[[I:.*]] floordiv 4, %[[I]] mod 4] : memref<5x3x4xf32>
// CHECK: memref.load %[[B]][%{{.*}}, %{{.*}}, %{{.*}}] : memref<5x3x4xf32>
// CHECK: memref.dealloc %[[B]] : memref<5x3x4xf32>
func.func private @stores(%x: memref<11x5xf32>, %y: memref<11x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c11 = arith.constant 11 : index
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>, #layout.index_map<() -> ()>, #layout.index_map<(j, i) -> (j, i floordiv 4, i mod 4)>]} : memref<11x5xf32>
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 5 {
      %0 = affine.load %x[%i, %j] : memref<11x5xf32>
      affine.store %0, %b[%i, %j] : memref<11x5xf32>
    }
  }
  scf.for %i = %c0 to %c11 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      memref.prefetch %b[%i, %j], read, locality<3>, data : memref<11x5xf32>
      %0 = memref.load %b[%i, %j] : memref<11x5xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %y[%i, %j] : memref<11x5xf32>
    }
  }
  memref.dealloc %b : memref<11x5xf32>
  return
}

// Dynamic sizes, memref.dim, and atomic updates.
// CHECK-LABEL: func.func private @dynamic(
// CHECK: %[[N:.*]] = affine.apply #{{.*}}()[%{{.*}}]
// CHECK: memref.alloc(%[[N]]) : memref<?x3x8xi32>
// CHECK: memref.atomic_rmw addi %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : (i32, memref<?x3x8xi32>) -> i32
func.func private @dynamic(%x: memref<?x3xi32>, %y: memref<?x3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?x3xi32>
  %b = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 8, j, i mod 8)>]} : memref<?x3xi32>
  %m = memref.dim %b, %c0 : memref<?x3xi32>
  %k = memref.dim %b, %c1 : memref<?x3xi32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %k step %c1 {
      memref.store %zero, %b[%i, %j] : memref<?x3xi32>
      %0 = memref.load %x[%i, %j] : memref<?x3xi32>
      %1 = memref.atomic_rmw addi %0, %b[%i, %j] : (i32, memref<?x3xi32>) -> i32
      %2 = memref.load %b[%i, %j] : memref<?x3xi32>
      memref.store %2, %y[%i, %j] : memref<?x3xi32>
    }
  }
  memref.dealloc %b : memref<?x3xi32>
  return
}

// An empty list of transforms, and the identity.
// CHECK-LABEL: func.func private @same(
// CHECK: memref.alloca() : memref<4xf32>
// CHECK: memref.alloca() : memref<4xf32>
func.func private @same(%x: memref<11x5xf32>, %y: memref<11x5xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() {layout.buffer_transforms = []} : memref<4xf32>
  %b = memref.alloca() {layout.buffer_transforms = [#layout.index_map<() -> ()>]} : memref<4xf32>
  %0 = memref.load %x[%c0, %c0] : memref<11x5xf32>
  memref.store %0, %a[%c0] : memref<4xf32>
  %1 = memref.load %a[%c0] : memref<4xf32>
  memref.store %1, %b[%c0] : memref<4xf32>
  %2 = memref.load %b[%c0] : memref<4xf32>
  memref.store %2, %y[%c0, %c0] : memref<11x5xf32>
  return
}

func.func @main(%x: memref<11x5xf32>, %y: memref<11x5xf32>, %z: memref<11x5xf32>, %u: memref<?x3xi32>, %v: memref<?x3xi32>) {
  call @stores(%x, %y) : (memref<11x5xf32>, memref<11x5xf32>) -> ()
  call @dynamic(%u, %v) : (memref<?x3xi32>, memref<?x3xi32>) -> ()
  call @same(%x, %z) : (memref<11x5xf32>, memref<11x5xf32>) -> ()
  return
}
