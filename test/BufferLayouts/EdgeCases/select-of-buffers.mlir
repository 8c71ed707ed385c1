// Buffers that arith.select chooses from alias its result, as those of scf.if do;
// upstream's --canonicalize turns one into the other.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=IR
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-flatten -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

// A request for one of the buffers changes both.
// IR: %[[A:.+]] = memref.alloc() : memref<5x3xf32>
// IR: %[[B:.+]] = memref.alloc() : memref<5x3xf32>
// IR: arith.select %{{.*}}, %[[A]], %[[B]] : memref<5x3xf32>
func.func @main(%x: memref<3x5xf32>, %y: memref<3x5xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<3x5xf32>
  %b = memref.alloc() : memref<3x5xf32>
  memref.copy %x, %a : memref<3x5xf32> to memref<3x5xf32>
  memref.copy %y, %b : memref<3x5xf32> to memref<3x5xf32>
  %v = memref.load %x[%c0, %c0] : memref<3x5xf32>
  %p = arith.cmpf olt, %v, %one : f32
  %c = arith.select %p, %a, %b : memref<3x5xf32>
  affine.for %i = 1 to 3 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %c[%i - 1, %j + 1] : memref<3x5xf32>
      %1 = arith.addf %0, %one : f32
      affine.store %1, %a[%i, %j] : memref<3x5xf32>
    }
  }
  memref.copy %a, %x : memref<3x5xf32> to memref<3x5xf32>
  memref.copy %c, %y : memref<3x5xf32> to memref<3x5xf32>
  return
}
