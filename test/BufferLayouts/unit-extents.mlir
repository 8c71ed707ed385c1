// Buffers of one element with a stride: the index of a dim of 640 elements is
// no loop of extent 1, and a cast keeps strides of dims of size 1.
// RUN: layout-opt %s --split-input-file --verify-each --layout-apply-buffer-layouts="functions=all" | FileCheck %s

// CHECK: #[[FIRST:map[0-9]*]] = affine_map<(d0, d1) -> (0)>
// CHECK-LABEL: func.func @stride(
// CHECK: memref.alloc() : memref<640xf32>
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<640xf32>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[FIRST]]]{{.*}} outs(%{{.*}} : memref<640xf32>)
func.func @stride(%x: memref<1x7xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(d0) -> (d0 * 32) in [640]>]} : memref<1xf32>
  linalg.fill ins(%zero : f32) outs(%b : memref<1xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<1x7xf32>) outs(%b : memref<1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  %r = memref.load %b[%c0] : memref<1xf32>
  memref.dealloc %b : memref<1xf32>
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @cast(
// CHECK: memref.cast %{{.*}} : memref<1x1x1xf32, strided<[4, 4, 1]>> to memref<1x1x1xf32, strided<[4, 4, 1]>>
func.func @cast(%x: memref<1xf32>) -> memref<2x1xf32> {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(d0, d1) -> (d1, d0 floordiv 4, d0 mod 4)>]} : memref<2x1xf32>
  %v = memref.subview %b[0, 0] [1, 1] [1, 1] : memref<2x1xf32> to memref<1xf32, strided<[1]>>
  memref.copy %x, %v : memref<1xf32> to memref<1xf32, strided<[1]>>
  %c = memref.cast %v : memref<1xf32, strided<[1]>> to memref<1xf32>
  linalg.tanh ins(%c : memref<1xf32>) outs(%c : memref<1xf32>)
  return %b : memref<2x1xf32>
}
