// Loops that move whole rows, as slices, are rewrites as those that move
// elements are. Others stay, with a reason.
// Covers: R10, R44
// RUN: layout-opt %s --layout-raise -o %t.raised.mlir --remark-format=emitRemark --remarks-filter-missed=layout-raise 2> %t.missed
// RUN: FileCheck %s --input-file=%t.raised.mlir
// RUN: FileCheck %s --input-file=%t.missed --check-prefix=MISSED --implicit-check-not="[Missed]"
// RUN: layout-opt %s --layout-raise --layout-materialize | mlir-opt --lower-affine -o %t.mlir
// RUN: mlir-opt %s --lower-affine -o %t.before.mlir
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=rows | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=blocks | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=part | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=unknown --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=buffers | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @rows(
// CHECK: %[[R:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d1, d0, d2)> : tensor<4x6x7xf32> to tensor<6x4x7xf32>
// CHECK-NEXT: return %[[R]]
func.func @rows(%x: tensor<4x6x7xf32>) -> tensor<6x4x7xf32> {
  %e = tensor.empty() : tensor<6x4x7xf32>
  %0 = affine.for %i = 0 to 4 iter_args(%a = %e) -> tensor<6x4x7xf32> {
    %1 = affine.for %j = 0 to 6 iter_args(%b = %a) -> tensor<6x4x7xf32> {
      %row = tensor.extract_slice %x[%i, %j, 0] [1, 1, 7] [1, 1, 1] : tensor<4x6x7xf32> to tensor<7xf32>
      %2 = tensor.insert_slice %row into %b[%j, %i, 0] [1, 1, 7] [1, 1, 1] : tensor<7xf32> into tensor<6x4x7xf32>
      affine.yield %2 : tensor<6x4x7xf32>
    }
    affine.yield %1 : tensor<6x4x7xf32>
  }
  return %0 : tensor<6x4x7xf32>
}

// Four channels and all places of an image at a time, with a unit dim.
// CHECK-LABEL: func.func @blocks(
// CHECK-NOT: scf.for
// CHECK: layout.layout_transform %arg0 {{.*}}tensor<1x8x3x5xf32> to tensor<1x2x4x3x5xf32>
// CHECK-NOT: scf.for
// CHECK: return
func.func @blocks(%x: tensor<1x8x3x5xf32>) -> tensor<1x2x4x3x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<1x2x4x3x5xf32>
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %e) -> tensor<1x2x4x3x5xf32> {
    %k = arith.muli %i, %c4 : index
    %s = tensor.extract_slice %x[0, %k, 0, 0] [1, 4, 3, 5] [1, 1, 1, 1] : tensor<1x8x3x5xf32> to tensor<4x3x5xf32>
    %1 = tensor.insert_slice %s into %a[0, %i, 0, 0, 0] [1, 1, 4, 3, 5] [1, 1, 1, 1, 1] : tensor<4x3x5xf32> into tensor<1x2x4x3x5xf32>
    scf.yield %1 : tensor<1x2x4x3x5xf32>
  }
  return %0 : tensor<1x2x4x3x5xf32>
}

// Every second column, behind the first row of the destination.
// CHECK-LABEL: func.func @part(
// CHECK-NOT: affine.for
// CHECK: tensor.extract_slice %arg0[0, 1] [4, 3] [1, 2]
// CHECK: tensor.insert_slice %{{.*}} into %arg1[1, 0] [4, 3] [1, 1]
func.func @part(%x: tensor<4x6xf32>, %y: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %c1 = arith.constant 1 : index
  %0 = affine.for %i = 0 to 4 iter_args(%a = %y) -> tensor<5x3xf32> {
    %k = arith.addi %i, %c1 : index
    %row = tensor.extract_slice %x[%i, 1] [1, 3] [1, 2] : tensor<4x6xf32> to tensor<3xf32>
    %1 = tensor.insert_slice %row into %a[%k, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<5x3xf32>
    affine.yield %1 : tensor<5x3xf32>
  }
  return %0 : tensor<5x3xf32>
}

// The number of rows is not known before run time.
// CHECK-LABEL: func.func @unknown(
// CHECK-NOT: affine.for
// CHECK: layout.layout_transform {{.*}}: tensor<?x3x4xf32> to tensor<3x?x4xf32>
// CHECK-NOT: affine.for
// CHECK: return
func.func @unknown(%x: tensor<?x3x4xf32>) -> tensor<3x?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x4xf32>
  %e = tensor.empty(%n) : tensor<3x?x4xf32>
  %0 = affine.for %i = 0 to %n iter_args(%a = %e) -> tensor<3x?x4xf32> {
    %1 = affine.for %j = 0 to 3 iter_args(%b = %a) -> tensor<3x?x4xf32> {
      %row = tensor.extract_slice %x[%i, %j, 0] [1, 1, 4] [1, 1, 1] : tensor<?x3x4xf32> to tensor<4xf32>
      %2 = tensor.insert_slice %row into %b[%j, %i, 0] [1, 1, 4] [1, 1, 1] : tensor<4xf32> into tensor<3x?x4xf32>
      affine.yield %2 : tensor<3x?x4xf32>
    }
    affine.yield %1 : tensor<3x?x4xf32>
  }
  return %0 : tensor<3x?x4xf32>
}

