// Every kind of convolution in every layout of the targets; all blocks divide.
//
// Covers: R2
//
// RUN: layout-opt %s --layout-freeze=target=nchw | FileCheck %s --check-prefixes=CHECK,NCHW
// RUN: layout-opt %s --layout-freeze=target=nhwc | FileCheck %s --check-prefixes=CHECK,NHWC
// RUN: layout-opt %s --layout-freeze=target=nchw4c | FileCheck %s --check-prefixes=CHECK,C4
// RUN: layout-opt %s --layout-freeze=target=nchw8c | FileCheck %s --check-prefixes=CHECK,C8
// RUN: layout-opt %s --layout-freeze=target=nchw16c | FileCheck %s --check-prefixes=CHECK,C16
// RUN: layout-opt %s --layout-freeze=target=nchw16c-mm16 | FileCheck %s --check-prefixes=CHECK,C16

// CHECK-LABEL: func.func @conv1d_ncw(
// NCHW: linalg.conv_1d_ncw_fcw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x7xf32>, tensor<16x32x3xf32>) outs({{.*}} : tensor<2x16x5xf32>)
// NHWC: linalg.conv_1d_nwc_wcf {{.*layout.frozen.*}} ins({{.*}} : tensor<2x7x32xf32>, tensor<3x32x16xf32>) outs({{.*}} : tensor<2x5x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x7x4xf32>, tensor<4x8x3x4x4xf32>) outs({{.*}} : tensor<2x4x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x7x8xf32>, tensor<2x4x3x8x8xf32>) outs({{.*}} : tensor<2x2x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x7x16xf32>, tensor<1x2x3x16x16xf32>) outs({{.*}} : tensor<2x1x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @conv1d_ncw(%x: tensor<2x32x7xf32>, %w: tensor<16x32x3xf32>, %o: tensor<2x16x5xf32>) -> tensor<2x16x5xf32> {
  %0 = linalg.conv_1d_ncw_fcw ins(%x, %w : tensor<2x32x7xf32>, tensor<16x32x3xf32>)
      outs(%o : tensor<2x16x5xf32>) -> tensor<2x16x5xf32>
  return %0 : tensor<2x16x5xf32>
}

// CHECK-LABEL: func.func @conv1d_nwc(
// NCHW: linalg.conv_1d_ncw_fcw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x7xf32>, tensor<16x32x3xf32>) outs({{.*}} : tensor<2x16x5xf32>)
// NHWC: linalg.conv_1d_nwc_wcf {{.*layout.frozen.*}} ins({{.*}} : tensor<2x7x32xf32>, tensor<3x32x16xf32>) outs({{.*}} : tensor<2x5x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x7x4xf32>, tensor<4x8x3x4x4xf32>) outs({{.*}} : tensor<2x4x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x7x8xf32>, tensor<2x4x3x8x8xf32>) outs({{.*}} : tensor<2x2x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x7x16xf32>, tensor<1x2x3x16x16xf32>) outs({{.*}} : tensor<2x1x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @conv1d_nwc(%x: tensor<2x7x32xf32>, %w: tensor<3x32x16xf32>, %o: tensor<2x5x16xf32>) -> tensor<2x5x16xf32> {
  %0 = linalg.conv_1d_nwc_wcf ins(%x, %w : tensor<2x7x32xf32>, tensor<3x32x16xf32>)
      outs(%o : tensor<2x5x16xf32>) -> tensor<2x5x16xf32>
  return %0 : tensor<2x5x16xf32>
}

