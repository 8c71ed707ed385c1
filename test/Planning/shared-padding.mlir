// The columns of the transposed product are padded with zeros where they are
// summed over, and with anything where they are columns of a result. Both ops
// read the one that is padded with zeros, which is rewritten once.
// Covers: R13
//
// RUN: layout-opt %s --layout-pipeline="target=tiles32 indivisible=pad strict=true" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: layout-opt %t.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir | FileCheck %s --check-prefix=EQUAL
// SILENT-NOT: {{warning|error}}
// COUNT: {"rewrites":4,"bytes":87040,"moves":{"n":2,"bytes":7680}
// EQUAL: {{^equal$}}
func.func @main(%a: tensor<5x64xf32>, %w: tensor<64x96xf32>) -> tensor<1x96x5xf32> {
  %zero = arith.constant 0.0 : f32
  %xe = tensor.empty() : tensor<5x96xf32>
  %xf = linalg.fill ins(%zero : f32) outs(%xe : tensor<5x96xf32>) -> tensor<5x96xf32>
  %y = linalg.matmul ins(%a, %w : tensor<5x64xf32>, tensor<64x96xf32>) outs(%xf : tensor<5x96xf32>) -> tensor<5x96xf32>
  %x = tensor.expand_shape %y [[0, 1], [2]] output_shape [1, 5, 96] : tensor<5x96xf32> into tensor<1x5x96xf32>
  %e = tensor.empty() : tensor<1x96x5xf32>
  %t = linalg.transpose ins(%x : tensor<1x5x96xf32>) outs(%e : tensor<1x96x5xf32>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<1x96x96xf32>
  %sf = linalg.fill ins(%zero : f32) outs(%se : tensor<1x96x96xf32>) -> tensor<1x96x96xf32>
  %s = linalg.batch_matmul ins(%t, %x : tensor<1x96x5xf32>, tensor<1x5x96xf32>) outs(%sf : tensor<1x96x96xf32>) -> tensor<1x96x96xf32>
  %of = linalg.fill ins(%zero : f32) outs(%e : tensor<1x96x5xf32>) -> tensor<1x96x5xf32>
  %o = linalg.batch_matmul ins(%s, %t : tensor<1x96x96xf32>, tensor<1x96x5xf32>) outs(%of : tensor<1x96x5xf32>) -> tensor<1x96x5xf32>
  return %o : tensor<1x96x5xf32>
}
