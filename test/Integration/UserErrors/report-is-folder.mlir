// A report cannot replace a folder.
// RUN: %must-fail %s --layout-pipeline="report=OUT/." | FileCheck %s
// CHECK: report-is-folder.mlir:0:0: error: cannot write the report: '{{.*}}': Is a directory

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