// CHECK-LABEL: func.func @conv2d_nchw(
// NCHW: linalg.conv_2d_nchw_fchw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x6x7xf32>, tensor<16x32x2x3xf32>) outs({{.*}} : tensor<2x16x5x5xf32>)
// NHWC: linalg.conv_2d_nhwc_hwcf {{.*layout.frozen.*}} ins({{.*}} : tensor<2x6x7x32xf32>, tensor<2x3x32x16xf32>) outs({{.*}} : tensor<2x5x5x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x6x7x4xf32>, tensor<4x8x2x3x4x4xf32>) outs({{.*}} : tensor<2x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x6x7x8xf32>, tensor<2x4x2x3x8x8xf32>) outs({{.*}} : tensor<2x2x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x6x7x16xf32>, tensor<1x2x2x3x16x16xf32>) outs({{.*}} : tensor<2x1x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @conv2d_nchw(%x: tensor<2x32x6x7xf32>, %w: tensor<16x32x2x3xf32>, %o: tensor<2x16x5x5xf32>) -> tensor<2x16x5x5xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x32x6x7xf32>, tensor<16x32x2x3xf32>)
      outs(%o : tensor<2x16x5x5xf32>) -> tensor<2x16x5x5xf32>
  return %0 : tensor<2x16x5x5xf32>
}

// CHECK-LABEL: func.func @conv2d_nhwc(
// NCHW: linalg.conv_2d_nchw_fchw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x6x7xf32>, tensor<16x32x2x3xf32>) outs({{.*}} : tensor<2x16x5x5xf32>)
// NHWC: linalg.conv_2d_nhwc_hwcf {{.*layout.frozen.*}} ins({{.*}} : tensor<2x6x7x32xf32>, tensor<2x3x32x16xf32>) outs({{.*}} : tensor<2x5x5x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x6x7x4xf32>, tensor<4x8x2x3x4x4xf32>) outs({{.*}} : tensor<2x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x6x7x8xf32>, tensor<2x4x2x3x8x8xf32>) outs({{.*}} : tensor<2x2x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x6x7x16xf32>, tensor<1x2x2x3x16x16xf32>) outs({{.*}} : tensor<2x1x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @conv2d_nhwc(%x: tensor<2x6x7x32xf32>, %w: tensor<2x3x32x16xf32>, %o: tensor<2x5x5x16xf32>) -> tensor<2x5x5x16xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<2x6x7x32xf32>, tensor<2x3x32x16xf32>)
      outs(%o : tensor<2x5x5x16xf32>) -> tensor<2x5x5x16xf32>
  return %0 : tensor<2x5x5x16xf32>
}

// CHECK-LABEL: func.func @conv2d_nhwc_fhwc(
// NCHW: linalg.conv_2d_nchw_fchw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x6x7xf32>, tensor<16x32x2x3xf32>) outs({{.*}} : tensor<2x16x5x5xf32>)
// NHWC: linalg.conv_2d_nhwc_hwcf {{.*layout.frozen.*}} ins({{.*}} : tensor<2x6x7x32xf32>, tensor<2x3x32x16xf32>) outs({{.*}} : tensor<2x5x5x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x6x7x4xf32>, tensor<4x8x2x3x4x4xf32>) outs({{.*}} : tensor<2x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x6x7x8xf32>, tensor<2x4x2x3x8x8xf32>) outs({{.*}} : tensor<2x2x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x6x7x16xf32>, tensor<1x2x2x3x16x16xf32>) outs({{.*}} : tensor<2x1x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @conv2d_nhwc_fhwc(%x: tensor<2x6x7x32xf32>, %w: tensor<16x2x3x32xf32>, %o: tensor<2x5x5x16xf32>) -> tensor<2x5x5x16xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<2x6x7x32xf32>, tensor<16x2x3x32xf32>)
      outs(%o : tensor<2x5x5x16xf32>) -> tensor<2x5x5x16xf32>
  return %0 : tensor<2x5x5x16xf32>
}

