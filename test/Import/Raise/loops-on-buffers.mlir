// Loops between buffers of tensors, in a program that is lowered in part, are
// rewrites of these tensors. Loops between other buffers stay, with a reason.
// Covers: R10, R33, R44
// RUN: layout-opt %s --layout-raise -o %t.raised.mlir --remark-format=emitRemark --remarks-filter-missed=layout-raise 2> %t.missed
// RUN: FileCheck %s --input-file=%t.raised.mlir
// RUN: FileCheck %s --input-file=%t.missed --check-prefix=MISSED --implicit-check-not="[Missed]"
// RUN: layout-opt %s --layout-raise --layout-materialize | mlir-opt --lower-affine -o %t.mlir
// RUN: mlir-opt %s --lower-affine -o %t.before.mlir
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=transpose | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=padded | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=dynamic --dims=5 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @transpose(
// CHECK-NEXT: %[[T:.*]] = layout.layout_transform %arg0 by <(d0, d1) -> (d1, d0)> : tensor<6x5xf32> to tensor<5x6xf32>
// CHECK-NEXT: return %[[T]]
func.func @transpose(%x: tensor<6x5xf32>) -> tensor<5x6xf32> {
  %a = bufferization.to_buffer %x : tensor<6x5xf32> to memref<6x5xf32>
  %b = memref.alloc() : memref<5x6xf32>
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 6 {
      %v = affine.load %a[%j, %i] : memref<6x5xf32>
      affine.store %v, %b[%i, %j] : memref<5x6xf32>
    }
  }
  %y = bufferization.to_tensor %b restrict : memref<5x6xf32> to tensor<5x6xf32>
  return %y : tensor<5x6xf32>
}

// A pad, as a fill and a copy of what is inside.
// CHECK-LABEL: func.func @padded(
// CHECK-NOT: memref
// CHECK: %[[F:.*]] = linalg.fill {{.*}} -> tensor<8x7xf32>
// CHECK: %[[C:.*]] = layout.layout_transform %arg0 by <(d0, d1) -> (d0, d1)>
// CHECK: tensor.insert_slice %[[C]] into %[[F]][1, 2] [6, 5] [1, 1]
// CHECK-NOT: memref
func.func @padded(%x: tensor<6x5xf32>, %v: f32) -> tensor<8x7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c5 = arith.constant 5 : index
  %a = bufferization.to_buffer %x read_only : tensor<6x5xf32> to memref<6x5xf32>
  %b = memref.alloc() : memref<8x7xf32>
  linalg.fill ins(%v : f32) outs(%b : memref<8x7xf32>)
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %w = memref.load %a[%i, %j] : memref<6x5xf32>
      %k = arith.addi %i, %c1 : index
      %l = arith.addi %j, %c2 : index
      memref.store %w, %b[%k, %l] : memref<8x7xf32>
    }
  }
  %y = bufferization.to_tensor %b restrict : memref<8x7xf32> to tensor<8x7xf32>
  return %y : tensor<8x7xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: memref
// CHECK: layout.layout_transform %arg0 by <(d0, d1) -> (d1, d0)> : tensor<?x3xf32> to tensor<3x?xf32>
// CHECK-NOT: memref
func.func @dynamic(%x: tensor<?x3xf32>) -> tensor<3x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %a = bufferization.to_buffer %x : tensor<?x3xf32> to memref<?x3xf32>
  %b = memref.alloc(%n) : memref<3x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 3 {
      %v = affine.load %a[%i, %j] : memref<?x3xf32>
      affine.store %v, %b[%j, %i] : memref<3x?xf32>
    }
  }
  %y = bufferization.to_tensor %b restrict : memref<3x?xf32> to tensor<3x?xf32>
  return %y : tensor<3x?xf32>
}

// The buffers of an argument, and of a tensor that is written later; and one
// that is returned.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-3: affine.for
func.func @others(%x: tensor<6xf32>, %p: memref<6xf32>) -> (tensor<6xf32>, memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = bufferization.to_buffer %x : tensor<6xf32> to memref<6xf32>
  %b = memref.alloc() : memref<6xf32>
  // MISSED-DAG: loops-on-buffers.mlir:[[@LINE+1]]:3: remark: [Missed] raise {{.*}}Reason="requires a source that is a tensor, or the buffer of one (bufferization.to_buffer) that is only read", Remark="affine.for stays as it is"
  affine.for %i = 0 to 6 {
    %v = affine.load %p[%i] : memref<6xf32>
    affine.store %v, %b[5 - %i] : memref<6xf32>
  }
  %y = bufferization.to_tensor %b restrict : memref<6xf32> to tensor<6xf32>
  %c = memref.alloc() : memref<6xf32>
  // MISSED-DAG: loops-on-buffers.mlir:[[@LINE+1]]:3: remark: [Missed] raise {{.*}}Reason="requires a destination that is a tensor, or an allocation of which only a tensor is made (bufferization.to_tensor)", Remark="affine.for stays as it is"
  affine.for %i = 0 to 6 {
    %v = affine.load %a[5 - %i] : memref<6xf32>
    affine.store %v, %c[%i] : memref<6xf32>
  }
  // Not a move.
  affine.for %i = 0 to 6 {
    %v = affine.load %a[%i] : memref<6xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %p[%i] : memref<6xf32>
  }
  return %y, %c : tensor<6xf32>, memref<6xf32>
}
