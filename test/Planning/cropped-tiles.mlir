// Two readers of 33 of 64 rows of tiles: one pads them with zeros, for which the rows
// are cropped, and the other one may read anything. As the crop stays, the latter
// reads what it leaves, too, as planned, and not the larger tiles.
// Covers: R13
//
// RUN: layout-opt %s --layout-pipeline="target=tiles32 indivisible=pad strict=true" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: layout-opt %t.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir | FileCheck %s --check-prefix=EQUAL
// SILENT-NOT: {{warning|error}}
// COUNT: {"rewrites":5,"bytes":177472,"moves":{"n":3,"bytes":120576}
// EQUAL: {{^equal$}}
func.func @main(%x: tensor<33x48xf32>, %w: tensor<48x96xf32>) -> tensor<3x33x32xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<33x96xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<33x96xf32>) -> tensor<33x96xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<33x48xf32>, tensor<48x96xf32>) outs(%1 : tensor<33x96xf32>) -> tensor<33x96xf32>
  %3 = tensor.expand_shape %2 [[0], [1, 2]] output_shape [33, 3, 32] : tensor<33x96xf32> into tensor<33x3x32xf32>
  %4 = tensor.empty() : tensor<3x33x32xf32>
  %q = linalg.transpose ins(%3 : tensor<33x3x32xf32>) outs(%4 : tensor<3x33x32xf32>) permutation = [1, 0, 2]
  %5 = tensor.empty() : tensor<3x32x33xf32>
  %k = linalg.transpose ins(%3 : tensor<33x3x32xf32>) outs(%5 : tensor<3x32x33xf32>) permutation = [1, 2, 0]
  %6 = tensor.empty() : tensor<3x33x33xf32>
  %7 = linalg.fill ins(%zero : f32) outs(%6 : tensor<3x33x33xf32>) -> tensor<3x33x33xf32>
  %8 = linalg.batch_matmul ins(%q, %k : tensor<3x33x32xf32>, tensor<3x32x33xf32>) outs(%7 : tensor<3x33x33xf32>) -> tensor<3x33x33xf32>
  %9 = linalg.fill ins(%zero : f32) outs(%4 : tensor<3x33x32xf32>) -> tensor<3x33x32xf32>
  %10 = linalg.batch_matmul ins(%8, %q : tensor<3x33x33xf32>, tensor<3x33x32xf32>) outs(%9 : tensor<3x33x32xf32>) -> tensor<3x33x32xf32>
  return %10 : tensor<3x33x32xf32>
}
