// RUN: layout-opt %s -split-input-file -verify-diagnostics
//
// Covers: B11

// expected-error @below {{requires an index map of as many dims as the memref has, 3, found 2}}
func.func private @arity(memref<2x3x4xf32, #layout.index_map<(i, j) -> (j, i)>>)

// -----

// expected-error @below {{requires an injective index map, found (0, 0) and (4, 0) both at (0, 0)}}
func.func private @modulo(memref<16x8xf32, #layout.index_map<(i, j) -> (i mod 4, j)>>)

// -----

// Far apart, and of run-time size.
// expected-error @below {{found (0, 0) and (0, 1000) both at (0, 0)}}
func.func private @far(memref<?x5000xf32, #layout.index_map<(i, j) -> (i, j mod 1000)>>)

// -----

// expected-error @below {{found (0, 0) at (-1, 0)}}
func.func private @below(memref<16x8xf32, #layout.index_map<(i, j) -> (i - 1, j)>>)

// -----

// A split buffer has no strides, so upstream cannot make a view of it.
func.func @split(%b: memref<16x64xf32, #layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>) {
  // expected-error @below {{is not strided}}
  %0 = memref.subview %b[0, 0] [8, 64] [1, 1] : memref<16x64xf32, #layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>> to memref<8x64xf32>
  return
}

// -----

// The encoding of a tensor is checked in the same way.
// expected-error @below {{requires an index map of as many dims as the tensor has, 2, found 1}}
func.func private @encoding_arity(tensor<4x8xf32, #layout.index_map<(i) -> (i)>>)

// -----

// expected-error @below {{requires an injective index map, found (0, 0) and (0, 1) both at (0)}}
func.func private @encoding_collision(tensor<4x8xf32, #layout.index_map<(i, j) -> (i)>>)
