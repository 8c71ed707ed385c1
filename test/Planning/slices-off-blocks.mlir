// A slice that takes no whole blocks of channels takes the other dims, and the
// blocks that it needs, where they lie; only these leave the blocks.
//
// Covers: R19
//
// RUN: layout-opt %s --layout-randomize-splats -o %t.in.mlir
// RUN: layout-opt %t.in.mlir --layout-pipeline="target=nchw16c" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %t.in.mlir %t.mlir --entry=odd | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=in_two | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=strided | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=dynamic --dims=7 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=kept | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that is aligned.
//
// Planned again, nothing changes:
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.again.mlir
// RUN: layout-opt %t.mlir --layout-count -o /dev/null > %t.count.txt
// RUN: layout-opt %t.again.mlir --layout-count -o /dev/null | diff %t.count.txt -
// RUN: FileCheck %s --input-file=%t.count.txt --check-prefix=COUNT
// COUNT: {"rewrites":12,"bytes":195624,"moves":{"n":8,"bytes":40808}

// Two blocks of 16 pixels are 2 kB; the whole value would be 262 kB.
//
// CHECK-LABEL: func.func @odd(
// CHECK: %[[BLOCKS:.*]] = tensor.extract_slice %{{.*}}[0, 0, 0, 0, 0] [1, 2, 4, 4, 16] [1, 1, 1, 1, 1] : tensor<1x4x32x32x16xf32> to tensor<1x2x4x4x16xf32>
// CHECK: linalg.transpose ins(%[[BLOCKS]] : tensor<1x2x4x4x16xf32>)
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 5] [1, 4, 4, 16] [1, 1, 1, 1] : tensor<1x4x4x32xf32> to tensor<1x4x4x16xf32>
func.func @odd(%x: tensor<1x16x32x32xf32>) -> tensor<1x16x4x4xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<16x16x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x32x32xf32>
  %zero4 = arith.constant dense<0.0> : tensor<1x16x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x32x32xf32>, tensor<64x16x1x1xf32>) outs(%zero : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
  %e = tensor.empty() : tensor<1x64x32x32xf32>
  %1 = linalg.exp ins(%0 : tensor<1x64x32x32xf32>) outs(%e : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
  %2 = tensor.extract_slice %1[0, 5, 0, 0] [1, 16, 4, 4] [1, 1, 1, 1] : tensor<1x64x32x32xf32> to tensor<1x16x4x4xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %v : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%zero4 : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %3 : tensor<1x16x4x4xf32>
}

// The program's own two slices are split where the blocks are, too.
//
// CHECK-LABEL: func.func @in_two(
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 2, 0] [1, 4, 4, 8, 16] [1, 1, 3, 1, 1] : tensor<1x4x10x10x16xf32> to tensor<1x4x4x8x16xf32>
// CHECK: tensor.extract_slice %{{.*}}[0, 1, 0, 0] [1, 32, 4, 8] [1, 2, 1, 1]
func.func @in_two(%x: tensor<1x16x10x10xf32>) -> tensor<1x16x4x8xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<16x32x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x10x10xf32>
  %zero4 = arith.constant dense<0.0> : tensor<1x16x4x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x10x10xf32>, tensor<64x16x1x1xf32>) outs(%zero : tensor<1x64x10x10xf32>) -> tensor<1x64x10x10xf32>
  %1 = tensor.extract_slice %0[0, 0, 0, 2] [1, 64, 4, 8] [1, 1, 3, 1] : tensor<1x64x10x10xf32> to tensor<1x64x4x8xf32>
  %2 = tensor.extract_slice %1[0, 1, 0, 0] [1, 32, 4, 8] [1, 2, 1, 1] : tensor<1x64x4x8xf32> to tensor<1x32x4x8xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %v : tensor<1x32x4x8xf32>, tensor<16x32x1x1xf32>) outs(%zero4 : tensor<1x16x4x8xf32>) -> tensor<1x16x4x8xf32>
  return %3 : tensor<1x16x4x8xf32>
}

// Every third channel, of a unit image, with a dim dropped.
//
// CHECK-LABEL: func.func @strided(
// CHECK: tensor.extract_slice %{{.*}}[0, 1, 2, 0, 0] [1, 2, 1, 1, 16] [1, 1, 1, 1, 1] : tensor<1x4x5x1x16xf32> to tensor<1x2x1x1x16xf32>
func.func @strided(%x: tensor<1x16x5x1xf32>) -> tensor<1x8xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x5x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x5x1xf32>, tensor<64x16x1x1xf32>) outs(%zero : tensor<1x64x5x1xf32>) -> tensor<1x64x5x1xf32>
  %1 = tensor.extract_slice %0[0, 20, 2, 0] [1, 8, 1, 1] [1, 3, 1, 1] : tensor<1x64x5x1xf32> to tensor<1x8xf32>
  return %1 : tensor<1x8xf32>
}

// Channels of one block are one slice of it.
//
// CHECK-LABEL: func.func @dynamic(
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 1, 3] [1, 1, %{{.*}}, 3, 7] [1, 1, 1, 1, 1] : tensor<1x4x?x6x16xf32> to tensor<1x?x3x7xf32>
func.func @dynamic(%x: tensor<1x16x?x6xf32>) -> tensor<1x7x?x3xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c2 : tensor<1x16x?x6xf32>
  %e = tensor.empty(%h) : tensor<1x64x?x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x?x6xf32>) -> tensor<1x64x?x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x?x6xf32>, tensor<64x16x1x1xf32>) outs(%f : tensor<1x64x?x6xf32>) -> tensor<1x64x?x6xf32>
  %1 = tensor.extract_slice %0[0, 3, 0, 1] [1, 7, %h, 3] [1, 1, 1, 1] : tensor<1x64x?x6xf32> to tensor<1x7x?x3xf32>
  return %1 : tensor<1x7x?x3xf32>
}

// Nothing that fits the blocks would be smaller.
//
// CHECK-LABEL: func.func @kept(
// CHECK: tensor.extract_slice
// CHECK-NOT: tensor.extract_slice
func.func @kept(%x: tensor<1x16x5x6xf32>) -> tensor<1x40x5x6xf32> {
  %w = arith.constant dense<0.25> : tensor<48x16x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x48x5x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x5x6xf32>, tensor<48x16x1x1xf32>) outs(%zero : tensor<1x48x5x6xf32>) -> tensor<1x48x5x6xf32>
  %1 = tensor.extract_slice %0[0, 4, 0, 0] [1, 40, 5, 6] [1, 1, 1, 1] : tensor<1x48x5x6xf32> to tensor<1x40x5x6xf32>
  return %1 : tensor<1x40x5x6xf32>
}
