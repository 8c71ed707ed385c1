// A value whose padding holds something else than a use requires is overwritten
// there, in its layout, instead of being rewritten without padding and back.
//
// Covers: R13, R14, R49
//
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw8c indivisible=pad" -o %t.again.mlir
// RUN: layout-opt %t.again.mlir --layout-count > %t.again.txt
// RUN: layout-opt %t.mlir --layout-count | diff - %t.again.txt
// RUN: layout-check %s %t.mlir --entry=two_convolutions | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic_height --dims=1 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic_height --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=in_loop | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=other_reader | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=two_crops | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=two_layouts | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=smaller_blocks | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=two_dims | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=two_parts | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}equal{{$}}

// The channels 6 and 7 of block 1 are overwritten.
//
// CHECK-LABEL: func.func @two_convolutions(
// CHECK: %[[A:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x2x5x1x8xf32>, tensor<2x2x1x1x8x8xf32>)
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<1x1x5x1x2xf32>)
// CHECK-NEXT: %[[B:.*]] = tensor.insert_slice %{{.*}} into %[[A]][0, 1, 0, 0, 6] [1, 1, 5, 1, 2] [1, 1, 1, 1, 1] : tensor<1x1x5x1x2xf32> into tensor<1x2x5x1x8xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%[[B]], %{{.*}} : tensor<1x2x5x1x8xf32>, tensor<2x2x1x1x8x8xf32>)
// CHECK: return
func.func @two_convolutions(%x: tensor<1x14x5x1xf32>, %w: tensor<14x14x1x1xf32>) -> tensor<1x14x5x1xf32> {
  %z = arith.constant dense<0.0> : tensor<1x14x5x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x14x5x1xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x5x1xf32>) -> tensor<1x14x5x1xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x14x5x1xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x5x1xf32>) -> tensor<1x14x5x1xf32>
  return %1 : tensor<1x14x5x1xf32>
}

// CHECK-LABEL: func.func @dynamic_height(
// CHECK: tensor.insert_slice {{.*}} [1, 1, %{{.*}}, 8, 2] {{.*}} into tensor<1x2x?x8x8xf32>
// CHECK: return
func.func @dynamic_height(%x: tensor<1x14x?x8xf32>, %w: tensor<14x14x1x1xf32>) -> tensor<1x14x?x8xf32> {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %h = tensor.dim %x, %c2 : tensor<1x14x?x8xf32>
  %e = tensor.empty(%h) : tensor<1x14x?x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x14x?x8xf32>) -> tensor<1x14x?x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x14x?x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x?x8xf32>) -> tensor<1x14x?x8xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x14x?x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x?x8xf32>) -> tensor<1x14x?x8xf32>
  return %1 : tensor<1x14x?x8xf32>
}

// The value that the loop passes on is overwritten before it is passed on.
//
// CHECK-LABEL: func.func @in_loop(
// CHECK: scf.for {{.*}} -> (tensor<1x2x5x6x8xf32>)
// CHECK: %[[B:.*]] = tensor.insert_slice
// CHECK: scf.yield %[[B]] : tensor<1x2x5x6x8xf32>
// CHECK: return
func.func @in_loop(%x: tensor<1x14x5x6xf32>, %w: tensor<14x14x1x1xf32>) -> tensor<1x14x5x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant dense<0.0> : tensor<1x14x5x6xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<1x14x5x6xf32> {
    %0 = linalg.conv_2d_nchw_fchw ins(%a, %w : tensor<1x14x5x6xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x5x6xf32>) -> tensor<1x14x5x6xf32>
    scf.yield %0 : tensor<1x14x5x6xf32>
  }
  return %r : tensor<1x14x5x6xf32>
}

