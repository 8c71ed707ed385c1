// Buffers that cannot be flattened are errors.
//
// Covers: B19, B22, B27

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-flatten=max-rank=1 -verify-diagnostics -split-input-file

// Two groups become two dims.
func.func private @rank() {
  // expected-error @below {{requires a buffer of at most 1 dims once it is flattened: unsupported rank 2 of 'memref<6x40xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>'}}
  %b = memref.alloc() {layout.axis_separators = array<i64: 2>} : memref<2x3x5x8xf32>
  memref.dealloc %b : memref<2x3x5x8xf32>
  return
}

// -----

// A view of unknown size may be empty, and then has no last element.
func.func private @scale(%v: memref<?x5xf32, strided<[6, 1]>>) {
  return
}
func.func @box(%n: index) {
  %b = memref.alloc() : memref<8x6xf32>
  // expected-error @below {{'memref.subview' op requires a view of whole tiles, or one that only loads and stores use, found a view of a buffer with layout}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  %v = memref.subview %b[0, 0] [%n, 5] [1, 1] : memref<8x6xf32> to memref<?x5xf32, strided<[6, 1]>>
  func.call @scale(%v) : (memref<?x5xf32, strided<[6, 1]>>) -> ()
  memref.dealloc %b : memref<8x6xf32>
  return
}

// -----

// The rows of a box become part of the single dim of the flat buffer, so the box
// has no strides that an unranked memref could hold.
func.func private @print(memref<*xf32>)
func.func @unranked() {
  %b = memref.alloc() : memref<4x6xf32>
  %v = memref.subview %b[0, 0] [2, 3] [1, 1] : memref<4x6xf32> to memref<2x3xf32, strided<[6, 1]>>
  // expected-error @below {{'memref.cast' op requires a buffer without a layout, found a view of one with layout #layout.index_map<(d0, d1) -> (d0 * 6 + d1)>}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  %u = memref.cast %v : memref<2x3xf32, strided<[6, 1]>> to memref<*xf32>
  call @print(%u) : (memref<*xf32>) -> ()
  return
}

// -----

// The strides of a flat buffer may be values.
func.func @dynamic(%n: index) -> index {
  %b = memref.alloc(%n, %n) : memref<?x?xf32>
  // expected-error @below {{requires a buffer without a layout, found one with layout affine_map<(d0, d1)[s0, s1] -> (d0 * s1 + d1)>}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  %p = memref.extract_aligned_pointer_as_index %b : memref<?x?xf32> -> index
  return %p : index
}

// -----

// Neither 2^64 nor slightly more than 2^63 elements can be counted; the second
// size would be negative, the first one 0.
func.func private @size_of_zero() {
  // expected-error @below {{requires groups of known physical extents and of less than 2^63 elements, found 'memref<4294967296x4294967296xf32>'}}
  %b = memref.alloc() : memref<4294967296x4294967296xf32>
  return
}

// -----

func.func private @negative_size() {
  // expected-error @below {{requires groups of known physical extents and of less than 2^63 elements, found 'memref<3037000500x3037000500xf32>'}}
  %b = memref.alloc() : memref<3037000500x3037000500xf32>
  return
}

// -----

func.func private @empty() {
  // expected-error @below {{requires groups of known physical extents and of less than 2^63 elements, found 'memref<4294967296x4294967296x0xf32>'}}
  %b = memref.alloc() : memref<4294967296x4294967296x0xf32>
  return
}

// -----

func.func private @dynamic_size(%n: index) {
  // expected-error @below {{requires groups of less than 2^63 elements, found 'memref<4294967296x4294967296x?xf32>'}}
  %b = memref.alloc(%n) : memref<4294967296x4294967296x?xf32>
  return
}

// -----

func.func private @dynamic_first(%n: index) {
  // expected-error @below {{requires groups of less than 2^63 elements, found 'memref<?x4294967296x4294967296xf32>'}}
  %b = memref.alloc(%n) : memref<?x4294967296x4294967296xf32>
  return
}

// -----

// The pitch of the rows is not known.
// expected-error @below {{requires static strides to flatten a buffer to at most 1 dims, found 'memref<4x5xf32, strided<[?, 1]>>'}}
func.func private @pitch(%a: memref<4x5xf32, strided<[?, 1]>>) {
  return
}

// -----

// The strides are those of one allocation or of the other.
func.func @two_allocations(%n: index, %m: index, %c: i1, %v: f32) {
  // expected-error @below {{requires static extents after the first one of each group, or a single allocation in the function that holds all aliases of the buffer, found 'memref<?x?xf32>'}}
  %a = memref.alloc(%n, %m) : memref<?x?xf32>
  %b = memref.alloc(%m, %n) : memref<?x?xf32>
  %s = arith.select %c, %a, %b : memref<?x?xf32>
  memref.store %v, %s[%n, %m] : memref<?x?xf32>
  return
}
