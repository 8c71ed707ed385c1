// Errors of #layout.tensor_layout: by itself, and on a tensor or memref.
// Covers: P6, P9
//
// RUN: layout-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{requires a map, row_major, channels_last, nchwc, sticks or sparse, found 'rows'}}
#layout = #layout.tensor_layout<rows 4x6>

// -----

// expected-error@+1 {{requires sticks along one of 2 dims, found dim 2}}
#layout = #layout.tensor_layout<sticks 4x6xf16, dim = 2>

// -----

// expected-error@+1 {{requires elements of whole bytes whose size divides a stick of 128 bytes, found 'i1'}}
#layout = #layout.tensor_layout<sticks 4x6xi1, dim = 1>

// -----

// expected-error@+1 {{requires a tensor that is static and not empty for sticks}}
#layout = #layout.tensor_layout<sparse 0xf16>

// -----

// expected-error@+1 {{requires blocks of at least 1, found 0}}
#layout = #layout.tensor_layout<nchwc 1x6x7x8, block = 0>

// -----

// expected-error@+1 {{requires channels in dim 1, found 1 dims}}
#layout = #layout.tensor_layout<channels_last 4>

// -----

// expected-error@+1 {{requires a box whose number of places fits 63 bits}}
#layout = #layout.tensor_layout<row_major 4294967296x4294967296>

// -----

// expected-error@+1 {{requires an innermost dim that is part of dim 0, which is in sticks, found d1}}
#layout = #layout.tensor_layout<(i, j) -> (i, j), stick = 0>

// -----

// expected-error@+1 {{requires a padding that is a number, [re, im] or #ub.poison, found "zero"}}
#layout = #layout.tensor_layout<row_major 4x6, padding = "zero">

// -----

// expected-error@+1 {{expected 'padding'}}
#layout = #layout.tensor_layout<row_major 4x6, stick = 1>

// -----

// expected-error@+1 {{requires an index map of as many dims as the tensor has, 2, found 1}}
func.func private @rank(tensor<4x6xf32, #layout.tensor_layout<row_major 4>>)

// -----

// expected-error@+1 {{requires a box of at least [4, 6], found [4, 5]}}
func.func private @box(tensor<4x6xf32, #layout.tensor_layout<row_major 4x5>>)

// -----

// expected-error@+1 {{requires a box of at least [4, 6], found [4, 5]}}
func.func private @buffer(memref<4x6xf32, #layout.tensor_layout<row_major 4x5>>)

// -----

// expected-error@+1 {{requires a static shape for an index map in a box, found a dynamic one}}
func.func private @dynamic(tensor<?x6xf32, #layout.tensor_layout<row_major 4x6>>)

// -----

// expected-error@+1 {{requires a padding of type 'f16', found 0.000000e+00 : f32}}
func.func private @padding(tensor<4xf16, #layout.tensor_layout<sparse 4xf16, padding = 0.0 : f32>>)
