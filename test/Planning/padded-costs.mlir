// The cost of a plan is what its program moves, also with pads and crops: a pad
// counts with each rewrite that reads it, and a crop may come before rewrites.
//
// Covers: R17

// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-flow="plan=%t/p.plan.json problem=%t/p.problem.json" --layout-fold -o %t/flow.mlir
// RUN: FileCheck %s --input-file=%t/p-pad_read_twice.plan.json --check-prefix=TWICE
// RUN: FileCheck %s --input-file=%t/p-crop_read_twice.plan.json --check-prefix=CROP
// RUN: FileCheck %s --input-file=%t/p-content_changes.plan.json --check-prefix=CONTENT
// RUN: FileCheck %s --input-file=%t/p-other_blocks.plan.json --check-prefix=BLOCKS
// RUN: layout-check-plan %t/p-crop_read_twice.problem.json %t/p-crop_read_twice.plan.json | FileCheck %s --check-prefix=PROOF
// RUN: layout-opt %t/flow.mlir --layout-count -o %t/counted.mlir | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t/flow.mlir --layout-materialize -o %t/out.mlir
// RUN: layout-opt %t/out.mlir --layout-count -o %t/counted.mlir | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %s --layout-materialize -o %t/in.mlir
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=pad_read_twice | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=crop_read_twice | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=content_changes | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// The costs of all functions: 792 + 384 + 600 + 560; one crop and what is
// overwritten are moves.
// COUNT: {"rewrites":5,"bytes":2104,"moves":{"n":2,"bytes":232}

// Two rewrites of 140 bytes to 256 bytes.
// TWICE: "cost":792,"bound":792
func.func @pad_read_twice(%x: tensor<5x7xf32>) -> (tensor<8x8xf32>, tensor<2x8x4xf32>) {
  %p = layout.pad %x low [0, 0] high [3, 1] value(0.0 : f32) : tensor<5x7xf32> to tensor<8x8xf32>
  %a = layout.layout_transform %p by <(i, j) -> (j, i)> : tensor<8x8xf32> to tensor<8x8xf32>
  %b = layout.layout_transform %p by <(i, j) -> (i floordiv 4, j, i mod 4)> : tensor<8x8xf32> to tensor<2x8x4xf32>
  return %a, %b : tensor<8x8xf32>, tensor<2x8x4xf32>
}

// The crop copies 96 bytes, and the transpose reads its result, not all of %x.
// CROP: "cost":384,"bound":384
// PROOF: {{^holds: cost 384, no plan costs less than 384$}}
func.func @crop_read_twice(%x: tensor<16x8xf32>) -> (tensor<3x8xf32>, tensor<8x3xf32>) {
  %c = layout.crop %x offsets [0, 0] sizes [3, 8] : tensor<16x8xf32> to tensor<3x8xf32>
  %t = layout.layout_transform %c by <(i, j) -> (j, i)> : tensor<3x8xf32> to tensor<8x3xf32>
  return %c, %t : tensor<3x8xf32>, tensor<8x3xf32>
}

// The padding behind 11 rows holds what the crop removes, and must hold zeros.
// They are written to the one row of the second block that is kept, 20 bytes that
// count as read and written, in front of one rewrite of 320 to 240 bytes. To
// crop, and to pad again, would be 320 + 220 and 220 + 240 bytes.
// CONTENT: "cost":600,"bound":600
func.func @content_changes(%x: tensor<2x5x8xf32>) -> tensor<2x5x6xf32> {
  %0 = layout.layout_transform %x by <(o, j, i) -> (o * 8 + i, j)> : tensor<2x5x8xf32> to tensor<16x5xf32>
  %c = layout.crop %0 offsets [0, 0] sizes [11, 5] : tensor<16x5xf32> to tensor<11x5xf32>
  %p = layout.pad %c low [0, 0] high [1, 0] value(0.0 : f32) : tensor<11x5xf32> to tensor<12x5xf32>
  %1 = layout.layout_transform %p by <(i, j) -> (i floordiv 6, j, i mod 6)> : tensor<12x5xf32> to tensor<2x5x6xf32>
  return %1 : tensor<2x5x6xf32>
}

// Without that requirement one rewrite of 320 to 240 bytes suffices, although
// blocks of 8 and of 6 have no common refinement.
// BLOCKS: "cost":560,"bound":560
func.func @other_blocks(%x: tensor<2x5x8xf32>) -> tensor<2x5x6xf32> {
  %0 = layout.layout_transform %x by <(o, j, i) -> (o * 8 + i, j)> : tensor<2x5x8xf32> to tensor<16x5xf32>
  %c = layout.crop %0 offsets [0, 0] sizes [11, 5] : tensor<16x5xf32> to tensor<11x5xf32>
  %p = layout.pad %c low [0, 0] high [1, 0] value(poison) : tensor<11x5xf32> to tensor<12x5xf32>
  %1 = layout.layout_transform %p by <(i, j) -> (i floordiv 6, j, i mod 6)> : tensor<12x5xf32> to tensor<2x5x6xf32>
  return %1 : tensor<2x5x6xf32>
}