// CHECK-LABEL: func.func @conv3d_ncdhw(
// NCHW: linalg.conv_3d_ncdhw_fcdhw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x5x6x7xf32>, tensor<16x32x2x2x3xf32>) outs({{.*}} : tensor<2x16x4x5x5xf32>)
// NHWC: linalg.conv_3d_ndhwc_dhwcf {{.*layout.frozen.*}} ins({{.*}} : tensor<2x5x6x7x32xf32>, tensor<2x2x3x32x16xf32>) outs({{.*}} : tensor<2x4x5x5x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x5x6x7x4xf32>, tensor<4x8x2x2x3x4x4xf32>) outs({{.*}} : tensor<2x4x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x5x6x7x8xf32>, tensor<2x4x2x2x3x8x8xf32>) outs({{.*}} : tensor<2x2x4x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x5x6x7x16xf32>, tensor<1x2x2x2x3x16x16xf32>) outs({{.*}} : tensor<2x1x4x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @conv3d_ncdhw(%x: tensor<2x32x5x6x7xf32>, %w: tensor<16x32x2x2x3xf32>, %o: tensor<2x16x4x5x5xf32>) -> tensor<2x16x4x5x5xf32> {
  %0 = linalg.conv_3d_ncdhw_fcdhw ins(%x, %w : tensor<2x32x5x6x7xf32>, tensor<16x32x2x2x3xf32>)
      outs(%o : tensor<2x16x4x5x5xf32>) -> tensor<2x16x4x5x5xf32>
  return %0 : tensor<2x16x4x5x5xf32>
}

// CHECK-LABEL: func.func @conv3d_ndhwc(
// NCHW: linalg.conv_3d_ncdhw_fcdhw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x5x6x7xf32>, tensor<16x32x2x2x3xf32>) outs({{.*}} : tensor<2x16x4x5x5xf32>)
// NHWC: linalg.conv_3d_ndhwc_dhwcf {{.*layout.frozen.*}} ins({{.*}} : tensor<2x5x6x7x32xf32>, tensor<2x2x3x32x16xf32>) outs({{.*}} : tensor<2x4x5x5x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x5x6x7x4xf32>, tensor<4x8x2x2x3x4x4xf32>) outs({{.*}} : tensor<2x4x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x5x6x7x8xf32>, tensor<2x4x2x2x3x8x8xf32>) outs({{.*}} : tensor<2x2x4x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x5x6x7x16xf32>, tensor<1x2x2x2x3x16x16xf32>) outs({{.*}} : tensor<2x1x4x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @conv3d_ndhwc(%x: tensor<2x5x6x7x32xf32>, %w: tensor<2x2x3x32x16xf32>, %o: tensor<2x4x5x5x16xf32>) -> tensor<2x4x5x5x16xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf ins(%x, %w : tensor<2x5x6x7x32xf32>, tensor<2x2x3x32x16xf32>)
      outs(%o : tensor<2x4x5x5x16xf32>) -> tensor<2x4x5x5x16xf32>
  return %0 : tensor<2x4x5x5x16xf32>
}

// CHECK-LABEL: func.func @grouped_ngchw(
// NCHW: linalg.conv_2d_ngchw_gfchw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x3x32x6x7xf32>, tensor<3x16x32x2x3xf32>) outs({{.*}} : tensor<2x3x16x5x5xf32>)
// NHWC: linalg.conv_2d_nhwgc_gfhwc {{.*layout.frozen.*}} ins({{.*}} : tensor<2x6x7x3x32xf32>, tensor<3x16x2x3x32xf32>) outs({{.*}} : tensor<2x5x5x3x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x3x8x6x7x4xf32>, tensor<3x4x8x2x3x4x4xf32>) outs({{.*}} : tensor<2x3x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x3x4x6x7x8xf32>, tensor<3x2x4x2x3x8x8xf32>) outs({{.*}} : tensor<2x3x2x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x3x2x6x7x16xf32>, tensor<3x1x2x2x3x16x16xf32>) outs({{.*}} : tensor<2x3x1x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @grouped_ngchw(%x: tensor<2x3x32x6x7xf32>, %w: tensor<3x16x32x2x3xf32>, %o: tensor<2x3x16x5x5xf32>) -> tensor<2x3x16x5x5xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw ins(%x, %w : tensor<2x3x32x6x7xf32>, tensor<3x16x32x2x3xf32>)
      outs(%o : tensor<2x3x16x5x5xf32>) -> tensor<2x3x16x5x5xf32>
  return %0 : tensor<2x3x16x5x5xf32>
}

