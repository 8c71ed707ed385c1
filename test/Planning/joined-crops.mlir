// A crop of a dim that the root of its net does not have is one rewrite with the
// pad and the transform in front of it, in the plan as in the program: 2352 bytes
// are read and 2560 written.
//
// RUN: layout-opt %s --layout-flow="plan=%t.plan.json problem=%t.problem.json" --layout-verify-plan -o %t.mlir -verify-diagnostics
// RUN: FileCheck %s --input-file=%t-main.plan.json --check-prefix=PLAN
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-opt %t.mlir --layout-fold --layout-materialize -o %t.out.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=shared | FileCheck %s --check-prefix=EQUAL
// RUN: FileCheck %s --input-file=%t-shared.plan.json --check-prefix=SHARED
// PLAN: "cost":4912,"bound":4912
// EQUAL: {{^equal$}}

func.func @main(%x: tensor<1x3x7x7x4xf32>) -> tensor<10x8x8xf32> {
  %p = layout.pad %x low [0, 0, 0, 0, 0] high [0, 0, 1, 1, 0] value(0.0 : f32) : tensor<1x3x7x7x4xf32> to tensor<1x3x8x8x4xf32>
  %t = layout.layout_transform %p by <(n, o, h, w, i) -> (o * 4 + i, h, w)> : tensor<1x3x8x8x4xf32> to tensor<12x8x8xf32>
  %c = layout.crop %t offsets [0, 0, 0] sizes [10, 8, 8] : tensor<12x8x8xf32> to tensor<10x8x8xf32>
  return %c : tensor<10x8x8xf32>
}

// The transform is read by another op as well: 2352 + 3072 bytes, and a crop of
// twice 2560.
// SHARED: "cost":10544,"bound":10544
func.func @shared(%x: tensor<1x3x7x7x4xf32>) -> (tensor<10x8x8xf32>, tensor<12x8x8xf32>) {
  %p = layout.pad %x low [0, 0, 0, 0, 0] high [0, 0, 1, 1, 0] value(0.0 : f32) : tensor<1x3x7x7x4xf32> to tensor<1x3x8x8x4xf32>
  %t = layout.layout_transform %p by <(n, o, h, w, i) -> (o * 4 + i, h, w)> : tensor<1x3x8x8x4xf32> to tensor<12x8x8xf32>
  %c = layout.crop %t offsets [0, 0, 0] sizes [10, 8, 8] : tensor<12x8x8xf32> to tensor<10x8x8xf32>
  return %c, %t : tensor<10x8x8xf32>, tensor<12x8x8xf32>
}
