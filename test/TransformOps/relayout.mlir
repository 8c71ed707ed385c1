// A schedule asks for the layout of a value, of an op, and for the loops of an
// op, and gets handles to what became of them.
//
// Covers: R31

// RUN: layout-opt %s --transform-interpreter -o %t.scheduled.mlir
// RUN: FileCheck %s < %t.scheduled.mlir
// RUN: sed '/^  transform.named_sequence/,$d' %s > %t.in.mlir
// RUN: echo '}' >> %t.in.mlir
// RUN: sed '/^  transform.named_sequence/,$d' %t.scheduled.mlir > %t.out.mlir
// RUN: echo '}' >> %t.out.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=main
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=dynamic --dims=5
// RUN: layout-opt %t.out.mlir --layout-pipeline=target=nhwc -o %t.planned.mlir
// RUN: layout-check %t.in.mlir %t.planned.mlir --entry=main

// CHECK: #[[TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>

module attributes {transform.with_named_sequence} {
  // The value and its users, padded to whole blocks; then both ops.
  // CHECK-LABEL: func.func @main(
  // CHECK: %[[E:.*]] = linalg.exp
  // CHECK: %[[P:.*]] = layout.pad %[[E]] low [0, 0] high [0, 3]
  // CHECK: %[[T:.*]] = layout.layout_transform %[[P]] by <(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)> {physical}
  // CHECK: %[[B:.*]] = layout.layout_transform %[[T]] by <(d0, d1, d2) -> (d1, d0 * 4 + d2)>
  // CHECK: %[[C:.*]] = layout.crop %[[B]] {{.*}} {logical}
  // CHECK: linalg.generic {{.*}} ins(%[[C]], %{{.*}} : tensor<7x5xf32>, tensor<6x5xf32>) {{.*}}layout.frozen
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel"]
  // CHECK-SAME: attrs = {loops}
  func.func @main(%x: tensor<7x5xf32>, %w: tensor<5x6xf32>) -> tensor<7x6xf32> {
    %e = tensor.empty() : tensor<7x5xf32>
    %0 = linalg.exp {value} ins(%x : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
    %zero = arith.constant dense<0.0> : tensor<7x6xf32>
    %1 = linalg.matmul {op} ins(%0, %w : tensor<7x5xf32>, tensor<5x6xf32>) outs(%zero : tensor<7x6xf32>) -> tensor<7x6xf32>
    %f = tensor.empty() : tensor<7x6xf32>
    %2 = linalg.abs {loops} ins(%1 : tensor<7x6xf32>) outs(%f : tensor<7x6xf32>) -> tensor<7x6xf32>
    return %2 : tensor<7x6xf32>
  }

  // CHECK-LABEL: func.func @dynamic(
  // CHECK: linalg.generic {indexing_maps = [#[[TURNED]], #[[TURNED]], #[[TURNED]]], iterator_types = ["parallel", "parallel"]}
  func.func @dynamic(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
    %0 = linalg.add {loops} ins(%x, %x : tensor<?x3xf32>, tensor<?x3xf32>) outs(%y : tensor<?x3xf32>) -> tensor<?x3xf32>
    return %0 : tensor<?x3xf32>
  }

  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %producer = transform.structured.match attributes {value} in %module : (!transform.any_op) -> !transform.any_op
    %value = transform.get_result %producer[0] : (!transform.any_op) -> !transform.any_value
    %physical, %logical = transform.layout.relayout_value %value to "map:(i, j) -> (j floordiv 4, i, j mod 4)"
        : (!transform.any_value) -> (!transform.any_value, !transform.any_value)
    %p = transform.get_defining_op %physical : (!transform.any_value) -> !transform.any_op
    transform.annotate %p "physical" : !transform.any_op
    %l = transform.get_defining_op %logical : (!transform.any_value) -> !transform.any_op
    transform.annotate %l "logical" : !transform.any_op

    %matmul = transform.structured.match attributes {op} in %module : (!transform.any_op) -> !transform.any_op
    %rebuilt = transform.layout.relayout_op %matmul to <operands = [_, <(k, n) -> (n, k)>, _], results = [_]>
        : (!transform.any_op) -> !transform.any_op

    %elementwise = transform.structured.match attributes {loops} in %module : (!transform.any_op) -> !transform.any_op
    %turned = transform.layout.relayout_loops %elementwise by <(i, j) -> (j, i)>
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