// CHECK-LABEL: func.func @grouped_ngchw_fgchw(
// NCHW: linalg.conv_2d_ngchw_gfchw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x3x32x6x7xf32>, tensor<3x16x32x2x3xf32>) outs({{.*}} : tensor<2x3x16x5x5xf32>)
// NHWC: linalg.conv_2d_nhwgc_gfhwc {{.*layout.frozen.*}} ins({{.*}} : tensor<2x6x7x3x32xf32>, tensor<3x16x2x3x32xf32>) outs({{.*}} : tensor<2x5x5x3x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x3x8x6x7x4xf32>, tensor<3x4x8x2x3x4x4xf32>) outs({{.*}} : tensor<2x3x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x3x4x6x7x8xf32>, tensor<3x2x4x2x3x8x8xf32>) outs({{.*}} : tensor<2x3x2x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x3x2x6x7x16xf32>, tensor<3x1x2x2x3x16x16xf32>) outs({{.*}} : tensor<2x3x1x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @grouped_ngchw_fgchw(%x: tensor<2x3x32x6x7xf32>, %w: tensor<16x3x32x2x3xf32>, %o: tensor<2x3x16x5x5xf32>) -> tensor<2x3x16x5x5xf32> {
  %0 = linalg.conv_2d_ngchw_fgchw ins(%x, %w : tensor<2x3x32x6x7xf32>, tensor<16x3x32x2x3xf32>)
      outs(%o : tensor<2x3x16x5x5xf32>) -> tensor<2x3x16x5x5xf32>
  return %0 : tensor<2x3x16x5x5xf32>
}

// CHECK-LABEL: func.func @grouped_nhwgc(
// NCHW: linalg.conv_2d_ngchw_gfchw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x3x32x6x7xf32>, tensor<3x16x32x2x3xf32>) outs({{.*}} : tensor<2x3x16x5x5xf32>)
// NHWC: linalg.conv_2d_nhwgc_gfhwc {{.*layout.frozen.*}} ins({{.*}} : tensor<2x6x7x3x32xf32>, tensor<3x16x2x3x32xf32>) outs({{.*}} : tensor<2x5x5x3x16xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x3x8x6x7x4xf32>, tensor<3x4x8x2x3x4x4xf32>) outs({{.*}} : tensor<2x3x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x3x4x6x7x8xf32>, tensor<3x2x4x2x3x8x8xf32>) outs({{.*}} : tensor<2x3x2x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x3x2x6x7x16xf32>, tensor<3x1x2x2x3x16x16xf32>) outs({{.*}} : tensor<2x3x1x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @grouped_nhwgc(%x: tensor<2x6x7x3x32xf32>, %w: tensor<3x16x2x3x32xf32>, %o: tensor<2x5x5x3x16xf32>) -> tensor<2x5x5x3x16xf32> {
  %0 = linalg.conv_2d_nhwgc_gfhwc ins(%x, %w : tensor<2x6x7x3x32xf32>, tensor<3x16x2x3x32xf32>)
      outs(%o : tensor<2x5x5x3x16xf32>) -> tensor<2x5x5x3x16xf32>
  return %0 : tensor<2x5x5x3x16xf32>
}

// CHECK-LABEL: func.func @depthwise1d_ncw(
// NCHW: linalg.depthwise_conv_1d_ncw_cw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x7xf32>, tensor<32x3xf32>) outs({{.*}} : tensor<2x32x5xf32>)
// NHWC: linalg.depthwise_conv_1d_nwc_wc {{.*layout.frozen.*}} ins({{.*}} : tensor<2x7x32xf32>, tensor<3x32xf32>) outs({{.*}} : tensor<2x5x32xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x7x4xf32>, tensor<8x3x4xf32>) outs({{.*}} : tensor<2x8x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x7x8xf32>, tensor<4x3x8xf32>) outs({{.*}} : tensor<2x4x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x7x16xf32>, tensor<2x3x16xf32>) outs({{.*}} : tensor<2x2x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @depthwise1d_ncw(%x: tensor<2x32x7xf32>, %w: tensor<32x3xf32>, %o: tensor<2x32x5xf32>) -> tensor<2x32x5xf32> {
  %0 = linalg.depthwise_conv_1d_ncw_cw ins(%x, %w : tensor<2x32x7xf32>, tensor<32x3xf32>)
      outs(%o : tensor<2x32x5xf32>) -> tensor<2x32x5xf32>
  return %0 : tensor<2x32x5xf32>
}

