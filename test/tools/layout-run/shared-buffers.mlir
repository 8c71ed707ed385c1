// A buffer that two tensors share is not overwritten while one of them is read.
// RUN: split-file %s %t
// RUN: layout-run %t/twice.mlir --runs=1 | FileCheck %s --check-prefix=TWICE
// RUN: layout-run %t/inout.mlir --runs=1 | FileCheck %s --check-prefix=INOUT
// RUN: layout-run %t/dest.mlir --runs=1 | FileCheck %s --check-prefix=DEST

// TWICE: {{^\[}}5, 10, 15, 20]
// INOUT: {{^\[}}4, 4, 9, 9]
// DEST: {{^\[}}1, 2, 3, 4]
// DEST-NEXT: argument 0 : memref<4xi32>
// DEST-NEXT: {{^\[}}2, 3, 4, 5]

//--- twice.mlir
// One result of the call is overwritten, the other one is read afterwards.
#id = affine_map<(i) -> (i)>
func.func private @twice(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %0 = linalg.add ins(%x, %x : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %0, %0 : tensor<4xi32>, tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0:2 = call @twice(%x) : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi32>) outs(%0#1 : tensor<4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  %e = tensor.empty() : tensor<4xi32>
  %2 = linalg.add ins(%0#0, %1 : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %2 : tensor<4xi32>
}

//--- inout.mlir
// %s reads the element that it overwrites. Fused into %u it would do so twice.
#id = affine_map<(i) -> (i)>
func.func @main() -> tensor<4xi32> {
  %x = arith.constant dense<[2, 3]> : tensor<2xi32>
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.copy ins(%x : tensor<2xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%t : tensor<2xi32>) outs(%t : tensor<2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %m = arith.muli %in, %out : i32
    linalg.yield %m : i32
  } -> tensor<2xi32>
  %e2 = tensor.empty() : tensor<4xi32>
  %u = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<2xi32>) outs(%e2 : tensor<4xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<4xi32>
  return %u : tensor<4xi32>
}

//--- dest.mlir
// %ones is read after %m is written.
func.func @main(%m: memref<4xi32>) -> tensor<4xi32> {
  %c1 = arith.constant 1 : i32
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %e = tensor.empty() : tensor<4xi32>
  %ones = linalg.fill ins(%c1 : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi32>) outs(%ones : tensor<4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %0 in restrict writable %m : (tensor<4xi32>, memref<4xi32>) -> ()
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi32>) outs(%ones : tensor<4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.muli %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  return %1 : tensor<4xi32>
}
