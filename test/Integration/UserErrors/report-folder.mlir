// A report cannot be written into a folder that does not exist.
// RUN: %must-fail %s --layout-pipeline="report=OUT/no/such/folder/report.json" | FileCheck %s
// CHECK: report-folder.mlir:0:0: error: cannot write the report: '{{.*}}/no/such/folder/report.json': No such file or directory

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
