// The body of a loop without iterations is never entered, so that no value
// flows into it; its arguments keep the types of the results, and so do these.
//
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir
//
// The clean-up of the pipeline removes such loops; alone, the planner meets
// them.
// RUN: layout-opt %s --layout-freeze=target=nhwc --layout-flow | FileCheck %s --check-prefix=FLOW

// CHECK: linalg.conv_2d_nhwc_hwcf
// FLOW: affine.for %{{.*}} = 9 to 5 iter_args(%{{.*}} = %arg3) -> (tensor<1x5x4x6xf32>)
// FLOW: affine.yield %{{.*}} : tensor<1x5x4x6xf32>
// FLOW: linalg.conv_2d_nhwc_hwcf
func.func @main(%x: tensor<1x4x6x5xf32>, %w: tensor<3x5x1x1xf32>, %start: tensor<1x3x4x6xf32>, %init: tensor<1x5x4x6xf32>) -> tensor<1x3x4x6xf32> {
  %c0 = arith.constant 0 : index
  %0 = affine.for %c = 9 to 5 iter_args(%t = %init) -> (tensor<1x5x4x6xf32>) {
    %read = tensor.extract %x[%c0, %c0, %c0, %c] : tensor<1x4x6x5xf32>
    %written = tensor.insert %read into %t[%c0, %c, %c0, %c0] : tensor<1x5x4x6xf32>
    affine.yield %written : tensor<1x5x4x6xf32>
  }
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x5x4x6xf32>, tensor<3x5x1x1xf32>) outs(%start : tensor<1x3x4x6xf32>) -> tensor<1x3x4x6xf32>
  return %1 : tensor<1x3x4x6xf32>
}
