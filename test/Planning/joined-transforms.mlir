// A roll is no permutation of digits, so it stays as it is. It is one rewrite
// with the pad and the transpose in front of it, and the plan counts it as one.
// With nhwc, that is 288 + 292 bytes in @main and 144 + 252 in @rows, beside
// what the convolutions read. With nchw16c, the first plan transposes the result
// of the convolution in @main before it, 288 + 288 bytes, and the next ones join
// all three.
//
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nchw16c-1x1nhwc absorb=never report=%t/r.json" -o %t/out.mlir
// RUN: FileCheck %s --input-file=%t/r.json
// RUN: layout-check %s %t/out.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/out.mlir --entry=rows | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check --count %t/out.mlir --entry=main | FileCheck %s --check-prefix=MAIN
// RUN: layout-check --count %t/out.mlir --entry=rows | FileCheck %s --check-prefix=ROWS
// RUN: layout-opt %s --layout-pipeline="target=nhwc absorb=never report=%t/nhwc.json" -o %t/nhwc.mlir
// RUN: FileCheck %s --input-file=%t/nhwc.json --check-prefix=NHWC
// RUN: layout-check %s %t/nhwc.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/nhwc.mlir --entry=rows | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check --count %t/nhwc.mlir --entry=main | FileCheck %s --check-prefix=NHWC-MAIN
// RUN: layout-check --count %t/nhwc.mlir --entry=rows | FileCheck %s --check-prefix=NHWC-ROWS
// EQUAL: {{^equal$}}
// CHECK: "frozen": {
// CHECK-NEXT: "bytes": 40528,
// CHECK: "plan": {
// CHECK-NEXT: "cost": 39372,
// CHECK-NEXT: "bound": 39372,
// CHECK: "rewrites": 39372,
// CHECK: "after": {
// CHECK: "bytes": 39372,
// MAIN: executed: rewrites 23872 bytes, constants 0 bytes, moves 0 bytes, copies 0 bytes
// ROWS: executed: rewrites 15500 bytes, constants 0 bytes, moves 0 bytes, copies 0 bytes
// NHWC: "frozen": {
// NHWC-NEXT: "bytes": 16656,
// NHWC: "plan": {
// NHWC-NEXT: "cost": 16368,
// NHWC: "rewrites": 16368,
// NHWC: "after": {
// NHWC: "bytes": 16368,
// NHWC-MAIN: executed: rewrites 580 bytes, constants 0 bytes, moves 0 bytes, copies 0 bytes
// NHWC-ROWS: executed: rewrites 15788 bytes, constants 0 bytes, moves 0 bytes, copies 0 bytes

func.func @main(%x: tensor<2x8x4x32xf32>, %w: tensor<3x3x32x3xf32>, %o: tensor<2x6x2x3xf32>) -> tensor<73xf32> {
  %c2 = arith.constant 2 : index
  %half = arith.constant 0.5 : f32
  %c73 = arith.constant 73 : index
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<2x8x4x32xf32>, tensor<3x3x32x3xf32>) outs(%o : tensor<2x6x2x3xf32>) -> tensor<2x6x2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2, 3]] : tensor<2x6x2x3xf32> into tensor<72xf32>
  %2 = tensor.pad %1 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %half : f32
  } : tensor<72xf32> to tensor<73xf32>
  %e = tensor.empty() : tensor<73xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<73xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = arith.addi %i, %c2 : index
    %k = arith.remui %j, %c73 : index
    %v = tensor.extract %2[%k] : tensor<73xf32>
    linalg.yield %v : f32
  } -> tensor<73xf32>
  return %3 : tensor<73xf32>
}

// The same for the rows of each image, with a dim of size 1.
func.func @rows(%x: tensor<1x32x8x4xf32>, %w: tensor<3x32x3x3xf32>, %o: tensor<1x3x6x2xf32>) -> tensor<1x3x7x3xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x4xf32>, tensor<3x32x3x3xf32>) outs(%o : tensor<1x3x6x2xf32>) -> tensor<1x3x6x2xf32>
  %1 = tensor.pad %0 low[0, 0, 0, 0] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x3x6x2xf32> to tensor<1x3x7x3xf32>
  %e = tensor.empty() : tensor<1x3x7x3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x3x7x3xf32>) {
  ^bb0(%out: f32):
    %a = linalg.index 0 : index
    %b = linalg.index 1 : index
    %i = linalg.index 2 : index
    %d = linalg.index 3 : index
    %j = arith.addi %i, %c1 : index
    %k = arith.remui %j, %c7 : index
    %v = tensor.extract %1[%a, %b, %k, %d] : tensor<1x3x7x3xf32>
    linalg.yield %v : f32
  } -> tensor<1x3x7x3xf32>
  return %2 : tensor<1x3x7x3xf32>
}
