// Rows of a width that only small numbers divide are computed wider than they
// are used. The slice moves behind elementwise ops.
//
// RUN: layout-opt %s --load-pass-plugin=%iree_plugin --pass-pipeline="builtin.module(iree-convolution-forms)" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-opt %t.mlir -o /dev/null
// RUN: layout-check %s %t.mlir --entry=bias
// RUN: layout-check %s %t.mlir --entry=strided
// RUN: layout-check %s %t.mlir --entry=residual
// RUN: layout-check %s %t.mlir --entry=dynamic_batch --dims=3
// RUN: layout-check %s %t.mlir --entry=stay --dims=8,4

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#unit = affine_map<(n, h, w, c) -> (0, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>

// The bias and the activation are computed for 8 elements of each row of 7.
// CHECK-LABEL: func.func @bias
// CHECK: %[[WIDE:.*]] = tensor.pad %arg0 low[0, 0, 0, 0] high[0, 0, 1, 0]
// CHECK: tensor<1x9x9x3xf32> to tensor<1x9x10x3xf32>
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-SAME: ins(%[[WIDE]], %arg1 : tensor<1x9x10x3xf32>, tensor<3x3x3x5xf32>)
// CHECK-SAME: outs(%{{.*}} : tensor<1x7x8x5xf32>) -> tensor<1x7x8x5xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %arg2 : tensor<1x7x8x5xf32>, tensor<5xf32>)
// CHECK: %[[LAST:.*]] = linalg.generic
// CHECK-SAME: ins(%{{.*}} : tensor<1x7x8x5xf32>) outs(%{{.*}} : tensor<1x7x8x5xf32>)
// CHECK: tensor.extract_slice %[[LAST]][0, 0, 0, 0] [1, 7, 7, 5] [1, 1, 1, 1] : tensor<1x7x8x5xf32> to tensor<1x7x7x5xf32>
func.func @bias(%image: tensor<1x9x9x3xf32>, %filter: tensor<3x3x3x5xf32>, %bias: tensor<5xf32>) -> tensor<1x7x7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x7x7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x7x7x5xf32>) -> tensor<1x7x7x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x9x9x3xf32>, tensor<3x3x3x5xf32>)
      outs(%zeros : tensor<1x7x7x5xf32>) -> tensor<1x7x7x5xf32>
  %1 = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %bias : tensor<1x7x7x5xf32>, tensor<5xf32>) outs(%empty : tensor<1x7x7x5xf32>) {
  ^bb0(%x: f32, %b: f32, %out: f32):
    %sum = arith.addf %x, %b : f32
    linalg.yield %sum : f32
  } -> tensor<1x7x7x5xf32>
  %2 = linalg.generic {indexing_maps = [#unit, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1 : tensor<1x7x7x5xf32>) outs(%empty : tensor<1x7x7x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %relu = arith.maximumf %x, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<1x7x7x5xf32>
  return %2 : tensor<1x7x7x5xf32>
}

// Strides, dilations, a batch, and a result that something is added to. The
// image has one more element than the rows read.
// CHECK-LABEL: func.func @strided
// CHECK: tensor.pad %arg0 low[0, 0, 0, 0] high[0, 0, 1, 0]
// CHECK: tensor<2x8x30x2xf32> to tensor<2x8x31x2xf32>
// CHECK: tensor.pad %arg2 low[0, 0, 0, 0] high[0, 0, 1, 0]
// CHECK: tensor<2x2x13x3xf32> to tensor<2x2x14x3xf32>
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0] [2, 2, 13, 3] [1, 1, 1, 1]
func.func @strided(%image: tensor<2x8x30x2xf32>, %filter: tensor<2x3x2x3xf32>, %start: tensor<2x2x13x3xf32>) -> tensor<2x2x13x3xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[4, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>}
      ins(%image, %filter : tensor<2x8x30x2xf32>, tensor<2x3x2x3xf32>)
      outs(%start : tensor<2x2x13x3xf32>) -> tensor<2x2x13x3xf32>
  return %0 : tensor<2x2x13x3xf32>
}

