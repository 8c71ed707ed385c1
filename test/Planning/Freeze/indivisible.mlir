// Channels that a block does not divide are not blocked, or are padded.
//
// Covers: R10
//
// RUN: layout-opt %s --layout-freeze=target=nchw16c | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: layout-opt %s --layout-freeze="target=nchw16c indivisible=pad" | FileCheck %s --check-prefixes=CHECK,PAD

// The first convolution reads NCHW and writes NCHW16c; its weight is blocked in
// the output channels only. If it is padded, image and weight are padded with
// zeros, so that the sum is the same.
// CHECK-LABEL: func.func @three_channels(
//       PLAIN: %[[W:.*]] = layout.layout_transform %arg1 by <(d0, d1, d2, d3) -> (d0 floordiv 16, d1, d2, d3, d0 mod 16)>
//  PLAIN-SAME: : tensor<64x3x7x7xf32> to tensor<4x3x7x7x16xf32>
//       PLAIN: %[[O:.*]] = layout.layout_transform %arg2 by {{.*}} : tensor<1x64x112x112xf32> to tensor<1x4x112x112x16xf32>
//       PLAIN: linalg.generic {{.*}} ins(%arg0, %[[W]] : {{.*}}) outs(%[[O]] :
//         PAD: layout.pad %arg0 low [0, 0, 0, 0] high [0, 13, 0, 0] value{{.*}}0.000000e+00{{.*}} : tensor<1x3x229x229xf32> to tensor<1x16x229x229xf32>
//         PAD: layout.pad %arg1 low [0, 0, 0, 0] high [0, 13, 0, 0] value{{.*}}0.000000e+00{{.*}} : tensor<64x3x7x7xf32> to tensor<64x16x7x7xf32>
//         PAD: linalg.generic {{.*}} ins({{.*}} : tensor<1x1x229x229x16xf32>, tensor<4x1x7x7x16x16xf32>) outs({{.*}} : tensor<1x4x112x112x16xf32>)
//     PAD-NOT: layout.crop
func.func @three_channels(%x: tensor<1x3x229x229xf32>, %w: tensor<64x3x7x7xf32>, %o: tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x3x229x229xf32>, tensor<64x3x7x7xf32>) outs(%o : tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
  return %0 : tensor<1x64x112x112xf32>
}

// CHECK-LABEL: func.func @to_24_channels(
//       PLAIN: %[[X:.*]] = layout.layout_transform %arg0 by {{.*}} : tensor<1x32x8x8xf32> to tensor<1x2x8x8x16xf32>
//       PLAIN: %[[W:.*]] = layout.layout_transform %arg1 by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
//  PLAIN-SAME: : tensor<24x32x1x1xf32> to tensor<24x2x1x1x16xf32>
//       PLAIN: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[W]] : {{.*}}) outs(%arg2 :
//       PLAIN: return %[[R]]
//         PAD: layout.pad %arg1 low [0, 0, 0, 0] high [8, 0, 0, 0]
//         PAD: layout.pad %arg2 low [0, 0, 0, 0] high [0, 8, 0, 0]
//         PAD: layout.crop {{.*}} : tensor<1x32x8x8xf32> to tensor<1x24x8x8xf32>
func.func @to_24_channels(%x: tensor<1x32x8x8xf32>, %w: tensor<24x32x1x1xf32>, %o: tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<24x32x1x1xf32>) outs(%o : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
  return %0 : tensor<1x24x8x8xf32>
}

// No block divides: the layout without blocks, which this op has already.
// CHECK-LABEL: func.func @nothing_divides(
//       PLAIN: linalg.conv_2d_nchw_fchw {layout.frozen} ins(%arg0, %arg1 :
//         PAD: linalg.generic {{.*}} ins({{.*}} : tensor<1x1x8x8x16xf32>, tensor<2x1x3x3x16x16xf32>) outs({{.*}} : tensor<1x2x6x6x16xf32>)
func.func @nothing_divides(%x: tensor<1x3x8x8xf32>, %w: tensor<24x3x3x3xf32>, %o: tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<24x3x3x3xf32>) outs(%o : tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32>
  return %0 : tensor<1x24x6x6xf32>
}

