// A structured op whose tiles do not divide its loops becomes an op for the full
// tiles and one for each kind of partly full tile. Nothing is divided.
//
// Covers: B21, B23

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=9 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=main --dims=3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=main --dims=1 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=main --dims=8 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main --dims=9 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.mlir --layout-apply-buffer-layouts | diff %t.mlir -
// RUN: layout-opt %t.mlir --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main --dims=9 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-DAG: #[[DIV:.*]] = affine_map<()[s0] -> (s0 floordiv 4)>
// CHECK-DAG: #[[CEIL:.*]] = affine_map<()[s0] -> (s0 ceildiv 4 - s0 floordiv 4)>
// CHECK-DAG: #[[REST:.*]] = affine_map<()[s0] -> (s0 mod 4)>

#rows = #layout.index_map<(i, j) -> (i floordiv 16, j, i mod 16)>
#columns = #layout.index_map<(i, j) -> (j floordiv 16, i, j mod 16)>
#both = #layout.index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>
// Rows and columns end in a partly full tile: 3 * 16 + 12 rows and 2 * 16 + 5
// columns make four ops.
// CHECK-LABEL: func.func private @matmul(
// CHECK: %[[A:.*]] = memref.alloc() : memref<4x5x16xf32>
// CHECK: %[[B:.*]] = memref.alloc() : memref<3x5x16xf32>
// CHECK: %[[C:.*]] = memref.alloc() : memref<4x3x16x16xf32>
// CHECK: memref.subview %[[C]][0, 0, 0, 0] [3, 2, 16, 16]
// CHECK-NEXT: linalg.generic {indexing_maps = [{{.*}}], iterator_types = ["parallel", "reduction", "parallel", "parallel", "parallel"]}
// CHECK: memref.subview %[[C]][0, 2, 0, 0] [3, 1, 16, 5]
// CHECK-NEXT: linalg.generic
// CHECK: memref.subview %[[C]][3, 0, 0, 0] [1, 2, 12, 16]
// CHECK-NEXT: linalg.generic
// CHECK: %[[A1:.*]] = memref.subview %[[A]][3, 0, 0] [1, 5, 12]
// CHECK: %[[B1:.*]] = memref.subview %[[B]][2, 0, 0] [1, 5, 5]
// CHECK: %[[C1:.*]] = memref.subview %[[C]][3, 2, 0, 0] [1, 1, 12, 5]
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[A1]], %[[B1]] : {{.*}} outs(%[[C1]] :
func.func private @matmul(%x: memref<60x5xf32>, %w: memref<5x37xf32>, %y: memref<60x37xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#rows]} : memref<60x5xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#columns]} : memref<5x37xf32>
  %c = memref.alloc() {layout.buffer_transforms = [#both]} : memref<60x37xf32>
  memref.copy %x, %a : memref<60x5xf32> to memref<60x5xf32>
  memref.copy %w, %b : memref<5x37xf32> to memref<5x37xf32>
  memref.copy %y, %c : memref<60x37xf32> to memref<60x37xf32>
  linalg.matmul ins(%a, %b : memref<60x5xf32>, memref<5x37xf32>) outs(%c : memref<60x37xf32>)
  memref.copy %c, %y : memref<60x37xf32> to memref<60x37xf32>
  return
}
// The rows in full tiles, then the others, if there are any.
// CHECK-LABEL: func.func private @dynamic(
// CHECK-DAG: %[[FULL:.*]] = affine.apply #[[DIV]]()[%[[N:.*]]]
// CHECK-DAG: %[[PARTIAL:.*]] = affine.apply #[[CEIL]]()[%[[N]]]
// CHECK-DAG: %[[MOD:.*]] = affine.apply #[[REST]]()[%[[N]]]
// CHECK: memref.subview %{{.*}}[0, 0, 0] [%[[FULL]], 5, 4] [1, 1, 1] : memref<?x5x4xf32>
// CHECK-NEXT: linalg.generic
// CHECK: memref.subview %{{.*}}[%[[FULL]], 0, 0] [%[[PARTIAL]], 5, %[[MOD]]] [1, 1, 1] : memref<?x5x4xf32>
// CHECK-NEXT: linalg.generic
func.func private @dynamic(%x: memref<?x5xf32>, %y: memref<?x5xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x5xf32>
  %a = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<?x5xf32>
  memref.copy %y, %a : memref<?x5xf32> to memref<?x5xf32>
  linalg.exp ins(%x : memref<?x5xf32>) outs(%a : memref<?x5xf32>)
  memref.copy %a, %y : memref<?x5xf32> to memref<?x5xf32>
  return
}
// Two levels of tiles: 29 is 3 * 8 + 1 * 4 + 1. The body computes with indices of
// the rows.
// CHECK-LABEL: func.func private @levels(
// CHECK: memref.subview %{{.*}}[0, 0, 0, 0] [3, 3, 2, 4]
// CHECK-NEXT: linalg.generic
// CHECK: memref.subview %{{.*}}[3, 0, 0, 0] [1, 3, 1, 4]
// CHECK-NEXT: linalg.generic
// CHECK: affine.apply #[[ROW:.*]]()[
// CHECK: memref.subview %{{.*}}[3, 0, 1, 0] [1, 3, 1, 1]
// CHECK-NEXT: linalg.generic
func.func private @levels(%x: memref<29x3xf32>, %y: memref<29x3xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 8, j, (i floordiv 4) mod 2, i mod 4)>]} : memref<29x3xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<29x3xf32>) outs(%a : memref<29x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %l = arith.index_cast %i : index to i32
    %f = arith.sitofp %l : i32 to f32
    %0 = arith.addf %in, %f : f32
    linalg.yield %0 : f32
  }
  memref.copy %a, %y : memref<29x3xf32> to memref<29x3xf32>
  return
}
// A parallel loop, and the first loop of a reduction.
// CHECK-LABEL: func.func private @reduce(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<16xf32,
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<13xf32,
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]} ins(%{{.*}} : memref<1x29x16xf32,
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]} ins(%{{.*}} : memref<1x29x14xf32,
func.func private @reduce(%x: memref<29x30xf32>, %y: memref<29xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#rows]} : memref<29x30xf32>
  %c = memref.alloc() {layout.buffer_transforms = [#columns]} : memref<29x30xf32>
  memref.copy %x, %a : memref<29x30xf32> to memref<29x30xf32>
  memref.copy %x, %c : memref<29x30xf32> to memref<29x30xf32>
  linalg.reduce { arith.addf } ins(%a : memref<29x30xf32>) outs(%y : memref<29xf32>) dimensions = [1]
  linalg.reduce { arith.addf } ins(%c : memref<29x30xf32>) outs(%y : memref<29xf32>) dimensions = [1]
  return
}
// Channels of both sides.
// CHECK-LABEL: func.func private @conv(
// CHECK-COUNT-4: linalg.generic {{.*}}"reduction", "reduction", "reduction", "reduction"
// CHECK-NOT: linalg.generic
// CHECK: return
func.func private @conv(%x: memref<1x6x9x9xf32>, %w: memref<10x6x3x3xf32>, %y: memref<1x10x7x7xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>]} : memref<1x6x9x9xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(o, i, h, w) -> (o floordiv 4, i floordiv 4, h, w, i mod 4, o mod 4)>]} : memref<10x6x3x3xf32>
  %c = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>]} : memref<1x10x7x7xf32>
  memref.copy %x, %a : memref<1x6x9x9xf32> to memref<1x6x9x9xf32>
  memref.copy %w, %b : memref<10x6x3x3xf32> to memref<10x6x3x3xf32>
  memref.copy %y, %c : memref<1x10x7x7xf32> to memref<1x10x7x7xf32>
  linalg.conv_2d_nchw_fchw {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>} ins(%a, %b : memref<1x6x9x9xf32>, memref<10x6x3x3xf32>) outs(%c : memref<1x10x7x7xf32>)
  memref.copy %c, %y : memref<1x10x7x7xf32> to memref<1x10x7x7xf32>
  return
}
// In boxes, the columns of a row would not be folded together one after the
// other: both loops are reductions. Neither is a box made of three tiles of
// unknown size. Loops divide indices.
// CHECK-LABEL: func.func private @refused(
// CHECK-NOT: linalg.generic
// CHECK: return
func.func private @refused(%x: memref<3x29xf32>, %z: memref<f32>, %y: memref<?xf32>) {
  %half = arith.constant 0.5 : f32
  %c0 = arith.constant 0 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  %c = memref.alloc() {layout.buffer_transforms = [#columns]} : memref<3x29xf32>
  %d = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 8, (i floordiv 4) mod 2, i mod 4)>]} : memref<?xf32>
  memref.copy %x, %c : memref<3x29xf32> to memref<3x29xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c : memref<3x29xf32>) outs(%z : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %out, %half : f32
    %1 = arith.addf %in, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.exp ins(%y : memref<?xf32>) outs(%d : memref<?xf32>)
  memref.copy %d, %y : memref<?xf32> to memref<?xf32>
  return
}

