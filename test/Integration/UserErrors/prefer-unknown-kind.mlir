// The option 'prefer' must name a known kind of op.
// RUN: %must-fail %s --layout-pipeline="prefer=conv7d=[NCHW16c,default] report=OUT/report.json" | FileCheck %s
// CHECK: prefer-unknown-kind.mlir:0:0: error: requires a kind of op out of conv1d, conv2d, conv3d, pointwise_conv1d, pointwise_conv2d, pointwise_conv3d, transposed_conv1d, transposed_conv2d, transposed_conv3d, depthwise_conv1d, depthwise_conv2d, depthwise_conv3d, grouped_conv1d, grouped_conv2d, grouped_conv3d, matmul, batch_matmul, pooling1d, pooling2d, pooling3d, found 'conv7d'

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
