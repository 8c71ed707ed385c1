// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-flow="placement=true problem=%t/p.problem.json plan=%t/p.plan.json" -o %t/planned.mlir
// RUN: layout-check-plan %t/p-read_later.problem.json %t/p-read_later.plan.json | FileCheck %s --check-prefix=READ-LATER
// RUN: layout-check-plan %t/p-read_before.problem.json %t/p-read_before.plan.json | FileCheck %s --check-prefix=READ-BEFORE
// RUN: layout-check-plan %t/p-not_read.problem.json %t/p-not_read.plan.json | FileCheck %s --check-prefix=NOT-READ
// RUN: layout-check-plan %t/p-filled.problem.json %t/p-filled.plan.json | FileCheck %s --check-prefix=FILLED
// RUN: layout-check-plan %t/p-constant.problem.json %t/p-constant.plan.json | FileCheck %s --check-prefix=CONSTANT
// RUN: layout-check-plan %t/p-elementwise.problem.json %t/p-elementwise.plan.json | FileCheck %s --check-prefix=ELEMENTWISE
// RUN: layout-check-plan %t/p-slice.problem.json %t/p-slice.plan.json | FileCheck %s --check-prefix=SLICE
// RUN: layout-check-plan %t/p-in_loop.problem.json %t/p-in_loop.plan.json | FileCheck %s --check-prefix=IN-LOOP
// RUN: layout-opt %t/planned.mlir --layout-bufferize -o %t/buffers.mlir
// RUN: layout-opt %t/buffers.mlir --layout-place-buffers --layout-count -o %t/placed.mlir | FileCheck %s --check-prefix=LEFT
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=read_later
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=constant
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=elementwise
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=slice
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=in_loop

// Ops that update a value. Bufferization copies it if something needs what it
// was, and the plans copy as much: 120, 32, 48 and 240
// bytes.
// LEFT: "moves":{"n":4,"bytes":440}

// READ-LATER: holds: cost 120, no plan costs less than 120
func.func @read_later(%x: tensor<3x4xf32>, %y: tensor<4x5xf32>, %z: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  %e_a = tensor.empty() : tensor<3x5xf32>
  %a = linalg.exp ins(%z : tensor<3x5xf32>) outs(%e_a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = linalg.matmul ins(%x, %y : tensor<3x4xf32>, tensor<4x5xf32>) outs(%a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %e_u = tensor.empty() : tensor<3x5xf32>
  %u = linalg.exp ins(%a : tensor<3x5xf32>) outs(%e_u : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r, %u : tensor<3x5xf32>, tensor<3x5xf32>
}

// READ-BEFORE: holds: cost 0, no plan costs less than 0
func.func @read_before(%x: tensor<3x4xf32>, %y: tensor<4x?xf32>, %z: tensor<3x?xf32>) -> (tensor<3x?xf32>, tensor<3x?xf32>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %z, %c1 : tensor<3x?xf32>
  %e_a = tensor.empty(%n) : tensor<3x?xf32>
  %a = linalg.exp ins(%z : tensor<3x?xf32>) outs(%e_a : tensor<3x?xf32>) -> tensor<3x?xf32>
  %e_u = tensor.empty(%n) : tensor<3x?xf32>
  %u = linalg.exp ins(%a : tensor<3x?xf32>) outs(%e_u : tensor<3x?xf32>) -> tensor<3x?xf32>
  %r = linalg.matmul ins(%x, %y : tensor<3x4xf32>, tensor<4x?xf32>) outs(%a : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r, %u : tensor<3x?xf32>, tensor<3x?xf32>
}

// An op that only writes its destination gets a buffer of its own.
// NOT-READ: holds: cost 0, no plan costs less than 0
func.func @not_read(%x: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  %e_a = tensor.empty() : tensor<3x5xf32>
  %a = linalg.exp ins(%x : tensor<3x5xf32>) outs(%e_a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = linalg.abs ins(%x : tensor<3x5xf32>) outs(%a : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r, %a : tensor<3x5xf32>, tensor<3x5xf32>
}

// A filled value is filled again.
// FILLED: holds: cost 0, no plan costs less than 0
func.func @filled(%x: tensor<3x4xf32>, %y: tensor<4x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = linalg.matmul ins(%x, %y : tensor<3x4xf32>, tensor<4x5xf32>) outs(%f : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r, %f : tensor<3x5xf32>, tensor<3x5xf32>
}

// CONSTANT: holds: cost 32, no plan costs less than 32
func.func @constant(%x: tensor<1x3xf32>, %y: tensor<3x4xf32>) -> tensor<1x4xf32> {
  %c = arith.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %r = linalg.matmul ins(%x, %y : tensor<1x3xf32>, tensor<3x4xf32>) outs(%c : tensor<1x4xf32>) -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// Each element is read before it is written, and by nothing else.
// ELEMENTWISE: holds: cost 0, no plan costs less than 0
func.func @elementwise(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %e_a = tensor.empty() : tensor<3x5xf32>
  %a = linalg.exp ins(%x : tensor<3x5xf32>) outs(%e_a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%a : tensor<3x5xf32>) outs(%a : tensor<3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %product = arith.mulf %in, %out : f32
    %sum = arith.addf %product, %in : f32
    linalg.yield %sum : f32
  } -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// A slice is a part of %a, which is read later.
// SLICE: holds: cost 48, no plan costs less than 48
func.func @slice(%x: tensor<2x4xf32>, %y: tensor<4x3xf32>, %z: tensor<3x5xf32>) -> (tensor<2x3xf32>, tensor<3x5xf32>) {
  %e_a = tensor.empty() : tensor<3x5xf32>
  %a = linalg.exp ins(%z : tensor<3x5xf32>) outs(%e_a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %s = tensor.extract_slice %a[1, 2] [2, 3] [1, 1] : tensor<3x5xf32> to tensor<2x3xf32>
  %m = linalg.matmul ins(%x, %y : tensor<2x4xf32>, tensor<4x3xf32>) outs(%s : tensor<2x3xf32>) -> tensor<2x3xf32>
  %e_v = tensor.empty() : tensor<2x3xf32>
  %v = linalg.exp ins(%m : tensor<2x3xf32>) outs(%e_v : tensor<2x3xf32>) -> tensor<2x3xf32>
  %e_u = tensor.empty() : tensor<3x5xf32>
  %u = linalg.exp ins(%a : tensor<3x5xf32>) outs(%e_u : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %v, %u : tensor<2x3xf32>, tensor<3x5xf32>
}

// Each of two steps needs %a as it was.
// IN-LOOP: holds: cost 240, no plan costs less than 240
func.func @in_loop(%x: tensor<3x4xf32>, %y: tensor<4x5xf32>, %z: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %e_a = tensor.empty() : tensor<3x5xf32>
  %a = linalg.exp ins(%z : tensor<3x5xf32>) outs(%e_a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e_a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%acc = %f) -> (tensor<3x5xf32>) {
    %m = linalg.matmul ins(%x, %y : tensor<3x4xf32>, tensor<4x5xf32>) outs(%a : tensor<3x5xf32>) -> tensor<3x5xf32>
    %next = linalg.sub ins(%m, %a : tensor<3x5xf32>, tensor<3x5xf32>) outs(%acc : tensor<3x5xf32>) -> tensor<3x5xf32>
    scf.yield %next : tensor<3x5xf32>
  }
  return %r : tensor<3x5xf32>
}
