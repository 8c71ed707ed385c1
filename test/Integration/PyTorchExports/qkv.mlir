// Queries, keys and values as PyTorch exports them: one matmul whose columns
// are cut in three, moved to the front by [2, 0, 3, 1, 4], sliced, and
// collapsed into what batches of matmuls read.
//
// Covers: R2, R12, R17, R24, R43

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c-mm16" -o %t.nchw16c-mm16.mlir
// RUN: FileCheck %s --check-prefix=PACKED < %t.nchw16c-mm16.mlir
// RUN: layout-opt %t.nchw16c-mm16.mlir --layout-count | FileCheck %s --check-prefix=PACKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c-mm16.mlir --entry=main

// PACKED-COUNT: {"rewrites":3,

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d1, 0)>

// Rows, columns and heads are blocks of 16, and the keys are multiplied row by
// row without a transpose. Only the values are rewritten, because the second
// product reads them by columns.
// PACKED-LABEL: func.func @main(
// PACKED: linalg.mmt4d
// PACKED-NOT: linalg.transpose
// PACKED: linalg.batch_mmt4d
// PACKED: linalg.transpose
// PACKED-NOT: linalg.transpose
// PACKED: linalg.batch_mmt4d
// PACKED-NOT: linalg.transpose
// PACKED: linalg.mmt4d
// PACKED: return
func.func @main(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %qkv_w = arith.constant dense<0.1> : tensor<96x32xf32>
  %qkv_et = tensor.empty() : tensor<32x96xf32>
  %qkv_t = linalg.transpose ins(%qkv_w : tensor<96x32xf32>) outs(%qkv_et : tensor<32x96xf32>) permutation = [1, 0]
  %qkv_e = tensor.empty() : tensor<16x96xf32>
  %qkv_i = linalg.fill ins(%zero : f32) outs(%qkv_e : tensor<16x96xf32>) -> tensor<16x96xf32>
  %qkv = linalg.matmul ins(%x, %qkv_t : tensor<16x32xf32>, tensor<32x96xf32>) outs(%qkv_i : tensor<16x96xf32>) -> tensor<16x96xf32>
  %cut = tensor.expand_shape %qkv [[0, 1], [2, 3, 4]] output_shape [1, 16, 3, 2, 16] : tensor<16x96xf32> into tensor<1x16x3x2x16xf32>
  %et = tensor.empty() : tensor<3x1x2x16x16xf32>
  %t = linalg.transpose ins(%cut : tensor<1x16x3x2x16xf32>) outs(%et : tensor<3x1x2x16x16xf32>) permutation = [2, 0, 3, 1, 4]
  %q_s = tensor.extract_slice %t[0, 0, 0, 0, 0] [1, 1, 2, 16, 16] [1, 1, 1, 1, 1] : tensor<3x1x2x16x16xf32> to tensor<1x1x2x16x16xf32>
  %q = tensor.collapse_shape %q_s [[0, 1, 2], [3], [4]] : tensor<1x1x2x16x16xf32> into tensor<2x16x16xf32>
  %k_s = tensor.extract_slice %t[1, 0, 0, 0, 0] [1, 1, 2, 16, 16] [1, 1, 1, 1, 1] : tensor<3x1x2x16x16xf32> to tensor<1x1x2x16x16xf32>
  %k = tensor.collapse_shape %k_s [[0, 1, 2], [3], [4]] : tensor<1x1x2x16x16xf32> into tensor<2x16x16xf32>
  %v_s = tensor.extract_slice %t[2, 0, 0, 0, 0] [1, 1, 2, 16, 16] [1, 1, 1, 1, 1] : tensor<3x1x2x16x16xf32> to tensor<1x1x2x16x16xf32>
  %v = tensor.collapse_shape %v_s [[0, 1, 2], [3], [4]] : tensor<1x1x2x16x16xf32> into tensor<2x16x16xf32>
  %ek = tensor.empty() : tensor<2x16x16xf32>
  %kt = linalg.transpose ins(%k : tensor<2x16x16xf32>) outs(%ek : tensor<2x16x16xf32>) permutation = [0, 2, 1]
  %ea = tensor.empty() : tensor<2x16x16xf32>
  %ia = linalg.fill ins(%zero : f32) outs(%ea : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %scores = linalg.batch_matmul ins(%q, %kt : tensor<2x16x16xf32>, tensor<2x16x16xf32>) outs(%ia : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %probs = linalg.softmax dimension(2) ins(%scores : tensor<2x16x16xf32>) outs(%ea : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %eq = tensor.empty() : tensor<2x16x16xf32>
  %iq = linalg.fill ins(%zero : f32) outs(%eq : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %o = linalg.batch_matmul ins(%probs, %v : tensor<2x16x16xf32>, tensor<2x16x16xf32>) outs(%iq : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %o4 = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [1, 2, 16, 16] : tensor<2x16x16xf32> into tensor<1x2x16x16xf32>
  %eb = tensor.empty() : tensor<1x16x2x16xf32>
  %back = linalg.transpose ins(%o4 : tensor<1x2x16x16xf32>) outs(%eb : tensor<1x16x2x16xf32>) permutation = [0, 2, 1, 3]
  %joined = tensor.collapse_shape %back [[0, 1], [2, 3]] : tensor<1x16x2x16xf32> into tensor<16x32xf32>
  %p_w = arith.constant dense<0.1> : tensor<32x32xf32>
  %p_et = tensor.empty() : tensor<32x32xf32>
  %p_t = linalg.transpose ins(%p_w : tensor<32x32xf32>) outs(%p_et : tensor<32x32xf32>) permutation = [1, 0]
  %p_e = tensor.empty() : tensor<16x32xf32>
  %p_i = linalg.fill ins(%zero : f32) outs(%p_e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %p = linalg.matmul ins(%joined, %p_t : tensor<16x32xf32>, tensor<32x32xf32>) outs(%p_i : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %p : tensor<16x32xf32>
}

