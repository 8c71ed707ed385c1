// A user's op takes part in planning by stating its rule, in C++ or as an
// attribute. A callback or the attribute `layout.rule` overrides the rule of an
// op.
// Covers: R27, R34

// RUN: example-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: example-opt %s --layout-print-rules -o /dev/null | FileCheck %s --check-prefix=RULES

// The rewrites move through the op and cancel; the reversed dim is then the last
// one.
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

// The other dim can be split, the reversed one cannot.
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

// Without the callback, the rewrites would move through this op.
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

// The rule is written in the op.
// CHECK-LABEL: func.func @custom(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x6xf32>, %[[Y:[^:]*]]: tensor<6xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: example.custom %[[X]], %[[Y]]
// CHECK-SAME: (tensor<8x6xf32>, tensor<6xf32>) -> tensor<8x6xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return
// RULES: example.custom at {{.*}}: sensitive
// RULES-NEXT: factors: f0 = 6 whole, f1 = 8
// RULES-NEXT: operand 0: [f0, f1]
// RULES-NEXT: operand 1: [f0]
// RULES-NEXT: result 0: [f0, f1]
func.func @custom(%x: tensor<8x6xf32>, %y: tensor<6xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  %1 = example.custom %0, %y <factors = [6 whole, 8], operands = [[f0, f1] : 6x8, [f0] : 6], results = [[f0, f1] : 6x8]>
      : (tensor<6x8xf32>, tensor<6xf32>) -> tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// The attribute prevents that rewrites move through the op, and it is dropped
// when the op is rebuilt.
// CHECK-LABEL: func.func @pinned(
// CHECK: %[[A:.*]] = layout.layout_transform
// CHECK: %[[B:.*]] = example.reverse %[[A]] along 0 {layout.rule = {{.*}}}
// CHECK: layout.layout_transform %[[B]]
// CHECK-LABEL: func.func @restated(
// CHECK-NOT: layout.layout_transform
// CHECK: example.reverse %{{.*}} along 1 : tensor<8x6xf32> to tensor<8x6xf32>
// RULES: example.reverse at {{.*}}
// RULES-NEXT: factors:
// RULES-NEXT: operand 0: keeps its layout
func.func @pinned(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  %1 = example.reverse %0 along 0 {layout.rule = #layout.rule<factors = [], operands = [pinned : 6x8], results = [pinned : 6x8]>} : tensor<6x8xf32> to tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}
func.func @restated(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  %1 = example.reverse %0 along 0 {layout.rule = #layout.rule<factors = [6 whole, 8 whole], operands = [[f0, f1] : 6x8], results = [[f0, f1] : 6x8]>} : tensor<6x8xf32> to tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}
