// Flattening: each group of dims becomes one dim.
//
// Covers: B5, B6, B7, B8, B14, B15, B16, B20, B22, B29

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-flatten -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-flatten | diff %t.mlir -
// RUN: layout-opt %t.mlir --layout-drop-groups -o %t.plain.mlir
// RUN: FileCheck %s --input-file=%t.plain.mlir --check-prefix=PLAIN
// RUN: layout-check %s %t.plain.mlir --entry=main --dims=3 | FileCheck %s --check-prefix=EQUAL
// A flat buffer becomes 1-D if it has no layout that separates groups of dims.
// RUN: layout-opt %t.plain.mlir --layout-flatten | FileCheck %s --check-prefix=AGAIN
// EQUAL: {{^equal$}}

// PLAIN-NOT: layout.index_map
// AGAIN: memref.alloc() : memref<240xf32>
// AGAIN-NOT: memref.alloc() : memref<6x40xf32>

!x = memref<2x3x5x8xf32>

// The groups (MNPQ), (MN,PQ), (M,NP,Q), (m q/4 n, p q%4) of TVM's RFC 39.
// Case: S2-d
// CHECK-LABEL: func.func private @forms(
// CHECK: memref.alloc() : memref<240xf32>
// CHECK: memref.alloc() : memref<6x40xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
// CHECK: memref.alloc() : memref<2x15x8xf32, #layout.index_map<(d0, d1, d2) -> (d0 | d1 | d2)>>
// CHECK: memref.alloc() : memref<12x20xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
func.func private @forms(%x: !x, %y: !x) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : !x
  %b = memref.alloc() {layout.axis_separators = array<i64: 2>} : !x
  %c = memref.alloc() {layout.axis_separators = array<i64: 1, 3>} : !x
  %d = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(m, n, p, q) -> (m, q floordiv 4, n | p, q mod 4)>]} : !x
  memref.copy %x, %a : !x to !x
  memref.copy %a, %b : !x to !x
  memref.copy %b, %c : !x to !x
  linalg.exp ins(%c : !x) outs(%d : !x)
  memref.copy %d, %y : !x to !x
  memref.dealloc %a : !x
  memref.dealloc %b : !x
  memref.dealloc %c : !x
  memref.dealloc %d : !x
  return
}

// The outermost extent may be dynamic.
// CHECK-LABEL: func.func private @dynamic(
// CHECK: %[[N:.*]] = affine.apply
// CHECK: memref.alloc(%[[N]]) : memref<?xi16>
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xi16>
func.func private @dynamic(%x: memref<?x6xi16>, %y: memref<?x6xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %n = memref.dim %x, %c0 : memref<?x6xi16>
  %b = memref.alloc(%n) : memref<?x6xi16>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %0 = memref.load %x[%i, %j] : memref<?x6xi16>
      memref.store %0, %b[%i, %j] : memref<?x6xi16>
      %1 = memref.load %b[%i, %j] : memref<?x6xi16>
      memref.store %1, %y[%i, %j] : memref<?x6xi16>
    }
  }
  memref.dealloc %b : memref<?x6xi16>
  return
}

// The others may be dynamic if all aliases of the buffer are in the function that
// allocates it: they are multiplied at run time.
// CHECK-LABEL: func.func private @unknown(
// CHECK: memref.alloc(%{{.*}}) : memref<?xi16>
// CHECK: memref.alloc(%{{.*}}, %{{.*}}) : memref<?x?xi16, #layout.index_map<(d0, d1) -> (d0 | d1)>>
// CHECK-NOT: memref<?x?x3xi16>
// CHECK: return
func.func private @unknown(%x: memref<?x6xi16>, %y: memref<?x6xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?x6xi16>
  %a = memref.alloc(%c2, %n) : memref<?x?x3xi16>
  %b = memref.alloc(%n, %c2) {layout.axis_separators = array<i64: 1>} : memref<?x?x3xi16>
  %one = memref.subview %b[0, 0, %c2] [%n, 2, 1] [1, 1, 1] : memref<?x?x3xi16> to memref<?x2xi16, strided<[?, 3], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 3 {
        %at = affine.apply affine_map<(j, k) -> (j * 3 + k)>(%j, %k)
        %0 = memref.load %x[%i, %at] : memref<?x6xi16>
        memref.store %0, %a[%j, %i, %k] : memref<?x?x3xi16>
      }
    }
  }
  linalg.transpose ins(%a : memref<?x?x3xi16>) outs(%b : memref<?x?x3xi16>) permutation = [1, 0, 2]
  %d = memref.dim %one, %c0 : memref<?x2xi16, strided<[?, 3], offset: ?>>
  scf.for %i = %c0 to %d step %c1 {
    affine.for %j = 0 to 2 {
      %0 = memref.load %one[%i, %j] : memref<?x2xi16, strided<[?, 3], offset: ?>>
      %1 = memref.load %b[%i, %j, %c1] : memref<?x?x3xi16>
      memref.store %0, %y[%i, %j] : memref<?x6xi16>
      %at = affine.apply affine_map<(j) -> (j + 3)>(%j)
      memref.store %1, %y[%i, %at] : memref<?x6xi16>
    }
  }
  memref.dealloc %a : memref<?x?x3xi16>
  memref.dealloc %b : memref<?x?x3xi16>
  return
}