// Another reader reads what has been overwritten as well, so that nothing needs
// the value from before.
//
// CHECK-LABEL: func.func @other_reader(
// CHECK: %[[B:.*]] = tensor.insert_slice
// CHECK-DAG: linalg.generic {{.*}} ins(%[[B]], %{{.*}} : tensor<1x2x5x6x8xf32>, tensor<2x2x1x1x8x8xf32>)
// CHECK-DAG: math.tanh %[[B]] : tensor<1x2x5x6x8xf32>
// CHECK: return
func.func @other_reader(%x: tensor<1x14x5x6xf32>, %w: tensor<14x14x1x1xf32>) -> tensor<1x14x5x6xf32> {
  %z = arith.constant dense<0.0> : tensor<1x14x5x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x14x5x6xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x5x6xf32>) -> tensor<1x14x5x6xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x14x5x6xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x5x6xf32>) -> tensor<1x14x5x6xf32>
  %2 = math.tanh %0 : tensor<1x14x5x6xf32>
  %3 = arith.addf %1, %2 : tensor<1x14x5x6xf32>
  return %3 : tensor<1x14x5x6xf32>
}

// The op selects zeros for the first pad. The second pad is behind a crop of
// four channels more, which it overwrites in a value of its own.
//
// CHECK-LABEL: func.func @two_crops(
// CHECK: arith.select
// CHECK: tensor.insert_slice {{.*}}[1, 0, 2] [1, 3, 6]
// CHECK: return
func.func @two_crops(%x: tensor<2x8x3xf32>) -> (tensor<2x3x8xf32>, tensor<2x3x8xf32>) {
  %0 = layout.layout_transform %x by <(o, i, h) -> (o * 8 + i, h)> : tensor<2x8x3xf32> to tensor<16x3xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [14, 3] : tensor<16x3xf32> to tensor<14x3xf32>
  %2 = math.exp %1 : tensor<14x3xf32>
  %3 = layout.pad %2 low [0, 0] high [2, 0] value(0.0 : f32) : tensor<14x3xf32> to tensor<16x3xf32>
  %4 = layout.layout_transform %3 by <(c, h) -> (c floordiv 8, h, c mod 8)> : tensor<16x3xf32> to tensor<2x3x8xf32>
  %5 = layout.crop %2 offsets [0, 0] sizes [10, 3] : tensor<14x3xf32> to tensor<10x3xf32>
  %6 = layout.pad %5 low [0, 0] high [6, 0] value(0.0 : f32) : tensor<10x3xf32> to tensor<16x3xf32>
  %7 = layout.layout_transform %6 by <(c, h) -> (c floordiv 8, h, c mod 8)> : tensor<16x3xf32> to tensor<2x3x8xf32>
  return %4, %7 : tensor<2x3x8xf32>, tensor<2x3x8xf32>
}

// Two layouts that keep the padding require zeros there: it is overwritten once,
// and the second layout is a rewrite of the result.
//
// CHECK-LABEL: func.func @two_layouts(
// CHECK: %[[A:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x2x5x6x8xf32>, tensor<2x2x1x1x8x8xf32>)
// CHECK: %[[B:.*]] = tensor.insert_slice %{{.*}} into %[[A]][0, 1, 0, 0, 6]
// CHECK-NOT: tensor.insert_slice
// CHECK: linalg.transpose ins(%[[B]] : tensor<1x2x5x6x8xf32>) outs(%{{.*}} : tensor<1x2x6x5x8xf32>) permutation = [0, 1, 3, 2, 4]
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @two_layouts(%x: tensor<1x14x5x6xf32>, %w: tensor<14x14x1x1xf32>) -> (tensor<1x14x5x6xf32>, tensor<1x14x6x5xf32>) {
  %z = arith.constant dense<0.0> : tensor<1x14x5x6xf32>
  %y = arith.constant dense<0.0> : tensor<1x14x6x5xf32>
  %e = tensor.empty() : tensor<1x14x6x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x14x5x6xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x5x6xf32>) -> tensor<1x14x5x6xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x14x5x6xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x5x6xf32>) -> tensor<1x14x5x6xf32>
  %2 = linalg.transpose ins(%0 : tensor<1x14x5x6xf32>) outs(%e : tensor<1x14x6x5xf32>) permutation = [0, 1, 3, 2]
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w : tensor<1x14x6x5xf32>, tensor<14x14x1x1xf32>) outs(%y : tensor<1x14x6x5xf32>) -> tensor<1x14x6x5xf32>
  return %1, %3 : tensor<1x14x5x6xf32>, tensor<1x14x6x5xf32>
}

