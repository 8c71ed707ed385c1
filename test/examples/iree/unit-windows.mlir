// A convolution whose window covers one element becomes a contraction of the
// elements that it reads, in any layout and for any batch, stride or group.
//
// RUN: layout-opt %s --load-pass-plugin=%iree_plugin --pass-pipeline="builtin.module(iree-convolution-forms)" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=strided
// RUN: layout-check %s %t.mlir --entry=batches
// RUN: layout-check %s %t.mlir --entry=nchw
// RUN: layout-check %s %t.mlir --entry=groups
// RUN: layout-check %s %t.mlir --entry=depthwise
// RUN: layout-check %s %t.mlir --entry=integers
// RUN: layout-check %s %t.mlir --entry=marked
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=2,7,3

// CHECK-LABEL: func.func @strided
// CHECK: %[[READ:.*]] = tensor.extract_slice %arg0[0, 0, 0, 0] [1, 4, 5, 3] [1, 2, 3, 1] : tensor<1x8x15x3xf32> to tensor<1x4x5x3xf32>
// CHECK: %[[IMAGE:.*]] = tensor.collapse_shape %[[READ]] {{\[}}[0, 1, 2], [3]] : tensor<1x4x5x3xf32> into tensor<20x3xf32>
// CHECK: linalg.matmul ins(%[[IMAGE]], %{{.*}} : tensor<20x3xf32>, tensor<3x7xf32>) outs(%{{.*}} : tensor<20x7xf32>) -> tensor<20x7xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1, 2], [3]] output_shape [1, 4, 5, 7]
// CHECK-NOT: linalg.conv
func.func @strided(%image: tensor<1x8x15x3xf32>, %filter: tensor<1x1x3x7xf32>) -> tensor<1x4x5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x4x5x7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x4x5x7xf32>) -> tensor<1x4x5x7xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x8x15x3xf32>, tensor<1x1x3x7xf32>)
      outs(%zeros : tensor<1x4x5x7xf32>) -> tensor<1x4x5x7xf32>
  return %0 : tensor<1x4x5x7xf32>
}

// All of the image is read. What the result is added to stays.
// CHECK-LABEL: func.func @batches
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.matmul ins({{.*}} : tensor<24x2xf64>, tensor<2x5xf64>) outs({{.*}} : tensor<24x5xf64>)
func.func @batches(%image: tensor<2x3x4x2xf64>, %filter: tensor<1x1x2x5xf64>, %start: tensor<2x3x4x5xf64>) -> tensor<2x3x4x5xf64> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<2x3x4x2xf64>, tensor<1x1x2x5xf64>)
      outs(%start : tensor<2x3x4x5xf64>) -> tensor<2x3x4x5xf64>
  return %0 : tensor<2x3x4x5xf64>
}

// Each image is multiplied with the same filter: no op of linalg does that.
// CHECK-LABEL: func.func @nchw
// CHECK: tensor.extract_slice %arg0[0, 0, 0, 0] [2, 3, 2, 2] [1, 1, 2, 2]
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK-SAME: ins({{.*}} : tensor<2x3x4xf32>, tensor<5x3xf32>) outs({{.*}} : tensor<2x5x4xf32>)
func.func @nchw(%image: tensor<2x3x4x4xf32>, %filter: tensor<5x3x1x1xf32>, %start: tensor<2x5x2x2xf32>) -> tensor<2x5x2x2xf32> {
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%image, %filter : tensor<2x3x4x4xf32>, tensor<5x3x1x1xf32>)
      outs(%start : tensor<2x5x2x2xf32>) -> tensor<2x5x2x2xf32>
  return %0 : tensor<2x5x2x2xf32>
}

