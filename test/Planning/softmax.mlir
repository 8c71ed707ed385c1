// linalg.softmax is not a structured op. All of its dims may be permuted; the
// dim that it normalizes is updated and never split.
//
// Covers: R24, R25

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s

// CHECK-LABEL: func.func @moved(
// CHECK-SAME: %[[X:[^:]*]]: tensor<7x5x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.softmax dimension(0) ins(%[[X]] : tensor<7x5x8xf32>)
// CHECK-NEXT: return %[[R]]
func.func @moved(%x: tensor<7x5x8xf32>) -> tensor<7x5x8xf32> {
  %0 = layout.layout_transform %x by <(a, b, c) -> (c, a, b)> : tensor<7x5x8xf32> to tensor<8x7x5xf32>
  %e = tensor.empty() : tensor<8x7x5xf32>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<8x7x5xf32>) outs(%e : tensor<8x7x5xf32>) -> tensor<8x7x5xf32>
  %2 = layout.layout_transform %1 by <(c, a, b) -> (a, b, c)> : tensor<8x7x5xf32> to tensor<7x5x8xf32>
  return %2 : tensor<7x5x8xf32>
}

// A dim that is not normalized is split.
// CHECK-LABEL: func.func @beside(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x7x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.softmax dimension(2) ins(%[[X]] : tensor<2x7x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @beside(%x: tensor<2x7x5x4xf32>) -> tensor<2x7x5x4xf32> {
  %0 = layout.layout_transform %x by <(c, a, b, i) -> (c * 4 + i, a, b)> : tensor<2x7x5x4xf32> to tensor<8x7x5xf32>
  %e = tensor.empty() : tensor<8x7x5xf32>
  %1 = linalg.softmax dimension(2) ins(%0 : tensor<8x7x5xf32>) outs(%e : tensor<8x7x5xf32>) -> tensor<8x7x5xf32>
  %2 = layout.layout_transform %1 by <(c, a, b) -> (c floordiv 4, a, b, c mod 4)> : tensor<8x7x5xf32> to tensor<2x7x5x4xf32>
  return %2 : tensor<2x7x5x4xf32>
}

// The normalized dim is read in blocks: the softmax becomes the reductions and
// elementwise ops that it consists of.
// CHECK-LABEL: func.func @across(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x7x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK-NOT: linalg.softmax
// CHECK: %[[LEAST:.*]] = linalg.fill ins(%{{.*}}) outs(%{{.*}} : tensor<7x5xf32>)
// CHECK: %[[MAX:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel", "reduction"]} ins(%[[X]] : tensor<2x7x5x4xf32>) outs(%[[LEAST]]
// CHECK: arith.maxnumf
// CHECK: %[[EXP:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[MAX]] : tensor<2x7x5x4xf32>, tensor<7x5xf32>)
// CHECK: math.exp
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[EXP]] : tensor<2x7x5x4xf32>)
// CHECK: arith.addf
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[EXP]], %[[SUM]] : tensor<2x7x5x4xf32>, tensor<7x5xf32>)
// CHECK: arith.divf
// CHECK: return %[[R]]
func.func @across(%x: tensor<2x7x5x4xf32>) -> tensor<2x7x5x4xf32> {
  %0 = layout.layout_transform %x by <(c, a, b, i) -> (c * 4 + i, a, b)> : tensor<2x7x5x4xf32> to tensor<8x7x5xf32>
  %e = tensor.empty() : tensor<8x7x5xf32>
  %1 = linalg.softmax dimension(0) ins(%0 : tensor<8x7x5xf32>) outs(%e : tensor<8x7x5xf32>) -> tensor<8x7x5xf32>
  %2 = layout.layout_transform %1 by <(c, a, b) -> (c floordiv 4, a, b, c mod 4)> : tensor<8x7x5xf32> to tensor<2x7x5x4xf32>
  return %2 : tensor<2x7x5x4xf32>
}
