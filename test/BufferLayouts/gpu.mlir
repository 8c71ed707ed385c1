// Kernels and device memory take the layouts of the buffers on the host.
//
// Covers: B26

// RUN: layout-opt %s --layout-apply-buffer-layouts | FileCheck %s

// A kernel in a gpu.module.
// CHECK: gpu.func @fill(%{{.*}}: memref<5x3x4xf32>, %{{.*}}: f32) kernel
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : memref<5x3x4xf32>
// CHECK-LABEL: func.func @launches(
// CHECK: %[[B:.*]] = memref.alloc() : memref<5x3x4xf32>
// CHECK: gpu.launch_func @kernels::@fill {{.*}} args(%[[B]] : memref<5x3x4xf32>, %{{.*}} : f32)
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @fill(%b: memref<12x5xf32>, %v: f32) kernel {
    %i = gpu.block_id x
    %j = gpu.thread_id x
    memref.store %v, %b[%i, %j] : memref<12x5xf32>
    gpu.return
  }
}
func.func @launches(%v: f32) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c12 = arith.constant 12 : index
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>]} : memref<12x5xf32>
  gpu.launch_func @kernels::@fill blocks in (%c12, %c1, %c1) threads in (%c5, %c1, %c1) args(%b : memref<12x5xf32>, %v : f32)
  memref.dealloc %b : memref<12x5xf32>
  return
}

// CHECK-LABEL: func.func @host(
// CHECK: %[[B:.*]] = memref.alloc() : memref<5x3x4xf32>
// CHECK: gpu.launch
// CHECK: memref.store %{{.*}}, %[[B]][%{{.*}}, %{{.*}}, %{{.*}}] : memref<5x3x4xf32>
// CHECK: memref.dealloc %[[B]] : memref<5x3x4xf32>
func.func @host(%v: f32) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c12 = arith.constant 12 : index
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>]} : memref<12x5xf32>
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c12, %gy = %c1, %gz = %c1) threads(%j, %ty, %tz) in (%sx = %c5, %sy = %c1, %sz = %c1) {
    memref.store %v, %b[%i, %j] : memref<12x5xf32>
    gpu.terminator
  }
  memref.dealloc %b : memref<12x5xf32>
  return
}

// Device memory, and copies between buffers of the same layout.
// CHECK-LABEL: func.func @device(
// CHECK: %[[A:.*]] = gpu.alloc (%{{.*}}) : memref<5x?x4xf32>
// CHECK: %[[B:.*]], %{{.*}} = gpu.alloc async [%{{.*}}] () : memref<5x3x4xf32>
// CHECK: %[[C:.*]] = memref.alloc() : memref<5x3x4xf32>
// CHECK: gpu.memcpy %[[C]], %[[B]] : memref<5x3x4xf32>, memref<5x3x4xf32>
// CHECK: memref.load %[[C]][%{{.*}}, %{{.*}}, %{{.*}}] : memref<5x3x4xf32>
// CHECK: gpu.dealloc %[[A]] : memref<5x?x4xf32>
func.func @device(%n: index) -> f32 {
  %c1 = arith.constant 1 : index
  %token = gpu.wait async
  %a = gpu.alloc (%n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>]} : memref<?x5xf32>
  %b, %t = gpu.alloc async [%token] () {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>]} : memref<12x5xf32>
  gpu.wait [%t]
  %c = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>]} : memref<12x5xf32>
  gpu.memcpy %c, %b : memref<12x5xf32>, memref<12x5xf32>
  %v = memref.load %c[%c1, %c1] : memref<12x5xf32>
  gpu.dealloc %a : memref<?x5xf32>
  gpu.dealloc %b : memref<12x5xf32>
  memref.dealloc %c : memref<12x5xf32>
  return %v : f32
}

// Memory that a kernel has of its own.
// CHECK-LABEL: gpu.func @own(
// CHECK-SAME: workgroup(%[[W:.*]] : memref<6x8xf32, 3>) private(%[[P:.*]] : memref<2x4x4xf32, 5> {llvm.align = 16 : i64})
// CHECK: memref.store %{{.*}}, %[[W]][%[[J:.*]], %[[I:.*]]]
// CHECK: memref.load %[[P]][%{{.*}}, %[[J]], %{{.*}}]
gpu.module @memory {
  gpu.func @own(%v: f32) workgroup(%w: memref<8x6xf32, 3> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) private(%p: memref<8x4xf32, 5> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>], llvm.align = 16 : i64}) kernel {
    %i = gpu.thread_id x
    %j = gpu.thread_id y
    memref.store %v, %w[%i, %j] : memref<8x6xf32, 3>
    %0 = memref.load %p[%i, %j] : memref<8x4xf32, 5>
    memref.store %0, %w[%i, %i] : memref<8x6xf32, 3>
    gpu.return
  }
}
}
