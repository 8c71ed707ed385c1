// loop-order=physical: loops follow the dims of the physical buffer they write.
//
// Covers: B21

// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --canonicalize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=6,3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=keep --canonicalize -o %t.keep.mlir
// RUN: FileCheck %s --input-file=%t.keep.mlir --check-prefix=KEEP
// RUN: layout-check %s %t.keep.mlir --entry=main --dims=6,3 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

!x = memref<2x6x3xf32>
!y = memref<6x3x2xf32>
#blocked = #layout.index_map<(n, c, h) -> (n, c floordiv 4, h, c mod 4)>
#id = affine_map<(n, c, h) -> (n, c, h)>

// The tiles of the output are loops, without divisions. The last tile is partly
// full, so there are two ops. The input has another layout.
// CHECK-DAG: #[[INPUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d1 * 4 + d3, d0)>
// CHECK-DAG: #[[OUTPUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[REST:.*]] = affine_map<(d0)[s0] -> (d0 * -4 + s0, 4)>
// CHECK-DAG: #[[CHANNEL:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>
// CHECK-LABEL: func.func private @structured(
// CHECK: %[[A:.*]] = memref.alloc() : memref<3x6x2xf32>
// CHECK: %[[B:.*]] = memref.alloc() : memref<2x2x3x4xf32>
// CHECK: %[[A0:.*]] = memref.subview %[[A]][0, 0, 0] [3, 4, 2]
// CHECK: %[[B0:.*]] = memref.subview %[[B]][0, 0, 0, 0] [2, 1, 3, 4]
// CHECK: linalg.generic {indexing_maps = [#[[INPUT]], #[[OUTPUT]]], {{.*}} ins(%[[A0]] : {{.*}} outs(%[[B0]] :
// CHECK: %[[A1:.*]] = memref.subview %[[A]][0, 4, 0] [3, 2, 2]
// CHECK: %[[B1:.*]] = memref.subview %[[B]][0, 1, 0, 0] [2, 1, 3, 2]
// CHECK: linalg.generic {indexing_maps = [#[[INPUT]], #[[OUTPUT]]], {{.*}} ins(%[[A1]] : {{.*}} outs(%[[B1]] :
func.func private @structured(%x: !x, %y: !x) {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, c, h) -> (h, c, n)>]} : !x
  %b = memref.alloc() {layout.buffer_transforms = [#blocked]} : !x
  memref.copy %x, %a : !x to !x
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : !x) outs(%b : !x) {
  ^bb0(%in: f32, %out: f32):
    %c = linalg.index 1 : index
    %i = arith.index_cast %c : index to i32
    %f = arith.sitofp %i : i32 to f32
    %0 = arith.addf %in, %f : f32
    linalg.yield %0 : f32
  }
  memref.copy %b, %y : !x to !x
  memref.dealloc %a : !x
  memref.dealloc %b : !x
  return
}

// The reductions of a convolution stay innermost, in their order.
// CHECK-LABEL: func.func private @convolution(
// CHECK: linalg.generic {{.*}} ins(%cst : f32)
// CHECK: linalg.generic {{.*}} ins(%cst : f32)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} {{.*}} outs(%{{.*}} : memref<1x1x3x4xf32,
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} {{.*}} outs(%{{.*}} : memref<1x1x3x2xf32,
func.func private @convolution(%x: memref<1x4x5xf32>, %w: memref<6x4x3xf32>, %y: memref<1x6x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %b = memref.alloc() {layout.buffer_transforms = [#blocked]} : memref<1x6x3xf32>
  linalg.fill ins(%zero : f32) outs(%b : memref<1x6x3xf32>)
  linalg.conv_1d_ncw_fcw ins(%x, %w : memref<1x4x5xf32>, memref<6x4x3xf32>) outs(%b : memref<1x6x3xf32>)
  memref.copy %b, %y : memref<1x6x3xf32> to memref<1x6x3xf32>
  memref.dealloc %b : memref<1x6x3xf32>
  return
}

// If the layout only permutes dims, ops stay structured.
// CHECK-LABEL: func.func private @turned(
// CHECK: linalg.generic {indexing_maps = [#[[FROM:.*]], #[[TO:.*]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%{{.*}} : memref<2x6x3xf32>) outs(%{{.*}} : memref<3x2x6xf32>)
// KEEP-LABEL: func.func private @turned(
func.func private @turned(%x: !x, %y: !x) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, c, h) -> (h, n, c)>]} : !x
  linalg.exp ins(%x : !x) outs(%b : !x)
  memref.copy %b, %y : !x to !x
  memref.dealloc %b : !x
  return
}

