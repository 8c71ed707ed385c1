// Annotations survive outlining, and another pass may append to their list before
// it is applied.
//
// Covers: B3, B10, B13, B25

// RUN: layout-opt %s --gpu-kernel-outlining -o %t.outlined.mlir
// RUN: FileCheck %s --input-file=%t.outlined.mlir --check-prefix=OUTLINED
// RUN: layout-opt %t.outlined.mlir --layout-apply-buffer-layouts | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts | FileCheck %s --check-prefix=INLINE
// Loops are outlined into functions that take the buffer.
// RUN: layout-opt %s --transform-interpreter=entry-point=outline -o %t.function.mlir
// RUN: FileCheck %s --input-file=%t.function.mlir --check-prefix=FUNCTION
// RUN: layout-opt %t.function.mlir --layout-apply-buffer-layouts=functions=all | FileCheck %s --check-prefix=APPLIED
// Another pass appends to the list.
// RUN: sed 's/buffer_transforms = \[#layout.index_map<(d0, d1) -> (d1, d0)>\]/buffer_transforms = [#layout.index_map<(d0, d1) -> (d1, d0)>, #layout.index_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>]/' %t.outlined.mlir > %t.appended.mlir
// RUN: layout-opt %t.appended.mlir --layout-apply-buffer-layouts | FileCheck %s --check-prefix=APPENDED

// OUTLINED: memref.alloc() {layout.buffer_transforms = [#layout.index_map<(d0, d1) -> (d1, d0)>]} : memref<8x6xf32>
// OUTLINED: gpu.launch_func
// OUTLINED: gpu.func @main_kernel(%{{.*}}: memref<8x6xf32>)
// CHECK: memref.alloc() : memref<6x8xf32>
// CHECK: gpu.func @main_kernel(%{{.*}}: memref<6x8xf32>)
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<6x8xf32>
// CHECK-NOT: layout.
// INLINE: memref.alloc() : memref<6x8xf32>
// INLINE: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<6x8xf32>
// INLINE-NOT: layout.buffer
// APPENDED: memref.alloc() : memref<2x8x4xf32>
// APPENDED: gpu.func @main_kernel(%{{.*}}: memref<2x8x4xf32>)
// APPENDED: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : memref<2x8x4xf32>
// FUNCTION: memref.alloc() {layout.buffer_transforms
// FUNCTION: call @filled(
// APPLIED: func.func @filled(%{{.*}}: memref<6x8xf32>
// APPLIED: func.func @main(
// APPLIED: memref.alloc() : memref<6x8xf32>

module attributes {gpu.container_module, transform.with_named_sequence} {
  func.func @main(%v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x6xf32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c6, %sy = %c1, %sz = %c1) {
      memref.store %v, %b[%bx, %tx] : memref<8x6xf32>
      gpu.terminator
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %v, %b[%i, %c0] : memref<8x6xf32>
    }
    memref.dealloc %b : memref<8x6xf32>
    return
  }

  transform.named_sequence @outline(%module: !transform.any_op) {
    %loop = transform.structured.match ops{["scf.for"]} in %module : (!transform.any_op) -> !transform.any_op
    %function, %call = transform.loop.outline %loop {func_name = "filled"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
