// Between two padded convolutions, exp runs on 13 channels or on all 16. The
// plan compares the padding that it then computes on, in bytes times
// `padding-price`, with the rewrites that this saves.
//
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad report=%t/1.json" -o %t/1.mlir
// RUN: FileCheck %s --input-file=%t/1.mlir --check-prefixes=PADDED
// RUN: FileCheck %s --input-file=%t/1.json --check-prefix=ONE
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad padding-price=0 report=%t/0.json" -o %t/0.mlir
// RUN: FileCheck %s --input-file=%t/0.mlir --check-prefixes=PADDED
// RUN: FileCheck %s --input-file=%t/0.json --check-prefix=ZERO
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad padding-price=100 report=%t/100.json" -o %t/100.mlir
// RUN: FileCheck %s --input-file=%t/100.mlir --check-prefixes=CROPPED
// RUN: FileCheck %s --input-file=%t/100.json --check-prefix=HUNDRED
// RUN: layout-check %s %t/1.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/100.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// exp reads and writes 3 of 16 channels of 8 x 8 elements more.
// ONE: "prices": 1536
// ZERO: "prices": 0
// HUNDRED: "prices": 0

// PADDED: math.exp
// PADDED: -> tensor<1x1x8x8x16xf32>
// CROPPED: linalg.exp {{.*}} -> tensor<1x8x8x13xf32>
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<13x16x1x1xf32>, %v: tensor<16x13x1x1xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x13x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<13x16x1x1xf32>) outs(%f : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %y = linalg.exp ins(%c : tensor<1x13x8x8xf32>) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %e2 = tensor.empty() : tensor<1x16x8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%y, %v : tensor<1x13x8x8xf32>, tensor<16x13x1x1xf32>) outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %r : tensor<1x16x8x8xf32>
}