// A parallel loop is interchanged for the first of the two buffers it writes.
// CHECK-LABEL: func.func private @parallel(
// CHECK: scf.parallel (%[[H:.*]], %[[N:.*]], %[[C:.*]]) = (%c0, %c0, %c0) to (%{{.*}}, %c2, %c6)
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[H]], %[[N]], %[[C]]] : memref<3x2x6xf32>
// KEEP-LABEL: func.func private @parallel(
// KEEP: scf.parallel (%{{.*}}, %{{.*}}, %{{.*}}) = (%c0, %c0, %c0) to (%c2, %c6, %{{.*}})
func.func private @parallel(%x: !x, %y: !x, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, c, h) -> (h, n, c)>]} : !x
  %z = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, c, h) -> (h, c, n)>]} : !x
  scf.parallel (%i, %j, %k) = (%c0, %c0, %c0) to (%c2, %c6, %n) step (%c1, %c1, %c1) {
    %0 = memref.load %x[%i, %j, %k] : !x
    memref.store %0, %b[%i, %j, %k] : !x
    memref.store %0, %z[%i, %j, %k] : !x
  }
  memref.copy %b, %y : !x to !x
  memref.dealloc %b : !x
  memref.dealloc %z : !x
  return
}

// CHECK-LABEL: func.func private @nest(
// CHECK: affine.for %[[H:.*]] = 0 to 3
// CHECK-NEXT: affine.for %[[N:.*]] = 0 to 2
// CHECK-NEXT: affine.for %[[C:.*]] = 0 to 6
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[H]], %[[N]], %[[C]]] : memref<3x2x6xf32>
func.func private @nest(%x: !x, %y: !x) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, c, h) -> (h, n, c)>]} : !x
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 3 {
        %0 = affine.load %x[%i, %j, %k] : !x
        affine.store %0, %b[%i, %j, %k] : !x
      }
    }
  }
  memref.copy %b, %y : !x to !x
  memref.dealloc %b : !x
  return
}

// A loop along a split dim is split; the last tile of %j has 3 of 4 elements.
// CHECK-LABEL: func.func private @split(
// CHECK: affine.for %[[JO:.*]] = 0 to 3
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 3
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 2
// CHECK-NEXT: affine.for %[[JI:.*]] = 0 to min #{{.*}}(%[[JO]])
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[JO]], %[[IO]], %[[II]], %[[JI]]] : memref<3x3x2x4xf32>
func.func private @split(%x: memref<6x11xf32>, %y: memref<6x11xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j floordiv 4, i floordiv 2, i mod 2, j mod 4)>]} : memref<6x11xf32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %x[%i, %j] : memref<6x11xf32>
      affine.store %0, %b[%i, %j] : memref<6x11xf32>
    }
  }
  memref.copy %b, %y : memref<6x11xf32> to memref<6x11xf32>
  memref.dealloc %b : memref<6x11xf32>
  return
}

// Parts of a tile that may be partly full cannot be visited from the inside out.
// CHECK-LABEL: func.func private @inner_first(
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]] mod 2, %[[I]] floordiv 2] : memref<2x2xf32>
func.func private @inner_first(%x: memref<3xf32>, %y: memref<3xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i mod 2, i floordiv 2)>]} : memref<3xf32>
  affine.for %i = 0 to 3 {
    %0 = affine.load %x[%i] : memref<3xf32>
    affine.store %0, %b[%i] : memref<3xf32>
  }
  memref.copy %b, %y : memref<3xf32> to memref<3xf32>
  memref.dealloc %b : memref<3xf32>
  return
}

