// The result of a matmul is initialized by a fill in a layout whose blocks do
// not divide the dims. The fill is computed in this layout: the plan says that
// it moves nothing, and nothing is moved.
// Covers: R15
// RUN: layout-opt %s --layout-pipeline="target=hexagon-i8 report=%t.json" -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: layout-check %s %t.mlir

// REPORT: "strategy": "optimal"
// REPORT: "as_planned": true

// CHECK-LABEL: func.func @main(
//       CHECK: linalg.fill {{.*}} outs(%{{.*}} : tensor<12x3x32xf32>)
//       CHECK: linalg.generic
func.func @main(%x: tensor<16x6x6xf32>) -> tensor<16x12x6xf32> {
  %w = arith.constant dense<[[1., 2., 3., 4., 5., 6.], [6., 5., 4., 3., 2., 1.], [1., 0., 1., 0., 1., 0.], [0., 1., 0., 1., 0., 2.],
                             [3., 2., 3., 4., 5., 6.], [7., 5., 4., 3., 2., 1.], [1., 8., 1., 0., 1., 0.], [0., 9., 0., 1., 0., 2.],
                             [4., 2., 3., 4., 5., 6.], [8., 5., 4., 3., 2., 1.], [1., 7., 1., 0., 1., 0.], [0., 3., 0., 1., 0., 2.]]> : tensor<12x6xf32>
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x12x6xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<16x12x6xf32>) -> tensor<16x12x6xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(o, c, w, h) -> (c, h)>, affine_map<(o, c, w, h) -> (o, h, w)>, affine_map<(o, c, w, h) -> (o, c, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %x : tensor<12x6xf32>, tensor<16x6x6xf32>) outs(%z : tensor<16x12x6xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<16x12x6xf32>
  return %0 : tensor<16x12x6xf32>
}
