// The pipeline writes a plan in the form that the option names, and erases
// marks afterwards.
//
// RUN: layout-opt %s --layout-pipeline="target=nhwc form=iree" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-opt %t.mlir -o /dev/null
// RUN: layout-check %s %t.mlir
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.plain.mlir
// RUN: layout-opt %s --layout-pipeline="target=nhwc form=default" | diff %t.plain.mlir -
// RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t.plain.mlir
//
// RUN: not layout-opt %s --layout-pipeline="target=nhwc form=xla" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not layout-opt %s --layout-linalg-form=form=xla 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: layout-opt --help | FileCheck %s --check-prefix=CHOICES
// RUN: not layout-opt %s --layout-pipeline="form=iree materialize=false" 2>&1 | FileCheck %s --check-prefix=UNMATERIALIZED
// UNKNOWN: for the --form option: requires default or iree, found 'xla'
// CHOICES: --layout-linalg-form
// CHOICES: =default {{.*}} for any: ops stay as they are
// CHOICES: =iree {{.*}} for IREE on CPUs
// UNMATERIALIZED: requires materialize=true with another form than the default, found materialize=false

// CHECK-LABEL: func.func @forward
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0] [1, 4, 4, 3] [1, 2, 2, 1]
// CHECK: linalg.matmul ins(%{{.*}} : tensor<16x3xf32>, tensor<3x5xf32>)
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK-NOT: layout.
// PLAIN: linalg.conv_2d_nhwc_hwcf
// PLAIN-SAME: tensor<1x8x8x3xf32>, tensor<1x1x3x5xf32>
func.func @forward(%image: tensor<1x3x8x8xf32>) -> tensor<1x5x4x4xf32> {
  %filter = arith.constant dense<[[[[1.0]], [[2.0]], [[3.0]]], [[[4.0]], [[5.0]], [[6.0]]], [[[7.0]], [[8.0]], [[9.0]]],
                                  [[[1.5]], [[2.5]], [[3.5]]], [[[4.5]], [[5.5]], [[6.5]]]]> : tensor<5x3x1x1xf32>
  %square = arith.constant dense<0.5> : tensor<5x5x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x5x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x3x8x8xf32>, tensor<5x3x1x1xf32>)
      outs(%zeros : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>, layout.skip}
      ins(%0, %square : tensor<1x5x4x4xf32>, tensor<5x5x1x1xf32>)
      outs(%zeros : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %1 : tensor<1x5x4x4xf32>
}