// This op has another layout and is rewritten.
// CHECK-LABEL: func.func @nothing_divides_nhwc(
//       PLAIN: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
//       PLAIN: linalg.conv_2d_nchw_fchw {{.*}} ins({{.*}} : tensor<1x3x8x8xf32>, tensor<24x3x3x3xf32>) outs({{.*}} : tensor<1x24x6x6xf32>)
func.func @nothing_divides_nhwc(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x24xf32>, %o: tensor<1x6x6x24xf32>) -> tensor<1x6x6x24xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x3xf32>, tensor<3x3x3x24xf32>) outs(%o : tensor<1x6x6x24xf32>) -> tensor<1x6x6x24xf32>
  return %0 : tensor<1x6x6x24xf32>
}

// CHECK-LABEL: func.func @depthwise_24(
//       PLAIN: linalg.depthwise_conv_2d_nchw_chw {layout.frozen} ins(%arg0, %arg1 :
//         PAD: linalg.generic {{.*}} ins({{.*}} : tensor<1x2x8x8x16xf32>, tensor<2x3x3x16xf32>) outs({{.*}} : tensor<1x2x6x6x16xf32>)
//         PAD: layout.crop
func.func @depthwise_24(%x: tensor<1x24x8x8xf32>, %w: tensor<24x3x3xf32>, %o: tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : tensor<1x24x8x8xf32>, tensor<24x3x3xf32>) outs(%o : tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32>
  return %0 : tensor<1x24x6x6xf32>
}

// The channels of a group are blocked; groups are not split.
// CHECK-LABEL: func.func @grouped(
//       PLAIN: linalg.generic {{.*}} ins({{.*}} : tensor<1x3x2x8x8x16xf32>, tensor<3x8x2x3x3x16xf32>) outs(%arg2 :
//         PAD: linalg.generic {{.*}} ins({{.*}} : tensor<1x3x2x8x8x16xf32>, tensor<3x1x2x3x3x16x16xf32>) outs({{.*}} : tensor<1x3x1x6x6x16xf32>)
func.func @grouped(%x: tensor<1x3x32x8x8xf32>, %w: tensor<3x8x32x3x3xf32>, %o: tensor<1x3x8x6x6xf32>) -> tensor<1x3x8x6x6xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw ins(%x, %w : tensor<1x3x32x8x8xf32>, tensor<3x8x32x3x3xf32>) outs(%o : tensor<1x3x8x6x6xf32>) -> tensor<1x3x8x6x6xf32>
  return %0 : tensor<1x3x8x6x6xf32>
}

// A dynamic channel is neither blocked nor padded, even if the weight has a
// static one. Other dynamic dims are not split.
// CHECK-LABEL: func.func @dynamic(
//       CHECK: %[[W:.*]] = layout.layout_transform %arg1 by {{.*}} : tensor<32x64x3x3xf32> to tensor<2x64x3x3x16xf32>
//       CHECK: %[[O:.*]] = layout.layout_transform %arg2 by {{.*}} : tensor<?x32x?x?xf32> to tensor<?x2x?x?x16xf32>
//       CHECK: linalg.generic {{.*}} ins(%arg0, %[[W]] : {{.*}}) outs(%[[O]] :
func.func @dynamic(%x: tensor<?x?x?x?xf32>, %w: tensor<32x64x3x3xf32>, %o: tensor<?x32x?x?xf32>) -> tensor<?x32x?x?xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x?x?x?xf32>, tensor<32x64x3x3xf32>) outs(%o : tensor<?x32x?x?xf32>) -> tensor<?x32x?x?xf32>
  return %0 : tensor<?x32x?x?xf32>
}

// Unit dims, and channels of exactly one block.
// CHECK-LABEL: func.func @unit(
//       CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x1x1x1x16xf32>, tensor<1x1x1x1x16x16xf32>) outs({{.*}} : tensor<1x1x1x1x16xf32>)
func.func @unit(%x: tensor<1x16x1x1xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x1x1xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  return %0 : tensor<1x16x1x1xf32>
}

// One input and one output channel (a depthwise convolution in general form).
// CHECK-LABEL: func.func @one_channel(
//       PLAIN: linalg.conv_2d_nchw_fchw {layout.frozen} ins(%arg0, %arg1 :
//         PAD: linalg.generic {{.*}} ins({{.*}} : tensor<1x1x8x8x16xf32>, tensor<1x1x3x3x16x16xf32>) outs({{.*}} : tensor<1x1x6x6x16xf32>)
func.func @one_channel(%x: tensor<1x1x8x8xf32>, %w: tensor<1x1x3x3xf32>, %o: tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x8x8xf32>, tensor<1x1x3x3xf32>) outs(%o : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  return %0 : tensor<1x1x6x6xf32>
}