// CHECK-LABEL: func.func @depthwise1d_nwc(
// NCHW: linalg.depthwise_conv_1d_ncw_cw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x7xf32>, tensor<32x3xf32>) outs({{.*}} : tensor<2x32x5xf32>)
// NHWC: linalg.depthwise_conv_1d_nwc_wc {{.*layout.frozen.*}} ins({{.*}} : tensor<2x7x32xf32>, tensor<3x32xf32>) outs({{.*}} : tensor<2x5x32xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x7x4xf32>, tensor<8x3x4xf32>) outs({{.*}} : tensor<2x8x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x7x8xf32>, tensor<4x3x8xf32>) outs({{.*}} : tensor<2x4x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x7x16xf32>, tensor<2x3x16xf32>) outs({{.*}} : tensor<2x2x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @depthwise1d_nwc(%x: tensor<2x7x32xf32>, %w: tensor<3x32xf32>, %o: tensor<2x5x32xf32>) -> tensor<2x5x32xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wc ins(%x, %w : tensor<2x7x32xf32>, tensor<3x32xf32>)
      outs(%o : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
  return %0 : tensor<2x5x32xf32>
}

// CHECK-LABEL: func.func @depthwise1d_multiplier(
// NCHW: linalg.generic {{.*}} ins({{.*}} : tensor<2x32x7xf32>, tensor<32x2x3xf32>) outs({{.*}} : tensor<2x32x2x5xf32>) attrs = {{.*}}layout.frozen
// NHWC: linalg.depthwise_conv_1d_nwc_wcm {{.*layout.frozen.*}} ins({{.*}} : tensor<2x7x32xf32>, tensor<3x32x2xf32>) outs({{.*}} : tensor<2x5x32x2xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x7x4xf32>, tensor<8x2x3x4xf32>) outs({{.*}} : tensor<2x8x2x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x7x8xf32>, tensor<4x2x3x8xf32>) outs({{.*}} : tensor<2x4x2x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x7x16xf32>, tensor<2x2x3x16xf32>) outs({{.*}} : tensor<2x2x2x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @depthwise1d_multiplier(%x: tensor<2x7x32xf32>, %w: tensor<3x32x2xf32>, %o: tensor<2x5x32x2xf32>) -> tensor<2x5x32x2xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wcm ins(%x, %w : tensor<2x7x32xf32>, tensor<3x32x2xf32>)
      outs(%o : tensor<2x5x32x2xf32>) -> tensor<2x5x32x2xf32>
  return %0 : tensor<2x5x32x2xf32>
}

// CHECK-LABEL: func.func @depthwise2d_nchw(
// NCHW: linalg.depthwise_conv_2d_nchw_chw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x6x7xf32>, tensor<32x2x3xf32>) outs({{.*}} : tensor<2x32x5x5xf32>)
// NHWC: linalg.depthwise_conv_2d_nhwc_hwc {{.*layout.frozen.*}} ins({{.*}} : tensor<2x6x7x32xf32>, tensor<2x3x32xf32>) outs({{.*}} : tensor<2x5x5x32xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x6x7x4xf32>, tensor<8x2x3x4xf32>) outs({{.*}} : tensor<2x8x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x6x7x8xf32>, tensor<4x2x3x8xf32>) outs({{.*}} : tensor<2x4x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x6x7x16xf32>, tensor<2x2x3x16xf32>) outs({{.*}} : tensor<2x2x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @depthwise2d_nchw(%x: tensor<2x32x6x7xf32>, %w: tensor<32x2x3xf32>, %o: tensor<2x32x5x5xf32>) -> tensor<2x32x5x5xf32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : tensor<2x32x6x7xf32>, tensor<32x2x3xf32>)
      outs(%o : tensor<2x32x5x5xf32>) -> tensor<2x32x5x5xf32>
  return %0 : tensor<2x32x5x5xf32>
}