// CHECK-LABEL: func.func @buffers(
// CHECK-NEXT: %[[T:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d1, d0, d2)> : tensor<4x6x7xf32> to tensor<6x4x7xf32>
// CHECK-NEXT: return %[[T]]
!row = memref<7xf32, strided<[1], offset: ?>>
func.func @buffers(%x: tensor<4x6x7xf32>) -> tensor<6x4x7xf32> {
  %a = bufferization.to_buffer %x read_only : tensor<4x6x7xf32> to memref<4x6x7xf32>
  %b = memref.alloc() : memref<6x4x7xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %s = memref.subview %a[%i, %j, 0] [1, 1, 7] [1, 1, 1] : memref<4x6x7xf32> to !row
      %t = memref.subview %b[%j, %i, 0] [1, 1, 7] [1, 1, 1] : memref<6x4x7xf32> to !row
      memref.copy %s, %t : !row to !row
    }
  }
  %y = bufferization.to_tensor %b restrict : memref<6x4x7xf32> to tensor<6x4x7xf32>
  return %y : tensor<6x4x7xf32>
}

// CHECK-LABEL: func.func @sized(
// CHECK: affine.for
// MISSED: [Missed] {{.*}}Reason="requires slices of constant sizes and steps{{.*}}Remark="affine.for stays as it is"
func.func @sized(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %y) -> tensor<4x?xf32> {
    %row = tensor.extract_slice %x[%i, 0] [1, %n] [1, 1] : tensor<4x?xf32> to tensor<?xf32>
    %1 = tensor.insert_slice %row into %a[%i, 0] [1, %n] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
    affine.yield %1 : tensor<4x?xf32>
  }
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @table(
// CHECK: affine.for
// MISSED: [Missed] {{.*}}Reason="requires indices that are affine in the loops{{.*}}Remark="affine.for stays as it is"
func.func @table(%x: tensor<4x7xf32>, %where: tensor<4xindex>, %y: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %y) -> tensor<4x7xf32> {
    %k = tensor.extract %where[%i] : tensor<4xindex>
    %row = tensor.extract_slice %x[%k, 0] [1, 7] [1, 1] : tensor<4x7xf32> to tensor<7xf32>
    %1 = tensor.insert_slice %row into %a[%i, 0] [1, 7] [1, 1] : tensor<7xf32> into tensor<4x7xf32>
    affine.yield %1 : tensor<4x7xf32>
  }
  return %0 : tensor<4x7xf32>
}

// Buffers that anything may read.
// CHECK-LABEL: func.func @visible(
// CHECK: affine.for
// MISSED: [Missed] {{.*}}Reason="requires a source that is a tensor, or the buffer of one{{.*}}Remark="affine.for stays as it is"
func.func @visible(%x: memref<4x7xf32>, %y: memref<4x7xf32>) {
  affine.for %i = 0 to 4 {
    %s = memref.subview %x[%i, 0] [1, 7] [1, 1] : memref<4x7xf32> to !row
    %t = memref.subview %y[%i, 0] [1, 7] [1, 1] : memref<4x7xf32> to !row
    memref.copy %s, %t : !row to !row
  }
  return
}

// Rows that are written twice, and a row of what the loop has written: no move.
// CHECK-LABEL: func.func @twice(
// CHECK: affine.for
// MISSED: [Missed] {{.*}}Function=twice{{.*}}Remark="affine.for stays as it is"
func.func @twice(%x: tensor<4x7xf32>, %y: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %0 = affine.for %i = 0 to 3 iter_args(%a = %y) -> tensor<5x7xf32> {
    %rows = tensor.extract_slice %x[%i, 0] [2, 7] [1, 1] : tensor<4x7xf32> to tensor<2x7xf32>
    %1 = tensor.insert_slice %rows into %a[%i, 0] [2, 7] [1, 1] : tensor<2x7xf32> into tensor<5x7xf32>
    affine.yield %1 : tensor<5x7xf32>
  }
  return %0 : tensor<5x7xf32>
}
// CHECK-LABEL: func.func @carried(
// CHECK: affine.for
func.func @carried(%y: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %c1 = arith.constant 1 : index
  %0 = affine.for %i = 0 to 4 iter_args(%a = %y) -> tensor<5x7xf32> {
    %k = arith.addi %i, %c1 : index
    %row = tensor.extract_slice %a[%i, 0] [1, 7] [1, 1] : tensor<5x7xf32> to tensor<7xf32>
    %1 = tensor.insert_slice %row into %a[%k, 0] [1, 7] [1, 1] : tensor<7xf32> into tensor<5x7xf32>
    affine.yield %1 : tensor<5x7xf32>
  }
  return %0 : tensor<5x7xf32>
}
