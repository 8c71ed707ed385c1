// A convolution whose window is a line becomes a contraction for each element of
// the window, each of which adds to the result of the one before.
//
// RUN: layout-opt %s --load-pass-plugin=%iree_plugin --pass-pipeline="builtin.module(iree-convolution-forms)" --remarks-filter=iree-convolution-forms -verify-diagnostics -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-opt %t.mlir -o /dev/null
// RUN: layout-check %s %t.mlir --entry=row
// RUN: layout-check %s %t.mlir --entry=column --dims=2,6
// RUN: layout-check %s %t.mlir --entry=one_dim
// RUN: layout-check %s %t.mlir --entry=channels_first

// CHECK-LABEL: func.func @row
// CHECK: tensor.extract_slice %arg0[0, 0, 0, 0] [2, 3, 4, 2] [1, 1, 2, 1] : tensor<2x3x11x2xf32> to tensor<2x3x4x2xf32>
// CHECK: tensor.extract_slice %arg1[0, 0, 0, 0] [1, 1, 2, 5] [1, 1, 1, 1]
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<24x2xf32>, tensor<2x5xf32>)
// CHECK: tensor.extract_slice %arg0[0, 0, 2, 0] [2, 3, 4, 2] [1, 1, 2, 1]
// CHECK: tensor.extract_slice %arg1[0, 1, 0, 0] [1, 1, 2, 5] [1, 1, 1, 1]
// CHECK: linalg.matmul
// CHECK: tensor.extract_slice %arg0[0, 0, 4, 0] [2, 3, 4, 2] [1, 1, 2, 1]
// CHECK: tensor.extract_slice %arg1[0, 2, 0, 0] [1, 1, 2, 5] [1, 1, 1, 1]
// CHECK: %[[LAST:.*]] = linalg.matmul
// CHECK: tensor.expand_shape %[[LAST]]
// CHECK-NOT: linalg.matmul
func.func @row(%image: tensor<2x3x11x2xf32>, %filter: tensor<1x3x2x5xf32>, %start: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  // expected-remark@below {{becomes contractions, one for each element of the window: they are in a line}}
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}
      ins(%image, %filter : tensor<2x3x11x2xf32>, tensor<1x3x2x5xf32>)
      outs(%start : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// CHECK-LABEL: func.func @column
// CHECK: tensor.extract_slice %arg0[0, 0, 0, 0] [%{{.*}}, 4, %{{.*}}, 2] [1, 1, 1, 1]
// CHECK: linalg.matmul
// CHECK: tensor.extract_slice %arg0[0, 1, 0, 0] [%{{.*}}, 4, %{{.*}}, 2] [1, 1, 1, 1]
// CHECK: linalg.matmul
func.func @column(%image: tensor<?x5x?x2xf32>, %filter: tensor<2x1x2x5xf32>) -> tensor<?x4x?x5xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %image, %c0 : tensor<?x5x?x2xf32>
  %w = tensor.dim %image, %c2 : tensor<?x5x?x2xf32>
  %empty = tensor.empty(%n, %w) : tensor<?x4x?x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x4x?x5xf32>) -> tensor<?x4x?x5xf32>
  // expected-remark@below {{becomes contractions}}
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<?x5x?x2xf32>, tensor<2x1x2x5xf32>)
      outs(%zeros : tensor<?x4x?x5xf32>) -> tensor<?x4x?x5xf32>
  return %0 : tensor<?x4x?x5xf32>
}

// CHECK-LABEL: func.func @one_dim
// CHECK-COUNT-3: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<7x2xf64>, tensor<2x5xf64>)
func.func @one_dim(%image: tensor<1x9x2xf64>, %filter: tensor<3x2x5xf64>, %start: tensor<1x7x5xf64>) -> tensor<1x7x5xf64> {
  // expected-remark@below {{becomes contractions}}
  %0 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}
      ins(%image, %filter : tensor<1x9x2xf64>, tensor<3x2x5xf64>)
      outs(%start : tensor<1x7x5xf64>) -> tensor<1x7x5xf64>
  return %0 : tensor<1x7x5xf64>
}

// Not where vectors lie along rows: nothing was measured there.
// CHECK-LABEL: func.func @channels_first
// CHECK: linalg.conv_2d_nchw_fchw
func.func @channels_first(%image: tensor<1x2x3x6xf32>, %filter: tensor<5x2x1x3xf32>, %start: tensor<1x5x3x4xf32>) -> tensor<1x5x3x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x2x3x6xf32>, tensor<5x2x1x3xf32>)
      outs(%start : tensor<1x5x3x4xf32>) -> tensor<1x5x3x4xf32>
  return %0 : tensor<1x5x3x4xf32>
}
