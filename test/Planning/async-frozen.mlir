// A frozen async region, and one whose value is taken out by a frozen one, keep
// what they yield.
// Covers: R28, R38
// RUN: layout-opt %s --layout-pipeline="target=nhwc" | FileCheck %s

// CHECK-LABEL: func.func @frozen(
// CHECK: async.await %{{.*}} : !async.value<tensor<1x5x4x6xf32>>
func.func @frozen(%x: tensor<1x5x4x6xf32>, %w: tensor<5x5x1x1xf32>) -> tensor<1x5x4x6xf32> {
  %zeros = arith.constant dense<0.0> : tensor<1x5x4x6xf32>
  %t, %v = async.execute -> !async.value<tensor<1x5x4x6xf32>> attributes {layout.frozen} {
    %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
    async.yield %1 : tensor<1x5x4x6xf32>
  }
  %2 = async.await %v : !async.value<tensor<1x5x4x6xf32>>
  return %2 : tensor<1x5x4x6xf32>
}

// CHECK-LABEL: func.func @reader(
// CHECK: async.execute -> !async.value<tensor<1x5x4x6xf32>>
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: async.yield %{{.*}} : tensor<1x5x4x6xf32>
// CHECK: async.execute (%{{.*}} as %{{.*}}: !async.value<tensor<1x5x4x6xf32>>)
func.func @reader(%x: tensor<1x5x4x6xf32>, %w: tensor<5x5x1x1xf32>) -> tensor<1x5x4x6xf32> {
  %zeros = arith.constant dense<0.0> : tensor<1x5x4x6xf32>
  %t, %v = async.execute -> !async.value<tensor<1x5x4x6xf32>> {
    %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
    async.yield %1 : tensor<1x5x4x6xf32>
  }
  %t2, %v2 = async.execute (%v as %a : !async.value<tensor<1x5x4x6xf32>>) -> !async.value<tensor<1x5x4x6xf32>> attributes {layout.frozen} {
    %1 = math.exp %a : tensor<1x5x4x6xf32>
    async.yield %1 : tensor<1x5x4x6xf32>
  }
  %2 = async.await %v2 : !async.value<tensor<1x5x4x6xf32>>
  return %2 : tensor<1x5x4x6xf32>
}
