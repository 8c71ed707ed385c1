// A crop behind a crop that the plan adds is one rewrite with the transform in
// front of both, as the plan counts it; a crop that another op reads as well
// stays apart from that rewrite.
//
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad strategy=forward report=%t.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.json
// RUN: layout-check %s %t.mlir --entry=twice | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=shared | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
// CHECK: "after": {
// CHECK-NEXT: "rewrites": 9,
// CHECK-NEXT: "bytes": 262912,
// CHECK-NEXT: "moves": {
// CHECK-NEXT: "n": 1,
// CHECK-NEXT: "bytes": 5280
func.func @twice(%x: tensor<2x24x6x12xf32>, %w: tensor<24x24x3x3xf32>, %o: tensor<2x24x4x10xf32>) -> tensor<18x2x40xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x24x6x12xf32>, tensor<24x24x3x3xf32>) outs(%o : tensor<2x24x4x10xf32>) -> tensor<2x24x4x10xf32>
  %1 = tensor.collapse_shape %0 [[0], [1], [2, 3]] : tensor<2x24x4x10xf32> into tensor<2x24x40xf32>
  %e = tensor.empty() : tensor<24x2x40xf32>
  %2 = linalg.transpose ins(%1 : tensor<2x24x40xf32>) outs(%e : tensor<24x2x40xf32>) permutation = [1, 0, 2]
  %3 = tensor.extract_slice %2[0, 0, 0] [18, 2, 40] [1, 1, 1] : tensor<24x2x40xf32> to tensor<18x2x40xf32>
  return %3 : tensor<18x2x40xf32>
}

func.func @shared(%x: tensor<2x24x6x12xf32>, %w: tensor<24x24x3x3xf32>, %o: tensor<2x24x4x10xf32>) -> (tensor<18x2x40xf32>, tensor<2x11x30xf32>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x24x6x12xf32>, tensor<24x24x3x3xf32>) outs(%o : tensor<2x24x4x10xf32>) -> tensor<2x24x4x10xf32>
  %1 = tensor.collapse_shape %0 [[0], [1], [2, 3]] : tensor<2x24x4x10xf32> into tensor<2x24x40xf32>
  %e = tensor.empty() : tensor<24x2x40xf32>
  %2 = linalg.transpose ins(%1 : tensor<2x24x40xf32>) outs(%e : tensor<24x2x40xf32>) permutation = [1, 0, 2]
  %3 = tensor.extract_slice %2[0, 0, 0] [18, 2, 40] [1, 1, 1] : tensor<24x2x40xf32> to tensor<18x2x40xf32>
  %4 = tensor.extract_slice %1[0, 0, 7] [2, 11, 30] [1, 2, 1] : tensor<2x24x40xf32> to tensor<2x11x30xf32>
  return %3, %4 : tensor<18x2x40xf32>, tensor<2x11x30xf32>
}
