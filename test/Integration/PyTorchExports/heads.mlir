// Heads of an attention as PyTorch exports them, between two matmuls: columns
// cut in two, moved by [0, 2, 1, 3], moved back, and put together.
//
// Covers: R12, R17, R24, R43

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c-mm16" -o %t.nchw16c-mm16.mlir
// RUN: FileCheck %s --check-prefix=PACKED < %t.nchw16c-mm16.mlir
// RUN: layout-opt %t.nchw16c-mm16.mlir --layout-count | FileCheck %s --check-prefix=PACKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c-mm16.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c-mm16.mlir --entry=odd

// BLOCKED-COUNT: {"rewrites":0,
// PACKED-COUNT: {"rewrites":2,

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#column = affine_map<(d0, d1, d2) -> (d2)>

// 16 rows and 32 columns are multiples of the block, so only the argument and
// the result are rewritten.
// PACKED-LABEL: func.func @main(
// PACKED: linalg.mmt4d
// PACKED-NOT: linalg.transpose
// PACKED: math.tanh
// PACKED-NOT: linalg.transpose
// PACKED: linalg.mmt4d
// PACKED: return
func.func @main(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %q_w = arith.constant dense<0.1> : tensor<32x32xf32>
  %q_et = tensor.empty() : tensor<32x32xf32>
  %q_t = linalg.transpose ins(%q_w : tensor<32x32xf32>) outs(%q_et : tensor<32x32xf32>) permutation = [1, 0]
  %q_e = tensor.empty() : tensor<16x32xf32>
  %q_i = linalg.fill ins(%zero : f32) outs(%q_e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %q = linalg.matmul ins(%x, %q_t : tensor<16x32xf32>, tensor<32x32xf32>) outs(%q_i : tensor<16x32xf32>) -> tensor<16x32xf32>
  %cut = tensor.expand_shape %q [[0, 1], [2, 3]] output_shape [1, 16, 2, 16] : tensor<16x32xf32> into tensor<1x16x2x16xf32>
  %eh = tensor.empty() : tensor<1x2x16x16xf32>
  %heads = linalg.transpose ins(%cut : tensor<1x16x2x16xf32>) outs(%eh : tensor<1x2x16x16xf32>) permutation = [0, 2, 1, 3]
  %act = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%heads : tensor<1x2x16x16xf32>) outs(%eh : tensor<1x2x16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x16x16xf32>
  %eb = tensor.empty() : tensor<1x16x2x16xf32>
  %back = linalg.transpose ins(%act : tensor<1x2x16x16xf32>) outs(%eb : tensor<1x16x2x16xf32>) permutation = [0, 2, 1, 3]
  %joined = tensor.collapse_shape %back [[0, 1], [2, 3]] : tensor<1x16x2x16xf32> into tensor<16x32xf32>
  %p_w = arith.constant dense<0.1> : tensor<32x32xf32>
  %p_et = tensor.empty() : tensor<32x32xf32>
  %p_t = linalg.transpose ins(%p_w : tensor<32x32xf32>) outs(%p_et : tensor<32x32xf32>) permutation = [1, 0]
  %p_e = tensor.empty() : tensor<16x32xf32>
  %p_i = linalg.fill ins(%zero : f32) outs(%p_e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %p = linalg.matmul ins(%joined, %p_t : tensor<16x32xf32>, tensor<32x32xf32>) outs(%p_i : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %p : tensor<16x32xf32>
}

// 16 does not divide the numbers of rows and heads.
func.func @odd(%x: tensor<10x12xf32>) -> tensor<10x12xf32> {
  %zero = arith.constant 0.0 : f32
  %q_w = arith.constant dense<0.1> : tensor<12x12xf32>
  %q_et = tensor.empty() : tensor<12x12xf32>
  %q_t = linalg.transpose ins(%q_w : tensor<12x12xf32>) outs(%q_et : tensor<12x12xf32>) permutation = [1, 0]
  %q_e = tensor.empty() : tensor<10x12xf32>
  %q_i = linalg.fill ins(%zero : f32) outs(%q_e : tensor<10x12xf32>) -> tensor<10x12xf32>
  %q = linalg.matmul ins(%x, %q_t : tensor<10x12xf32>, tensor<12x12xf32>) outs(%q_i : tensor<10x12xf32>) -> tensor<10x12xf32>
  %cut = tensor.expand_shape %q [[0, 1], [2, 3]] output_shape [2, 5, 3, 4] : tensor<10x12xf32> into tensor<2x5x3x4xf32>
  %eh = tensor.empty() : tensor<2x3x5x4xf32>
  %heads = linalg.transpose ins(%cut : tensor<2x5x3x4xf32>) outs(%eh : tensor<2x3x5x4xf32>) permutation = [0, 2, 1, 3]
  %act = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%heads : tensor<2x3x5x4xf32>) outs(%eh : tensor<2x3x5x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5x4xf32>
  %eb = tensor.empty() : tensor<2x5x3x4xf32>
  %back = linalg.transpose ins(%act : tensor<2x3x5x4xf32>) outs(%eb : tensor<2x5x3x4xf32>) permutation = [0, 2, 1, 3]
  %joined = tensor.collapse_shape %back [[0, 1], [2, 3]] : tensor<2x5x3x4xf32> into tensor<10x12xf32>
  %p_w = arith.constant dense<0.1> : tensor<12x12xf32>
  %p_et = tensor.empty() : tensor<12x12xf32>
  %p_t = linalg.transpose ins(%p_w : tensor<12x12xf32>) outs(%p_et : tensor<12x12xf32>) permutation = [1, 0]
  %p_e = tensor.empty() : tensor<10x12xf32>
  %p_i = linalg.fill ins(%zero : f32) outs(%p_e : tensor<10x12xf32>) -> tensor<10x12xf32>
  %p = linalg.matmul ins(%joined, %p_t : tensor<10x12xf32>, tensor<12x12xf32>) outs(%p_i : tensor<10x12xf32>) -> tensor<10x12xf32>
  return %p : tensor<10x12xf32>
}
