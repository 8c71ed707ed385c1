// Ops that read their operands in different orders: one permutation of the
// loops removes all rewrites. Named ops are specialized to the named op of the
// new order.
//
// Covers: R1, R19, R24, R34

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// COUNT: {"rewrites":0,"bytes":0,

// The second operand is read transposed. With x in the order (j, i) the loops
// are interchanged, so that y and the result need no rewrite.
// CHECK-LABEL: func.func @transposed_operand(
// CHECK-SAME: %[[X:[^:]*]]: tensor<6x4xf32>, %[[Y:[^:]*]]: tensor<6x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: ins(%[[X]], %[[Y]] : tensor<6x4xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<6x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[R]]
func.func @transposed_operand(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = layout.layout_transform %x by <(j, i) -> (i, j)> : tensor<6x4xf32> to tensor<4x6xf32>
  %e = tensor.empty() : tensor<4x6xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (j, i)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0, %y : tensor<4x6xf32>, tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x6xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  return %2 : tensor<6x4xf32>
}

// Operand and result are accessed by the same permuted map: the op writes (i,
// k) in loops (k, i).
// CHECK-LABEL: func.func @permuted_loops(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x2xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]] : tensor<3x5x2xf32>) outs(%{{.*}} : tensor<3x5x2xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @permuted_loops(%x: tensor<3x5x2xf32>) -> tensor<3x5x2xf32> {
  %0 = layout.layout_transform %x by <(a, b, c) -> (a * 2 + c, b)> : tensor<3x5x2xf32> to tensor<6x5xf32>
  %e = tensor.empty() : tensor<6x5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(k, i) -> (i, k)>, affine_map<(k, i) -> (i, k)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.absf %a : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  %2 = layout.layout_transform %1 by <(i, k) -> (i floordiv 2, k, i mod 2)> : tensor<6x5xf32> to tensor<3x5x2xf32>
  return %2 : tensor<3x5x2xf32>
}

// No operand of an outer product has all dims of the result. A tile of 2 of the
// first operand becomes a tile of the result.
// CHECK-LABEL: func.func @outer(
// CHECK-SAME: %[[X:[^:]*]]: tensor<6xf32>, %[[Y:[^:]*]]: tensor<5xf32>
// CHECK: %[[XX:.*]] = layout.layout_transform %[[X]] by <(d0) -> (d0 floordiv 2, d0 mod 2)> : tensor<6xf32> to tensor<3x2xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[XX]], %[[Y]] : tensor<3x2xf32>, tensor<5xf32>) outs(%{{.*}} : tensor<3x5x2xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @outer(%x: tensor<6xf32>, %y: tensor<5xf32>) -> tensor<3x5x2xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<6xf32>, tensor<5xf32>) outs(%e : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (i floordiv 2, j, i mod 2)> : tensor<6x5xf32> to tensor<3x5x2xf32>
  return %2 : tensor<3x5x2xf32>
}

// One access combines two loops into one dim: the block of 3 is the loop k.
// CHECK-LABEL: func.func @fused_access(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x3xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]] : tensor<2x5x3xf32>) outs(%{{.*}} : tensor<2x5x3xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @fused_access(%x: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  %0 = layout.layout_transform %x by <(i, j, k) -> (i * 3 + k, j)> : tensor<2x5x3xf32> to tensor<6x5xf32>
  %e = tensor.empty() : tensor<2x3x5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, k, j) -> (i * 3 + k, j)>,
                                        affine_map<(i, k, j) -> (i, k, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0 : tensor<6x5xf32>) outs(%e : tensor<2x3x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.absf %a : f32
    linalg.yield %s : f32
  } -> tensor<2x3x5xf32>
  %2 = layout.layout_transform %1 by <(i, k, j) -> (i, j, k)> : tensor<2x3x5xf32> to tensor<2x5x3xf32>
  return %2 : tensor<2x5x3xf32>
}
