// A fill, or an empty tensor, in another layout is one of another shape:
// nothing is moved.
// Covers: R15
// RUN: layout-opt %s --layout-fold | FileCheck %s

// The blocks do not divide the dims, so that no order of digits is this layout.
// CHECK-LABEL: func.func @split(
//  CHECK-SAME: %[[C:.*]]: f32
//       CHECK: %[[E:.*]] = tensor.empty() : tensor<12x3x32xf32>
//       CHECK: %[[F:.*]] = linalg.fill ins(%[[C]] : f32) outs(%[[E]] : tensor<12x3x32xf32>)
//       CHECK: return %[[F]]
func.func @split(%c: f32) -> tensor<12x3x32xf32> {
  %e = tensor.empty() : tensor<16x12x6xf32>
  %0 = linalg.fill ins(%c : f32) outs(%e : tensor<16x12x6xf32>) -> tensor<16x12x6xf32>
  %1 = layout.layout_transform %0 by <(d0, d1, d2) -> (d1, (d0 * 6 + d2) floordiv 32, (d0 * 6 + d2) mod 32)> : tensor<16x12x6xf32> to tensor<12x3x32xf32>
  return %1 : tensor<12x3x32xf32>
}

// A pad with the same elements, or with any; a crop; unit dims; an empty tensor.
// CHECK-LABEL: func.func @resized(
//   CHECK-DAG: %[[E:.*]] = tensor.empty() : tensor<8x1x5xf32>
//   CHECK-DAG: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<1x7x8xf32>)
//   CHECK-DAG: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<1x7x9xf32>)
//   CHECK-DAG: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<1x2x3xf32>)
//   CHECK-NOT: layout.
//       CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %[[E]]
func.func @resized() -> (tensor<1x7x8xf32>, tensor<1x7x9xf32>, tensor<1x2x3xf32>, tensor<8x1x5xf32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x7x5xf32>
  %0 = linalg.fill ins(%c : f32) outs(%e : tensor<1x7x5xf32>) -> tensor<1x7x5xf32>
  %1 = layout.pad %0 low [0, 0, 0] high [0, 0, 3] value(0.0 : f32) : tensor<1x7x5xf32> to tensor<1x7x8xf32>
  %2 = layout.pad %0 low [0, 0, 0] high [0, 0, 4] value(#ub.poison) : tensor<1x7x5xf32> to tensor<1x7x9xf32>
  %3 = layout.crop %0 offsets [0, 1, 2] sizes [1, 2, 3] : tensor<1x7x5xf32> to tensor<1x2x3xf32>
  %4 = tensor.empty() : tensor<1x5x8xf32>
  %5 = layout.layout_transform %4 by <(d0, d1, d2) -> (d2, d0, d1)> : tensor<1x5x8xf32> to tensor<8x1x5xf32>
  return %1, %2, %3, %5 : tensor<1x7x8xf32>, tensor<1x7x9xf32>, tensor<1x2x3xf32>, tensor<8x1x5xf32>
}

// Padding with other elements, a frozen rewrite and dynamic sizes stay.
// CHECK-LABEL: func.func @stays(
//       CHECK: layout.pad %{{.*}} value(1.000000e+00 : f32)
//       CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> (d1, d0)> {layout.frozen}
//       CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> (d1, d0)> : tensor<?x6xf32>
func.func @stays(%n: index) -> (tensor<4x8xf32>, tensor<6x4xf32>, tensor<6x?xf32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.fill ins(%c : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = layout.pad %0 low [0, 0] high [0, 2] value(1.0 : f32) : tensor<4x6xf32> to tensor<4x8xf32>
  %2 = layout.layout_transform %0 by <(d0, d1) -> (d1, d0)> {layout.frozen} : tensor<4x6xf32> to tensor<6x4xf32>
  %d = tensor.empty(%n) : tensor<?x6xf32>
  %3 = linalg.fill ins(%c : f32) outs(%d : tensor<?x6xf32>) -> tensor<?x6xf32>
  %4 = layout.layout_transform %3 by <(d0, d1) -> (d1, d0)> : tensor<?x6xf32> to tensor<6x?xf32>
  return %1, %2, %4 : tensor<4x8xf32>, tensor<6x4xf32>, tensor<6x?xf32>
}
