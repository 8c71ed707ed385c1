// LayoutPlugin.so adds the dialect and the passes to stock mlir-opt. That works only if
// both use the same libMLIR.so.
// UNSUPPORTED: asan
// RUN: mlir-opt %s --load-dialect-plugin=%layout_plugin \
// RUN:   --load-pass-plugin=%layout_plugin \
// RUN:   --pass-pipeline="builtin.module(layout-freeze{target=nhwc},canonicalize)" \
// RUN:   | FileCheck %s
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=STOCK

// STOCK: error: Dialect `layout' not found

// CHECK-LABEL: func.func @convolution
// CHECK: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHECK: linalg.conv_2d_nhwc_hwcf {{{.*}}layout.frozen
func.func @convolution(%image: tensor<1x3x8x8xf32>, %filter: tensor<4x3x3x3xf32>,
                       %init: tensor<1x4x6x6xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw
      ins(%image, %filter : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>)
      outs(%init : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, h, w, c)>
      : tensor<1x4x6x6xf32> to tensor<1x6x6x4xf32>
  return %1 : tensor<1x6x6x4xf32>
}
