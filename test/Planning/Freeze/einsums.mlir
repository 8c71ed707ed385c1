// Products written as einsums have the plans of matmuls: over a row of pixels with one
// batch, which is a matrix and no image, and with several rows that do not follow each
// other, in a target whose tiles do not divide the columns.
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %s --layout-pipeline="target=tiles32" -o %t.tiles.mlir
// RUN: layout-opt %t.tiles.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.nhwc.mlir --entry=unit_batch
// RUN: layout-check %s %t.tiles.mlir --entry=unit_batch
// RUN: layout-check %s %t.tiles.mlir --entry=separate_rows
// COUNT: {"rewrites":0,"bytes":0,

func.func @unit_batch(%x: tensor<1x32x16xf32>, %w: tensor<24x32xf32>) -> tensor<1x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x24x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x24x16xf32>) -> tensor<1x24x16xf32>
  %0 = linalg.contract
      indexing_maps = [affine_map<(n, o, l, c) -> (o, c)>, affine_map<(n, o, l, c) -> (n, c, l)>,
                       affine_map<(n, o, l, c) -> (n, o, l)>]
      ins(%w, %x : tensor<24x32xf32>, tensor<1x32x16xf32>) outs(%z : tensor<1x24x16xf32>) -> tensor<1x24x16xf32>
  return %0 : tensor<1x24x16xf32>
}

func.func @separate_rows(%x: tensor<2x16x4x8xf32>, %w: tensor<8x24xf32>) -> tensor<2x4x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x16x24xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4x16x24xf32>) -> tensor<2x4x16x24xf32>
  %0 = linalg.contract
      indexing_maps = [affine_map<(b, i, j, l, k) -> (b, j, i, k)>, affine_map<(b, i, j, l, k) -> (k, l)>,
                       affine_map<(b, i, j, l, k) -> (b, i, j, l)>]
      ins(%x, %w : tensor<2x16x4x8xf32>, tensor<8x24xf32>) outs(%z : tensor<2x4x16x24xf32>) -> tensor<2x4x16x24xf32>
  return %0 : tensor<2x4x16x24xf32>
}
