// A padded value that one op reads in another order without the padding is cropped in
// its own order first, if it then moves less. Of the 8 channels of a block, the first
// convolution computes 2, which are 512 of 2048 bytes: cropped and rewritten they are
// 4 * 512 bytes, while one rewrite that crops would read 2048 and write 512. Of the
// second one, 3 channels are 768 bytes.
//
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad padding-price=0 strict=true problem=%t/p.problem.json plan=%t/p.plan.json" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: FileCheck %s --input-file=%t/out.mlir
// RUN: layout-opt %t/out.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check-plan %t/p-two.problem.json %t/p-two.plan.json | FileCheck %s --check-prefix=TWO
// RUN: layout-check-plan %t/p-three.problem.json %t/p-three.plan.json | FileCheck %s --check-prefix=THREE
// RUN: layout-check %s %t/out.mlir --entry=two | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/out.mlir --entry=three | FileCheck %s --check-prefix=EQUAL
// SILENT-NOT: {{warning|error}}
// EQUAL: {{^equal$}}
//
// 2048 + 2048 bytes of the input, and 512 * 4 or 2048 + 768 bytes of the result.
// COUNT: {"rewrites":4,"bytes":12032,"moves":{"n":1,"bytes":1024}
// TWO: {{^holds: cost 6144, no plan costs less than 6144$}}
// THREE: {{^holds: cost 6912, no plan costs less than 6912$}}

// CHECK-LABEL: func.func @two
// CHECK: tensor.extract_slice {{.*}}[0, 0, 0] [8, 8, 2] [1, 1, 1] : tensor<8x8x8xf32> to tensor<8x8x2xf32>
// CHECK: linalg.transpose {{.*}} permutation = [2, 0, 1]
func.func @two(%x: tensor<1x8x8x8xf32>) -> tensor<1x2x8x8xf32> {
  %w = arith.constant dense<[[[[0.125]], [[0.25]], [[0.375]], [[0.5]], [[0.625]], [[0.75]], [[0.875]], [[1.0]]], [[[1.125]], [[1.25]], [[1.375]], [[1.5]], [[1.625]], [[1.75]], [[1.875]], [[2.0]]]]> : tensor<2x8x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x8x8xf32>, tensor<2x8x1x1xf32>) outs(%f : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  return %0 : tensor<1x2x8x8xf32>
}

// CHECK-LABEL: func.func @three
// CHECK-NOT: tensor.extract_slice
func.func @three(%x: tensor<1x8x8x8xf32>) -> tensor<1x3x8x8xf32> {
  %w = arith.constant dense<[[[[0.125]], [[0.25]], [[0.375]], [[0.5]], [[0.625]], [[0.75]], [[0.875]], [[1.0]]], [[[1.125]], [[1.25]], [[1.375]], [[1.5]], [[1.625]], [[1.75]], [[1.875]], [[2.0]]], [[[2.125]], [[2.25]], [[2.375]], [[2.5]], [[2.625]], [[2.75]], [[2.875]], [[3.0]]]]> : tensor<3x8x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x8x8xf32>, tensor<3x8x1x1xf32>) outs(%f : tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  return %0 : tensor<1x3x8x8xf32>
}
