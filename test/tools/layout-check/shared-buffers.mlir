// Programs are compared by what their tensors mean. Neither a result that a
// function returns twice, nor a tensor.empty of several users, nor an op that reads
// the element which it overwrites, makes equal programs different.
// RUN: split-file %s %t
// RUN: layout-check %t/twice.mlir %t/twice-expected.mlir | FileCheck %s
// RUN: layout-check %t/inout.mlir %t/inout-expected.mlir | FileCheck %s
// RUN: layout-check %t/dest.mlir %t/dest-expected.mlir | FileCheck %s
// CHECK: {{^equal$}}

//--- twice.mlir
#id = affine_map<(i) -> (i)>
func.func private @twice(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.add ins(%x, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0, %0 : tensor<8xf32>, tensor<8xf32>
}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @twice(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%0#1 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %2 = arith.addf %0#0, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

//--- twice-expected.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %five = arith.constant dense<5.0> : tensor<8xf32>
  %0 = arith.mulf %x, %five : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- inout.mlir
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.negf ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %in, %out : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<8xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<4xf32>) outs(%e2 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %u : tensor<8xf32>
}

//--- inout-expected.mlir
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %in, %in : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  return %u : tensor<8xf32>
}

//--- dest.mlir
func.func @main(%x: tensor<8xf32>, %m: memref<8xf32>) -> tensor<8xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %twos = linalg.fill ins(%two : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%twos : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %0 in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%twos : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

//--- dest-expected.mlir
func.func @main(%x: tensor<8xf32>, %m: memref<8xf32>) -> tensor<8xf32> {
  %two = arith.constant dense<2.0> : tensor<8xf32>
  %0 = arith.addf %x, %two : tensor<8xf32>
  bufferization.materialize_in_destination %0 in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  %1 = arith.mulf %x, %two : tensor<8xf32>
  return %1 : tensor<8xf32>
}
