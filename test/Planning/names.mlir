// Names of layouts in reports: convolutions give letters to their dims, other
// ops pass the letters on. Dims that no convolution reaches get letters from A
// on.
// RUN: layout-opt %s --layout-pipeline="target=nchw16c-mm16 strategy=optimal report=%t.dot" -o /dev/null
// RUN: FileCheck %s < %t.dot
// RUN: layout-opt %s --layout-pipeline="target=nhwc strategy=optimal report=%t.nhwc.dot" -o /dev/null
// RUN: FileCheck %s --check-prefix=NHWC < %t.nhwc.dot

// The channels of the second value are one block, so that its elements are in
// the same order as NHWC.
// CHECK: label="argument 0 of @image\n1x32x8x8xf32 NCHW"
// CHECK: label="convolution\n1x16x8x8xf32 NCHW16c"
// CHECK: label="exp\n1x16x8x8xf32 NCHW16c"
// CHECK: label="convolution\n1x32x8x8xf32 NCHW16c"
// CHECK: label="pooling_nchw_max\n1x32x6x6xf32 NCHW16c"
// CHECK: label="func.return\n1x32x6x6xf32 NCHW"
// CHECK: label="16,384 bytes\nNCHW to NCHW16c"
// NHWC: label="conv_2d_nhwc_hwcf\n1x16x8x8xf32 NHWC"
// NHWC: label="exp\n1x16x8x8xf32 NHWC"
// NHWC: label="pooling_nchw_max\n1x32x6x6xf32 NHWC"
func.func @image(%x: tensor<1x32x8x8xf32>, %v: tensor<16x32x1x1xf32>, %w: tensor<32x16x1x1xf32>, %window: tensor<3x3xf32>) -> tensor<1x32x6x6xf32> {
  %a = tensor.empty() : tensor<1x16x8x8xf32>
  %b = tensor.empty() : tensor<1x32x8x8xf32>
  %c = tensor.empty() : tensor<1x32x6x6xf32>
  %zero = arith.constant 0.0 : f32
  %za = linalg.fill ins(%zero : f32) outs(%a : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %zb = linalg.fill ins(%zero : f32) outs(%b : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %zc = linalg.fill ins(%zero : f32) outs(%c : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x32x8x8xf32>, tensor<16x32x1x1xf32>) outs(%za : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %1 = linalg.exp ins(%0 : tensor<1x16x8x8xf32>) outs(%a : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x16x8x8xf32>, tensor<32x16x1x1xf32>) outs(%zb : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %3 = linalg.pooling_nchw_max ins(%2, %window : tensor<1x32x8x8xf32>, tensor<3x3xf32>) outs(%zc : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %3 : tensor<1x32x6x6xf32>
}

// CHECK: label="argument 0 of @matrix\n32x48xf32 row-major"
// CHECK: label="mmt4d\n32x64xf32 AB16a16b"
// CHECK: label="12,288 bytes\nrow-major to AB16a16b"
// NHWC: label="matmul\n32x64xf32 row-major"
func.func @matrix(%x: tensor<32x48xf32>, %w: tensor<48x64xf32>) -> tensor<32x64xf32> {
  %a = tensor.empty() : tensor<32x64xf32>
  %zero = arith.constant 0.0 : f32
  %za = linalg.fill ins(%zero : f32) outs(%a : tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<32x48xf32>, tensor<48x64xf32>) outs(%za : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = linalg.exp ins(%0 : tensor<32x64xf32>) outs(%a : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
