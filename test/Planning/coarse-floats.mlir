// Products of floats with few bits in the mantissa are recognized, although most
// sums of such numbers are rounded.
//
// RUN: layout-opt %s --layout-pipeline="target=tiles32 indivisible=pad" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=f8E5M2
// RUN: layout-check %s %t.mlir --entry=f8E5M2FNUZ
// RUN: layout-check %s %t.mlir --entry=convolution
//
// Covers: R1

// CHECK-LABEL: func.func @f8E5M2(
// CHECK: ins({{.*}} : tensor<1x1x32x32xf8E5M2>, tensor<1x2x32x32xf8E5M2>) outs({{.*}} : tensor<1x2x32x32xf8E5M2>)
func.func @f8E5M2(%x: tensor<7x17xf8E5M2>, %w: tensor<17x33xf8E5M2>, %start: tensor<7x33xf8E5M2>) -> tensor<7x33xf8E5M2> {
  %0 = linalg.matmul ins(%x, %w : tensor<7x17xf8E5M2>, tensor<17x33xf8E5M2>) outs(%start : tensor<7x33xf8E5M2>) -> tensor<7x33xf8E5M2>
  return %0 : tensor<7x33xf8E5M2>
}

// CHECK-LABEL: func.func @f8E5M2FNUZ(
// CHECK: ins({{.*}} : tensor<1x1x32x32xf8E5M2FNUZ>, tensor<1x2x32x32xf8E5M2FNUZ>) outs({{.*}} : tensor<1x2x32x32xf8E5M2FNUZ>)
func.func @f8E5M2FNUZ(%x: tensor<7x17xf8E5M2FNUZ>, %w: tensor<17x33xf8E5M2FNUZ>, %start: tensor<7x33xf8E5M2FNUZ>) -> tensor<7x33xf8E5M2FNUZ> {
  %0 = linalg.matmul ins(%x, %w : tensor<7x17xf8E5M2FNUZ>, tensor<17x33xf8E5M2FNUZ>) outs(%start : tensor<7x33xf8E5M2FNUZ>) -> tensor<7x33xf8E5M2FNUZ>
  return %0 : tensor<7x33xf8E5M2FNUZ>
}

// CHECK-LABEL: func.func @convolution(
// CHECK: ins({{.*}} : tensor<1x5x5x32xf8E5M2>, tensor<3x3x32x32xf8E5M2>) outs({{.*}} : tensor<1x3x3x32xf32>)
func.func @convolution(%image: tensor<1x3x5x5xf8E5M2>, %filter: tensor<4x3x3x3xf8E5M2>, %start: tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%image, %filter : tensor<1x3x5x5xf8E5M2>, tensor<4x3x3x3xf8E5M2>) outs(%start : tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
  return %0 : tensor<1x4x3x3xf32>
}

// CHECK-LABEL: func.func @f6E3M2FN(
// CHECK: ins({{.*}} : tensor<1x1x32x32xf6E3M2FN>, tensor<1x2x32x32xf6E3M2FN>) outs({{.*}} : tensor<1x2x32x32xf6E3M2FN>)
func.func @f6E3M2FN(%x: tensor<7x17xf6E3M2FN>, %w: tensor<17x33xf6E3M2FN>, %start: tensor<7x33xf6E3M2FN>) -> tensor<7x33xf6E3M2FN> {
  %0 = linalg.matmul ins(%x, %w : tensor<7x17xf6E3M2FN>, tensor<17x33xf6E3M2FN>) outs(%start : tensor<7x33xf6E3M2FN>) -> tensor<7x33xf6E3M2FN>
  return %0 : tensor<7x33xf6E3M2FN>
}

// One bit.
// CHECK-LABEL: func.func @f4E2M1FN(
// CHECK: ins({{.*}} : tensor<1x1x32x32xf4E2M1FN>, tensor<1x2x32x32xf4E2M1FN>) outs({{.*}} : tensor<1x2x32x32xf4E2M1FN>)
func.func @f4E2M1FN(%x: tensor<7x17xf4E2M1FN>, %w: tensor<17x33xf4E2M1FN>, %start: tensor<7x33xf4E2M1FN>) -> tensor<7x33xf4E2M1FN> {
  %0 = linalg.matmul ins(%x, %w : tensor<7x17xf4E2M1FN>, tensor<17x33xf4E2M1FN>) outs(%start : tensor<7x33xf4E2M1FN>) -> tensor<7x33xf4E2M1FN>
  return %0 : tensor<7x33xf4E2M1FN>
}

// Powers of two. There is no zero, with which sums could be padded, so only
// extents that the tiles divide are in tiles.
// CHECK-LABEL: func.func @f8E8M0FNU(
// CHECK: ins({{.*}} : tensor<1x1x32x32xf8E8M0FNU>, tensor<1x2x32x32xf8E8M0FNU>) outs({{.*}} : tensor<1x2x32x32xf8E8M0FNU>)
func.func @f8E8M0FNU(%x: tensor<7x32xf8E8M0FNU>, %w: tensor<32x33xf8E8M0FNU>, %start: tensor<7x33xf8E8M0FNU>) -> tensor<7x33xf8E8M0FNU> {
  %0 = linalg.matmul ins(%x, %w : tensor<7x32xf8E8M0FNU>, tensor<32x33xf8E8M0FNU>) outs(%start : tensor<7x33xf8E8M0FNU>) -> tensor<7x33xf8E8M0FNU>
  return %0 : tensor<7x33xf8E8M0FNU>
}

// CHECK-LABEL: func.func @no_zero(
// CHECK: linalg.matmul
// CHECK-SAME: tensor<7x17xf8E8M0FNU>
func.func @no_zero(%x: tensor<7x17xf8E8M0FNU>, %w: tensor<17x33xf8E8M0FNU>, %start: tensor<7x33xf8E8M0FNU>) -> tensor<7x33xf8E8M0FNU> {
  %0 = linalg.matmul ins(%x, %w : tensor<7x17xf8E8M0FNU>, tensor<17x33xf8E8M0FNU>) outs(%start : tensor<7x33xf8E8M0FNU>) -> tensor<7x33xf8E8M0FNU>
  return %0 : tensor<7x33xf8E8M0FNU>
}
