// An insertion into channels that are no whole blocks takes the blocks that it
// needs of the destination, and puts them back: only these leave the blocks. A
// pad of such channels comes before the pad of the image, which fits.
//
// Covers: R19
//
// RUN: layout-opt %s --layout-randomize-splats -o %t.in.mlir
// RUN: layout-opt %t.in.mlir --layout-pipeline="target=nchw16c" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %t.in.mlir %t.mlir --entry=odd | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=one_block | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=strided | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=dynamic --dims=7 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=kept | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=border | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=small_border | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.mlir --entry=dynamic_border --dims=5 | FileCheck %s --check-prefix=EQUAL
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
// COUNT: {"rewrites":29,"bytes":598160,"moves":{"n":16,"bytes":320912}

// Two blocks of 16 pixels are 2 kB, twice; the whole value would be 262 kB.
//
// CHECK-LABEL: func.func @odd(
// CHECK-SAME: %{{.*}}: tensor<1x16x32x32xf32>, %[[S:.*]]: tensor<1x16x4x4xf32>)
// CHECK: %[[BLOCKS:.*]] = tensor.extract_slice %[[D:.*]][0, 0, 3, 3, 0] [1, 2, 4, 4, 16] [1, 1, 1, 1, 1] : tensor<1x4x32x32x16xf32> to tensor<1x2x4x4x16xf32>
// CHECK: linalg.transpose ins(%[[BLOCKS]] : tensor<1x2x4x4x16xf32>)
// CHECK: tensor.insert_slice %[[S]] into %{{.*}}[0, 5, 0, 0] [1, 16, 4, 4] [1, 1, 1, 1] : tensor<1x16x4x4xf32> into tensor<1x32x4x4xf32>
// CHECK: tensor.insert_slice %{{.*}} into %[[D]][0, 0, 3, 3, 0] [1, 2, 4, 4, 16] [1, 1, 1, 1, 1] : tensor<1x2x4x4x16xf32> into tensor<1x4x32x32x16xf32>
func.func @odd(%x: tensor<1x16x32x32xf32>, %s: tensor<1x16x4x4xf32>) -> tensor<1x16x32x32xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<16x64x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x32x32xf32>
  %zero16 = arith.constant dense<0.0> : tensor<1x16x32x32xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x32x32xf32>, tensor<64x16x1x1xf32>) outs(%zero : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
  %e = tensor.empty() : tensor<1x64x32x32xf32>
  %1 = linalg.exp ins(%0 : tensor<1x64x32x32xf32>) outs(%e : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
  %2 = tensor.insert_slice %s into %1[0, 5, 3, 3] [1, 16, 4, 4] [1, 1, 1, 1] : tensor<1x16x4x4xf32> into tensor<1x64x32x32xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %v : tensor<1x64x32x32xf32>, tensor<16x64x1x1xf32>) outs(%zero16 : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
  return %3 : tensor<1x16x32x32xf32>
}

// Channels of one block are inserted where they lie: nothing but the inserted
// ones is rewritten.
//
// CHECK-LABEL: func.func @one_block(
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 0, 0, 1] [1, 1, 6, 5, 7] [1, 1, 1, 1, 2] : tensor<1x6x5x7xf32> into tensor<1x4x6x5x16xf32>
func.func @one_block(%x: tensor<1x16x6x5xf32>, %s: tensor<1x7x6x5xf32>) -> tensor<1x16x6x5xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<16x64x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x6x5xf32>
  %zero16 = arith.constant dense<0.0> : tensor<1x16x6x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x6x5xf32>, tensor<64x16x1x1xf32>) outs(%zero : tensor<1x64x6x5xf32>) -> tensor<1x64x6x5xf32>
  %1 = tensor.insert_slice %s into %0[0, 17, 0, 0] [1, 7, 6, 5] [1, 2, 1, 1] : tensor<1x7x6x5xf32> into tensor<1x64x6x5xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x64x6x5xf32>, tensor<16x64x1x1xf32>) outs(%zero16 : tensor<1x16x6x5xf32>) -> tensor<1x16x6x5xf32>
  return %2 : tensor<1x16x6x5xf32>
}

