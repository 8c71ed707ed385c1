// An op pays for the padding that it computes on, but for a broadcast, which
// costs nothing in the ops that read it: a bias of 13 channels, which is padded
// to 16, is the first sums of a convolution, or is added behind it.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/first.mlir --layout-pipeline="target=nchw16c indivisible=pad report=%t/first.json" -o %t/first.out.mlir
// RUN: layout-opt %t/behind.mlir --layout-pipeline="target=nchw16c indivisible=pad report=%t/behind.json" -o %t/behind.out.mlir
// RUN: FileCheck %s --input-file=%t/first.json --check-prefix=FIRST
// RUN: FileCheck %s --input-file=%t/behind.json --check-prefix=BEHIND
// RUN: layout-check %t/first.mlir %t/first.out.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/behind.mlir %t/behind.out.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/first.mlir %t/behind.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// The addition reads two values and writes one with 3 channels more, of 8 x 8
// elements each.
// FIRST: "prices": 0
// BEHIND: "prices": 2304

//--- first.mlir
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<13x16x1x1xf32>, %v: tensor<16x13x1x1xf32>, %b: tensor<13xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x13x8x8xf32>
  %f = linalg.broadcast ins(%b : tensor<13xf32>) outs(%e : tensor<1x13x8x8xf32>) dimensions = [0, 2, 3]
  %c = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<13x16x1x1xf32>) outs(%f : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %e2 = tensor.empty() : tensor<1x16x8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%c, %v : tensor<1x13x8x8xf32>, tensor<16x13x1x1xf32>) outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %r : tensor<1x16x8x8xf32>
}

//--- behind.mlir
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<13x16x1x1xf32>, %v: tensor<16x13x1x1xf32>, %b: tensor<13xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x13x8x8xf32>
  %f = linalg.broadcast ins(%b : tensor<13xf32>) outs(%e : tensor<1x13x8x8xf32>) dimensions = [0, 2, 3]
  %e1 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %p = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<13x16x1x1xf32>) outs(%e1 : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %c = linalg.add ins(%p, %f : tensor<1x13x8x8xf32>, tensor<1x13x8x8xf32>) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %e2 = tensor.empty() : tensor<1x16x8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%c, %v : tensor<1x13x8x8xf32>, tensor<16x13x1x1xf32>) outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %r : tensor<1x16x8x8xf32>
}
