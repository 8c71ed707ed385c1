// A structured op on buffers whose layouts are made of digits becomes a
// linalg.generic over these digits: no division, and innermost the loops along
// which adjacent elements of the result are written.
//
// Covers: B21, B23

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical -o %t.physical.mlir
// RUN: FileCheck %s --input-file=%t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.mlir --layout-apply-buffer-layouts | diff %t.mlir -
// RUN: layout-opt %t.mlir --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main --dims=5 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1, d6 * 2 + d3, d7 * 2 + d4, d2)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d5, d1, d3, d4, d2, d8)>
// CHECK-DAG: #[[Y:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d5, d6, d7, d8)>
// CHECK-DAG: #[[TURNED:.*]] = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<()[s0, s1] -> (s0 * 4 + s1)>

#channels = #layout.index_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>
#weights = #layout.index_map<(o, i, h, w) -> (o floordiv 4, i floordiv 4, h, w, i mod 4, o mod 4)>
#rows = #layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>
#columns = #layout.index_map<(i, j) -> (j floordiv 4, i, j mod 4)>
#both = #layout.index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>
#id = affine_map<(i, j) -> (i, j)>

// A convolution with strides: the window stays a sum. The reductions (i, kh,
// kw) are in their order; the outputs of one image, no more than 4096 bytes,
// are updated within them.
// CHECK-LABEL: func.func private @convolution(
// CHECK: linalg.generic {indexing_maps = [#[[X]], #[[W]], #[[Y]]], iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]} ins(%{{.*}} : memref<2x2x19x19x4xf32>, memref<3x2x3x3x4x4xf32>) outs(%{{.*}} : memref<2x3x9x9x4xf32>)
func.func private @convolution(%x: memref<2x8x19x19xf32>, %w: memref<12x8x3x3xf32>, %y: memref<2x12x9x9xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#channels]} : memref<2x8x19x19xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#weights]} : memref<12x8x3x3xf32>
  %c = memref.alloc() {layout.buffer_transforms = [#channels]} : memref<2x12x9x9xf32>
  memref.copy %x, %a : memref<2x8x19x19xf32> to memref<2x8x19x19xf32>
  memref.copy %w, %b : memref<12x8x3x3xf32> to memref<12x8x3x3xf32>
  memref.copy %y, %c : memref<2x12x9x9xf32> to memref<2x12x9x9xf32>
  linalg.conv_2d_nchw_fchw {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>} ins(%a, %b : memref<2x8x19x19xf32>, memref<12x8x3x3xf32>) outs(%c : memref<2x12x9x9xf32>)
  memref.copy %c, %y : memref<2x12x9x9xf32> to memref<2x12x9x9xf32>
  return
}

// A packed matmul of integers. Four rows of the result, 1024 bytes, are updated
// within the reduction.
// CHECK-LABEL: func.func private @matmul(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : i32) outs(%{{.*}} : memref<24x16x4x4xi32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel", "parallel", "parallel"]} ins(%{{.*}} : memref<24x5x4xi8>, memref<16x5x4xi8>) outs(%{{.*}} : memref<24x16x4x4xi32>)
func.func private @matmul(%x: memref<96x5xi8>, %w: memref<5x64xi8>, %y: memref<96x64xi32>) {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() {layout.buffer_transforms = [#rows]} : memref<96x5xi8>
  %b = memref.alloc() {layout.buffer_transforms = [#columns]} : memref<5x64xi8>
  %c = memref.alloc() {layout.buffer_transforms = [#both]} : memref<96x64xi32>
  memref.copy %x, %a : memref<96x5xi8> to memref<96x5xi8>
  memref.copy %w, %b : memref<5x64xi8> to memref<5x64xi8>
  linalg.fill ins(%zero : i32) outs(%c : memref<96x64xi32>)
  linalg.matmul ins(%a, %b : memref<96x5xi8>, memref<5x64xi8>) outs(%c : memref<96x64xi32>)
  memref.copy %c, %y : memref<96x64xi32> to memref<96x64xi32>
  return
}

// Tiles of 2 and of 4 along the reduction, 2 and 4 along the columns: no buffer
// has a dim of the digits between, so one gets it by a view.
// CHECK-LABEL: func.func private @tiles(
// CHECK: %[[E:.*]] = memref.expand_shape %{{.*}} {{\[}}[0], [1], [2, 3]] output_shape [2, 12, 2, 2] : memref<2x12x4xf32> into memref<2x12x2x2xf32>
// CHECK: linalg.generic {{.*}} ins(%[[E]], %{{.*}} : memref<2x12x2x2xf32>,
func.func private @tiles(%x: memref<12x8xf32>, %w: memref<8x8xf32>, %y: memref<12x8xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#columns]} : memref<12x8xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 2, j, i mod 2)>]} : memref<8x8xf32>
  %c = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j mod 4, i, j floordiv 4)>]} : memref<12x8xf32>
  memref.copy %x, %a : memref<12x8xf32> to memref<12x8xf32>
  memref.copy %w, %b : memref<8x8xf32> to memref<8x8xf32>
  memref.copy %y, %c : memref<12x8xf32> to memref<12x8xf32>
  linalg.matmul ins(%a, %b : memref<12x8xf32>, memref<8x8xf32>) outs(%c : memref<12x8xf32>)
  memref.copy %c, %y : memref<12x8xf32> to memref<12x8xf32>
  return
}

// Indices in the body, unit dims and a dim of unknown size.
// CHECK-LABEL: func.func private @indices(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<1x2x?x4xf32>) outs(%{{.*}} : memref<2x?x1x4xf32>)
// CHECK: affine.apply #[[COLUMN]]
func.func private @indices(%x: memref<?x8xf32>, %y: memref<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x8xf32>
  %a = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (0, j floordiv 4, i, j mod 4)>]} : memref<?x8xf32>
  %b = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j floordiv 4, i, j floordiv 8, j mod 4)>]} : memref<?x8xf32>
  memref.copy %x, %a : memref<?x8xf32> to memref<?x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<?x8xf32>) outs(%b : memref<?x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %j : index
    %l = arith.index_cast %k : index to i32
    %f = arith.sitofp %l : i32 to f32
    %0 = arith.addf %in, %f : f32
    linalg.yield %0 : f32
  }
  memref.copy %b, %y : memref<?x8xf32> to memref<?x8xf32>
  return
}

