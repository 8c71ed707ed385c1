// A user's op takes part by stating its rule; a callback overrides the analysis
// of a structured op.
// Covers: R27, R34

// RUN: example-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: example-opt %s --layout-print-rules -o /dev/null | FileCheck %s --check-prefix=RULES

// The rewrites go through and cancel; the dim that is turned is the last one
// then.
// CHECK-LABEL: func.func @moves(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x6xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: example.reverse %[[X]] along 1 : tensor<8x6xf32> to tensor<8x6xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return
// RULES: example.reverse at {{.*}}: sensitive, changes dim
// RULES-NEXT: factors: f0 = 6 whole, f1 = 8
// RULES-NEXT: operand 0: [f0, f1]
// RULES-NEXT: result 0: [f0, f1]
func.func @moves(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  %1 = example.reverse %0 along 0 : tensor<6x8xf32> to tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// Its other dim may be split, the turned one may not.
// CHECK-LABEL: func.func @splits(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x6x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: example.reverse %[[X]] along 1 : tensor<2x6x4xf32> to tensor<2x6x4xf32>
// CHECK: return
// CHECK-LABEL: func.func @keeps_whole(
// CHECK: %[[A:.*]] = layout.layout_transform
// CHECK: %[[B:.*]] = example.reverse %[[A]] along 0 : tensor<8x6xf32> to tensor<8x6xf32>
// CHECK: layout.layout_transform %[[B]]
func.func @splits(%x: tensor<2x6x4xf32>) -> tensor<2x6x4xf32> {
  %0 = layout.layout_transform %x by <(b, j, c) -> (j, b * 4 + c)> : tensor<2x6x4xf32> to tensor<6x8xf32>
  %1 = example.reverse %0 along 0 : tensor<6x8xf32> to tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(j, i) -> (i floordiv 4, j, i mod 4)> : tensor<6x8xf32> to tensor<2x6x4xf32>
  return %2 : tensor<2x6x4xf32>
}
func.func @keeps_whole(%x: tensor<2x6x4xf32>) -> tensor<2x6x4xf32> {
  %0 = layout.layout_transform %x by <(b, j, c) -> (b * 4 + c, j)> : tensor<2x6x4xf32> to tensor<8x6xf32>
  %1 = example.reverse %0 along 0 : tensor<8x6xf32> to tensor<8x6xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (i floordiv 4, j, i mod 4)> : tensor<8x6xf32> to tensor<2x6x4xf32>
  return %2 : tensor<2x6x4xf32>
}

// The analysis would let it move.
// CHECK-LABEL: func.func @overridden(
// CHECK: %[[A:.*]] = layout.layout_transform
// CHECK: %[[B:.*]] = linalg.exp {example.keep} ins(%[[A]] : tensor<6x8xf32>)
// CHECK: layout.layout_transform %[[B]]
// RULES: linalg.exp at {{.*}}: a barrier
func.func @overridden(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  %e = tensor.empty() : tensor<6x8xf32>
  %1 = linalg.exp {example.keep} ins(%0 : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}
