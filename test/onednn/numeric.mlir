// Offloaded programs compute the same: padding, strides that do not divide,
// dilations, unit dims, batches, biases, transposed matrices. The library of
// loops shows that programs say what they mean; with oneDNN installed, it
// computes the same.
//
// RUN: rm -rf %t && mkdir %t
// RUN: onednn-opt %s --split-input-file --onednn-plan -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/planned.mlir
// RUN: onednn-opt %t/planned.mlir --split-input-file --onednn-to-calls -o %t/calls.mlir
// RUN: layout-opt %s --split-input-file --layout-bufferize -o %t/reference.mlir
// RUN: layout-check --split-input-file %t/reference.mlir %t/calls.mlir --shared-libs=%onednn_reference

// CHECK-LABEL: func.func @strided(
//       CHECK: onednn.primitive {{.*}} post_ops ["mul", "add", "relu"]
//  CHECK-SAME: high = array<i64: 1, 1>, low = array<i64: 2, 1>, strides = array<i64: 2, 3>
#map = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
func.func @strided(%x: tensor<2x16x8x9xf32>, %w: tensor<32x16x3x2xf32>, %s: tensor<32xf32>, %b: tensor<1x32x1x1xf32>) -> tensor<2x32x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<2x32x5x4xf32>
  %e = tensor.empty() : tensor<2x32x5x4xf32>
  %p = tensor.pad %x low[0, 0, 2, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<2x16x8x9xf32> to tensor<2x16x11x11xf32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<[2, 3]> : tensor<2xi64>} ins(%p, %w : tensor<2x16x11x11xf32>, tensor<32x16x3x2xf32>) outs(%zeros : tensor<2x32x5x4xf32>) -> tensor<2x32x5x4xf32>
  %1 = linalg.generic {indexing_maps = [#map, #channel, affine_map<(n, c, h, w) -> (0, c, 0, 0)>, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %s, %b : tensor<2x32x5x4xf32>, tensor<32xf32>, tensor<1x32x1x1xf32>) outs(%e : tensor<2x32x5x4xf32>) {
  ^bb0(%a: f32, %f: f32, %g: f32, %o: f32):
    %2 = arith.mulf %f, %a : f32
    %3 = arith.addf %2, %g : f32
    %4 = arith.maximumf %zero, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<2x32x5x4xf32>
  return %1 : tensor<2x32x5x4xf32>
}

// -----

// CHECK-LABEL: func.func @dilated_nhwc(
//       CHECK: onednn.primitive {{.*}} post_ops ["sub", "div"]
#map = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>
func.func @dilated_nhwc(%x: tensor<1x9x7x16xf32>, %w: tensor<3x3x16x16xf32>, %m: tensor<16xf32>, %v: tensor<16xf32>) -> tensor<1x5x1x16xf32> {
  %zeros = arith.constant dense<0.0> : tensor<1x5x1x16xf32>
  %e = tensor.empty() : tensor<1x5x1x16xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[2, 3]> : tensor<2xi64>} ins(%x, %w : tensor<1x9x7x16xf32>, tensor<3x3x16x16xf32>) outs(%zeros : tensor<1x5x1x16xf32>) -> tensor<1x5x1x16xf32>
  %1 = linalg.generic {indexing_maps = [#map, #channel, #channel, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %m, %v : tensor<1x5x1x16xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<1x5x1x16xf32>) {
  ^bb0(%a: f32, %f: f32, %g: f32, %o: f32):
    %2 = arith.subf %a, %f : f32
    %3 = math.exp %g : f32
    %4 = arith.divf %2, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<1x5x1x16xf32>
  return %1 : tensor<1x5x1x16xf32>
}

// -----

// CHECK-LABEL: func.func @depthwise(
//       CHECK: onednn.primitive {{.*}} post_ops ["clip:-1:0.5"]
func.func @depthwise(%x: tensor<1x32x5x5xf32>, %w: tensor<32x3x3xf32>) -> tensor<1x32x3x3xf32> {
  %low = arith.constant -1.0 : f32
  %high = arith.constant 0.5 : f32
  %zeros = arith.constant dense<0.0> : tensor<1x32x3x3xf32>
  %e = tensor.empty() : tensor<1x32x3x3xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : tensor<1x32x5x5xf32>, tensor<32x3x3xf32>) outs(%zeros : tensor<1x32x3x3xf32>) -> tensor<1x32x3x3xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x32x3x3xf32>) outs(%e : tensor<1x32x3x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.cmpf olt, %a, %high : f32
    %2 = arith.select %c, %a, %high : f32
    %d = arith.cmpf ogt, %low, %2 : f32
    %3 = arith.select %d, %low, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<1x32x3x3xf32>
  return %1 : tensor<1x32x3x3xf32>
}

// -----

// An image with few channels, one spatial dim.
// CHECK-LABEL: func.func @first(
//       CHECK: onednn.primitive {{.*}} formats ["1x3x11:abc", "16x3x4:Acb16a", "16:a", "1x16x4:aBc16b"]
func.func @first(%x: tensor<1x3x11xf32>, %w: tensor<16x3x4xf32>, %b: tensor<16xf32>) -> tensor<1x16x4xf32> {
  %e = tensor.empty() : tensor<1x16x4xf32>
  %bias = linalg.broadcast ins(%b : tensor<16xf32>) outs(%e : tensor<1x16x4xf32>) dimensions = [0, 2]
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>} ins(%x, %w : tensor<1x3x11xf32>, tensor<16x3x4xf32>) outs(%bias : tensor<1x16x4xf32>) -> tensor<1x16x4xf32>
  return %0 : tensor<1x16x4xf32>
}

// -----

// CHECK-LABEL: func.func @matmuls(
// CHECK-COUNT-2: onednn.primitive "matmul"
func.func @matmuls(%a: tensor<1x7xf32>, %b: tensor<5x7xf32>, %bias: tensor<5xf32>, %c: tensor<2x5x3xf32>) -> tensor<2x1x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x5xf32>
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<1x7xf32>, tensor<5x7xf32>) outs(%zeros : tensor<1x5xf32>) -> tensor<1x5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (0, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<1x5xf32>, tensor<5xf32>) outs(%e : tensor<1x5xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<1x5xf32>
  %e2 = tensor.empty() : tensor<2x1x5xf32>
  %2 = linalg.broadcast ins(%1 : tensor<1x5xf32>) outs(%e2 : tensor<2x1x5xf32>) dimensions = [0]
  %e3 = tensor.empty() : tensor<2x1x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %3 = linalg.batch_matmul ins(%2, %c : tensor<2x1x5xf32>, tensor<2x5x3xf32>) outs(%f : tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  return %3 : tensor<2x1x3xf32>
}
