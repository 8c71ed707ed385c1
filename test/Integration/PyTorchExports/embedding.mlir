// An embedding as PyTorch exports it: a generic that asserts that the index is
// in the table, and gathers from it; in front of a matmul.
//
// Covers: R17, R19, R24, R25, R28

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=batch --dims=2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c-mm16" -o %t.nchw16c-mm16.mlir
// RUN: FileCheck %s --check-prefix=PACKED < %t.nchw16c-mm16.mlir
// RUN: layout-opt %t.nchw16c-mm16.mlir --layout-count | FileCheck %s --check-prefix=PACKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c-mm16.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c-mm16.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nchw16c-mm16.mlir --entry=batch --dims=2

// BLOCKED-COUNT: {"rewrites":0,
// PACKED-COUNT: {"rewrites":0,

#out = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// Rows are gathered into the blocks that the matmul reads.
// PACKED-LABEL: func.func @main(
// PACKED-NOT: linalg.transpose
// PACKED: cf.assert
// PACKED: cf.assert
// PACKED: tensor.extract {{.*}} : tensor<8x32xf32>
// PACKED: -> tensor<1x2x16x16xf32>
// PACKED-NOT: linalg.transpose
// PACKED: return
func.func @main(%ids: tensor<16xi64>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i64
  %size = arith.constant 8 : i64
  %table = arith.constant dense<0.5> : tensor<8x32xf32>
  %e = tensor.empty() : tensor<16x32xf32>
  %rows = linalg.generic {indexing_maps = [#row, #out], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<16xi64>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%id: i64, %out: f32):
    %below = arith.cmpi slt, %id, %size : i64
    cf.assert %below, "index must be smaller than dim size"
    %at_least = arith.cmpi sge, %id, %none : i64
    cf.assert %at_least, "index must be larger or equal to 0"
    %0 = arith.index_cast %id : i64 to index
    %1 = linalg.index 1 : index
    %2 = tensor.extract %table[%0, %1] : tensor<8x32xf32>
    linalg.yield %2 : f32
  } -> tensor<16x32xf32>
  %act = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<16x32xf32>
  %w = arith.constant dense<0.1> : tensor<16x32xf32>
  %et = tensor.empty() : tensor<32x16xf32>
  %t = linalg.transpose ins(%w : tensor<16x32xf32>) outs(%et : tensor<32x16xf32>) permutation = [1, 0]
  %er = tensor.empty() : tensor<16x16xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = linalg.matmul ins(%act, %t : tensor<16x32xf32>, tensor<32x16xf32>) outs(%ir : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// Blocks of 16 divide none of the extents.
func.func @odd(%ids: tensor<5xi64>) -> tensor<5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i64
  %size = arith.constant 8 : i64
  %table = arith.constant dense<0.5> : tensor<8x6xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  %rows = linalg.generic {indexing_maps = [#row, #out], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<5xi64>) outs(%e : tensor<5x6xf32>) {
  ^bb0(%id: i64, %out: f32):
    %below = arith.cmpi slt, %id, %size : i64
    cf.assert %below, "index must be smaller than dim size"
    %at_least = arith.cmpi sge, %id, %none : i64
    cf.assert %at_least, "index must be larger or equal to 0"
    %0 = arith.index_cast %id : i64 to index
    %1 = linalg.index 1 : index
    %2 = tensor.extract %table[%0, %1] : tensor<8x6xf32>
    linalg.yield %2 : f32
  } -> tensor<5x6xf32>
  %act = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<5x6xf32>) outs(%e : tensor<5x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<5x6xf32>
  %w = arith.constant dense<0.1> : tensor<7x6xf32>
  %et = tensor.empty() : tensor<6x7xf32>
  %t = linalg.transpose ins(%w : tensor<7x6xf32>) outs(%et : tensor<6x7xf32>) permutation = [1, 0]
  %er = tensor.empty() : tensor<5x7xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.matmul ins(%act, %t : tensor<5x6xf32>, tensor<6x7xf32>) outs(%ir : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// A run-time number of rows.
func.func @batch(%ids: tensor<?xi64>) -> tensor<?x7xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i64
  %size = arith.constant 8 : i64
  %c0i = arith.constant 0 : index
  %n = tensor.dim %ids, %c0i : tensor<?xi64>
  %table = arith.constant dense<0.5> : tensor<8x6xf32>
  %e = tensor.empty(%n) : tensor<?x6xf32>
  %rows = linalg.generic {indexing_maps = [#row, #out], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<?xi64>) outs(%e : tensor<?x6xf32>) {
  ^bb0(%id: i64, %out: f32):
    %below = arith.cmpi slt, %id, %size : i64
    cf.assert %below, "index must be smaller than dim size"
    %at_least = arith.cmpi sge, %id, %none : i64
    cf.assert %at_least, "index must be larger or equal to 0"
    %0 = arith.index_cast %id : i64 to index
    %1 = linalg.index 1 : index
    %2 = tensor.extract %table[%0, %1] : tensor<8x6xf32>
    linalg.yield %2 : f32
  } -> tensor<?x6xf32>
  %act = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<?x6xf32>) outs(%e : tensor<?x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x6xf32>
  %w = arith.constant dense<0.1> : tensor<7x6xf32>
  %et = tensor.empty() : tensor<6x7xf32>
  %t = linalg.transpose ins(%w : tensor<7x6xf32>) outs(%et : tensor<6x7xf32>) permutation = [1, 0]
  %er = tensor.empty(%n) : tensor<?x7xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<?x7xf32>) -> tensor<?x7xf32>
  %r = linalg.matmul ins(%act, %t : tensor<?x6xf32>, tensor<6x7xf32>) outs(%ir : tensor<?x7xf32>) -> tensor<?x7xf32>
  return %r : tensor<?x7xf32>
}
