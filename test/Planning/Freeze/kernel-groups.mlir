// Kernels of integers of 8 bits, added up in 32 bits, end with groups of four
// input channels in the target nhwc-packed16; those of other types do not.
//
// RUN: layout-opt %s --split-input-file --layout-freeze=target=nhwc-packed16 --remarks-filter-missed=layout-freeze -o %t.frozen.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.frozen.mlir
// RUN: layout-opt %s --split-input-file --layout-freeze="target=nhwc-packed16 indivisible=pad" | FileCheck %s --check-prefix=PAD
// RUN: layout-opt %s --split-input-file --layout-pipeline=target=nhwc-packed16 -o %t.planned.mlir
// RUN: layout-check %s %t.planned.mlir --split-input-file --code=kernels
// RUN: layout-opt %s --split-input-file --layout-pipeline="target=nhwc-packed16 indivisible=pad" -o %t.padded.mlir
// RUN: layout-check %s %t.padded.mlir --split-input-file --code=kernels

// CHECK-LABEL: func.func @conv(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x9x10x8xi8>, tensor<2x3x2x2x16x4xi8>) outs({{.*}} : tensor<1x4x5x2x16xi32>) attrs = {layout.frozen}
func.func @conv(%x: tensor<1x8x9x10xi8>, %w: tensor<32x8x3x2xi8>, %o: tensor<1x32x4x5xi32>) -> tensor<1x32x4x5xi32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x8x9x10xi8>, tensor<32x8x3x2xi8>) outs(%o : tensor<1x32x4x5xi32>) -> tensor<1x32x4x5xi32>
  return %0 : tensor<1x32x4x5xi32>
}

// -----

// CHECK-LABEL: func.func @matmul(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<5x20xi8>, tensor<2x5x16x4xi8>) outs({{.*}} : tensor<5x2x16xi32>) attrs = {layout.frozen}
func.func @matmul(%a: tensor<5x20xi8>, %b: tensor<20x32xi8>, %c: tensor<5x32xi32>) -> tensor<5x32xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x20xi8>, tensor<20x32xi8>) outs(%c : tensor<5x32xi32>) -> tensor<5x32xi32>
  return %0 : tensor<5x32xi32>
}

// -----

// CHECK-LABEL: func.func @batch_matmul(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<3x5x8xi8>, tensor<3x1x2x16x4xi8>)
func.func @batch_matmul(%a: tensor<3x5x8xi8>, %b: tensor<3x8x16xi8>, %c: tensor<3x5x16xi32>) -> tensor<3x5x16xi32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<3x5x8xi8>, tensor<3x8x16xi8>) outs(%c : tensor<3x5x16xi32>) -> tensor<3x5x16xi32>
  return %0 : tensor<3x5x16xi32>
}

// -----

// Groups do not divide 6 channels: the filter has blocks of outputs alone, or
// two more channels.
//
// REMARK: conv2d has no groups in its kernel: it requires input channels in a multiple of 4, found 6
// CHECK-LABEL: func.func @indivisible(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x5x5x6xi8>, tensor<1x3x3x6x16xi8>)
// PAD-LABEL: func.func @indivisible(
// PAD: linalg.generic {{.*}} ins({{.*}} : tensor<1x5x5x8xi8>, tensor<1x3x3x2x16x4xi8>)
func.func @indivisible(%x: tensor<1x6x5x5xi8>, %w: tensor<16x6x3x3xi8>, %o: tensor<1x16x3x3xi32>) -> tensor<1x16x3x3xi32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x6x5x5xi8>, tensor<16x6x3x3xi8>) outs(%o : tensor<1x16x3x3xi32>) -> tensor<1x16x3x3xi32>
  return %0 : tensor<1x16x3x3xi32>
}

// -----

// Without blocks of outputs there are no groups either.
//
// REMARK: conv2d has no groups in its kernel: it requires output channels in a multiple of 16, found 24
// CHECK-LABEL: func.func @outputs(
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} ins({{.*}} : tensor<1x5x5x8xi8>, tensor<3x3x8x24xi8>)
// PAD-LABEL: func.func @outputs(
// PAD: linalg.generic {{.*}} ins({{.*}} : tensor<1x5x5x8xi8>, tensor<2x3x3x2x16x4xi8>)
func.func @outputs(%x: tensor<1x8x5x5xi8>, %w: tensor<24x8x3x3xi8>, %o: tensor<1x24x3x3xi32>) -> tensor<1x24x3x3xi32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x5x5xi8>, tensor<24x8x3x3xi8>) outs(%o : tensor<1x24x3x3xi32>) -> tensor<1x24x3x3xi32>
  return %0 : tensor<1x24x3x3xi32>
}

// -----

// Because of zero points, what is added up is not padded.
//
// REMARK: matmul has no groups in its kernel: it requires k in a multiple of 4, found 10
// PAD-LABEL: func.func @quantized(
// PAD: linalg.generic {{.*}} ins({{.*}} : tensor<5x10xi8>, tensor<1x10x16xi8>, i32, i32)
func.func @quantized(%a: tensor<5x10xi8>, %b: tensor<10x16xi8>, %x: i32, %w: i32, %c: tensor<5x16xi32>) -> tensor<5x16xi32> {
  %0 = linalg.quantized_matmul ins(%a, %b, %x, %w : tensor<5x10xi8>, tensor<10x16xi8>, i32, i32) outs(%c : tensor<5x16xi32>) -> tensor<5x16xi32>
  return %0 : tensor<5x16xi32>
}

// -----

// REMARK: matmul has no groups in its kernel: it requires k in a static multiple of 4, found ?
// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<5x?xi8>, tensor<1x?x16xi8>)
func.func @dynamic(%a: tensor<5x?xi8>, %b: tensor<?x16xi8>, %c: tensor<5x16xi32>) -> tensor<5x16xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x?xi8>, tensor<?x16xi8>) outs(%c : tensor<5x16xi32>) -> tensor<5x16xi32>
  return %0 : tensor<5x16xi32>
}

// -----

// CHECK-LABEL: func.func @bf16(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<5x20xbf16>, tensor<1x20x16xbf16>)
func.func @bf16(%a: tensor<5x20xbf16>, %b: tensor<20x16xbf16>, %c: tensor<5x16xf32>) -> tensor<5x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x20xbf16>, tensor<20x16xbf16>) outs(%c : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %0 : tensor<5x16xf32>
}
