// A tensor.reshape whose sizes do not nest joins dims and splits them again. It
// is planned as the two ops that others write for it.
// Covers: R43
// RUN: layout-opt %s --layout-raise | FileCheck %s
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// COUNT: "rewrites":0,"bytes":0,
// RUN: layout-check %s %t.mlir --entry=shuffle | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=units | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @shuffle(
// CHECK: %[[J:.*]] = layout.layout_transform %{{.*}} by <(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d2, d3, d4)> : tensor<2x5x2x1x3xf32> to tensor<2x10x1x3xf32>
// CHECK: layout.layout_transform %[[J]] by <(d0, d1, d2, d3) -> (d0, d1 floordiv 5, d1 mod 5, d2, d3)> : tensor<2x10x1x3xf32> to tensor<2x2x5x1x3xf32>
func.func @shuffle(%x: tensor<2x5x2x1x3xf32>) -> tensor<2x2x5x1x3xf32> {
  %shape = arith.constant dense<[2, 2, 5, 1, 3]> : tensor<5xi64>
  %0 = math.exp %x : tensor<2x5x2x1x3xf32>
  %1 = tensor.reshape %0(%shape) : (tensor<2x5x2x1x3xf32>, tensor<5xi64>) -> tensor<2x2x5x1x3xf32>
  %2 = math.absf %1 : tensor<2x2x5x1x3xf32>
  return %2 : tensor<2x2x5x1x3xf32>
}

// Unit dims at the ends.
// CHECK-LABEL: func.func @units(
// CHECK-COUNT-2: layout.layout_transform
// CHECK-NOT: tensor.reshape
// CHECK: return
func.func @units(%x: tensor<1x2x3x1xf32>) -> tensor<3x2xf32> {
  %shape = arith.constant dense<[3, 2]> : tensor<2xindex>
  %0 = tensor.reshape %x(%shape) : (tensor<1x2x3x1xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
