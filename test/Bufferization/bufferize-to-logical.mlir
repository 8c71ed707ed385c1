// to=logical: a layout_transform that is only read becomes a layout.reindex of the
// buffer of its source.
//
// Covers: B24

// RUN: layout-opt %s --layout-bufferize=to=logical -o %t.logical.mlir
// RUN: FileCheck %s --input-file=%t.logical.mlir
// RUN: layout-opt %t.logical.mlir --layout-apply-buffer-layouts -o %t.applied.mlir
// RUN: FileCheck %s --input-file=%t.applied.mlir --check-prefix=APPLIED
// RUN: layout-opt %s --layout-bufferize -o %t.physical.mlir
// RUN: layout-check %t.physical.mlir %t.applied.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.physical.mlir %t.logical.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.applied.mlir --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %t.physical.mlir %t.flat.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

#id = affine_map<(i, j, k) -> (i, j, k)>

// CHECK-LABEL: func.func @main(
// CHECK: %[[X:.*]] = layout.reindex %{{.*}} : memref<12x5xf32> to memref<3x5x4xf32, #layout.index_map<(d0, d1, d2) -> (d0 * 4 + d2, d1)>>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : memref<3x5x4xf32, #layout.index_map<(d0, d1, d2) -> (d0 * 4 + d2, d1)>>)
// The others are copied: a user writes the first one, the second one is returned,
// and a frozen op reads the third one.
// CHECK: memref.alloc() {{.*}} : memref<5x12xf32>
// CHECK: memref.store
// CHECK: memref.alloc() {{.*}} : memref<5x12xf32>
// CHECK: memref.store
// CHECK: memref.alloc() {{.*}} : memref<3x4x5xf32>
// CHECK: memref.store
// APPLIED: #[[FIND:.*]] = affine_map<(d0, d1, d2) -> (d0 * 4 + d2, d1)>
// APPLIED-LABEL: func.func @main(
// APPLIED-NOT: layout.
// APPLIED: linalg.generic {indexing_maps = [#[[FIND]], #{{.*}}], {{.*}} ins(%{{.*}} : memref<12x5xf32>) outs(%{{.*}} : memref<3x5x4xf32>)
func.func @main(%x: tensor<12x5xf32>) -> (tensor<3x5x4xf32>, tensor<5x12xf32>, tensor<5x12xf32>, tensor<3x4x5xf32>) {
  %e = tensor.empty() : tensor<3x5x4xf32>
  %0 = layout.layout_transform %x by <(c, h) -> (c floordiv 4, h, c mod 4)> : tensor<12x5xf32> to tensor<3x5x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<3x5x4xf32>) outs(%e : tensor<3x5x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %f = math.exp %in : f32
    linalg.yield %f : f32
  } -> tensor<3x5x4xf32>
  %2 = layout.layout_transform %x by <(c, h) -> (h, c)> : tensor<12x5xf32> to tensor<5x12xf32>
  %3 = linalg.negf ins(%2 : tensor<5x12xf32>) outs(%2 : tensor<5x12xf32>) -> tensor<5x12xf32>
  %4 = layout.layout_transform %x by <(c, h) -> (h, (c + 3) mod 12)> : tensor<12x5xf32> to tensor<5x12xf32>
  %5 = layout.layout_transform %x by <(c, h) -> (c floordiv 4, c mod 4, h)> : tensor<12x5xf32> to tensor<3x4x5xf32>
  %6 = layout.layout_transform %x by <(c, h) -> (c mod 3, c floordiv 3, h)> : tensor<12x5xf32> to tensor<3x4x5xf32>
  %7 = tensor.empty() : tensor<3x4x5xf32>
  %8 = linalg.sub {layout.frozen} ins(%5, %6 : tensor<3x4x5xf32>, tensor<3x4x5xf32>) outs(%7 : tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  return %1, %3, %4, %8 : tensor<3x5x4xf32>, tensor<5x12xf32>, tensor<5x12xf32>, tensor<3x4x5xf32>
}