// CHECK-LABEL: func.func @depthwise2d_nhwc(
// NCHW: linalg.depthwise_conv_2d_nchw_chw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x6x7xf32>, tensor<32x2x3xf32>) outs({{.*}} : tensor<2x32x5x5xf32>)
// NHWC: linalg.depthwise_conv_2d_nhwc_hwc {{.*layout.frozen.*}} ins({{.*}} : tensor<2x6x7x32xf32>, tensor<2x3x32xf32>) outs({{.*}} : tensor<2x5x5x32xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x6x7x4xf32>, tensor<8x2x3x4xf32>) outs({{.*}} : tensor<2x8x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x6x7x8xf32>, tensor<4x2x3x8xf32>) outs({{.*}} : tensor<2x4x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x6x7x16xf32>, tensor<2x2x3x16xf32>) outs({{.*}} : tensor<2x2x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @depthwise2d_nhwc(%x: tensor<2x6x7x32xf32>, %w: tensor<2x3x32xf32>, %o: tensor<2x5x5x32xf32>) -> tensor<2x5x5x32xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<2x6x7x32xf32>, tensor<2x3x32xf32>)
      outs(%o : tensor<2x5x5x32xf32>) -> tensor<2x5x5x32xf32>
  return %0 : tensor<2x5x5x32xf32>
}

// CHECK-LABEL: func.func @depthwise2d_multiplier(
// NCHW: linalg.generic {{.*}} ins({{.*}} : tensor<2x32x6x7xf32>, tensor<32x2x2x3xf32>) outs({{.*}} : tensor<2x32x2x5x5xf32>) attrs = {{.*}}layout.frozen
// NHWC: linalg.depthwise_conv_2d_nhwc_hwcm {{.*layout.frozen.*}} ins({{.*}} : tensor<2x6x7x32xf32>, tensor<2x3x32x2xf32>) outs({{.*}} : tensor<2x5x5x32x2xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x6x7x4xf32>, tensor<8x2x2x3x4xf32>) outs({{.*}} : tensor<2x8x2x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x6x7x8xf32>, tensor<4x2x2x3x8xf32>) outs({{.*}} : tensor<2x4x2x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x6x7x16xf32>, tensor<2x2x2x3x16xf32>) outs({{.*}} : tensor<2x2x2x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @depthwise2d_multiplier(%x: tensor<2x6x7x32xf32>, %w: tensor<2x3x32x2xf32>, %o: tensor<2x5x5x32x2xf32>) -> tensor<2x5x5x32x2xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %w : tensor<2x6x7x32xf32>, tensor<2x3x32x2xf32>)
      outs(%o : tensor<2x5x5x32x2xf32>) -> tensor<2x5x5x32x2xf32>
  return %0 : tensor<2x5x5x32x2xf32>
}

// CHECK-LABEL: func.func @depthwise3d_ncdhw(
// NCHW: linalg.depthwise_conv_3d_ncdhw_cdhw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x5x6x7xf32>, tensor<32x2x2x3xf32>) outs({{.*}} : tensor<2x32x4x5x5xf32>)
// NHWC: linalg.depthwise_conv_3d_ndhwc_dhwc {{.*layout.frozen.*}} ins({{.*}} : tensor<2x5x6x7x32xf32>, tensor<2x2x3x32xf32>) outs({{.*}} : tensor<2x4x5x5x32xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x5x6x7x4xf32>, tensor<8x2x2x3x4xf32>) outs({{.*}} : tensor<2x8x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x5x6x7x8xf32>, tensor<4x2x2x3x8xf32>) outs({{.*}} : tensor<2x4x4x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x5x6x7x16xf32>, tensor<2x2x2x3x16xf32>) outs({{.*}} : tensor<2x2x4x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @depthwise3d_ncdhw(%x: tensor<2x32x5x6x7xf32>, %w: tensor<32x2x2x3xf32>, %o: tensor<2x32x4x5x5xf32>) -> tensor<2x32x4x5x5xf32> {
  %0 = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%x, %w : tensor<2x32x5x6x7xf32>, tensor<32x2x2x3xf32>)
      outs(%o : tensor<2x32x4x5x5xf32>) -> tensor<2x32x4x5x5xf32>
  return %0 : tensor<2x32x4x5x5xf32>
}

