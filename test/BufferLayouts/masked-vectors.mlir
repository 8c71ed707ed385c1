// Masked, indexed and compressed accesses of vectors. Elements that are masked out
// are not accessed, even where they would be out of bounds.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// The layout moves the last dim as a whole.
// CHECK-LABEL: func.func private @moved(
// CHECK: %[[B:.*]] = memref.alloc() : memref<6x4xf32>
// CHECK: %[[READ:.*]] = vector.transfer_read %[[B]][{{.*}}], %{{.*}}, %[[MASK:.*]] {in_bounds = [true], permutation_map = #{{.*}}} : memref<6x4xf32>, vector<4xf32>
// CHECK: arith.select %[[MASK]], %[[READ]], %{{.*}} : vector<4xi1>, vector<4xf32>
// CHECK: vector.transfer_write
func.func private @moved(%x: memref<4x6xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %other = arith.constant dense<[7.0, 8.0, 9.0, 10.0]> : vector<4xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x6xf32>
  memref.copy %x, %b : memref<4x6xf32> to memref<4x6xf32>
  %v = vector.maskedload %b[%c1, %c2], %mask, %other : memref<4x6xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %b[%c2, %c1], %mask, %v : memref<4x6xf32>, vector<4xi1>, vector<4xf32>
  memref.copy %b, %x : memref<4x6xf32> to memref<4x6xf32>
  return
}

// The layout splits the last dim.
// CHECK-LABEL: func.func private @split(
// CHECK-NOT: vector.{{masked|gather|scatter|expand|compress}}
// CHECK: return
func.func private @split(%x: memref<4x6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %mask = arith.constant dense<[true, false, true, false]> : vector<4xi1>
  %other = arith.constant dense<[7.0, 8.0, 9.0, 10.0]> : vector<4xf32>
  %at = arith.constant dense<[2, 99, -1, 1]> : vector<4xi32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j floordiv 4, i, j mod 4)>]} : memref<4x6xf32>
  memref.copy %x, %b : memref<4x6xf32> to memref<4x6xf32>
  %0 = vector.maskedload %b[%c1, %c3], %mask, %other : memref<4x6xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %b[%c2, %c3], %mask, %0 : memref<4x6xf32>, vector<4xi1>, vector<4xf32>
  %1 = vector.gather %b[%c1, %c3] [%at], %mask, %0 : memref<4x6xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %b[%c3, %c2] [%at], %mask, %1 : memref<4x6xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %3 = vector.expandload %b[%c2, %c3], %mask, %1 : memref<4x6xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %b[%c1, %c3], %mask, %3 : memref<4x6xf32>, vector<4xi1>, vector<4xf32>
  vector.store %3, %b[%c0, %c1] : memref<4x6xf32>, vector<4xf32>
  memref.copy %b, %x : memref<4x6xf32> to memref<4x6xf32>
  return
}

func.func @main(%x: memref<4x6xf32>, %y: memref<4x6xf32>) {
  call @moved(%x) : (memref<4x6xf32>) -> ()
  call @split(%y) : (memref<4x6xf32>) -> ()
  return
}
