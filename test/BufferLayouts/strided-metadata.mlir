// Ops that upstream passes leave: memref.extract_strided_metadata, casts of its
// base, and memref.reshape. Strides and offsets are those of the logical buffer.
//
// Covers: B23, B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=3,5 | FileCheck %s --check-prefix=EQUAL
// RUN: sed 's/{layout.buffer_transforms = [^}]*}//' %s > %t.plain.mlir
// RUN: layout-opt %t.plain.mlir --layout-flatten -o %t.flat.mlir
// RUN: FileCheck %s --input-file=%t.flat.mlir --check-prefix=FLAT
// RUN: layout-check %s %t.flat.mlir --entry=main --dims=3,5 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-NOT: memref.extract_strided_metadata
// CHECK-NOT: memref.reinterpret_cast
// CHECK-NOT: memref.reshape
// FLAT-NOT: memref.extract_strided_metadata
// FLAT-NOT: memref.reinterpret_cast
// FLAT-NOT: memref.reshape

// A cast of the base starts in the second row.
// FLAT-LABEL: func.func private @constant(
// FLAT: memref.alloc() : memref<24xf32>
func.func private @constant(%x: memref<6x4xf32>, %y: memref<2x2xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j floordiv 2, i, j mod 2)>]} : memref<6x4xf32>
  memref.copy %x, %b : memref<6x4xf32> to memref<6x4xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %b : memref<6x4xf32> -> memref<f32>, index, index, index, index, index
  %v = memref.reinterpret_cast %base to offset: [5], sizes: [2, 2], strides: [8, 1] : memref<f32> to memref<2x2xf32, strided<[8, 1], offset: 5>>
  memref.copy %v, %y : memref<2x2xf32, strided<[8, 1], offset: 5>> to memref<2x2xf32>
  return
}

// Sizes and strides that are known at run time only: 3, 5, 3 and 15, 3, 1.
// CHECK-LABEL: func.func private @dynamic(
// CHECK: %[[N:.*]] = memref.dim %{{.*}}, %c0
// CHECK: %[[M:.*]] = memref.dim %{{.*}}, %c1
// CHECK: memref.alloc(%[[M]], %[[N]]) : memref<?x3x?xf32>
func.func private @dynamic(%x: memref<?x?x3xf32>, %y: memref<7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %x, %c0 : memref<?x?x3xf32>
  %m = memref.dim %x, %c1 : memref<?x?x3xf32>
  %b = memref.alloc(%n, %m) {layout.buffer_transforms = [#layout.index_map<(i, j, k) -> (j, k, i)>]} : memref<?x?x3xf32>
  memref.copy %x, %b : memref<?x?x3xf32> to memref<?x?x3xf32>
  %base, %offset, %sizes:3, %strides:3 = memref.extract_strided_metadata %b : memref<?x?x3xf32> -> memref<f32>, index, index, index, index, index, index, index
  %0 = memref.load %b[%c2, %c1, %c1] : memref<?x?x3xf32>
  call @add(%offset, %0, %c0, %y) : (index, f32, index, memref<7xf32>) -> ()
  call @add(%sizes#0, %0, %c1, %y) : (index, f32, index, memref<7xf32>) -> ()
  call @add(%sizes#1, %0, %c2, %y) : (index, f32, index, memref<7xf32>) -> ()
  %c3 = arith.constant 3 : index
  call @add(%sizes#2, %0, %c3, %y) : (index, f32, index, memref<7xf32>) -> ()
  %c4 = arith.constant 4 : index
  call @add(%strides#0, %0, %c4, %y) : (index, f32, index, memref<7xf32>) -> ()
  %c5 = arith.constant 5 : index
  call @add(%strides#1, %0, %c5, %y) : (index, f32, index, memref<7xf32>) -> ()
  %c6 = arith.constant 6 : index
  call @add(%strides#2, %0, %c6, %y) : (index, f32, index, memref<7xf32>) -> ()
  return
}
func.func private @add(%n: index, %x: f32, %i: index, %y: memref<7xf32>) {
  %0 = arith.index_cast %n : index to i32
  %1 = arith.sitofp %0 : i32 to f32
  %2 = arith.addf %1, %x : f32
  memref.store %2, %y[%i] : memref<7xf32>
  return
}

// Reshapes of a buffer of unknown size, to a unit dim, to rank 0.
func.func private @reshape(%x: memref<6x4xf32>, %y: memref<3x8xf32>, %p: memref<?x4xf32>, %q: memref<10x2x1xf32>, %z: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = memref.alloc() : memref<2xindex>
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  memref.store %c3, %s[%c0] : memref<2xindex>
  memref.store %c8, %s[%c1] : memref<2xindex>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 3, j, i mod 3)>]} : memref<6x4xf32>
  memref.copy %x, %b : memref<6x4xf32> to memref<6x4xf32>
  %r = memref.reshape %b(%s) : (memref<6x4xf32>, memref<2xindex>) -> memref<3x8xf32>
  linalg.exp ins(%r : memref<3x8xf32>) outs(%y : memref<3x8xf32>)
  %n = memref.dim %p, %c0 : memref<?x4xf32>
  %d = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<?x4xf32>
  memref.copy %p, %d : memref<?x4xf32> to memref<?x4xf32>
  %t = memref.alloc() : memref<3xindex>
  %c10 = arith.constant 10 : index
  memref.store %c10, %t[%c0] : memref<3xindex>
  memref.store %c2, %t[%c1] : memref<3xindex>
  memref.store %c1, %t[%c2] : memref<3xindex>
  %u = memref.reshape %d(%t) : (memref<?x4xf32>, memref<3xindex>) -> memref<10x2x1xf32>
  %0 = memref.load %u[%c3, %c1, %c0] : memref<10x2x1xf32>
  memref.store %0, %q[%c0, %c1, %c0] : memref<10x2x1xf32>
  %one = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>]} : memref<1xf32>
  memref.store %0, %one[%c0] : memref<1xf32>
  %e = memref.alloc() : memref<0xindex>
  %scalar = memref.reshape %one(%e) : (memref<1xf32>, memref<0xindex>) -> memref<f32>
  %1 = memref.load %scalar[] : memref<f32>
  memref.store %1, %z[%c0] : memref<1xf32>
  return
}

func.func @main(%x: memref<6x4xf32>, %y: memref<2x2xf32>, %d: memref<?x?x3xf32>, %z: memref<7xf32>, %p: memref<3x8xf32>, %q: memref<5x4xf32>, %r: memref<10x2x1xf32>, %o: memref<1xf32>) {
  call @constant(%x, %y) : (memref<6x4xf32>, memref<2x2xf32>) -> ()
  call @dynamic(%d, %z) : (memref<?x?x3xf32>, memref<7xf32>) -> ()
  %a = memref.cast %q : memref<5x4xf32> to memref<?x4xf32>
  call @reshape(%x, %p, %a, %r, %o) : (memref<6x4xf32>, memref<3x8xf32>, memref<?x4xf32>, memref<10x2x1xf32>, memref<1xf32>) -> ()
  return
}