// Each sum adds its elements in the order that it had.
// CHECK-LABEL: func.func private @sums(
// CHECK: affine.for %[[IO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 6 {
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]] : memref<2x2xf32>
func.func private @sums(%x: memref<4x6xf32>, %y: memref<4xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 2, i mod 2)>]} : memref<4xf32>
  memref.copy %y, %b : memref<4xf32> to memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %x[%i, %j] : memref<4x6xf32>
      %1 = affine.load %b[%i] : memref<4xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%i] : memref<4xf32>
    }
  }
  memref.copy %b, %y : memref<4xf32> to memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// A dependence between iterations forbids the interchange.
// CHECK-LABEL: func.func private @dependent(
// CHECK: affine.for %[[I:.*]] = 1 to 6
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 2
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]] : memref<3x6xf32>
func.func private @dependent(%x: memref<6x3xf32>, %y: memref<6x3xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<6x3xf32>
  memref.copy %x, %b : memref<6x3xf32> to memref<6x3xf32>
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 2 {
      %0 = affine.load %b[%i - 1, %j + 1] : memref<6x3xf32>
      %1 = affine.load %x[%i, %j] : memref<6x3xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%i, %j] : memref<6x3xf32>
    }
  }
  memref.copy %b, %y : memref<6x3xf32> to memref<6x3xf32>
  memref.dealloc %b : memref<6x3xf32>
  return
}

// Dynamic sizes, and indices in the body: the tiles of the output are loops that
// end where the last one does.
// CHECK-LABEL: func.func private @dynamic(
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: scf.for %[[CO:.*]] = %c0 to %{{.*}} step
// CHECK-NEXT: scf.for %[[H:.*]] = %c0 to %{{.*}} step
// CHECK-NEXT: %[[END:.*]] = affine.min #[[REST]](%[[CO]])
// CHECK-NEXT: scf.for %[[CI:.*]] = %c0 to %[[END]]
// CHECK-NEXT: %[[C:.*]] = affine.apply #[[CHANNEL]](%[[CO]], %[[CI]])
// CHECK: memref.store %{{.*}}, %[[B]][%[[CO]], %[[H]], %[[CI]]]
// KEEP-LABEL: func.func private @dynamic(
// KEEP: memref.alloc
// KEEP: scf.for %[[C:.*]] = %c0 to %{{.*}} step
// KEEP-NEXT: scf.for %[[H:.*]] = %c0 to %{{.*}} step
// KEEP-NOT: scf.for
// KEEP: memref.store
func.func private @dynamic(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xi32>
  %n = memref.dim %x, %c1 : memref<?x?xi32>
  %b = memref.alloc(%m, %n) {layout.buffer_transforms = [#layout.index_map<(c, h) -> (c floordiv 4, h, c mod 4)>]} : memref<?x?xi32>
  linalg.generic {indexing_maps = [affine_map<(c, h) -> (c, h)>, affine_map<(c, h) -> (c, h)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<?x?xi32>) outs(%b : memref<?x?xi32>) {
  ^bb0(%in: i32, %out: i32):
    %c = linalg.index 0 : index
    %i = arith.index_cast %c : index to i32
    %0 = arith.addi %in, %i : i32
    linalg.yield %0 : i32
  }
  memref.copy %b, %y : memref<?x?xi32> to memref<?x?xi32>
  memref.dealloc %b : memref<?x?xi32>
  return
}

func.func @main(%x: !x, %y0: !x, %y1: !x, %y2: !x, %y3: !x, %s: memref<1x4x5xf32>, %w: memref<6x4x3xf32>, %t: memref<1x6x3xf32>, %p: memref<6x3xf32>, %q: memref<6x3xf32>, %u: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  call @structured(%x, %y0) : (!x, !x) -> ()
  call @convolution(%s, %w, %t) : (memref<1x4x5xf32>, memref<6x4x3xf32>, memref<1x6x3xf32>) -> ()
  call @turned(%x, %y1) : (!x, !x) -> ()
  call @parallel(%x, %y2, %c3) : (!x, !x, index) -> ()
  call @nest(%x, %y3) : (!x, !x) -> ()
  call @dependent(%p, %q) : (memref<6x3xf32>, memref<6x3xf32>) -> ()
  call @dynamic(%u, %u) : (memref<?x?xi32>, memref<?x?xi32>) -> ()
  return
}
