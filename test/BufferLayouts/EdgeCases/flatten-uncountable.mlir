// The flat size of a buffer of constant size may not fit into 64 bits.
// RUN: layout-opt %s --layout-flatten=functions=all -verify-diagnostics

func.func @uncountable(%x: memref<4xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 17)>]} : memref<4xf32>
  // expected-error @below {{requires an index map whose physical sizes can be computed at run time, found #layout.index_map<(d0) -> ((d0 floordiv 4) * 17 + d0 mod 17)>}}
  %0 = memref.realloc %a : memref<4xf32> to memref<4611686018427387904xf32>
  memref.dealloc %0 : memref<4611686018427387904xf32>
  return
}
