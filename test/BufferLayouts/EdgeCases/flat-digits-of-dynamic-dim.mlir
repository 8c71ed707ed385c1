// A flat buffer with dynamic strides: the digits of a dynamic dim are multiplied
// by them in ops of the arith dialect. Upstream's canonicalizer does not end on
// semi-affine maps of this size.
//
// Covers: B22

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-flatten -o %t.flat.mlir
// RUN: FileCheck %s --input-file=%t.flat.mlir --check-prefix=IR
// RUN: layout-opt %t.flat.mlir --canonicalize -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=7,7 | FileCheck %s
// RUN: layout-check %s %t.mlir --entry=main --dims=12,12 | FileCheck %s
// CHECK: {{^equal$}}

// IR-NOT: affine_map<{{.*}}s0 * s1
// IR-NOT: affine_map<{{.*}}d0 * s0
// IR: arith.muli
func.func @main(%x: memref<?x5xf32>, %y: memref<?x5xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x5xf32>
  %b = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j mod 2, i floordiv 6, (j floordiv 2) mod 3, (i floordiv 3) mod 2, i mod 3, j floordiv 6)>]} : memref<?x5xf32>
  memref.copy %x, %b : memref<?x5xf32> to memref<?x5xf32>
  linalg.add ins(%b, %x : memref<?x5xf32>, memref<?x5xf32>) outs(%y : memref<?x5xf32>)
  memref.dealloc %b : memref<?x5xf32>
  return
}
