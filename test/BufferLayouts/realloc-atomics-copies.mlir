// memref.realloc, memref.generic_atomic_rmw in parallel loops, memref.copy.
//
// Covers: B17, B18

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=6 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.mlir --layout-apply-buffer-layouts | diff %t.mlir -
// RUN: layout-opt %t.mlir --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main --dims=6 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

#tiles = #layout.index_map<(i) -> (i floordiv 4, i mod 4)>

// A reallocation becomes an allocation, filled with the pad value, and a loop
// that copies the elements.
// CHECK-LABEL: func.func private @grows(
// CHECK: %[[OLD:.*]] = memref.alloc() : memref<2x4xf32>
// CHECK: %[[KEPT:.*]] = affine.min #{{.*}}()[
// CHECK: %[[NEW:.*]] = memref.alloc(%{{.*}}) : memref<?x4xf32>
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[NEW]] : memref<?x4xf32>)
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[KEPT]]
// CHECK: memref.load %[[OLD]][%{{.*}}, %{{.*}}] : memref<2x4xf32>
// CHECK: memref.dealloc %[[OLD]] : memref<2x4xf32>
// CHECK: memref.dealloc %[[NEW]] : memref<?x4xf32>
func.func private @grows(%x: memref<6xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  %m = arith.addi %n, %c5 : index
  %b = memref.alloc() {layout.buffer_transforms = [#tiles], layout.pad_value = 0.0 : f32} : memref<6xf32>
  memref.copy %x, %b : memref<6xf32> to memref<6xf32>
  %r = memref.realloc %b(%m) : memref<6xf32> to memref<?xf32>
  %five = memref.load %r[%c5] : memref<?xf32>
  memref.store %five, %r[%c9] : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %r[%i] : memref<?xf32>
    %1 = memref.load %r[%c9] : memref<?xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %y[%i] : memref<?xf32>
  }
  memref.dealloc %r : memref<?xf32>
  return
}

// CHECK-LABEL: func.func private @shrinks(
// CHECK: memref.alloc() : memref<2x4xf32>
// CHECK: memref.alloc() : memref<1x4xf32>
func.func private @shrinks(%x: memref<6xf32>, %y: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b = memref.alloc() {layout.buffer_transforms = [#tiles]} : memref<6xf32>
  memref.copy %x, %b : memref<6xf32> to memref<6xf32>
  %r = memref.realloc %b : memref<6xf32> to memref<3xf32>
  %0 = memref.load %r[%c2] : memref<3xf32>
  memref.store %0, %y[%c0] : memref<6xf32>
  memref.dealloc %r : memref<3xf32>
  return
}

// CHECK-LABEL: func.func private @updates(
// CHECK: affine.parallel
// CHECK: memref.generic_atomic_rmw %{{.*}}[%{{.*}}, %{{.*}}] : memref<2x4xi32>
func.func private @updates(%x: memref<6xi32>, %y: memref<6xi32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#tiles]} : memref<6xi32>
  affine.parallel (%i) = (0) to (6) {
    %0 = affine.load %x[%i] : memref<6xi32>
    affine.store %0, %b[%i] : memref<6xi32>
    %1 = memref.generic_atomic_rmw %b[%i] : memref<6xi32> {
    ^bb0(%old: i32):
      %2 = arith.muli %old, %old : i32
      memref.atomic_yield %2 : i32
    }
    affine.store %1, %y[%i] : memref<6xi32>
  }
  memref.copy %b, %y : memref<6xi32> to memref<6xi32>
  memref.dealloc %b : memref<6xi32>
  return
}

// A copy between buffers of the same bijective layout copies the physical buffer.
// If there is padding, only the elements are copied.
// CHECK-LABEL: func.func private @copies(
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<2x4xi32> to memref<2x4xi32>
// CHECK-NOT: memref.copy
// CHECK: memref.alloc() : memref<2x4xi32>
// CHECK: %[[P:.*]] = memref.alloc() : memref<2x4xi32>
// CHECK: linalg.fill ins(%{{.*}} : i32) outs(%[[P]] : memref<2x4xi32>)
// CHECK: %[[END:.*]] = affine.min
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK: memref.store %{{.*}}, %[[P]]
// CHECK-NOT: memref.copy
func.func private @copies(%x: memref<8xi32>, %y: memref<8xi32>, %z: memref<6xi32>, %w: memref<6xi32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#tiles]} : memref<8xi32>
  %b = memref.alloc() {layout.buffer_transforms = [#tiles]} : memref<8xi32>
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%a : memref<8xi32>)
  memref.copy %a, %b : memref<8xi32> to memref<8xi32>
  memref.copy %b, %y : memref<8xi32> to memref<8xi32>
  %q = memref.alloc() {layout.buffer_transforms = [#tiles]} : memref<6xi32>
  %p = memref.alloc() {layout.buffer_transforms = [#tiles], layout.pad_value = 7 : i32} : memref<6xi32>
  memref.copy %z, %q : memref<6xi32> to memref<6xi32>
  memref.copy %q, %p : memref<6xi32> to memref<6xi32>
  memref.copy %p, %w : memref<6xi32> to memref<6xi32>
  return
}

func.func @main(%x: memref<6xf32>, %y: memref<?xf32>, %z: memref<6xf32>, %v: memref<6xi32>, %w: memref<6xi32>, %s: memref<8xi32>, %t: memref<8xi32>, %q: memref<6xi32>) {
  call @grows(%x, %y) : (memref<6xf32>, memref<?xf32>) -> ()
  call @shrinks(%x, %z) : (memref<6xf32>, memref<6xf32>) -> ()
  call @copies(%s, %t, %v, %q) : (memref<8xi32>, memref<8xi32>, memref<6xi32>, memref<6xi32>) -> ()
  call @updates(%v, %w) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}
