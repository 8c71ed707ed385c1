// What cannot be rewritten is an error at the op, and nothing is changed.
//
// Covers: B19, B20, B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -verify-diagnostics -split-input-file

// A box that begins within a tile, and has another name.
func.func private @taker(%v: memref<4x8xf32, strided<[8, 1], offset: 8>>) {
  return
}
func.func @view() {
  // expected-note @below {{the layout is asked for here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<8x8xf32>
  // expected-error @below {{requires a view that keeps the tiles of its buffer whole, or that loads and stores alone use, found one of a buffer laid out by #layout.index_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>}}
  // expected-note @below {{with a copy of the buffer (memref.copy) it would have one}}
  %v = memref.subview %b[1, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 8>>
  call @taker(%v) : (memref<4x8xf32, strided<[8, 1], offset: 8>>) -> ()
  return
}

// -----

// The pointer of a buffer says nothing of where its elements are.
func.func @pointer() -> index {
  // expected-note @below {{the layout is asked for here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<8x8xf32>
  // expected-error @below {{requires a buffer that lies as its indices say, found one by #layout.index_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>}}
  // expected-note @below {{with a copy of the buffer (memref.copy) it would have one}}
  %p = memref.extract_aligned_pointer_as_index %b : memref<8x8xf32> -> index
  return %p : index
}

// -----

// A layout is asked for where the buffer is made, not where it is seen.
func.func @late() {
  %b = memref.alloc() : memref<8x8xf32>
  // expected-error @below {{requires to allocate the buffer it makes to have it laid out, found one by #layout.index_map<(d0, d1) -> (d1, d0)>}}
  %v = memref.cast %b {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32> to memref<?x8xf32>
  memref.dealloc %b : memref<8x8xf32>
  return
}

// -----

// What a loop over all elements has to know.
func.func private @unknown(%x: memref<?x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]}, %v: f32) {
  // expected-error @below {{requires a dim that its layout keeps whole, or the size given to the allocation, found one of 'memref<?x8xf32>' by}}
  linalg.fill ins(%v : f32) outs(%x : memref<?x8xf32>)
  return
}

// -----

// One buffer, two wishes.
// expected-note @below {{the other is asked for here}}
func.func private @callee(%x: memref<8x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) {
  return
}
func.func @caller() {
  // expected-error @below {{requires one layout for all names of a buffer, found #layout.index_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)> and #layout.index_map<(d0, d1) -> (d1, d0)>}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i, j floordiv 4, j mod 4)>]} : memref<8x8xf32>
  call @callee(%b) : (memref<8x8xf32>) -> ()
  return
}

// -----

// Its callers are not known.
// expected-error @below {{requires a buffer that may change its layout, found one that is kept}}
// expected-note @below {{it is seen from outside here; functions=all changes public functions as well}}
func.func @public(%x: memref<8x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) {
  return
}

// -----

// A size that the tiles do not keep.
func.func private @size(%x: memref<?x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]}) -> index {
  %c0 = arith.constant 0 : index
  // expected-error @below {{requires a dim that its layout keeps whole, or the size given to the allocation, found one of 'memref<?x8xf32>' by}}
  %0 = memref.dim %x, %c0 : memref<?x8xf32>
  return %0 : index
}

// -----

// expected-error @below {{requires a bijective index map for initial values, found #layout.index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>}}
memref.global "private" constant @table : memref<3xi32> = dense<[1, 2, 3]> {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>]}

// -----

// Made by something that nobody here can make otherwise.
// expected-note @below {{it is seen from outside here}}
func.func private @outside() -> memref<8x8xf32>
// expected-error @below {{requires a buffer that may change its layout, found one that is kept}}
func.func private @taker(%x: memref<8x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) {
  return
}
func.func @given() {
  %0 = call @outside() : () -> memref<8x8xf32>
  call @taker(%0) : (memref<8x8xf32>) -> ()
  return
}

// -----

// What is frozen is not touched.
func.func private @frozen() {
  // expected-error @below {{requires a buffer that may change its layout, found one that is kept}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  // expected-note @below {{it is used by what is frozen here}}
  memref.dealloc %b {layout.frozen} : memref<8x8xf32>
  return
}

// -----

// Between the memories of two layouts there is no copy of a device.
func.func @device_copy() {
  %a = gpu.alloc () : memref<12x5xf32>
  // expected-note @below {{the layout is asked for here}}
  %b = gpu.alloc () {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<12x5xf32>
  // expected-error @below {{requires a buffer that lies as its indices say, found one by #layout.index_map<(d0, d1) -> (d1, d0)>}}
  // expected-note @below {{with a copy of the buffer (memref.copy) it would have one}}
  gpu.memcpy %b, %a : memref<12x5xf32>, memref<12x5xf32>
  return
}

// -----

// A buffer that is stored has names nobody knows of.
func.func @stored(%table: memref<4xmemref<8x8xf32>>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the layout is asked for here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  // expected-error @below {{requires a buffer that lies as its indices say}}
  // expected-note @below {{with a copy of the buffer (memref.copy) it would have one}}
  memref.store %b, %table[%c0] : memref<4xmemref<8x8xf32>>
  return
}

// -----

// One pad value for all names.
func.func private @padded(%x: memref<6xf32>) {
  return
}
func.func @twice() {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 0.0 : f32} : memref<6xf32>
  // expected-error @below {{requires one pad value for all names of a buffer, found 1.000000e+00 : f32 and 0.000000e+00 : f32}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 1.0 : f32} : memref<6xf32>
  call @padded(%a) : (memref<6xf32>) -> ()
  call @padded(%b) : (memref<6xf32>) -> ()
  return
}

// -----

// expected-error @below {{requires an allocation for 'layout.pad_value', found a global}}
memref.global "private" @unfilled : memref<7xf32> = uninitialized {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 2.0 : f32}

// -----

func.func @device_padding() {
  // expected-error @below {{requires memory of the host for 'layout.pad_value', found that of a device}}
  %a = gpu.alloc () {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 2.0 : f32} : memref<7xf32>
  return
}

// -----

func.func @unranked(%x: memref<*xf32>) {
  // expected-note @below {{the layout is asked for here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  // expected-error @below {{requires a buffer that lies as its indices say}}
  // expected-note @below {{with a copy of the buffer (memref.copy) it would have one}}
  memref.copy %x, %b : memref<*xf32> to memref<8x8xf32>
  return
}

// -----

// How many elements such a vector has is not known.
func.func @scalable(%v: vector<[4]xf32>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the layout is asked for here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>]} : memref<64xf32>
  // expected-error @below {{requires a buffer that lies as its indices say}}
  // expected-note @below {{with a copy of the buffer (memref.copy) it would have one}}
  vector.store %v, %b[%c0] : memref<64xf32>, vector<[4]xf32>
  return
}

// -----

// Its signature is frozen.
// expected-note @below {{it is used by what is frozen here}}
func.func private @kept(%x: memref<8x8xf32>) attributes {layout.frozen} {
  return
}
func.func @calls_kept() {
  // expected-error @below {{requires a buffer that may change its layout, found one that is kept}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  call @kept(%b) : (memref<8x8xf32>) -> ()
  return
}

// -----

// Nobody in this module launches it.
gpu.module @kernels {
  // expected-error @below {{requires a buffer that may change its layout, found one that is kept}}
  // expected-note @below {{it is seen from outside here; functions=all changes public functions as well}}
  gpu.func @alone(%x: memref<8x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) kernel {
    gpu.return
  }
}
