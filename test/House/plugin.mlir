// LayoutPlugin.so brings the dialect and the passes to stock mlir-opt, which
// works only if both share one libMLIR.so.
// UNSUPPORTED: asan
// RUN: mlir-opt %s --load-dialect-plugin=%layout_plugin \
// RUN:   --load-pass-plugin=%layout_plugin \
// RUN:   --pass-pipeline="builtin.module(canonicalize)" | FileCheck %s
// RUN: not mlir-opt %s

// CHECK-LABEL: func.func @nhwc
// CHECK: layout.layout_transform
func.func @nhwc(%arg0: tensor<1x64x56x56xf32>) -> tensor<1x56x56x64xf32> {
  %0 = layout.layout_transform %arg0 by <(n, c, h, w) -> (n, h, w, c)>
      : tensor<1x64x56x56xf32> to tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}