// CHECK-LABEL: func.func @groups
// CHECK-NOT: linalg.conv
// CHECK: linalg.generic
// CHECK-SAME: ins({{.*}} : tensor<1x2x3x16xf32>, tensor<2x5x3xf32>) outs({{.*}} : tensor<1x2x5x16xf32>)
func.func @groups(%image: tensor<1x2x3x4x4xf32>, %filter: tensor<2x5x3x1x1xf32>, %start: tensor<1x2x5x4x4xf32>) -> tensor<1x2x5x4x4xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x2x3x4x4xf32>, tensor<2x5x3x1x1xf32>)
      outs(%start : tensor<1x2x5x4x4xf32>) -> tensor<1x2x5x4x4xf32>
  return %0 : tensor<1x2x5x4x4xf32>
}

// CHECK-LABEL: func.func @depthwise
// CHECK-NOT: linalg.depthwise
// CHECK: tensor.extract_slice %arg0[0, 0, 0, 0] [1, 3, 3, 6] [1, 2, 2, 1]
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel"]
func.func @depthwise(%image: tensor<1x5x5x6xf32>, %filter: tensor<1x1x6xf32>, %start: tensor<1x3x3x6xf32>) -> tensor<1x3x3x6xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x5x5x6xf32>, tensor<1x1x6xf32>)
      outs(%start : tensor<1x3x3x6xf32>) -> tensor<1x3x3x6xf32>
  return %0 : tensor<1x3x3x6xf32>
}

// CHECK-LABEL: func.func @integers
// CHECK: linalg.matmul ins({{.*}} : tensor<9x4xi8>, tensor<4x2xi8>) outs({{.*}} : tensor<9x2xi32>)
func.func @integers(%image: tensor<1x3x3x4xi8>, %filter: tensor<1x1x4x2xi8>, %start: tensor<1x3x3x2xi32>) -> tensor<1x3x3x2xi32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x3x3x4xi8>, tensor<1x1x4x2xi8>)
      outs(%start : tensor<1x3x3x2xi32>) -> tensor<1x3x3x2xi32>
  return %0 : tensor<1x3x3x2xi32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: tensor.extract_slice %arg0[0, 0, 0, 0] [%{{.*}}, %{{.*}}, 2, 3] [1, 2, 2, 1] : tensor<?x?x4x3xf32> to tensor<?x?x2x3xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<?x3xf32>, tensor<3x?xf32>)
func.func @dynamic(%image: tensor<?x?x4x3xf32>, %filter: tensor<1x1x3x?xf32>) -> tensor<?x?x2x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %image, %c0 : tensor<?x?x4x3xf32>
  %rows = tensor.dim %image, %c1 : tensor<?x?x4x3xf32>
  %h = arith.ceildivui %rows, %c2 : index
  %f = tensor.dim %filter, %c3 : tensor<1x1x3x?xf32>
  %empty = tensor.empty(%n, %h, %f) : tensor<?x?x2x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?x2x?xf32>) -> tensor<?x?x2x?xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%image, %filter : tensor<?x?x4x3xf32>, tensor<1x1x3x?xf32>)
      outs(%zeros : tensor<?x?x2x?xf32>) -> tensor<?x?x2x?xf32>
  return %0 : tensor<?x?x2x?xf32>
}

// A frozen op keeps its layouts; a skipped one stays.
// CHECK-LABEL: func.func @marked
// CHECK: linalg.matmul
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}layout.skip
func.func @marked(%image: tensor<1x3x3x4xf32>, %filter: tensor<1x1x4x4xf32>, %start: tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>, layout.frozen}
      ins(%image, %filter : tensor<1x3x3x4xf32>, tensor<1x1x4x4xf32>)
      outs(%start : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>, layout.skip}
      ins(%0, %filter : tensor<1x3x3x4xf32>, tensor<1x1x4x4xf32>)
      outs(%start : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  return %1 : tensor<1x3x3x4xf32>
}

// Another window of one element, but a pooling reads no filter.
// CHECK-LABEL: func.func @pooling
// CHECK: linalg.pooling_nhwc_max
func.func @pooling(%image: tensor<1x4x4x3xf32>, %start: tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %window = tensor.empty() : tensor<1x1xf32>
  %0 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%image, %window : tensor<1x4x4x3xf32>, tensor<1x1xf32>)
      outs(%start : tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %0 : tensor<1x2x2x3xf32>
}