// The rows have the size of the other buffer.
// CHECK-LABEL: func.func private @known(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<?x3x4xf32>) outs(%{{.*}} : memref<2x3x4xf32>)
func.func private @known(%x: memref<8x3xf32>, %y: memref<8x3xf32>) {
  %n = arith.constant 8 : index
  %a = memref.alloc(%n) {layout.buffer_transforms = [#rows]} : memref<?x3xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#rows]} : memref<8x3xf32>
  %s = memref.cast %x : memref<8x3xf32> to memref<?x3xf32>
  memref.copy %s, %a : memref<?x3xf32> to memref<?x3xf32>
  linalg.exp ins(%a : memref<?x3xf32>) outs(%b : memref<8x3xf32>)
  memref.copy %b, %y : memref<8x3xf32> to memref<8x3xf32>
  return
}

// The order in which the rows are folded together is visible in the result.
// CHECK-LABEL: func.func private @visible(
// CHECK: linalg.generic {indexing_maps = [#[[TURNED]], #{{.*}}], iterator_types = ["reduction", "reduction", "parallel"]} ins(%{{.*}} : memref<2x4x5xf32>) outs(%{{.*}} : memref<5xf32>)
func.func private @visible(%x: memref<8x5xf32>, %y: memref<5xf32>) {
  %half = arith.constant 0.5 : f32
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i mod 2, j, i floordiv 2)>]} : memref<8x5xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i mod 2, i floordiv 2, j)>]} : memref<8x5xf32>
  memref.copy %x, %a : memref<8x5xf32> to memref<8x5xf32>
  linalg.copy ins(%a : memref<8x5xf32>) outs(%b : memref<8x5xf32>)
  linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%b : memref<8x5xf32>) outs(%y : memref<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %out, %half : f32
    %1 = arith.addf %in, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Tiles of a dim that the window moves along, and of one of unknown size beside
// indices in the body: loops as before.
// CHECK-LABEL: func.func private @rest(
// CHECK-NOT: linalg.generic
// CHECK: return
func.func private @rest(%w: memref<1x2x8xf32>, %k: memref<3x2x3xf32>, %u: memref<?xf32>, %z: memref<1x3x6xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %u, %c0 : memref<?xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(n, c, w) -> (n, w floordiv 4, c, w mod 4)>]} : memref<1x2x8xf32>
  %c = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i) -> (i mod 4, i floordiv 4)>]} : memref<?xf32>
  memref.copy %w, %b : memref<1x2x8xf32> to memref<1x2x8xf32>
  linalg.conv_1d_ncw_fcw ins(%b, %k : memref<1x2x8xf32>, memref<3x2x3xf32>) outs(%z : memref<1x3x6xf32>)
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%u : memref<?xf32>) outs(%c : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %l = arith.index_cast %i : index to i32
    %f = arith.sitofp %l : i32 to f32
    %0 = arith.addf %in, %f : f32
    linalg.yield %0 : f32
  }
  memref.copy %c, %u : memref<?xf32> to memref<?xf32>
  return
}

