// One channel, or whole blocks of channels, are read from blocks of channels, or
// written into them, where their numbers are known: no other channel moves.
//
// Covers: R19
//
// RUN: layout-opt %s --layout-randomize-splats -o %t.in.mlir
// RUN: layout-opt %t.in.mlir --layout-pipeline="target=nchw4c indivisible=pad" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %t.in.mlir %t.mlir --entry=dropped | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=two_blocks | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=block_written | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=kept | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=inserted | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=dynamic --dims=7 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @dropped(
// CHECK: tensor.extract_slice %{{.*}}[0, 2, 0, 0, 3] [1, 1, 5, 6, 1] [1, 1, 1, 1, 1] : tensor<1x4x5x6x4xf32> to tensor<1x1x5x6x1xf32>
func.func @dropped(%x: tensor<1x13x5x6xf32>) -> (tensor<1x5x5x6xf32>, tensor<5x6xf32>) {
  %w = arith.constant dense<0.2> : tensor<13x13x1x1xf32>
  %v = arith.constant dense<0.3> : tensor<5x13x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x13x5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x13x5x6xf32>, tensor<13x13x1x1xf32>) outs(%f : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %1 = tensor.extract_slice %0[0, 11, 0, 0] [1, 1, 5, 6] [1, 1, 1, 1] : tensor<1x13x5x6xf32> to tensor<5x6xf32>
  %ee = tensor.empty() : tensor<5x6xf32>
  %2 = linalg.exp ins(%1 : tensor<5x6xf32>) outs(%ee : tensor<5x6xf32>) -> tensor<5x6xf32>
  %e2 = tensor.empty() : tensor<1x5x5x6xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x5x5x6xf32>) -> tensor<1x5x5x6xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%0, %v : tensor<1x13x5x6xf32>, tensor<5x13x1x1xf32>) outs(%f2 : tensor<1x5x5x6xf32>) -> tensor<1x5x5x6xf32>
  return %3, %2 : tensor<1x5x5x6xf32>, tensor<5x6xf32>
}

// Two blocks of three, of which the last one is half padding.
//
// CHECK-LABEL: func.func @two_blocks(
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0, 0] [1, 2, 5, 6, 4] [1, 1, 1, 1, 1] : tensor<1x3x5x6x4xf32> to tensor<1x2x5x6x4xf32>
func.func @two_blocks(%x: tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32> {
  %w = arith.constant dense<0.2> : tensor<10x8x1x1xf32>
  %v = arith.constant dense<0.3> : tensor<8x8x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x10x5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x10x5x6xf32>) -> tensor<1x10x5x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x5x6xf32>, tensor<10x8x1x1xf32>) outs(%f : tensor<1x10x5x6xf32>) -> tensor<1x10x5x6xf32>
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 8, 5, 6] [1, 1, 1, 1] : tensor<1x10x5x6xf32> to tensor<1x8x5x6xf32>
  %e2 = tensor.empty() : tensor<1x8x5x6xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x8x5x6xf32>, tensor<8x8x1x1xf32>) outs(%f2 : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  return %2 : tensor<1x8x5x6xf32>
}

// A block is written beside channels that are padded.
//
// CHECK-LABEL: func.func @block_written(
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 0, 0, 0] [1, 1, 5, 6, 4] [1, 1, 1, 1, 1] : tensor<1x1x5x6x4xf32> into tensor<1x3x5x6x4xf32>
func.func @block_written(%x: tensor<1x8x5x6xf32>, %y: tensor<1x4x5x6xf32>) -> tensor<1x8x5x6xf32> {
  %w = arith.constant dense<0.2> : tensor<10x8x1x1xf32>
  %v = arith.constant dense<0.3> : tensor<8x10x1x1xf32>
  %u = arith.constant dense<0.4> : tensor<4x4x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x10x5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x10x5x6xf32>) -> tensor<1x10x5x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x5x6xf32>, tensor<10x8x1x1xf32>) outs(%f : tensor<1x10x5x6xf32>) -> tensor<1x10x5x6xf32>
  %e4 = tensor.empty() : tensor<1x4x5x6xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<1x4x5x6xf32>) -> tensor<1x4x5x6xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%y, %u : tensor<1x4x5x6xf32>, tensor<4x4x1x1xf32>) outs(%f4 : tensor<1x4x5x6xf32>) -> tensor<1x4x5x6xf32>
  %2 = tensor.insert_slice %1 into %0[0, 4, 0, 0] [1, 4, 5, 6] [1, 1, 1, 1] : tensor<1x4x5x6xf32> into tensor<1x10x5x6xf32>
  %e2 = tensor.empty() : tensor<1x8x5x6xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %v : tensor<1x10x5x6xf32>, tensor<8x10x1x1xf32>) outs(%f2 : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  return %3 : tensor<1x8x5x6xf32>
}

