// Programs with the layouts of this dialect in their types compute what they would
// without them. layout-check compiles them without any pass of this project.
// RUN: split-file %s %t
// RUN: layout-check %t/plain.mlir %t/typed.mlir | FileCheck %s
// RUN: layout-check %t/plain.mlir %t/reindexed.mlir | FileCheck %s
// RUN: %expect-exit 1 layout-check %t/plain.mlir %t/wrong.mlir | FileCheck %s --check-prefix=WRONG
// RUN: layout-check %t/extract.mlir %t/encoded.mlir | FileCheck %s
// RUN: %expect-exit 2 layout-check %t/plain.mlir %t/passed.mlir 2>&1 | FileCheck %s --check-prefix=PASSED
// CHECK: {{^equal$}}
// WRONG: argument 0 : memref<4x8xf32>: equal
// WRONG: argument 1 : memref<4x8xf32>: different
// PASSED: passed.mlir:5:8: error: requires an op that only accesses the result of a layout.reindex, found one that passes it on
// PASSED: could not compare: no equal program without layouts

//--- plain.mlir
// y[0, 2] = x[1, 3], the rest is exp(x).
func.func @main(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  linalg.exp ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v = memref.load %x[%c1, %c3] : memref<4x8xf32>
  memref.store %v, %y[%c0, %c2] : memref<4x8xf32>
  return
}

//--- typed.mlir
!tiled = memref<4x8xf32, #layout.index_map<(i, j) -> (i floordiv 2, j, i mod 2)>>
!columns = memref<4x8xf32, #layout.index_map<(i, j) -> (j, i)>>
func.func @main(%x: !columns, %y: memref<4x8xf32>) {
  %b = memref.alloc() : !tiled
  linalg.exp ins(%x : !columns) outs(%b : !tiled)
  memref.copy %b, %y : !tiled to memref<4x8xf32>
  %s = memref.subview %x[1, 3] [1, 1] [1, 1] : !columns to memref<f32, strided<[], offset: 13>>
  %v = memref.load %s[] : memref<f32, strided<[], offset: 13>>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  memref.store %v, %y[%c0, %c2] : memref<4x8xf32>
  return
}

//--- reindexed.mlir
!view = memref<2x2x8xf32, #layout.index_map<(i, j, k) -> (i * 2 + j, k)>>
!columns = memref<8x4xf32, #layout.index_map<(i, j) -> (j, i)>>
func.func @main(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  %a = layout.reindex %x : memref<4x8xf32> to !view
  %b = layout.reindex %y : memref<4x8xf32> to !view
  linalg.exp ins(%a : !view) outs(%b : !view)
  %c = layout.reindex %x : memref<4x8xf32> to !columns
  %d = layout.reindex %y : memref<4x8xf32> to !columns
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v = memref.load %c[%c3, %c1] : !columns
  memref.store %v, %d[%c2, %c0] : !columns
  return
}

//--- wrong.mlir
!columns = memref<8x4xf32, #layout.index_map<(i, j) -> (j, i)>>
func.func @main(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  linalg.exp ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>)
  %c = layout.reindex %x : memref<4x8xf32> to !columns
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = memref.load %c[%c1, %c2] : !columns
  memref.store %v, %y[%c1, %c2] : memref<4x8xf32>
  return
}

//--- extract.mlir
func.func @main(%x: tensor<2x3xf32>, %i: index) -> f32 {
  %v = tensor.extract %x[%i, %i] : tensor<2x3xf32>
  return %v : f32
}

//--- encoded.mlir
!columns = tensor<2x3xf32, #layout.index_map<(i, j) -> (j, i)>>
func.func @main(%x: !columns, %i: index) -> f32 {
  %v = tensor.extract %x[%i, %i] : !columns
  return %v : f32
}

//--- passed.mlir
!columns = memref<8x4xf32, #layout.index_map<(i, j) -> (j, i)>>
func.func @main(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %b: i1) {
  %c = layout.reindex %x : memref<4x8xf32> to !columns
  %d = layout.reindex %y : memref<4x8xf32> to !columns
  %e = arith.select %b, %c, %d : !columns
  linalg.exp ins(%e : !columns) outs(%e : !columns)
  return
}
