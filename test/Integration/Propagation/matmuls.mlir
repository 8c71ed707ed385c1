// Layouts pass contractions that only prefer their own layout: m, n, k and batch dims are
// permuted whole or in blocks.
//
// Covers: R17, R18, R21, R24

// RUN: sed 's/ {layout.prefer[^}]*}//' %s | layout-opt --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --dims=3,5,5,2,3,2
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --dims=1,1,1

// At most the rewrites on both sides of @indivisible are left.
// COUNT: {"rewrites":{{[0-2]}},

#first = #layout.op_layout<operands = [_, _, _], results = [_]>

// Blocks of rows of the left operand and of the result; k is not split.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[A:[^:]*]]: tensor<3x5x4xf32>, %[[B:[^:]*]]: tensor<5x7xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[A]], %[[B]] : tensor<3x5x4xf32>, tensor<5x7xf32>) outs(%{{.*}} : tensor<3x7x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @rows(%a: tensor<3x5x4xf32>, %b: tensor<5x7xf32>) -> tensor<3x7x4xf32> {
  %0 = layout.layout_transform %a by <(m, k, b) -> (m * 4 + b, k)> : tensor<3x5x4xf32> to tensor<12x5xf32>
  %zero = arith.constant dense<0.0> : tensor<12x7xf32>
  %1 = linalg.matmul {layout.prefer, layout.op_layout = [#first]}
      ins(%0, %b : tensor<12x5xf32>, tensor<5x7xf32>) outs(%zero : tensor<12x7xf32>) -> tensor<12x7xf32>
  %2 = layout.layout_transform %1 by <(m, n) -> (m floordiv 4, n, m mod 4)> : tensor<12x7xf32> to tensor<3x7x4xf32>
  return %2 : tensor<3x7x4xf32>
}

// Two batch dims change places.
// CHECK-LABEL: func.func @batches(
// CHECK-SAME: %[[A:[^:]*]]: tensor<3x2x4x5xf32>, %[[B:[^:]*]]: tensor<3x2x5x7xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: ins(%[[A]], %[[B]] : tensor<3x2x4x5xf32>, tensor<3x2x5x7xf32>) outs(%{{.*}} : tensor<3x2x4x7xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @batches(%a: tensor<3x2x4x5xf32>, %b: tensor<3x2x5x7xf32>) -> tensor<3x2x4x7xf32> {
  %0 = layout.layout_transform %a by <(g, b, m, k) -> (b, g, m, k)> : tensor<3x2x4x5xf32> to tensor<2x3x4x5xf32>
  %1 = layout.layout_transform %b by <(g, b, k, n) -> (b, g, k, n)> : tensor<3x2x5x7xf32> to tensor<2x3x5x7xf32>
  %zero = arith.constant dense<0.0> : tensor<2x3x4x7xf32>
  %2 = linalg.contract indexing_maps = [affine_map<(b, g, m, n, k) -> (b, g, m, k)>, affine_map<(b, g, m, n, k) -> (b, g, k, n)>,
                                        affine_map<(b, g, m, n, k) -> (b, g, m, n)>]
      {layout.prefer, layout.op_layout = [#first]}
      ins(%0, %1 : tensor<2x3x4x5xf32>, tensor<2x3x5x7xf32>) outs(%zero : tensor<2x3x4x7xf32>) -> tensor<2x3x4x7xf32>
  %3 = layout.layout_transform %2 by <(b, g, m, n) -> (g, b, m, n)> : tensor<2x3x4x7xf32> to tensor<3x2x4x7xf32>
  return %3 : tensor<3x2x4x7xf32>
}

// Blocks of rows of a batch_matmul that sums over a single element.
// CHECK-LABEL: func.func @batch_rows(
// CHECK-SAME: %[[A:[^:]*]]: tensor<3x2x1x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: ins(%[[A]], %{{.*}} : tensor<3x2x1x4xf32>, tensor<3x1x7xf32>) outs(%{{.*}} : tensor<3x2x7x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @batch_rows(%a: tensor<3x2x1x4xf32>, %b: tensor<3x1x7xf32>) -> tensor<3x2x7x4xf32> {
  %0 = layout.layout_transform %a by <(b, m, k, i) -> (b, m * 4 + i, k)> : tensor<3x2x1x4xf32> to tensor<3x8x1xf32>
  %zero = arith.constant dense<0.0> : tensor<3x8x7xf32>
  %1 = linalg.batch_matmul {layout.prefer, layout.op_layout = [#first]}
      ins(%0, %b : tensor<3x8x1xf32>, tensor<3x1x7xf32>) outs(%zero : tensor<3x8x7xf32>) -> tensor<3x8x7xf32>
  %2 = layout.layout_transform %1 by <(b, m, n) -> (b, m floordiv 4, n, m mod 4)> : tensor<3x8x7xf32> to tensor<3x2x7x4xf32>
  return %2 : tensor<3x2x7x4xf32>
}

// All extents are known at run time only; rows in blocks of two.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x?x2xf32>, %[[B:[^:]*]]: tensor<?x?xf32>, %[[C:[^:]*]]: tensor<?x?x2xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: ins(%[[A]], %[[B]] : tensor<?x?x2xf32>, tensor<?x?xf32>) outs(%[[C]] : tensor<?x?x2xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @dynamic(%a: tensor<?x?x2xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?x2xf32>) -> tensor<?x?x2xf32> {
  %0 = layout.layout_transform %a by <(m, k, b) -> (m * 2 + b, k)> : tensor<?x?x2xf32> to tensor<?x?xf32>
  %1 = layout.layout_transform %c by <(m, n, b) -> (m * 2 + b, n)> : tensor<?x?x2xf32> to tensor<?x?xf32>
  %2 = linalg.matmul {layout.prefer, layout.op_layout = [#first]}
      ins(%0, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = layout.layout_transform %2 by <(m, n) -> (m floordiv 2, n, m mod 2)> : tensor<?x?xf32> to tensor<?x?x2xf32>
  return %3 : tensor<?x?x2xf32>
}

// Only seven of eight elements in k and ten of twelve in m are used: padding must not count.
func.func @indivisible(%a: tensor<3x5x4xf32>, %b: tensor<10x2xf32>) -> tensor<2x5x2xf32> {
  %0 = layout.layout_transform %a by <(k, m, b) -> (m, k * 4 + b)> : tensor<3x5x4xf32> to tensor<5x12xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [5, 10] : tensor<5x12xf32> to tensor<5x10xf32>
  %zero = arith.constant dense<0.0> : tensor<5x2xf32>
  %2 = linalg.matmul {layout.prefer, layout.op_layout = [#first]}
      ins(%1, %b : tensor<5x10xf32>, tensor<10x2xf32>) outs(%zero : tensor<5x2xf32>) -> tensor<5x2xf32>
  %3 = layout.pad %2 low [0, 0] high [0, 2] value(1.0 : f32) : tensor<5x2xf32> to tensor<5x4xf32>
  %4 = layout.layout_transform %3 by <(m, n) -> (n floordiv 2, m, n mod 2)> : tensor<5x4xf32> to tensor<2x5x2xf32>
  return %4 : tensor<2x5x2xf32>
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: tensor<3x5x4xf32>, %a1: tensor<5x7xf32>, %a2: tensor<3x2x4x5xf32>, %a3: tensor<3x2x5x7xf32>,
                %a4: tensor<3x2x1x4xf32>, %a5: tensor<3x1x7xf32>, %a6: tensor<?x?x2xf32>, %a7: tensor<?x?xf32>,
                %a8: tensor<?x?x2xf32>, %a9: tensor<3x5x4xf32>, %a10: tensor<10x2xf32>)
    -> (tensor<3x7x4xf32>, tensor<3x2x4x7xf32>, tensor<3x2x7x4xf32>, tensor<?x?x2xf32>, tensor<2x5x2xf32>) {
  %0 = call @rows(%a0, %a1) : (tensor<3x5x4xf32>, tensor<5x7xf32>) -> tensor<3x7x4xf32>
  %1 = call @batches(%a2, %a3) : (tensor<3x2x4x5xf32>, tensor<3x2x5x7xf32>) -> tensor<3x2x4x7xf32>
  %2 = call @batch_rows(%a4, %a5) : (tensor<3x2x1x4xf32>, tensor<3x1x7xf32>) -> tensor<3x2x7x4xf32>
  %3 = call @dynamic(%a6, %a7, %a8) : (tensor<?x?x2xf32>, tensor<?x?xf32>, tensor<?x?x2xf32>) -> tensor<?x?x2xf32>
  %4 = call @indivisible(%a9, %a10) : (tensor<3x5x4xf32>, tensor<10x2xf32>) -> tensor<2x5x2xf32>
  return %0, %1, %2, %3, %4
      : tensor<3x7x4xf32>, tensor<3x2x4x7xf32>, tensor<3x2x7x4xf32>, tensor<?x?x2xf32>, tensor<2x5x2xf32>
}
