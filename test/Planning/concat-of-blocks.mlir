// Parts that fill no block of channels alone, but do so together, are joined
// first, however the concatenation is written: the others keep their blocks.
//
// Covers: R19
//
// RUN: layout-opt %s --layout-randomize-splats -o %t.in.mlir
// RUN: layout-opt %t.in.mlir --layout-pipeline="target=nchw16c" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %t.in.mlir %t.mlir --entry=flat | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=fits_no_block | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=dynamic --dims=5 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that is aligned.
//
// Planned again, nothing changes:
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.again.mlir
// RUN: layout-opt %t.mlir --layout-count -o /dev/null > %t.count.txt
// RUN: layout-opt %t.again.mlir --layout-count -o /dev/null | diff %t.count.txt -

// CHECK-LABEL: func.func @flat(
// CHECK: %[[TWO:.*]] = tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<1x8x5x3xf32>, tensor<1x8x5x3xf32>) -> tensor<1x16x5x3xf32>
// CHECK: tensor.concat dim(1) %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x2x5x3x16xf32>, tensor<1x1x5x3x16xf32>, tensor<1x1x5x3x16xf32>) -> tensor<1x4x5x3x16xf32>
func.func @flat(%x: tensor<1x16x5x3xf32>) -> tensor<1x16x5x3xf32> {
  %w8 = arith.constant dense<0.25> : tensor<8x16x1x1xf32>
  %v8 = arith.constant dense<0.5> : tensor<8x16x1x1xf32>
  %w16 = arith.constant dense<0.25> : tensor<16x16x1x1xf32>
  %w32 = arith.constant dense<0.25> : tensor<32x16x1x1xf32>
  %w64 = arith.constant dense<0.25> : tensor<16x64x1x1xf32>
  %z8 = arith.constant dense<0.0> : tensor<1x8x5x3xf32>
  %z16 = arith.constant dense<0.0> : tensor<1x16x5x3xf32>
  %z32 = arith.constant dense<0.0> : tensor<1x32x5x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w32 : tensor<1x16x5x3xf32>, tensor<32x16x1x1xf32>) outs(%z32 : tensor<1x32x5x3xf32>) -> tensor<1x32x5x3xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%x, %w8 : tensor<1x16x5x3xf32>, tensor<8x16x1x1xf32>) outs(%z8 : tensor<1x8x5x3xf32>) -> tensor<1x8x5x3xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%x, %v8 : tensor<1x16x5x3xf32>, tensor<8x16x1x1xf32>) outs(%z8 : tensor<1x8x5x3xf32>) -> tensor<1x8x5x3xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%x, %w16 : tensor<1x16x5x3xf32>, tensor<16x16x1x1xf32>) outs(%z16 : tensor<1x16x5x3xf32>) -> tensor<1x16x5x3xf32>
  %4 = tensor.concat dim(1) %0, %1, %2, %3 : (tensor<1x32x5x3xf32>, tensor<1x8x5x3xf32>, tensor<1x8x5x3xf32>, tensor<1x16x5x3xf32>) -> tensor<1x64x5x3xf32>
  %5 = linalg.conv_2d_nchw_fchw ins(%4, %w64 : tensor<1x64x5x3xf32>, tensor<16x64x1x1xf32>) outs(%z16 : tensor<1x16x5x3xf32>) -> tensor<1x16x5x3xf32>
  return %5 : tensor<1x16x5x3xf32>
}

// No parts fill a block together, but all.
//
// CHECK-LABEL: func.func @fits_no_block(
// CHECK: tensor.concat dim(1) %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x8x5x3xf32>, tensor<1x16x5x3xf32>, tensor<1x8x5x3xf32>) -> tensor<1x32x5x3xf32>
// CHECK-NOT: tensor.concat
func.func @fits_no_block(%x: tensor<1x8x5x3xf32>, %y: tensor<1x16x5x3xf32>) -> tensor<1x16x5x3xf32> {
  %w = arith.constant dense<0.25> : tensor<16x32x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x16x5x3xf32>
  %0 = tensor.concat dim(1) %x, %y, %x : (tensor<1x8x5x3xf32>, tensor<1x16x5x3xf32>, tensor<1x8x5x3xf32>) -> tensor<1x32x5x3xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x32x5x3xf32>, tensor<16x32x1x1xf32>) outs(%z : tensor<1x16x5x3xf32>) -> tensor<1x16x5x3xf32>
  return %1 : tensor<1x16x5x3xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: tensor.concat dim(3) %{{.*}}, %{{.*}} : (tensor<1x?x?x8xf32>, tensor<1x?x?x8xf32>) -> tensor<1x?x?x16xf32>
// CHECK: tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<1x1x?x?x16xf32>, tensor<1x1x?x?x16xf32>) -> tensor<1x2x?x?x16xf32>
func.func @dynamic(%x: tensor<1x8x?x?xf32>, %y: tensor<1x16x?x?xf32>, %d: tensor<1x16x?x?xf32>) -> tensor<1x16x?x?xf32> {
  %w = arith.constant dense<0.25> : tensor<16x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<16x32x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%y, %w : tensor<1x16x?x?xf32>, tensor<16x16x1x1xf32>) outs(%d : tensor<1x16x?x?xf32>) -> tensor<1x16x?x?xf32>
  %1 = tensor.concat dim(1) %x, %x : (tensor<1x8x?x?xf32>, tensor<1x8x?x?xf32>) -> tensor<1x16x?x?xf32>
  %2 = tensor.concat dim(1) %1, %0 : (tensor<1x16x?x?xf32>, tensor<1x16x?x?xf32>) -> tensor<1x32x?x?xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %v : tensor<1x32x?x?xf32>, tensor<16x32x1x1xf32>) outs(%d : tensor<1x16x?x?xf32>) -> tensor<1x16x?x?xf32>
  return %3 : tensor<1x16x?x?xf32>
}