// The example of RFC 39, in one dim and in two.
// Case: S2-a, S2-b, S2-e
// CHECK-LABEL: func.func private @texture(
// CHECK: affine.store %{{.*}}, %{{.*}}[6186333] : memref<8388608xf32>
// CHECK: affine.store %{{.*}}, %{{.*}}[24165, 93] : memref<32768x256xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
// Adjacent elements in a tile, and in adjacent tiles.
// CHECK: affine.load %{{.*}}[3] : memref<8388608xf32>
// CHECK: affine.load %{{.*}}[16384] : memref<8388608xf32>
func.func private @texture(%v: f32) -> f32 {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>]} : memref<16x64x64x128xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, h, w, c) -> (n, c floordiv 4, h | w, c mod 4)>]} : memref<16x64x64x128xf32>
  affine.store %v, %a[11, 37, 23, 101] : memref<16x64x64x128xf32>
  affine.store %v, %b[11, 37, 23, 101] : memref<16x64x64x128xf32>
  %0 = affine.load %a[0, 0, 0, 3] : memref<16x64x64x128xf32>
  %1 = affine.load %a[0, 0, 0, 4] : memref<16x64x64x128xf32>
  %2 = arith.addf %0, %1 : f32
  memref.dealloc %a : memref<16x64x64x128xf32>
  memref.dealloc %b : memref<16x64x64x128xf32>
  return %2 : f32
}

// Row-major and column-major. Indices beyond the bounds are computed alike.
// Case: S2-c
// CHECK-LABEL: func.func private @rows(
// CHECK: memref.alloc() : memref<6xf32>
// CHECK: memref.alloc() : memref<6xf32>
// CHECK: affine.store %{{.*}}, %{{.*}}[5] : memref<6xf32>
// CHECK: affine.store %{{.*}}, %{{.*}}[5] : memref<6xf32>
// CHECK: memref.store %{{.*}}, %{{.*}}[%c45] : memref<6xf32>
// CHECK: memref.store %{{.*}}, %{{.*}}[%c83] : memref<6xf32>
// CHECK: memref.store %{{.*}}, %{{.*}}[%c40] : memref<6xf32>
// CHECK: memref.store %{{.*}}, %{{.*}}[%c66] : memref<6xf32>
func.func private @rows(%v: f32) {
  %c10 = arith.constant 10 : index
  %c15 = arith.constant 15 : index
  %c20 = arith.constant 20 : index
  %c23 = arith.constant 23 : index
  %a = memref.alloc() : memref<2x3xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<2x3xf32>
  affine.store %v, %a[1, 2] : memref<2x3xf32>
  affine.store %v, %b[1, 2] : memref<2x3xf32>
  memref.store %v, %a[%c10, %c15] : memref<2x3xf32>
  memref.store %v, %a[%c20, %c23] : memref<2x3xf32>
  memref.store %v, %b[%c10, %c15] : memref<2x3xf32>
  memref.store %v, %b[%c20, %c23] : memref<2x3xf32>
  memref.dealloc %a : memref<2x3xf32>
  memref.dealloc %b : memref<2x3xf32>
  return
}

func.func @main(%x: !x, %y: !x, %u: memref<?x6xi16>, %v: memref<?x6xi16>, %w: memref<?x6xi16>) {
  call @forms(%x, %y) : (!x, !x) -> ()
  call @dynamic(%u, %v) : (memref<?x6xi16>, memref<?x6xi16>) -> ()
  call @unknown(%u, %w) : (memref<?x6xi16>, memref<?x6xi16>) -> ()
  return
}