// CHECK-LABEL: func.func @kept(
// CHECK: tensor.extract_slice %{{.*}}[0, 1, 0, 0, 1] [1, 1, 5, 6, 1] [1, 1, 1, 1, 1] : tensor<1x2x5x6x4xf32> to tensor<1x1x5x6x1xf32>
func.func @kept(%x: tensor<1x8x5x6xf32>) -> (tensor<1x8x5x6xf32>, tensor<1x1x5x6xf32>) {
  %w = arith.constant dense<0.2> : tensor<8x8x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x5x6xf32>, tensor<8x8x1x1xf32>) outs(%f : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  %1 = tensor.extract_slice %0[0, 5, 0, 0] [1, 1, 5, 6] [1, 1, 1, 1] : tensor<1x8x5x6xf32> to tensor<1x1x5x6xf32>
  %ee = tensor.empty() : tensor<1x1x5x6xf32>
  %2 = linalg.exp ins(%1 : tensor<1x1x5x6xf32>) outs(%ee : tensor<1x1x5x6xf32>) -> tensor<1x1x5x6xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x8x5x6xf32>, tensor<8x8x1x1xf32>) outs(%f : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  return %3, %2 : tensor<1x8x5x6xf32>, tensor<1x1x5x6xf32>
}

// CHECK-LABEL: func.func @inserted(
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 0, 0, 2] [1, 1, 5, 6, 1] [1, 1, 1, 1, 1] : tensor<1x1x5x6x1xf32> into tensor<1x2x5x6x4xf32>
func.func @inserted(%x: tensor<1x8x5x6xf32>, %y: tensor<5x6xf32>) -> tensor<1x8x5x6xf32> {
  %w = arith.constant dense<0.2> : tensor<8x8x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x5x6xf32>, tensor<8x8x1x1xf32>) outs(%f : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  %1 = tensor.insert_slice %y into %0[0, 6, 0, 0] [1, 1, 5, 6] [1, 1, 1, 1] : tensor<5x6xf32> into tensor<1x8x5x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x8x5x6xf32>, tensor<8x8x1x1xf32>) outs(%f : tensor<1x8x5x6xf32>) -> tensor<1x8x5x6xf32>
  return %2 : tensor<1x8x5x6xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0, 3] [1, 1, %{{.*}}, 6, 1] [1, 1, 1, 1, 1] : tensor<1x2x?x6x4xf32> to tensor<1x1x?x6x1xf32>
func.func @dynamic(%x: tensor<1x8x?x6xf32>) -> (tensor<1x8x?x6xf32>, tensor<?x6xf32>) {
  %w = arith.constant dense<0.2> : tensor<8x8x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c2 : tensor<1x8x?x6xf32>
  %e = tensor.empty(%h) : tensor<1x8x?x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x?x6xf32>) -> tensor<1x8x?x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x?x6xf32>, tensor<8x8x1x1xf32>) outs(%f : tensor<1x8x?x6xf32>) -> tensor<1x8x?x6xf32>
  %1 = tensor.extract_slice %0[0, 3, 0, 0] [1, 1, %h, 6] [1, 1, 1, 1] : tensor<1x8x?x6xf32> to tensor<?x6xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x8x?x6xf32>, tensor<8x8x1x1xf32>) outs(%f : tensor<1x8x?x6xf32>) -> tensor<1x8x?x6xf32>
  return %3, %1 : tensor<1x8x?x6xf32>, tensor<?x6xf32>
}
