// linalg.pack and linalg.unpack without padding are maps like any other: they are crossed
// and cancel. With padding, the contents of the padding matter.
//
// Covers: R14, R17, R18, R24, R49

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-raise --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --dims=3,5
// RUN: layout-opt %s --layout-raise --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --dims=1,1

// At most the rewrites around the exponential of @padded are left.
// COUNT: {"rewrites":{{[0-2]}},

// An unpack, an elementwise op, and a pack that undoes the unpack.
// CHECK-LABEL: func.func @packs(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x2x4x6xf32>
// CHECK-NOT: layout
// CHECK: linalg.exp ins(%[[X]] : tensor<3x2x4x6xf32>)
// CHECK-NOT: layout
// CHECK: return
func.func @packs(%x: tensor<3x2x4x6xf32>) -> tensor<3x2x4x6xf32> {
  %e = tensor.empty() : tensor<12x12xf32>
  %f = tensor.empty() : tensor<3x2x4x6xf32>
  %0 = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [4, 6] into %e : tensor<3x2x4x6xf32> -> tensor<12x12xf32>
  %1 = linalg.exp ins(%0 : tensor<12x12xf32>) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %2 = linalg.pack %1 inner_dims_pos = [0, 1] inner_tiles = [4, 6] into %f : tensor<12x12xf32> -> tensor<3x2x4x6xf32>
  return %2 : tensor<3x2x4x6xf32>
}

// Only the pack has an outer permutation, and its tiles are in another order: elements
// of a block stay together, and blocks are moved once.
// CHECK-LABEL: func.func @outer(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3x6x4xf32>
// CHECK-NOT: layout
// CHECK: linalg.exp ins(%[[X]] : tensor<2x3x6x4xf32>)
// CHECK-NOT: layout
// CHECK: return
func.func @outer(%x: tensor<2x3x6x4xf32>) -> tensor<2x3x6x4xf32> {
  %e = tensor.empty() : tensor<12x12xf32>
  %f = tensor.empty() : tensor<2x3x6x4xf32>
  %0 = linalg.unpack %x outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [6, 4] into %e : tensor<2x3x6x4xf32> -> tensor<12x12xf32>
  %1 = linalg.exp ins(%0 : tensor<12x12xf32>) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %2 = linalg.pack %1 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [6, 4] into %f : tensor<12x12xf32> -> tensor<2x3x6x4xf32>
  return %2 : tensor<2x3x6x4xf32>
}

// Rows in blocks of four, their number known at run time only.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x4xf32>
// CHECK-NOT: layout
// CHECK: linalg.exp ins(%[[X]] : tensor<?x?x4xf32>)
// CHECK-NOT: layout
// CHECK: return
func.func @dynamic(%x: tensor<?x?x4xf32>) -> tensor<?x?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = tensor.dim %x, %c0 : tensor<?x?x4xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %r = arith.muli %m, %c4 : index
  %e = tensor.empty(%r, %n) : tensor<?x?xf32>
  %f = tensor.empty(%m, %n) : tensor<?x?x4xf32>
  %0 = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<?x?x4xf32> -> tensor<?x?xf32>
  %1 = linalg.exp ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.pack %1 inner_dims_pos = [0] inner_tiles = [4] into %f : tensor<?x?xf32> -> tensor<?x?x4xf32>
  return %2 : tensor<?x?x4xf32>
}

// Ten of twelve elements: the padding must be zero after the op, but exp(0) is not.
func.func @padded(%x: tensor<3x5x4xf32>) -> tensor<3x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<10x5xf32>
  %f = tensor.empty() : tensor<3x5x4xf32>
  %0 = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<3x5x4xf32> -> tensor<10x5xf32>
  %1 = linalg.exp ins(%0 : tensor<10x5xf32>) outs(%e : tensor<10x5xf32>) -> tensor<10x5xf32>
  %2 = linalg.pack %1 padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [4] into %f : tensor<10x5xf32> -> tensor<3x5x4xf32>
  return %2 : tensor<3x5x4xf32>
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: tensor<3x2x4x6xf32>, %a1: tensor<2x3x6x4xf32>, %a2: tensor<?x?x4xf32>, %a3: tensor<3x5x4xf32>)
    -> (tensor<3x2x4x6xf32>, tensor<2x3x6x4xf32>, tensor<?x?x4xf32>, tensor<3x5x4xf32>) {
  %0 = call @packs(%a0) : (tensor<3x2x4x6xf32>) -> tensor<3x2x4x6xf32>
  %1 = call @outer(%a1) : (tensor<2x3x6x4xf32>) -> tensor<2x3x6x4xf32>
  %2 = call @dynamic(%a2) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %3 = call @padded(%a3) : (tensor<3x5x4xf32>) -> tensor<3x5x4xf32>
  return %0, %1, %2, %3
      : tensor<3x2x4x6xf32>, tensor<2x3x6x4xf32>, tensor<?x?x4xf32>, tensor<3x5x4xf32>
}
