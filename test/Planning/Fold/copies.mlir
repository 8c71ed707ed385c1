// The report counts constants that are stored in more than one layout.
// RUN: layout-opt %s --layout-fold --layout-report=path=%t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: layout-opt %s --layout-fold --layout-report=path=- 2>&1 >/dev/null | FileCheck %s --check-prefix=TEXT

// JSON: "copies": {
// JSON-NEXT: "n": 2,
// JSON-NEXT: "bytes": 48
// TEXT: Constants stored in more than one layout: 48 B more

// The first constant keeps its original; the second exists in two new layouts.
// CHECK-LABEL: func.func @twice
// CHECK-COUNT-4: arith.constant
// CHECK-NOT: arith.constant
func.func @twice() -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x1x2xf32>, tensor<2x3x1xf32>) {
  %a = arith.constant dense<[[1., 2., 3.], [4., 5., 6.]]> : tensor<2x3xf32>
  %0 = layout.layout_transform %a by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  %b = arith.constant dense<[[[1.], [2.]], [[3.], [4.]], [[5.], [7.]]]> : tensor<3x2x1xf32>
  %1 = layout.layout_transform %b by <(i, j, k) -> (i, k, j)> : tensor<3x2x1xf32> to tensor<3x1x2xf32>
  %2 = layout.layout_transform %b by <(i, j, k) -> (j, i, k)> : tensor<3x2x1xf32> to tensor<2x3x1xf32>
  return %a, %0, %1, %2 : tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x1x2xf32>, tensor<2x3x1xf32>
}
