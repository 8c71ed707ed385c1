// The size of a dynamic dim that a flat buffer linearizes as the outermost one is
// that of the buffer by the elements of each index, if no allocation states it.
//
// Covers: B12, B22

// RUN: layout-opt %s --layout-flatten -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-drop-groups -o %t.plain.mlir
// RUN: layout-check %s %t.plain.mlir --entry=main --dims=7 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.plain.mlir --entry=main --dims=1 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-DAG: #[[ROWS:.*]] = affine_map<()[s0] -> (s0 floordiv 15)>

// CHECK-LABEL: func.func @main(
// CHECK: %[[N:.*]] = memref.dim %arg0, %{{.*}} : memref<?x3x5xf32>
// CHECK: %[[R:.*]] = scf.if {{.*}} -> (memref<?xf32>)
// CHECK: %[[ALL:.*]] = memref.dim %[[R]], %{{.*}} : memref<?xf32>
// CHECK: affine.apply #[[ROWS]]()[%[[ALL]]]
func.func @main(%x: memref<?x3x5xf32>, %y: memref<?x3x5xf32>, %size: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %n = memref.dim %x, %c0 : memref<?x3x5xf32>
  %b = memref.alloc(%n) : memref<?x3x5xf32>
  %large = arith.cmpi ugt, %n, %c3 : index
  %r = scf.if %large -> memref<?x3x5xf32> {
    memref.copy %x, %b : memref<?x3x5xf32> to memref<?x3x5xf32>
    scf.yield %b : memref<?x3x5xf32>
  } else {
    linalg.exp ins(%x : memref<?x3x5xf32>) outs(%b : memref<?x3x5xf32>)
    scf.yield %b : memref<?x3x5xf32>
  }
  %rows = memref.dim %r, %c0 : memref<?x3x5xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      scf.for %k = %c0 to %c5 step %c1 {
        %v = memref.load %r[%i, %j, %k] : memref<?x3x5xf32>
        memref.store %v, %y[%i, %j, %k] : memref<?x3x5xf32>
      }
    }
  }
  %old = memref.load %size[%c0] : memref<2xindex>
  %sum = arith.addi %old, %rows : index
  memref.store %sum, %size[%c1] : memref<2xindex>
  memref.dealloc %b : memref<?x3x5xf32>
  return
}