func.func @main(%x3: memref<3x29xf32>, %z: memref<f32>, %n: memref<?xf32>, %x: memref<60x5xf32>, %w: memref<5x37xf32>, %y: memref<60x37xf32>, %d: memref<?x5xf32>, %e: memref<?x5xf32>, %l: memref<29x3xf32>, %m: memref<29x3xf32>, %r: memref<29x30xf32>, %s: memref<29xf32>, %cx: memref<1x6x9x9xf32>, %cw: memref<10x6x3x3xf32>, %cy: memref<1x10x7x7xf32>) {
  call @refused(%x3, %z, %n) : (memref<3x29xf32>, memref<f32>, memref<?xf32>) -> ()
  call @matmul(%x, %w, %y) : (memref<60x5xf32>, memref<5x37xf32>, memref<60x37xf32>) -> ()
  call @dynamic(%d, %e) : (memref<?x5xf32>, memref<?x5xf32>) -> ()
  call @levels(%l, %m) : (memref<29x3xf32>, memref<29x3xf32>) -> ()
  call @reduce(%r, %s) : (memref<29x30xf32>, memref<29xf32>) -> ()
  call @conv(%cx, %cw, %cy) : (memref<1x6x9x9xf32>, memref<10x6x3x3xf32>, memref<1x10x7x7xf32>) -> ()
  return
}