// No element at all.
// CHECK-LABEL: func.func private @empty(
func.func private @empty() {
  %a = memref.alloc() {layout.buffer_transforms = [#rows]} : memref<0x3xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#rows]} : memref<0x3xf32>
  linalg.exp ins(%a : memref<0x3xf32>) outs(%b : memref<0x3xf32>)
  return
}

// A map of a dim without elements that is no digit.
// CHECK-LABEL: func.func private @empty_with_gaps(
// CHECK: memref.alloc() : memref<640xf32>
// CHECK-NEXT: return
func.func private @empty_with_gaps(%x: memref<0x7xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i * 32) in [640]>]} : memref<0xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<0x7xf32>) outs(%a : memref<0xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @main(%x: memref<2x8x19x19xf32>, %w: memref<12x8x3x3xf32>, %y: memref<2x12x9x9xf32>, %a: memref<96x5xi8>, %b: memref<5x64xi8>, %c: memref<96x64xi32>, %d: memref<12x8xf32>, %e: memref<8x8xf32>, %f: memref<12x8xf32>, %g: memref<?x8xf32>, %h: memref<?x8xf32>, %p: memref<8x3xf32>, %q: memref<8x3xf32>, %r: memref<8x5xf32>, %s: memref<5xf32>, %u: memref<1x2x8xf32>, %v: memref<3x2x3xf32>, %k: memref<?xf32>, %m: memref<1x3x6xf32>) {
  call @convolution(%x, %w, %y) : (memref<2x8x19x19xf32>, memref<12x8x3x3xf32>, memref<2x12x9x9xf32>) -> ()
  call @matmul(%a, %b, %c) : (memref<96x5xi8>, memref<5x64xi8>, memref<96x64xi32>) -> ()
  call @tiles(%d, %e, %f) : (memref<12x8xf32>, memref<8x8xf32>, memref<12x8xf32>) -> ()
  call @indices(%g, %h) : (memref<?x8xf32>, memref<?x8xf32>) -> ()
  call @known(%p, %q) : (memref<8x3xf32>, memref<8x3xf32>) -> ()
  call @visible(%r, %s) : (memref<8x5xf32>, memref<5xf32>) -> ()
  call @rest(%u, %v, %k, %m) : (memref<1x2x8xf32>, memref<3x2x3xf32>, memref<?xf32>, memref<1x3x6xf32>) -> ()
  call @empty() : () -> ()
  return
}