// Every third channel, of rows of one column, without dims of size 1.
//
// CHECK-LABEL: func.func @strided(
// CHECK: tensor.extract_slice %{{.*}}[0, 1, 2, 0, 0] [1, 2, 1, 1, 16] [1, 1, 1, 1, 1] : tensor<1x4x5x1x16xf32>
func.func @strided(%x: tensor<1x16x5x1xf32>, %s: tensor<8xf32>) -> tensor<1x16x5x1xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<16x64x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x5x1xf32>
  %zero16 = arith.constant dense<0.0> : tensor<1x16x5x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x5x1xf32>, tensor<64x16x1x1xf32>) outs(%zero : tensor<1x64x5x1xf32>) -> tensor<1x64x5x1xf32>
  %1 = tensor.insert_slice %s into %0[0, 20, 2, 0] [1, 8, 1, 1] [1, 3, 1, 1] : tensor<8xf32> into tensor<1x64x5x1xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x64x5x1xf32>, tensor<16x64x1x1xf32>) outs(%zero16 : tensor<1x16x5x1xf32>) -> tensor<1x16x5x1xf32>
  return %2 : tensor<1x16x5x1xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 1, 0] [1, 2, %{{.*}}, 2, 16] [1, 1, 1, 1, 1] : tensor<1x4x?x6x16xf32> to tensor<1x2x?x2x16xf32>
// CHECK: tensor.insert_slice %{{.*}}[0, 0, 0, 1, 0] [1, 2, %{{.*}}, 2, 16] [1, 1, 1, 1, 1] : tensor<1x2x?x2x16xf32> into tensor<1x4x?x6x16xf32>
func.func @dynamic(%x: tensor<1x16x?x6xf32>, %s: tensor<1x20x?x2xf32>) -> tensor<1x64x?x6xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<64x64x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %h = tensor.dim %s, %c2 : tensor<1x20x?x2xf32>
  %e = tensor.empty(%h) : tensor<1x64x?x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x?x6xf32>) -> tensor<1x64x?x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x?x6xf32>, tensor<64x16x1x1xf32>) outs(%f : tensor<1x64x?x6xf32>) -> tensor<1x64x?x6xf32>
  %1 = tensor.insert_slice %s into %0[0, 3, 0, 1] [1, 20, %h, 2] [1, 1, 1, 1] : tensor<1x20x?x2xf32> into tensor<1x64x?x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x64x?x6xf32>, tensor<64x64x1x1xf32>) outs(%f : tensor<1x64x?x6xf32>) -> tensor<1x64x?x6xf32>
  return %2 : tensor<1x64x?x6xf32>
}

// Nothing that fits the blocks would be smaller.
//
// CHECK-LABEL: func.func @kept(
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.insert_slice
// CHECK-NOT: tensor.insert_slice
func.func @kept(%x: tensor<1x16x5x6xf32>, %s: tensor<1x40x5x6xf32>) -> tensor<1x16x5x6xf32> {
  %w = arith.constant dense<0.25> : tensor<48x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<16x48x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x48x5x6xf32>
  %zero16 = arith.constant dense<0.0> : tensor<1x16x5x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x5x6xf32>, tensor<48x16x1x1xf32>) outs(%zero : tensor<1x48x5x6xf32>) -> tensor<1x48x5x6xf32>
  %1 = tensor.insert_slice %s into %0[0, 4, 0, 0] [1, 40, 5, 6] [1, 1, 1, 1] : tensor<1x40x5x6xf32> into tensor<1x48x5x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x48x5x6xf32>, tensor<16x48x1x1xf32>) outs(%zero16 : tensor<1x16x5x6xf32>) -> tensor<1x16x5x6xf32>
  return %2 : tensor<1x16x5x6xf32>
}