// Of the channels from 45 to 63, those from 48 on are cropped, and only the
// others are overwritten.
//
// CHECK-LABEL: func.func @smaller_blocks(
// CHECK: %[[A:.*]] = math.exp
// CHECK: tensor.insert_slice %{{.*}} into %[[A]][1, 0, 13] [1, 7, 3] [1, 1, 1] : tensor<1x7x3xf32> into tensor<2x7x32xf32>
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @smaller_blocks(%x: tensor<2x7x32xf32>) -> tensor<3x7x16xf32> {
  %0 = math.exp %x : tensor<2x7x32xf32>
  %1 = layout.layout_transform %0 by <(o, h, i) -> (o * 32 + i, h)> : tensor<2x7x32xf32> to tensor<64x7xf32>
  %2 = layout.crop %1 offsets [0, 0] sizes [45, 7] : tensor<64x7xf32> to tensor<45x7xf32>
  %3 = layout.pad %2 low [0, 0] high [3, 0] value(0.0 : f32) : tensor<45x7xf32> to tensor<48x7xf32>
  %4 = layout.layout_transform %3 by <(c, h) -> (c floordiv 16, h, c mod 16)> : tensor<48x7xf32> to tensor<3x7x16xf32>
  return %4 : tensor<3x7x16xf32>
}

// Neither are the rows 5 to 7, which are cropped.
//
// CHECK-LABEL: func.func @two_dims(
// CHECK: %[[A:.*]] = math.exp
// CHECK: tensor.insert_slice %{{.*}} into %[[A]][45, 0] [3, 5] [1, 1] : tensor<3x5xf32> into tensor<64x8xf32>
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @two_dims(%x: tensor<2x32x8xf32>) -> tensor<3x5x16xf32> {
  %0 = layout.layout_transform %x by <(o, i, h) -> (o * 32 + i, h)> : tensor<2x32x8xf32> to tensor<64x8xf32>
  %1 = math.exp %0 : tensor<64x8xf32>
  %2 = layout.crop %1 offsets [0, 0] sizes [45, 5] : tensor<64x8xf32> to tensor<45x5xf32>
  %3 = layout.pad %2 low [0, 0] high [3, 0] value(0.0 : f32) : tensor<45x5xf32> to tensor<48x5xf32>
  %4 = layout.layout_transform %3 by <(c, h) -> (c floordiv 16, h, c mod 16)> : tensor<48x5xf32> to tensor<3x5x16xf32>
  return %4 : tensor<3x5x16xf32>
}

// The first layout keeps 3 channels of the padding, the second one 11. Both
// write less than all 19 of them, and the second one relies on nothing that the
// first one has written.
//
// CHECK-LABEL: func.func @two_parts(
// CHECK: %[[A:.*]] = math.exp
// CHECK: %[[B:.*]] = tensor.insert_slice %{{.*}} into %[[A]][45, 0] [3, 8] [1, 1] : tensor<3x8xf32> into tensor<64x8xf32>
// CHECK: tensor.insert_slice %{{.*}} into %[[B]][45, 0] [11, 8] [1, 1] : tensor<11x8xf32> into tensor<64x8xf32>
// CHECK: return
func.func @two_parts(%x: tensor<64x8xf32>) -> (tensor<3x8x16xf32>, tensor<7x8x8xf32>) {
  %1 = math.exp %x : tensor<64x8xf32>
  %2 = layout.crop %1 offsets [0, 0] sizes [45, 8] : tensor<64x8xf32> to tensor<45x8xf32>
  %3 = layout.pad %2 low [0, 0] high [3, 0] value(0.0 : f32) : tensor<45x8xf32> to tensor<48x8xf32>
  %4 = layout.layout_transform %3 by <(c, h) -> (c floordiv 16, h, c mod 16)> : tensor<48x8xf32> to tensor<3x8x16xf32>
  %5 = layout.pad %2 low [0, 0] high [11, 0] value(0.0 : f32) : tensor<45x8xf32> to tensor<56x8xf32>
  %6 = layout.layout_transform %5 by <(c, h) -> (c floordiv 8, h, c mod 8)> : tensor<56x8xf32> to tensor<7x8x8xf32>
  return %4, %6 : tensor<3x8x16xf32>, tensor<7x8x8xf32>
}
