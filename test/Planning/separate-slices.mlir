// A slice of channels that fit no blocks is two slices in blocks: whole blocks, and what is left in rows. Both are run,
// where the program runs one, so the first one costs its bytes: here it is better to unpack the whole result.
// RUN: layout-opt %s --layout-pipeline="target=nchw8c report=%t.json" -o %t.mlir
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %s --layout-randomize-splats -o %t.random.mlir
// RUN: layout-opt %t.random.mlir --layout-pipeline=target=nchw8c -o %t.planned.mlir
// RUN: layout-check %t.random.mlir %t.planned.mlir
// COUNT: {"rewrites":2,"bytes":81920,"moves":{"n":1,"bytes":24576}

func.func @main(%image: tensor<1x16x16x16xf32>) -> tensor<1x12x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %v = arith.constant dense<0.0625> : tensor<12x16x1x1xf32>
  %w = arith.constant dense<0.0625> : tensor<24x12x1x1xf32>
  %e0 = tensor.empty() : tensor<1x12x16x16xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x12x16x16xf32>) -> tensor<1x12x16x16xf32>
  %e1 = tensor.empty() : tensor<1x24x16x16xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x24x16x16xf32>) -> tensor<1x24x16x16xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%image, %v : tensor<1x16x16x16xf32>, tensor<12x16x1x1xf32>) outs(%0 : tensor<1x12x16x16xf32>) -> tensor<1x12x16x16xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w : tensor<1x12x16x16xf32>, tensor<24x12x1x1xf32>) outs(%1 : tensor<1x24x16x16xf32>) -> tensor<1x24x16x16xf32>
  %4 = tensor.extract_slice %3[0, 1, 0, 0] [1, 12, 16, 16] [1, 1, 1, 1] : tensor<1x24x16x16xf32> to tensor<1x12x16x16xf32>
  return %4 : tensor<1x12x16x16xf32>
}