// A border of eight times the image: the channels are rewritten without it.
//
// CHECK-LABEL: func.func @border(
// CHECK: tensor.pad %{{.*}} low[0, 3, 0, 0] high[0, 13, 0, 0]
// CHECK: tensor<1x64x8x8xf32> to tensor<1x80x8x8xf32>
// CHECK: tensor.pad %{{.*}} low[0, 0, 8, 8, 0] high[0, 0, 8, 8, 0]
// CHECK: tensor<1x5x8x8x16xf32> to tensor<1x5x24x24x16xf32>
func.func @border(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x24x24xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<16x80x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x8x8xf32>
  %zero16 = arith.constant dense<0.0> : tensor<1x16x24x24xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<64x16x1x1xf32>) outs(%zero : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32>
  %1 = tensor.pad %0 low[0, 3, 8, 8] high[0, 13, 8, 8] {
  ^bb0(%n: index, %c: index, %h: index, %i: index):
    %half = arith.constant 0.5 : f32
    tensor.yield %half : f32
  } : tensor<1x64x8x8xf32> to tensor<1x80x24x24xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x80x24x24xf32>, tensor<16x80x1x1xf32>) outs(%zero16 : tensor<1x16x24x24xf32>) -> tensor<1x16x24x24xf32>
  return %2 : tensor<1x16x24x24xf32>
}

// Two pads would move more than they save.
//
// CHECK-LABEL: func.func @small_border(
// CHECK: tensor.pad %{{.*}} low[0, 3, 1, 1] high[0, 13, 1, 1]
// CHECK-NOT: tensor.pad
func.func @small_border(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<16x80x3x3xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x8x8xf32>
  %zero16 = arith.constant dense<0.0> : tensor<1x16x8x8xf32>
  %half = arith.constant 0.5 : f32
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<64x16x1x1xf32>) outs(%zero : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32>
  %1 = tensor.pad %0 low[0, 3, 1, 1] high[0, 13, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %i: index):
    tensor.yield %half : f32
  } : tensor<1x64x8x8xf32> to tensor<1x80x10x10xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x80x10x10xf32>, tensor<16x80x3x3xf32>) outs(%zero16 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %2 : tensor<1x16x8x8xf32>
}

// CHECK-LABEL: func.func @dynamic_border(
// CHECK: tensor.pad %{{.*}} low[0, 15, 0, 0] high[0, 1, 0, 0]
// CHECK: tensor<1x64x?x4xf32> to tensor<1x80x?x4xf32>
// CHECK: tensor.pad %{{.*}} low[0, 0, 0, 4, 0] high[0, 0, %{{.*}}, 4, 0]
// CHECK: tensor<1x5x?x4x16xf32> to tensor<1x5x?x12x16xf32>
func.func @dynamic_border(%x: tensor<1x16x?x4xf32>) -> tensor<1x80x?x12xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %v = arith.constant dense<0.25> : tensor<80x80x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c2 : tensor<1x16x?x4xf32>
  %e = tensor.empty(%h) : tensor<1x64x?x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x?x4xf32>) -> tensor<1x64x?x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x?x4xf32>, tensor<64x16x1x1xf32>) outs(%f : tensor<1x64x?x4xf32>) -> tensor<1x64x?x4xf32>
  %1 = tensor.pad %0 low[0, 15, 0, 4] high[0, 1, %h, 4] {
  ^bb0(%n: index, %c: index, %i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<1x64x?x4xf32> to tensor<1x80x?x12xf32>
  %h2 = tensor.dim %1, %c2 : tensor<1x80x?x12xf32>
  %e2 = tensor.empty(%h2) : tensor<1x80x?x12xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x80x?x12xf32>) -> tensor<1x80x?x12xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x80x?x12xf32>, tensor<80x80x1x1xf32>) outs(%f2 : tensor<1x80x?x12xf32>) -> tensor<1x80x?x12xf32>
  return %2 : tensor<1x80x?x12xf32>
}
