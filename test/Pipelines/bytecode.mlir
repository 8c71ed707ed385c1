// Bytecode is read and written like text, and the result holds no op or
// attribute of the dialect.
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: layout-opt %s --layout-pipeline="target=nhwc" --emit-bytecode -o %t.mlirbc
// RUN: mlir-opt %t.mlirbc | diff %t.mlir -
// RUN: mlir-opt %s --emit-bytecode -o %t.in.mlirbc
// RUN: layout-opt %t.in.mlirbc --layout-pipeline="target=nhwc" | diff %t.mlir -
// RUN: layout-opt --layout-pipeline="target=nhwc" < %t.in.mlirbc | diff %t.mlir -
// RUN: layout-opt %t.mlirbc --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %t.in.mlirbc %t.mlirbc

// No output is written for truncated bytecode.
// RUN: rm -rf %t && mkdir %t
// RUN: head -c 300 %t.in.mlirbc > %t.cut.mlirbc
// RUN: not layout-opt %t.cut.mlirbc --layout-pipeline="target=nhwc report=%t/report.json" -o %t/out.mlir
// RUN: ls %t | count 0

// COUNT: {"rewrites":2,"bytes":4352,{{.*}}"constants":{"n":0,"bytes":0}
func.func @main(%x: tensor<1x4x8x8xf32>) -> tensor<1x8x6x6xf32> {
  %f = arith.constant dense<[[[[1.0]], [[2.0]], [[3.0]], [[4.0]]], [[[5.0]], [[6.0]], [[7.0]], [[8.0]]]]> : tensor<2x4x1x1xf32>
  %g = arith.constant dense<0.5> : tensor<8x2x3x3xf32>
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x2x8x8xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xf32>, tensor<2x4x1x1xf32>) outs(%i0 : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %e1 = tensor.empty() : tensor<1x8x6x6xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %g : tensor<1x2x8x8xf32>, tensor<8x2x3x3xf32>) outs(%i1 : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %1 : tensor<1x8x6x6xf32>
}
