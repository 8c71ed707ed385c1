// Layouts in letters of values that no convolution or matmul reads or writes
// itself: the program is planned, and computes the same. Sizes do not divide,
// one is unit and one dynamic.
// Covers: P14, P18
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=static
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=3
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: func.func @static(
//  CHECK-SAME: %{{[a-z0-9]*}}: tensor<1x5x7x3xf32> {
//  CHECK-SAME: -> (tensor<1x4x4x6xf32> {
//       CHECK: linalg.pooling_nhwc_max
//   CHECK-NOT: linalg.transpose
//       CHECK: return
func.func @static(%x: tensor<1x3x5x7xf32> {layout.tensor_layout = "NHWC"}, %w: tensor<6x3x1x1xf32>) -> (tensor<1x6x4x4xf32> {layout.tensor_layout = "NHWC"}) {
  %b = arith.constant dense<0.25> : tensor<1x3x5x7xf32>
  %zero = arith.constant 0.0 : f32
  %0 = arith.addf %x, %b : tensor<1x3x5x7xf32>
  %1 = math.tanh %0 : tensor<1x3x5x7xf32>
  %o = arith.constant dense<0.0> : tensor<1x6x5x7xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x3x5x7xf32>, tensor<6x3x1x1xf32>) outs(%o : tensor<1x6x5x7xf32>) -> tensor<1x6x5x7xf32>
  %3 = arith.maximumf %2, %o : tensor<1x6x5x7xf32>
  %k = tensor.empty() : tensor<2x2xf32>
  %p = arith.constant dense<-1.0> : tensor<1x6x4x6xf32>
  %4 = linalg.pooling_nchw_max ins(%3, %k : tensor<1x6x5x7xf32>, tensor<2x2xf32>) outs(%p : tensor<1x6x4x6xf32>) -> tensor<1x6x4x6xf32>
  %5 = tensor.extract_slice %4[0, 0, 1, 2] [1, 6, 3, 4] [1, 1, 1, 1] : tensor<1x6x4x6xf32> to tensor<1x6x3x4xf32>
  %6 = tensor.pad %5 low[0, 0, 1, 0] high[0, 0, 0, 0] {
  ^bb0(%c0: index, %c1: index, %c2: index, %c3: index):
    tensor.yield %zero : f32
  } : tensor<1x6x3x4xf32> to tensor<1x6x4x4xf32>
  %7 = linalg.softmax dimension(1) ins(%6 : tensor<1x6x4x4xf32>) outs(%6 : tensor<1x6x4x4xf32>) -> tensor<1x6x4x4xf32>
  return %7 : tensor<1x6x4x4xf32>
}

// CHECK-LABEL: func.func @dynamic(
//  CHECK-SAME: %{{[a-z0-9]*}}: tensor<?x5x7x3xf32> {
//  CHECK-SAME: -> (tensor<?x5x7x6xf32> {
func.func @dynamic(%x: tensor<?x3x5x7xf32> {layout.tensor_layout = "NHWC"}, %w: tensor<6x3x1x1xf32>) -> (tensor<?x6x5x7xf32> {layout.tensor_layout = "NHWC"}) {
  %zero = arith.constant 0.0 : f32
  %i = arith.constant 0 : index
  %n = tensor.dim %x, %i : tensor<?x3x5x7xf32>
  %0 = arith.mulf %x, %x : tensor<?x3x5x7xf32>
  %e = tensor.empty(%n) : tensor<?x6x5x7xf32>
  %o = linalg.fill ins(%zero : f32) outs(%e : tensor<?x6x5x7xf32>) -> tensor<?x6x5x7xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<?x3x5x7xf32>, tensor<6x3x1x1xf32>) outs(%o : tensor<?x6x5x7xf32>) -> tensor<?x6x5x7xf32>
  %2 = math.exp %1 : tensor<?x6x5x7xf32>
  return %2 : tensor<?x6x5x7xf32>
}
