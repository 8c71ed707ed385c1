// A loop or branch hands over its result as it is required: what it begins with
// is rewritten once, and nothing in its iterations.
// Covers: P8
// RUN: layout-opt %s --layout-pipeline=strict -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check -O0 %s %t.mlir --entry=counted
// RUN: layout-check -O0 %s %t.mlir --entry=dynamic --dims=3,5 --int-range=0,3
// RUN: layout-check -O0 %s %t.mlir --entry=nested
// RUN: layout-check -O0 %s %t.mlir --entry=waiting
// RUN: layout-check -O0 %s %t.mlir --entry=branch
// RUN: layout-check -O0 %s %t.mlir --entry=blocks
// RUN: layout-check -O0 %s %t.mlir --entry=parallel --dims=5,7
// RUN: layout-check -O0 %s %t.mlir --entry=two_results

// CHECK-LABEL: func.func @counted(
// CHECK: linalg.transpose
// CHECK: scf.for {{.*}} -> (tensor<1x5x6x12xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: math.absf {{.*}} : tensor<1x5x6x12xf32>
// CHECK: linalg.transpose
func.func @counted(%x: tensor<1x12x5x6xf32>) -> tensor<1x12x5x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<1x12x5x6xf32> {
    %1 = math.exp %a : tensor<1x12x5x6xf32>
    %2 = arith.negf %1 : tensor<1x12x5x6xf32>
    scf.yield %2 : tensor<1x12x5x6xf32>
  } {layout.require = "NCHW -> NHWC"}
  %3 = math.absf %0 : tensor<1x12x5x6xf32>
  return %3 : tensor<1x12x5x6xf32>
}

// The result of the loop is returned at once. A second result is handed over as
// the program has it.
// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.transpose
// CHECK: scf.for {{.*}} -> (tensor<?x?xf32>, tensor<4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: scf.yield
// CHECK: linalg.transpose
func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<4xf32>, %n: i32) -> (tensor<?x?xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<?x?xf32>, tensor<4xf32>) : i32 {
    %1 = math.exp %a : tensor<?x?xf32>
    %2 = math.absf %b : tensor<4xf32>
    scf.yield %1, %2 : tensor<?x?xf32>, tensor<4xf32>
  } {layout.require = ["MK -> KM", "_"]}
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @nested(
// CHECK: linalg.transpose
// CHECK: scf.for {{.*}} -> (tensor<6x4xf32>)
// CHECK: scf.for {{.*}} -> (tensor<6x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @nested(%x: tensor<4x6xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> tensor<4x6xf32> {
    %1 = scf.for %j = %c0 to %c2 step %c1 iter_args(%b = %a) -> tensor<4x6xf32> {
      %2 = math.exp %b : tensor<4x6xf32>
      %3 = arith.negf %2 : tensor<4x6xf32>
      scf.yield %3 : tensor<4x6xf32>
    }
    scf.yield %1 : tensor<4x6xf32>
  } {layout.require = "MK -> KM"}
  %4 = linalg.reduce {arith.addf} ins(%0 : tensor<4x6xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %4 : tensor<f32>
}

// CHECK-LABEL: func.func @waiting(
// CHECK: linalg.transpose
// CHECK: scf.while {{.*}} -> (index, tensor<6x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: scf.yield
// CHECK: linalg.transpose
func.func @waiting(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0:2 = scf.while (%i = %c0, %a = %x) : (index, tensor<4x6xf32>) -> (index, tensor<4x6xf32>) {
    %more = arith.cmpi ult, %i, %c3 : index
    scf.condition(%more) %i, %a : index, tensor<4x6xf32>
  } do {
  ^bb0(%i: index, %a: tensor<4x6xf32>):
    %1 = math.exp %a : tensor<4x6xf32>
    %2 = arith.negf %1 : tensor<4x6xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %2 : index, tensor<4x6xf32>
  } attributes {layout.require = ["_", "MK -> KM"]}
  return %0#1 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @branch(
// CHECK: scf.if {{.*}} -> (tensor<6x4xf32>)
func.func @branch(%x: tensor<4x6xf32>, %c: i1) -> tensor<4x6xf32> {
  %0 = scf.if %c -> tensor<4x6xf32> {
    %1 = math.exp %x : tensor<4x6xf32>
    scf.yield %1 : tensor<4x6xf32>
  } else {
    scf.yield %x : tensor<4x6xf32>
  } {layout.require = "MK -> KM"}
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @blocks(
// CHECK: scf.for {{.*}} -> (tensor<1x3x5x6x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: scf.yield
func.func @blocks(%x: tensor<1x12x5x6xf32>) -> tensor<1x12x5x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<1x12x5x6xf32> {
    %1 = math.exp %a : tensor<1x12x5x6xf32>
    %2 = arith.negf %1 : tensor<1x12x5x6xf32>
    scf.yield %2 : tensor<1x12x5x6xf32>
  } {layout.require = "NCHW -> NCHW4c"}
  return %0 : tensor<1x12x5x6xf32>
}

// Three rows are inserted into what the loop begins with.
// CHECK-LABEL: func.func @parallel(
// CHECK: linalg.transpose
// CHECK: scf.forall {{.*}} -> (tensor<?x?xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[0, %{{.*}}] [%{{.*}}, 1] [1, 1]
// CHECK: math.absf
// CHECK: linalg.transpose
func.func @parallel(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %0 = math.sin %x : tensor<?x?xf32>
  %1 = scf.forall (%i) in (3) shared_outs(%a = %0) -> tensor<?x?xf32> {
    %2 = tensor.extract_slice %x[%i, 0] [1, %m] [1, 1] : tensor<?x?xf32> to tensor<1x?xf32>
    %3 = math.exp %2 : tensor<1x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %3 into %a[%i, 0] [1, %m] [1, 1] : tensor<1x?xf32> into tensor<?x?xf32>
    }
  } {layout.require = "MK -> KM"}
  %4 = math.absf %1 : tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// One of two results is required; the other one begins with nothing.
// CHECK-LABEL: func.func @two_results(
// CHECK: scf.forall {{.*}} -> (tensor<4x8xf32>, tensor<8x4xf32>)
func.func @two_results(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0:2 = scf.forall (%i) in (4) shared_outs(%a = %x, %b = %e) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %1 = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %2 = math.exp %1 : tensor<1x8xf32>
    %3 = math.sin %1 : tensor<1x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %a[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
      tensor.parallel_insert_slice %3 into %b[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    }
  } {layout.require = ["_", "MK -> KM"]}
  %4 = math.absf %0#1 : tensor<4x8xf32>
  return %0#0, %4 : tensor<4x8xf32>, tensor<4x8xf32>
}