// The sum of two such results is computed wider, too, but not one with another
// tensor. The batch is dynamic in @dynamic_batch, where the slice stays.
// CHECK-LABEL: func.func @residual
// CHECK-COUNT-2: linalg.conv_2d_nhwc_hwcf
// CHECK: %[[SUM:.*]] = linalg.add
// CHECK-SAME: outs(%{{.*}} : tensor<1x2x18x3xf32>)
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[SUM]][0, 0, 0, 0] [1, 2, 17, 3] [1, 1, 1, 1]
// CHECK: linalg.add ins(%[[SLICE]], %arg2 : tensor<1x2x17x3xf32>, tensor<1x2x17x3xf32>)
func.func @residual(%image: tensor<1x3x18x2xf32>, %filter: tensor<2x2x2x3xf32>, %start: tensor<1x2x17x3xf32>) -> tensor<1x2x17x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x17x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x17x3xf32>) -> tensor<1x2x17x3xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x3x18x2xf32>, tensor<2x2x2x3xf32>)
      outs(%zeros : tensor<1x2x17x3xf32>) -> tensor<1x2x17x3xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x3x18x2xf32>, tensor<2x2x2x3xf32>)
      outs(%zeros : tensor<1x2x17x3xf32>) -> tensor<1x2x17x3xf32>
  %2 = linalg.add ins(%0, %1 : tensor<1x2x17x3xf32>, tensor<1x2x17x3xf32>)
      outs(%empty : tensor<1x2x17x3xf32>) -> tensor<1x2x17x3xf32>
  %3 = linalg.add ins(%2, %start : tensor<1x2x17x3xf32>, tensor<1x2x17x3xf32>)
      outs(%empty : tensor<1x2x17x3xf32>) -> tensor<1x2x17x3xf32>
  return %3 : tensor<1x2x17x3xf32>
}

// CHECK-LABEL: func.func @dynamic_batch
// CHECK: tensor.pad %arg0 low[0, 0, 0, 0] high[0, 0, 1, 0]
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-SAME: outs(%{{.*}} : tensor<?x2x18x3xf32>)
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0] [%{{.*}}, 2, 17, 3] [1, 1, 1, 1]
func.func @dynamic_batch(%image: tensor<?x3x18x2xf32>, %filter: tensor<2x2x2x3xf32>, %start: tensor<?x2x17x3xf32>) -> tensor<?x2x17x3xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<?x3x18x2xf32>, tensor<2x2x2x3xf32>)
      outs(%start : tensor<?x2x17x3xf32>) -> tensor<?x2x17x3xf32>
  return %0 : tensor<?x2x17x3xf32>
}

// Rows of 14, of one element, of dynamic width, and rows along which vectors
// lie stay as they are.
// CHECK-LABEL: func.func @stay
// CHECK-NOT: tensor.pad
// CHECK-NOT: tensor.extract_slice
func.func @stay(%a: tensor<1x3x15x2xf32>, %b: tensor<1x3x2x2xf32>, %c: tensor<1x3x?x2xf32>, %d: tensor<1x2x3x8xf32>,
                %filter: tensor<2x2x2x3xf32>, %fchw: tensor<3x2x2x2xf32>,
                %a0: tensor<1x2x14x3xf32>, %b0: tensor<1x2x1x3xf32>, %c0: tensor<1x2x?x3xf32>, %d0: tensor<1x3x2x7xf32>)
    -> (tensor<1x2x14x3xf32>, tensor<1x2x1x3xf32>, tensor<1x2x?x3xf32>, tensor<1x3x2x7xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%a, %filter : tensor<1x3x15x2xf32>, tensor<2x2x2x3xf32>)
      outs(%a0 : tensor<1x2x14x3xf32>) -> tensor<1x2x14x3xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%b, %filter : tensor<1x3x2x2xf32>, tensor<2x2x2x3xf32>)
      outs(%b0 : tensor<1x2x1x3xf32>) -> tensor<1x2x1x3xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}
      ins(%c, %filter : tensor<1x3x?x2xf32>, tensor<2x2x2x3xf32>)
      outs(%c0 : tensor<1x2x?x3xf32>) -> tensor<1x2x?x3xf32>
  %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%d, %fchw : tensor<1x2x3x8xf32>, tensor<3x2x2x2xf32>)
      outs(%d0 : tensor<1x3x2x7xf32>) -> tensor<1x3x2x7xf32>
  return %0, %1, %2, %3 : tensor<1x2x14x3xf32>, tensor<1x2x1x3xf32>, tensor<1x2x?x3xf32>, tensor<1x3x2x7xf32>
}
