// The transform splits 6 elements as 3 x 2, its source has them as 2 x 3, so it
// is no part of the net of %x. It moves nothing where its result is laid out as
// its source, and the transpose behind %2 asks for that.
//
// RUN: layout-opt %s --layout-raise --layout-fold --layout-flow="plan=%t.plan.json" --layout-verify-plan --layout-fold -o %t.flow.mlir
// RUN: FileCheck %s --input-file=%t.flow.mlir
// RUN: FileCheck %s --input-file=%t-chunks.plan.json --check-prefix=PLAN
// RUN: layout-opt %t.flow.mlir --layout-materialize -o %t.out.mlir
// RUN: layout-check %s %t.out.mlir --entry=chunks | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check --count %t.out.mlir --entry=chunks | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.out.mlir --entry=both_sides | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check --count %t.out.mlir --entry=both_sides | FileCheck %s --check-prefix=BOTH
// EQUAL: {{^equal$}}

// PLAN: "cost":0,"bound":0
// COUNT: executed: rewrites 0 bytes,
// CHECK-LABEL: func.func @chunks
// CHECK: %[[PARTS:.*]] = layout.layout_transform %arg0 by <(d0, d1) -> (d0 floordiv 2, ((d0 mod 2) * 3 + d1) floordiv 2, ((d0 mod 2) * 3 + d1) mod 2)> : tensor<4x3xf32> to tensor<2x3x2xf32>
// CHECK: linalg.generic {{.*}} ins(%[[PARTS]] : tensor<2x3x2xf32>)
// CHECK-NOT: layout.
// CHECK: return
func.func @chunks(%x: tensor<4x3xf32>) -> tensor<2x3x2xf32> {
  %0 = layout.layout_transform %x by <(d0, d1) -> (d0 floordiv 2, (d0 mod 2) * 3 + d1)> : tensor<4x3xf32> to tensor<2x6xf32>
  %1 = layout.layout_transform %0 by <(d0, d1) -> (d1 floordiv 2, d0, d1 mod 2)> : tensor<2x6xf32> to tensor<3x2x2xf32>
  %e = tensor.empty() : tensor<3x2x2xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<3x2x2xf32>) outs(%e : tensor<3x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.exp %in : f32
    linalg.yield %v : f32
  } -> tensor<3x2x2xf32>
  %3 = layout.layout_transform %2 by <(a, b, c) -> (b, a, c)> : tensor<3x2x2xf32> to tensor<2x3x2xf32>
  return %3 : tensor<2x3x2xf32>
}

// The source is transposed as well: all three are one rewrite, 48 + 48 bytes.
// BOTH: executed: rewrites 96 bytes,
// CHECK-LABEL: func.func @both_sides
// CHECK-COUNT-1: layout.layout_transform
// CHECK-NOT: layout.
// CHECK: return
func.func @both_sides(%x: tensor<3x4xf32>) -> tensor<2x3x2xf32> {
  %0 = layout.layout_transform %x by <(d1, d0) -> (d0 floordiv 2, (d0 mod 2) * 3 + d1)> : tensor<3x4xf32> to tensor<2x6xf32>
  %1 = layout.layout_transform %0 by <(d0, d1) -> (d1 floordiv 2, d0, d1 mod 2)> : tensor<2x6xf32> to tensor<3x2x2xf32>
  %e = tensor.empty() : tensor<3x2x2xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<3x2x2xf32>) outs(%e : tensor<3x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.exp %in : f32
    linalg.yield %v : f32
  } -> tensor<3x2x2xf32>
  %3 = layout.layout_transform %2 by <(a, b, c) -> (b, a, c)> : tensor<3x2x2xf32> to tensor<2x3x2xf32>
  return %3 : tensor<2x3x2xf32>
}
