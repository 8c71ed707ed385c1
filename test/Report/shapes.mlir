// The graph gives the logical shape of every value, with one dim for each
// letter, also between blocked ops that hand their tiles to each other; the
// shape in memory is beside it under its own name.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/in.mlir && cd %t
// RUN: layout-opt in.mlir --layout-pipeline="target=nchw16c-mm16 report=blocked.dot" -o /dev/null
// RUN: FileCheck %s < blocked.dot
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc report=nhwc.dot" -o /dev/null
// RUN: FileCheck %s --check-prefix=NHWC < nhwc.dot

// CHECK: label="argument 0 of @images\n1x32x8x8xf32 NCHW", fillcolor="{{[^"]*}}", tooltip="in.mlir:{{[0-9:]+}}"
// CHECK: label="convolution\n1x48x8x8xf32 NCHW16c", fillcolor="{{[^"]*}}", tooltip="in.mlir:{{[0-9:]+}}\nin memory 1x3x8x8x16xf32"
// CHECK: label="convolution\n1x32x8x8xf32 NCHW16c", fillcolor="{{[^"]*}}", tooltip="in.mlir:{{[0-9:]+}}\nin memory 1x2x8x8x16xf32"
// CHECK: label="func.return\n1x32x8x8xf32 NCHW", fillcolor="{{[^"]*}}", tooltip="in.mlir:{{[0-9:]+}}"
// The dims stand in the order of the program.
// NHWC: label="conv_2d_nhwc_hwcf\n1x48x8x8xf32 NHWC", fillcolor="{{[^"]*}}", tooltip="in.mlir:{{[0-9:]+}}\nin memory 1x8x8x48xf32"
// NHWC: label="conv_2d_nhwc_hwcf\n1x32x8x8xf32 NHWC", fillcolor="{{[^"]*}}", tooltip="in.mlir:{{[0-9:]+}}\nin memory 1x8x8x32xf32"
func.func @images(%x: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %v = arith.constant dense<0.5> : tensor<48x32x1x1xf32>
  %w = arith.constant dense<0.5> : tensor<32x48x1x1xf32>
  %y = arith.constant dense<0.0> : tensor<1x48x8x8xf32>
  %z = arith.constant dense<0.0> : tensor<1x32x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x32x8x8xf32>, tensor<48x32x1x1xf32>) outs(%y : tensor<1x48x8x8xf32>) -> tensor<1x48x8x8xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x48x8x8xf32>, tensor<32x48x1x1xf32>) outs(%z : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %1 : tensor<1x32x8x8xf32>
}

// CHECK: label="argument 0 of @matrices\n32x48xf32 row-major", fillcolor="{{[^"]*}}", tooltip="in.mlir:{{[0-9:]+}}"
// CHECK: label="mmt4d\n32x64xf32 AB16a16b", fillcolor="{{[^"]*}}", tooltip="in.mlir:{{[0-9:]+}}\nin memory 2x4x16x16xf32"
// CHECK: label="mmt4d\n32x80xf32 AB16a16b", fillcolor="{{[^"]*}}", tooltip="in.mlir:{{[0-9:]+}}\nin memory 2x5x16x16xf32"
func.func @matrices(%x: tensor<32x48xf32>) -> tensor<32x80xf32> {
  %v = arith.constant dense<0.5> : tensor<48x64xf32>
  %w = arith.constant dense<0.5> : tensor<64x80xf32>
  %y = arith.constant dense<0.0> : tensor<32x64xf32>
  %z = arith.constant dense<0.0> : tensor<32x80xf32>
  %0 = linalg.matmul ins(%x, %v : tensor<32x48xf32>, tensor<48x64xf32>) outs(%y : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<32x64xf32>, tensor<64x80xf32>) outs(%z : tensor<32x80xf32>) -> tensor<32x80xf32>
  return %1 : tensor<32x80xf32>
}
