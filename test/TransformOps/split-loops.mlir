// Loops that are parts of dims: an operand that nothing is read of gives them
// their extents. The results are the same.
// Covers: R31
// RUN: layout-opt %s --transform-interpreter -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=split | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=product --dims=5 | FileCheck %s --check-prefix=EQUAL

// EQUAL: {{^}}equal{{$}}

// CHECK-DAG: #[[WHOLE:.*]] = affine_map<(d0, d1, d2) -> (d0 * 4 + d2, 0)>
// CHECK-DAG: #[[PARTS:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[LEFT:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d0 * 3 + d3)>
// CHECK-DAG: #[[SUMS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
module attributes {transform.with_named_sequence} {
  // The body computes with an index, which is put together again.
  // CHECK-LABEL: func.func @split(
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<2x1x4xi32>
  // CHECK: linalg.generic {indexing_maps = [#[[WHOLE]], #[[PARTS]], #[[WHOLE]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %[[E]] : tensor<8x1xi32>, tensor<2x1x4xi32>)
  func.func @split(%x: tensor<8x1xi32>) -> tensor<8x1xi32> {
    %e = tensor.empty() : tensor<8x1xi32>
    %0 = linalg.generic {split, indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<8x1xi32>) outs(%e : tensor<8x1xi32>) {
    ^bb0(%a: i32, %o: i32):
      %i = linalg.index 0 : index
      %n = arith.index_cast %i : index to i32
      %s = arith.addi %a, %n : i32
      linalg.yield %s : i32
    } -> tensor<8x1xi32>
    return %0 : tensor<8x1xi32>
  }

  // CHECK-LABEL: func.func @product(
  // CHECK: tensor.empty() : tensor<2x3xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[LEFT]], #{{.*}}, #[[SUMS]], #{{.*}}], iterator_types = ["reduction", "parallel", "parallel", "reduction"]}
  func.func @product(%x: tensor<?x6xf32>, %y: tensor<6x7xf32>, %z: tensor<?x7xf32>) -> tensor<?x7xf32> {
    %0 = linalg.matmul {product} ins(%x, %y : tensor<?x6xf32>, tensor<6x7xf32>) outs(%z : tensor<?x7xf32>) -> tensor<?x7xf32>
    return %0 : tensor<?x7xf32>
  }

  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %split = transform.structured.match attributes {split} in %module : (!transform.any_op) -> !transform.any_op
    %0 = transform.layout.relayout_loops %split by <(i, j) -> (i floordiv 4, j, i mod 4)> : (!transform.any_op) -> !transform.any_op
    %product = transform.structured.match attributes {product} in %module : (!transform.any_op) -> !transform.any_op
    %1 = transform.layout.relayout_loops %product by <(m, n, k) -> (k floordiv 3, m, n, k mod 3)> : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
