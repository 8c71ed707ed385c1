// A chain of convolutions with several layout options, with odd numbers of
// channels and with strides, computes the same results when planned for each
// target that has options.
// Covers: R20, R48

// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that happens to be aligned as they require.

// RUN: layout-opt %s --layout-randomize-splats=seed=3 -o %t.in.mlir
// DEFINE: %{target} =
// DEFINE: %{check} = layout-opt %t.in.mlir --layout-pipeline="target=%{target} report=%t.json" -o %t.mlir && layout-check %t.in.mlir %t.mlir && layout-opt %t.mlir --layout-pipeline=target=%{target} | diff %t.mlir - && FileCheck %s --check-prefix=%{target} < %t.json
// REDEFINE: %{target} = conv4
// RUN: %{check}
// REDEFINE: %{target} = nchw16c-1x1nhwc
// RUN: %{check}
// REDEFINE: %{target} = nchw16c
// RUN: %{check}

// The result of the first convolution has 4608 bytes, and that of the last one
// 80. The image has 3 channels. The NHWC option would cost 1/8 of 4608 instead
// of 1/4 for NCHW, but rewriting 768 bytes costs more than the difference. The
// last result has 5 channels and, as the signature requires, NCHW: 1/4 of 80.
// conv4: "plan": {
// conv4-NEXT: "cost": 1172,
// conv4-NEXT: "bound": 1172,
// conv4: "after": {
// conv4-NEXT: "rewrites": 0,
// The sum has the layout of the op that follows; the pointwise convolution
// reads NHWC.
// nchw16c-1x1nhwc: "plan": {
// nchw16c-1x1nhwc-NEXT: "cost": 18432,
// nchw16c-1x1nhwc: "gap": 0,
// nchw16c: "plan": {
// nchw16c-NEXT: "cost": 0,
func.func @main(%x: tensor<1x3x8x8xf32>) -> tensor<1x5x2x2xf32> {
  %w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %p = arith.constant dense<0.2> : tensor<32x32x1x1xf32>
  %v = arith.constant dense<0.3> : tensor<5x32x3x3xf32>
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x32x6x6xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<32x3x3x3xf32>) outs(%i0 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %p : tensor<1x32x6x6xf32>, tensor<32x32x1x1xf32>) outs(%i0 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %2 = linalg.add ins(%0, %1 : tensor<1x32x6x6xf32>, tensor<1x32x6x6xf32>) outs(%e0 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %e1 = tensor.empty() : tensor<1x5x2x2xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  %3 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%2, %v : tensor<1x32x6x6xf32>, tensor<5x32x3x3xf32>) outs(%i1 : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %3 : tensor<1x5x2x2xf32>
}
