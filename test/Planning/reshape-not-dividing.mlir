// A reshape whose map is not mixed radix keeps row-major order in some layouts
// only. In the others it is a rewrite, which the plan counts.
//
// RUN: layout-opt %s --layout-raise --layout-fold --layout-flow="plan=%t.plan.json problem=%t.problem.json" --layout-verify-plan --layout-fold -o %t.flow.mlir
// RUN: FileCheck %s --input-file=%t.flow.mlir
// RUN: FileCheck %s --input-file=%t-channels_first.problem.json --check-prefix=PROBLEM
// RUN: FileCheck %s --input-file=%t-channels_first.plan.json --check-prefix=PLAN
// RUN: layout-opt %t.flow.mlir --layout-materialize -o %t.out.mlir
// RUN: layout-check %s %t.out.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// The map takes 10 x 8 elements to 8 x 10. With the channels in front, nothing
// moves but the padding; with the other two dims swapped, the reshape would.
// PROBLEM: "labels":[{"cost":0,"layouts":[0,0]},{"cost":0,"layouts":[1,1]}]
// PLAN: "cost":0,"bound":0
// CHECK-LABEL: func.func @channels_first
// CHECK: %[[PADDED:.*]] = tensor.pad %arg0 low[0, 1, 0] high[0, 2, 1]
// CHECK: %[[RESHAPED:.*]] = layout.layout_transform %[[PADDED]] by <(d0, d1, d2) -> (d0, (d1 * 8 + d2) floordiv 10, (d1 * 8 + d2) mod 10)>
// CHECK: tensor.extract %[[RESHAPED]]
// CHECK-NOT: layout.
func.func @channels_first(%x: tensor<3x7x7xf32>) -> tensor<8x20x3xf32> {
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  %t = tensor.empty() : tensor<7x7x3xf32>
  %0 = linalg.transpose ins(%x : tensor<3x7x7xf32>) outs(%t : tensor<7x7x3xf32>) permutation = [1, 2, 0]
  %p = tensor.pad %0 low[1, 0, 0] high[2, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<7x7x3xf32> to tensor<10x8x3xf32>
  %1 = tensor.collapse_shape %p [[0, 1], [2]] : tensor<10x8x3xf32> into tensor<80x3xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [8, 10, 3] : tensor<80x3xf32> into tensor<8x10x3xf32>
  %e = tensor.empty() : tensor<8x20x3xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<8x20x3xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %m = arith.muli %j, %c3 : index
    %h = arith.remui %m, %c10 : index
    %v = tensor.extract %2[%i, %h, %k] : tensor<8x10x3xf32>
    linalg.yield %v : f32
  } -> tensor<8x20x3xf32>
  return %3 : tensor<8x20x3xf32>
}
