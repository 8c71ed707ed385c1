// A pad of a dim that its root value does not have is a barrier. It moves its
// bytes whatever happens to the transform after it, and the plan counts these
// bytes.
//
// Covers: R35

// RUN: layout-opt %s --layout-flow=strategy=optimal --layout-report=path=%t.json --layout-fold -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT

// RUN: FileCheck %s --check-prefix=REPORT < %t.json

// COUNT: {"rewrites":1,"bytes":28,

//      REPORT: "cost": 28,
// REPORT-NEXT: "bound": 28,
// REPORT-NEXT: "gap": 0,
// REPORT-NEXT: "capped": false

// CHECK: layout.pad {{.*}} : tensor<2x3xf16> to tensor<2x4xf16>
func.func @pad_of_a_digit(%x: tensor<6xf16>) -> tensor<2x2x2xf16> {
  %0 = layout.layout_transform %x by <(i) -> (i mod 3, i floordiv 3)> : tensor<6xf16> to tensor<3x2xf16>
  %1 = layout.pad %0 low [0, 0] high [1, 0] value(0.0 : f16) : tensor<3x2xf16> to tensor<4x2xf16>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i floordiv 2, i mod 2)> : tensor<4x2xf16> to tensor<2x2x2xf16>
  return %2 : tensor<2x2x2xf16>
}
