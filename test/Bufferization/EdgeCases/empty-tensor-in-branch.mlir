// RUN: layout-opt %s --layout-bufferize -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// The destination of an insertion is not known inside of the op whose result it
// is: an empty tensor there stays a buffer of its own.

// CHECK-LABEL: func @insert_into_result
// CHECK: scf.if
// CHECK-NEXT: memref.alloc
// CHECK: } else {
// CHECK: memref.copy
func.func @insert_into_result(%x: tensor<5x4xf32>, %c: i1) -> tensor<5x4xf32> {
  %0 = scf.if %c -> tensor<5x4xf32> {
    %e = tensor.empty() : tensor<5x4xf32>
    %1 = linalg.exp ins(%x : tensor<5x4xf32>) outs(%e : tensor<5x4xf32>) -> tensor<5x4xf32>
    scf.yield %1 : tensor<5x4xf32>
  } else {
    scf.yield %x : tensor<5x4xf32>
  }
  %2 = tensor.insert_slice %0 into %0[0, 0] [5, 4] [1, 1] : tensor<5x4xf32> into tensor<5x4xf32>
  return %2 : tensor<5x4xf32>
}