// CHECK-LABEL: func.func @depthwise3d_ndhwc(
// NCHW: linalg.depthwise_conv_3d_ncdhw_cdhw {{.*layout.frozen.*}} ins({{.*}} : tensor<2x32x5x6x7xf32>, tensor<32x2x2x3xf32>) outs({{.*}} : tensor<2x32x4x5x5xf32>)
// NHWC: linalg.depthwise_conv_3d_ndhwc_dhwc {{.*layout.frozen.*}} ins({{.*}} : tensor<2x5x6x7x32xf32>, tensor<2x2x3x32xf32>) outs({{.*}} : tensor<2x4x5x5x32xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x5x6x7x4xf32>, tensor<8x2x2x3x4xf32>) outs({{.*}} : tensor<2x8x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x5x6x7x8xf32>, tensor<4x2x2x3x8xf32>) outs({{.*}} : tensor<2x4x4x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x5x6x7x16xf32>, tensor<2x2x2x3x16xf32>) outs({{.*}} : tensor<2x2x4x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @depthwise3d_ndhwc(%x: tensor<2x5x6x7x32xf32>, %w: tensor<2x2x3x32xf32>, %o: tensor<2x4x5x5x32xf32>) -> tensor<2x4x5x5x32xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%x, %w : tensor<2x5x6x7x32xf32>, tensor<2x2x3x32xf32>)
      outs(%o : tensor<2x4x5x5x32xf32>) -> tensor<2x4x5x5x32xf32>
  return %0 : tensor<2x4x5x5x32xf32>
}

// CHECK-LABEL: func.func @depthwise3d_multiplier(
// NCHW: linalg.generic {{.*}} ins({{.*}} : tensor<2x32x5x6x7xf32>, tensor<32x2x2x2x3xf32>) outs({{.*}} : tensor<2x32x2x4x5x5xf32>) attrs = {{.*}}layout.frozen
// NHWC: linalg.depthwise_conv_3d_ndhwc_dhwcm {{.*layout.frozen.*}} ins({{.*}} : tensor<2x5x6x7x32xf32>, tensor<2x2x3x32x2xf32>) outs({{.*}} : tensor<2x4x5x5x32x2xf32>)
// C4: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x5x6x7x4xf32>, tensor<8x2x2x2x3x4xf32>) outs({{.*}} : tensor<2x8x2x4x5x5x4xf32>) attrs = {{.*}}layout.frozen
// C8: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x5x6x7x8xf32>, tensor<4x2x2x2x3x8xf32>) outs({{.*}} : tensor<2x4x2x4x5x5x8xf32>) attrs = {{.*}}layout.frozen
// C16: linalg.generic {{.*}} ins({{.*}} : tensor<2x2x5x6x7x16xf32>, tensor<2x2x2x2x3x16xf32>) outs({{.*}} : tensor<2x2x2x4x5x5x16xf32>) attrs = {{.*}}layout.frozen
func.func @depthwise3d_multiplier(%x: tensor<2x5x6x7x32xf32>, %w: tensor<2x2x3x32x2xf32>, %o: tensor<2x4x5x5x32x2xf32>) -> tensor<2x4x5x5x32x2xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%x, %w : tensor<2x5x6x7x32xf32>, tensor<2x2x3x32x2xf32>)
      outs(%o : tensor<2x4x5x5x32x2xf32>) -> tensor<2x4x5x5x32x2xf32>
  return %0 : tensor<2x4x5x5x32x2xf32>
}

