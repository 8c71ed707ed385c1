// The value of the padding on an argument is a promise of the callers. A caller
// in the module keeps it by filling the padding where it allocates the buffer.
//
// Covers: B28

// RUN: split-file %s %t
// RUN: layout-opt %t/filled.mlir --layout-apply-buffer-layouts -o %t/filled.out.mlir
// RUN: FileCheck %s --input-file=%t/filled.out.mlir --check-prefix=FILLED
// RUN: layout-check %t/filled.mlir %t/filled.out.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/public.mlir --layout-apply-buffer-layouts=functions=all | FileCheck %s --check-prefix=PUBLIC
// RUN: layout-opt %t/errors.mlir --layout-apply-buffer-layouts=functions=all --split-input-file --verify-diagnostics
// EQUAL: {{^equal$}}

// FILLED-LABEL: func.func private @user(
// FILLED-SAME: memref<2x3x4xf32>,
// FILLED-NOT: layout.pad_value
// FILLED-LABEL: func.func @main(
// FILLED: %[[V:.*]] = arith.constant 2.500000e+00 : f32
// FILLED: linalg.fill ins(%[[V]] : f32) outs(%{{.*}} : memref<2x3x4xf32>)

//--- filled.mlir
func.func private @user(%b: memref<6x3xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>], layout.pad_value = 2.5 : f32}, %y: memref<6x3xf32>) {
  linalg.exp ins(%b : memref<6x3xf32>) outs(%y : memref<6x3xf32>)
  return
}
func.func @main(%x: memref<6x3xf32>, %y: memref<6x3xf32>) {
  %b = memref.alloc() : memref<6x3xf32>
  memref.copy %x, %b : memref<6x3xf32> to memref<6x3xf32>
  call @user(%b, %y) : (memref<6x3xf32>, memref<6x3xf32>) -> ()
  memref.dealloc %b : memref<6x3xf32>
  return
}

// Nothing is filled here: the caller has done it.
// PUBLIC-LABEL: func.func @main(
// PUBLIC-SAME: %{{.*}}: memref<2x4xf32>, %{{.*}}: memref<6xf32>)
// PUBLIC-NOT: linalg.fill

//--- public.mlir
func.func @main(%b: memref<6xf32> {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 0.0 : f32}, %y: memref<6xf32>) {
  linalg.exp ins(%b : memref<6xf32>) outs(%y : memref<6xf32>)
  return
}

//--- errors.mlir
// expected-note@+1 {{the padding is to have the value 0.000000e+00 : f32 here}}
func.func private @user(%b: memref<6xf32> {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 0.0 : f32}) {
  return
}
// expected-error@+1 {{requires 'layout.pad_value' on argument 1, which callers outside the module pass}}
func.func @main(%x: memref<6xf32>, %b: memref<6xf32>) {
  call @user(%b) : (memref<6xf32>) -> ()
  return
}

// -----

// A buffer that is promised two values.
func.func private @user(%b: memref<6xf32> {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 0.0 : f32}) {
  return
}
func.func private @caller() {
  // expected-error@+1 {{requires one pad value for all aliases of a buffer, found 1.000000e+00 : f32 and 0.000000e+00 : f32}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 1.0 : f32} : memref<6xf32>
  call @user(%b) : (memref<6xf32>) -> ()
  return
}
