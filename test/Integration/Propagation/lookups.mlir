// Plans gathers, whose indices come from data. Dims that are indexed by a loop take new
// layouts; the dim that is looked up stays as it is.
//
// Covers: R17, R18, R24

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --dims=5,7 --int-range=0,4
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --dims=1,2 --int-range=0,1

// COUNT: {"rewrites":0,

#m = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// Gathers rows of a table; the result takes blocks of columns.
// CHECK-LABEL: func.func @embedding(
// CHECK-SAME: %[[T:[^:]*]]: tensor<5x12xf32>, %[[AT:[^:]*]]: tensor<7xi64>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[AT]] : tensor<7xi64>) outs(%{{.*}} : tensor<3x7x4xf32>)
// CHECK: tensor.extract %[[T]][
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @embedding(%t: tensor<5x12xf32>, %at: tensor<7xi64>) -> tensor<3x7x4xf32> {
  %e = tensor.empty() : tensor<7x12xf32>
  %0 = linalg.generic {indexing_maps = [#i, #m], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<7xi64>) outs(%e : tensor<7x12xf32>) {
  ^bb0(%k: i64, %o: f32):
    %row = arith.index_cast %k : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%row, %j] : tensor<5x12xf32>
    linalg.yield %v : f32
  } -> tensor<7x12xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j floordiv 4, i, j mod 4)> : tensor<7x12xf32> to tensor<3x7x4xf32>
  return %1 : tensor<3x7x4xf32>
}

// Adds at positions given by a tensor that is split into the same blocks.
// CHECK-LABEL: func.func @chosen(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x7x4xf32>, %[[K:[^:]*]]: tensor<2x7x4xi64>, %[[T:[^:]*]]: tensor<5xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[K]] : tensor<2x7x4xf32>, tensor<2x7x4xi64>) outs(%{{.*}} : tensor<2x7x4xf32>)
// CHECK: tensor.extract %[[T]]
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @chosen(%x: tensor<2x7x4xf32>, %k: tensor<2x7x4xi64>, %t: tensor<5xf32>) -> tensor<2x7x4xf32> {
  %0 = layout.layout_transform %x by <(i, j, b) -> (i * 4 + b, j)> : tensor<2x7x4xf32> to tensor<8x7xf32>
  %1 = layout.layout_transform %k by <(i, j, b) -> (i * 4 + b, j)> : tensor<2x7x4xi64> to tensor<8x7xi64>
  %e = tensor.empty() : tensor<8x7xf32>
  %2 = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<8x7xf32>, tensor<8x7xi64>) outs(%e : tensor<8x7xf32>) {
  ^bb0(%a: f32, %q: i64, %o: f32):
    %at = arith.index_cast %q : i64 to index
    %v = tensor.extract %t[%at] : tensor<5xf32>
    %s = arith.addf %a, %v : f32
    linalg.yield %s : f32
  } -> tensor<8x7xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (i floordiv 4, j, i mod 4)> : tensor<8x7xf32> to tensor<2x7x4xf32>
  return %3 : tensor<2x7x4xf32>
}

// A table and a list of words of run-time sizes, called with one word.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[T:[^:]*]]: tensor<?x12xf32>, %[[AT:[^:]*]]: tensor<?xi64>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[AT]] : tensor<?xi64>) outs(%{{.*}} : tensor<3x?x4xf32>)
// CHECK: tensor.extract %[[T]][
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @dynamic(%t: tensor<?x12xf32>, %at: tensor<?xi64>) -> tensor<3x?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %at, %c0 : tensor<?xi64>
  %e = tensor.empty(%n) : tensor<?x12xf32>
  %0 = linalg.generic {indexing_maps = [#i, #m], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<?xi64>) outs(%e : tensor<?x12xf32>) {
  ^bb0(%k: i64, %o: f32):
    %r = arith.index_cast %k : i64 to index
    %c = tensor.dim %t, %c0 : tensor<?x12xf32>
    %row = arith.remui %r, %c : index
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%row, %j] : tensor<?x12xf32>
    linalg.yield %v : f32
  } -> tensor<?x12xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j floordiv 4, i, j mod 4)> : tensor<?x12xf32> to tensor<3x?x4xf32>
  return %1 : tensor<3x?x4xf32>
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: tensor<5x12xf32>, %a1: tensor<7xi64>, %a2: tensor<2x7x4xf32>, %a3: tensor<2x7x4xi64>,
                %a4: tensor<5xf32>, %a5: tensor<?x12xf32>, %a6: tensor<?xi64>)
    -> (tensor<3x7x4xf32>, tensor<2x7x4xf32>, tensor<3x?x4xf32>) {
  %0 = call @embedding(%a0, %a1) : (tensor<5x12xf32>, tensor<7xi64>) -> tensor<3x7x4xf32>
  %1 = call @chosen(%a2, %a3, %a4) : (tensor<2x7x4xf32>, tensor<2x7x4xi64>, tensor<5xf32>) -> tensor<2x7x4xf32>
  %2 = call @dynamic(%a5, %a6) : (tensor<?x12xf32>, tensor<?xi64>) -> tensor<3x?x4xf32>
  return %0, %1, %2
      : tensor<3x7x4xf32>, tensor<2x7x4xf32>, tensor<3x?x4xf32>
}
