// Index maps as encodings of tensor types are planned like layouts stated of
// values. One at the boundary changes the type of the function.
// Covers: G32
// RUN: layout-opt %s --layout-pipeline -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-opt %t.mlir -o /dev/null
// RUN: sed 's/, #layout.index_map<([ij], [ij]) -> ([ij], [ij])>>/>/g' %s > %t.plain.mlir
// RUN: layout-check --entry=caller %t.plain.mlir %t.mlir
// RUN: layout-check --entry=inside %t.plain.mlir %t.mlir

// CHECK-LABEL: func.func @border(
//  CHECK-SAME: tensor<6x4xf32> {layout.host = {
//  CHECK-SAME: -> tensor<4x6xf32>
//       CHECK: linalg.exp ins({{.*}} : tensor<6x4xf32>)
func.func @border(%x: tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>
  %0 = linalg.exp ins(%x : tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>) outs(%e : tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>) -> tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>
  %1 = tensor.cast %0 : tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>> to tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

func.func @caller(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c = tensor.cast %x : tensor<4x6xf32> to tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>
  %0 = call @border(%c) : (tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @inside(
//       CHECK: linalg.abs ins({{.*}} : tensor<6x4xf32>)
func.func @inside(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %k = arith.constant dense<2.0> : tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>
  %c = tensor.cast %x : tensor<4x6xf32> to tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>
  %0 = linalg.abs ins(%c : tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>) outs(%k : tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>) -> tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>
  %1 = tensor.cast %0 : tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>> to tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
