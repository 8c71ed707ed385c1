// The plugin's pass behind the pipeline writes the plan as IREE compiles it best;
// in stock mlir-opt it is the same pass.
//
// RUN: layout-opt %s --load-pass-plugin=%iree_plugin --pass-pipeline="builtin.module(layout-pipeline{target=nhwc},iree-convolution-forms,canonicalize,cse)" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.plain.mlir
// RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t.plain.mlir
// With AddressSanitizer, stock mlir-opt cannot load the plugin.
// RUN: %if asan %{ %} %else %{ mlir-opt %t.plain.mlir --load-pass-plugin=%iree_plugin --pass-pipeline="builtin.module(iree-convolution-forms,canonicalize,cse)" | diff %t.mlir - %}

// CHECK-LABEL: func.func @forward
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0] [1, 4, 4, 3] [1, 2, 2, 1]
// CHECK: linalg.matmul ins(%{{.*}} : tensor<16x3xf32>, tensor<3x5xf32>)
// CHECK: linalg.matmul ins(%{{.*}} : tensor<16x5xf32>, tensor<5x5xf32>)
// CHECK-NOT: layout.
// PLAIN: linalg.conv_2d_nhwc_hwcf
// PLAIN-SAME: tensor<1x8x8x3xf32>, tensor<1x1x3x5xf32>
func.func @forward(%image: tensor<1x3x8x8xf32>) -> tensor<1x5x4x4xf32> {
  %filter = arith.constant dense<[[[[1.0]], [[2.0]], [[3.0]]], [[[4.0]], [[5.0]], [[6.0]]], [[[7.0]], [[8.0]], [[9.0]]],
                                  [[[1.5]], [[2.5]], [[3.5]]], [[[4.5]], [[5.5]], [[6.5]]]]> : tensor<5x3x1x1xf32>
  %square = arith.constant dense<0.5> : tensor<5x5x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x5x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x3x8x8xf32>, tensor<5x3x1x1xf32>)
      outs(%zeros : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%0, %square : tensor<1x5x4x4xf32>, tensor<5x5x1x1xf32>)
      outs(%zeros : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %1 : tensor<1x5x4x4xf32>
}
