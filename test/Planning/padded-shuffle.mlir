// A pixel shuffle in front of channels that fill no blocks. Channel c is the outermost
// part of the 4 * c + 2 * i + j channels of the product, so that padding it pads these,
// and the shuffle, the pad and the crop of the product are one rewrite.
// Covers: R13
//
// DEFINE: %{options} =
// DEFINE: %{check} = layout-opt %s --layout-pipeline="target=%{options} strict=true" -o %t.mlir && layout-check %s %t.mlir --entry=shuffle && layout-check %s %t.mlir --entry=unshuffle
// REDEFINE: %{options} = tiles32
// RUN: %{check}
// REDEFINE: %{options} = hexagon-f16
// RUN: %{check}
// REDEFINE: %{options} = nchw8c indivisible=pad
// RUN: %{check}
// REDEFINE: %{options} = nchw16c indivisible=pad
// RUN: %{check}
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad materialize=false" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir

// CHECK-LABEL: func.func @shuffle(
// CHECK: %[[PRODUCT:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x1x4x4x16xf32>,
// CHECK-NOT: layout.crop
// CHECK: %[[FILLED:.*]] = tensor.insert_slice %{{.*}} into %[[PRODUCT]]
// CHECK-NEXT: %[[MORE:.*]] = layout.pad %[[FILLED]] {{.*}} : tensor<1x2x4x4x16xf32> to tensor<1x4x4x4x16xf32>
// CHECK-NEXT: %[[SHUFFLED:.*]] = layout.layout_transform %[[MORE]] {{.*}} to tensor<1x1x8x8x16xf32>
// CHECK: linalg.generic {{.*}} ins(%[[SHUFFLED]],
func.func @shuffle(%x: tensor<1x16x4x4xf32>, %w: tensor<24x16x1x1xf32>, %v: tensor<16x6x1x1xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x24x4x4xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x24x4x4xf32>) -> tensor<1x24x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x4x4xf32>, tensor<24x16x1x1xf32>) outs(%z0 : tensor<1x24x4x4xf32>) -> tensor<1x24x4x4xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2, 3], [4], [5]] output_shape [1, 6, 2, 2, 4, 4] : tensor<1x24x4x4xf32> into tensor<1x6x2x2x4x4xf32>
  %e1 = tensor.empty() : tensor<1x6x4x2x4x2xf32>
  %2 = linalg.transpose ins(%1 : tensor<1x6x2x2x4x4xf32>) outs(%e1 : tensor<1x6x4x2x4x2xf32>) permutation = [0, 1, 4, 2, 5, 3]
  %3 = tensor.collapse_shape %2 [[0], [1], [2, 3], [4, 5]] : tensor<1x6x4x2x4x2xf32> into tensor<1x6x8x8xf32>
  %e2 = tensor.empty() : tensor<1x16x8x8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %v : tensor<1x6x8x8xf32>, tensor<16x6x1x1xf32>) outs(%z2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %4 : tensor<1x16x8x8xf32>
}

// The product has 5 of 16 channels, and what is read has 5 of 8: the padding would have
// to change, so the channels are cropped in their order first.
// CHECK-LABEL: func.func @unshuffle(
// CHECK: %[[CROPPED:.*]] = layout.crop %{{.*}} : tensor<8x8x16xf32> to tensor<8x8x5xf32>
// CHECK-NEXT: %[[PADDED:.*]] = layout.pad %[[CROPPED]] {{.*}} : tensor<8x8x5xf32> to tensor<8x8x8xf32>
// CHECK-NEXT: layout.layout_transform %[[PADDED]] {{.*}} to tensor<1x2x4x4x16xf32>
func.func @unshuffle(%x: tensor<1x16x8x8xf32>, %w: tensor<5x16x1x1xf32>, %v: tensor<16x20x1x1xf32>) -> tensor<1x16x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x5x8x8xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x5x8x8xf32>) -> tensor<1x5x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<5x16x1x1xf32>) outs(%z0 : tensor<1x5x8x8xf32>) -> tensor<1x5x8x8xf32>
  %1 = tensor.expand_shape %0 [[0], [1], [2, 3], [4, 5]] output_shape [1, 5, 4, 2, 4, 2] : tensor<1x5x8x8xf32> into tensor<1x5x4x2x4x2xf32>
  %e1 = tensor.empty() : tensor<1x5x2x2x4x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<1x5x4x2x4x2xf32>) outs(%e1 : tensor<1x5x2x2x4x4xf32>) permutation = [0, 1, 3, 5, 2, 4]
  %3 = tensor.collapse_shape %2 [[0], [1, 2, 3], [4], [5]] : tensor<1x5x2x2x4x4xf32> into tensor<1x20x4x4xf32>
  %e2 = tensor.empty() : tensor<1x16x4x4xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %v : tensor<1x20x4x4xf32>, tensor<16x20x1x1xf32>) outs(%z2 : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %4 : tensor<1x16x4x4xf32>
}
