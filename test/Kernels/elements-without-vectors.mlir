// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4" -o %t.mlir \
// RUN:   --remarks-filter-missed=layout-schedule-kernels 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=IR
// RUN: layout-check %s %s --code=kernels --entry=floats
// RUN: layout-check %s %s --code=kernels --entry=products

// Kernels whose elements vectors cannot have stay loop nests, and a remark says
// why: floats of 80 bits are 10 bytes in a vector and 16 in a buffer.

// IR-NOT: vector<

// CHECK-COUNT-3: kernel stays a loop nest: there are no vectors of elements of one of its types
#id = affine_map<(i, j) -> (i, j)>
func.func @floats(%x: tensor<5x16xf64>, %y: tensor<5x16xf64>) -> tensor<5x16xf64> {
  %empty = tensor.empty() : tensor<5x16xf64>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<5x16xf64>, tensor<5x16xf64>) outs(%empty : tensor<5x16xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %1 = arith.extf %a : f64 to f80
    %2 = arith.extf %b : f64 to f80
    %3 = arith.mulf %1, %2 : f80
    %4 = arith.truncf %3 : f80 to f64
    linalg.yield %4 : f64
  } -> tensor<5x16xf64>
  return %0 : tensor<5x16xf64>
}

func.func @products(%x: tensor<5x16xi64>, %y: tensor<5x16xi64>) -> tensor<5x16xi64> {
  %empty = tensor.empty() : tensor<5x16xi64>
  %c32 = arith.constant 32 : i128
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<5x16xi64>, tensor<5x16xi64>) outs(%empty : tensor<5x16xi64>) {
  ^bb0(%a: i64, %b: i64, %out: i64):
    %1 = arith.extsi %a : i64 to i128
    %2 = arith.extsi %b : i64 to i128
    %3 = arith.muli %1, %2 : i128
    %4 = arith.addi %3, %c32 : i128
    %5 = arith.trunci %4 : i128 to i64
    linalg.yield %5 : i64
  } -> tensor<5x16xi64>
  return %0 : tensor<5x16xi64>
}

func.func @wide(%x: tensor<5x16xf80>) -> tensor<5xf80> {
  %zero = arith.constant 0.0 : f80
  %empty = tensor.empty() : tensor<5xf80>
  %zeros = linalg.fill ins(%zero : f80) outs(%empty : tensor<5xf80>) -> tensor<5xf80>
  %0 = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf80>) outs(%zeros : tensor<5xf80>) {
  ^bb0(%a: f80, %out: f80):
    %1 = arith.addf %out, %a : f80
    linalg.yield %1 : f80
  } -> tensor<5xf80>
  return %0 : tensor<5xf80>
}
