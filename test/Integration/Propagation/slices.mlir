// Plans slices that are inserted and extracted with strides, on dims that stay whole and
// on the outer part of split dims; a split into slices with several users; and a roll
// made of slices and a concatenation.
//
// Covers: R17, R18, R19, R20, R24

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --dims=4,5
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --dims=2,1

// At most the rewrites around the slice of @indivisible, which ends within a block.
// COUNT: {"rewrites":{{[0-2]}},

!b = tensor<4x6x7x4xf32>
!x = tensor<16x6x7xf32>
!s = tensor<8x6x7xf32>
!sb = tensor<2x6x7x4xf32>

// Every second block and every third row, inserted into every second column of a fill.
// CHECK-LABEL: func.func @strided(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x6x7x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][1, 2, 0, 0] [2, 2, 7, 4] [2, 3, 1, 1]
// CHECK: %[[F:.*]] = linalg.fill
// CHECK-SAME: -> tensor<2x2x14x4xf32>
// CHECK: tensor.insert_slice %[[S]] into %[[F]][0, 0, 1, 0] [2, 2, 7, 4] [1, 1, 2, 1]
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @strided(%x: !b) -> tensor<2x2x14x4xf32> {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !b to !x
  %1 = tensor.expand_shape %0 [[0, 1], [2], [3]] output_shape [4, 4, 6, 7] : !x into tensor<4x4x6x7xf32>
  %2 = tensor.extract_slice %1[1, 0, 2, 0] [2, 4, 2, 7] [2, 1, 3, 1] : tensor<4x4x6x7xf32> to tensor<2x4x2x7xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : tensor<2x4x2x7xf32> into tensor<8x2x7xf32>
  %k = arith.constant 3.5 : f32
  %e = tensor.empty() : tensor<8x2x14xf32>
  %f = linalg.fill ins(%k : f32) outs(%e : tensor<8x2x14xf32>) -> tensor<8x2x14xf32>
  %4 = tensor.insert_slice %3 into %f[0, 0, 1] [8, 2, 7] [1, 1, 2] : tensor<8x2x7xf32> into tensor<8x2x14xf32>
  %5 = layout.layout_transform %4 by <(c, h, w) -> (c floordiv 4, h, w, c mod 4)> : tensor<8x2x14xf32> to tensor<2x2x14x4xf32>
  return %5 : tensor<2x2x14x4xf32>
}

// Two halves of whole blocks; the first has two users.
// CHECK-LABEL: func.func @split(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x6x7x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK-DAG: %[[A:.*]] = tensor.extract_slice %[[X]][0, 0, 0, 0] [2, 6, 7, 4] [1, 1, 1, 1]
// CHECK-DAG: %[[B:.*]] = tensor.extract_slice %[[X]][2, 0, 0, 0] [2, 6, 7, 4] [1, 1, 1, 1]
// CHECK-DAG: linalg.exp ins(%[[A]] : tensor<2x6x7x4xf32>)
// CHECK-DAG: linalg.mul ins(%[[A]], %[[B]] : tensor<2x6x7x4xf32>, tensor<2x6x7x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @split(%x: !b) -> (!sb, !sb) {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !b to !x
  %1 = tensor.extract_slice %0[0, 0, 0] [8, 6, 7] [1, 1, 1] : !x to !s
  %2 = tensor.extract_slice %0[8, 0, 0] [8, 6, 7] [1, 1, 1] : !x to !s
  %e = tensor.empty() : !s
  %3 = linalg.exp ins(%1 : !s) outs(%e : !s) -> !s
  %4 = linalg.mul ins(%1, %2 : !s, !s) outs(%e : !s) -> !s
  %5 = layout.layout_transform %3 by <(c, h, w) -> (c floordiv 4, h, w, c mod 4)> : !s to !sb
  %6 = layout.layout_transform %4 by <(c, h, w) -> (c floordiv 4, h, w, c mod 4)> : !s to !sb
  return %5, %6 : !sb, !sb
}

// A roll by two rows and by one block.
// CHECK-LABEL: func.func @roll(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x6x7x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: tensor.concat dim(1) {{.*}} -> tensor<4x6x7x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: tensor.concat dim(0) {{.*}} -> tensor<4x6x7x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @roll(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !b to !x
  %1 = tensor.extract_slice %0[0, 4, 0] [16, 2, 7] [1, 1, 1] : !x to tensor<16x2x7xf32>
  %2 = tensor.extract_slice %0[0, 0, 0] [16, 4, 7] [1, 1, 1] : !x to tensor<16x4x7xf32>
  %3 = tensor.concat dim(1) %1, %2 : (tensor<16x2x7xf32>, tensor<16x4x7xf32>) -> !x
  %4 = tensor.extract_slice %3[4, 0, 0] [12, 6, 7] [1, 1, 1] : !x to tensor<12x6x7xf32>
  %5 = tensor.extract_slice %3[0, 0, 0] [4, 6, 7] [1, 1, 1] : !x to tensor<4x6x7xf32>
  %6 = tensor.concat dim(0) %4, %5 : (tensor<12x6x7xf32>, tensor<4x6x7xf32>) -> !x
  %7 = layout.layout_transform %6 by <(c, h, w) -> (c floordiv 4, h, w, c mod 4)> : !x to !b
  return %7 : !b
}

// The second half of a run-time number of rows; the size is that of the tensor in its
// logical layout.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: tensor.extract_slice %[[X]][%{{.*}}, 0]
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = layout.layout_transform %x by <(h, c) -> (c, h)> : tensor<?x?xf32> to tensor<?x?xf32>
  %c = tensor.dim %0, %c0 : tensor<?x?xf32>
  %h = tensor.dim %0, %c1 : tensor<?x?xf32>
  %off = arith.divui %h, %c2 : index
  %n = arith.subi %h, %off : index
  %1 = tensor.extract_slice %0[0, %off] [%c, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = layout.layout_transform %1 by <(c, h) -> (h, c)> : tensor<?x?xf32> to tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// Channels 2 to 10, which begin and end within a block.
// CHECK-LABEL: func.func @indivisible(
// CHECK: tensor.extract_slice
// CHECK: return
func.func @indivisible(%x: !b) -> !sb {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !b to !x
  %1 = tensor.extract_slice %0[2, 0, 0] [8, 6, 7] [1, 1, 1] : !x to !s
  %2 = layout.layout_transform %1 by <(c, h, w) -> (c floordiv 4, h, w, c mod 4)> : !s to !sb
  return %2 : !sb
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: !b, %a1: !b, %a2: !b, %a3: tensor<?x?xf32>, %a4: !b)
    -> (tensor<2x2x14x4xf32>, !sb, !sb, !b, tensor<?x?xf32>, !sb) {
  %0 = call @strided(%a0) : (!b) -> tensor<2x2x14x4xf32>
  %1:2 = call @split(%a1) : (!b) -> (!sb, !sb)
  %2 = call @roll(%a2) : (!b) -> !b
  %3 = call @dynamic(%a3) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = call @indivisible(%a4) : (!b) -> !sb
  return %0, %1#0, %1#1, %2, %3, %4
      : tensor<2x2x14x4xf32>, !sb, !sb, !b, tensor<?x?xf32>, !sb
}
