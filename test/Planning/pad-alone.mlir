// A pad of what is no dim of its root is a barrier. It moves its bytes whatever
// becomes of the transform behind it, and the plan says so.
//
// Covers: R35

// RUN: layout-opt %s --layout-flow=strategy=optimal --layout-fold -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT

// COUNT: {"rewrites":1,"bytes":28,

// CHECK: plan = {bound = 28 : i64, capped = false, cost = 28 : i64}
// CHECK: layout.pad {{.*}} : tensor<2x3xf16> to tensor<2x4xf16>
func.func @pad_of_a_digit(%x: tensor<6xf16>) -> tensor<2x2x2xf16> {
  %0 = layout.layout_transform %x by <(i) -> (i mod 3, i floordiv 3)> : tensor<6xf16> to tensor<3x2xf16>
  %1 = layout.pad %0 low [0, 0] high [1, 0] value(0.0 : f16) : tensor<3x2xf16> to tensor<4x2xf16>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i floordiv 2, i mod 2)> : tensor<4x2xf16> to tensor<2x2x2xf16>
  return %2 : tensor<2x2x2xf16>
}
