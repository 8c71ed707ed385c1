// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-flow="placement=true problem=%t/p.problem.json plan=%t/p.plan.json" -o %t/planned.mlir
// RUN: layout-check-plan %t/p-loop.problem.json %t/p-loop.plan.json | FileCheck %s --check-prefix=LOOP
// RUN: layout-check-plan %t/p-reads_row.problem.json %t/p-reads_row.plan.json | FileCheck %s --check-prefix=READS-ROW
// RUN: layout-check-plan %t/p-computed_over.problem.json %t/p-computed_over.plan.json | FileCheck %s --check-prefix=COMPUTED-OVER
// RUN: layout-check-plan %t/p-copied_beneath.problem.json %t/p-copied_beneath.plan.json | FileCheck %s --check-prefix=COPIED-BENEATH
// RUN: layout-check-plan %t/p-from_outside.problem.json %t/p-from_outside.plan.json | FileCheck %s --check-prefix=FROM-OUTSIDE
// RUN: layout-check-plan %t/p-early_offset.problem.json %t/p-early_offset.plan.json | FileCheck %s --check-prefix=EARLY-OFFSET
// RUN: layout-check-plan %t/p-late_offset.problem.json %t/p-late_offset.plan.json | FileCheck %s --check-prefix=LATE-OFFSET
// RUN: layout-check-plan %t/p-overwritten.problem.json %t/p-overwritten.plan.json | FileCheck %s --check-prefix=OVERWRITTEN
// RUN: layout-opt %t/planned.mlir --layout-bufferize --canonicalize --cse -o %t/buffers.mlir
// RUN: layout-opt %t/buffers.mlir --layout-place-buffers --layout-count -o %t/placed.mlir | FileCheck %s --check-prefix=LEFT
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=loop
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=reads_row
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=computed_over
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=copied_beneath
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=from_outside
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=early_offset --int-range=1,3
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=late_offset --int-range=0,1
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=overwritten

// Insertions that write in place, or not. The plans copy what is copied in the
// buffers: 120, 384, 960, 64 and 64 bytes.
// LEFT: "moves":{"n":7,"bytes":1592}

// A loop writes the rows of a tensor in place, at an offset that is known before
// the row. Dynamic sizes count as 1.
// LOOP: holds: cost 0, no plan costs less than 0
func.func @loop(%x: tensor<5x?xf32>) -> tensor<5x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %x, %c1 : tensor<5x?xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<5x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %f) -> (tensor<5x?xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, %n] [1, 1] : tensor<5x?xf32> to tensor<1x?xf32>
    %e_b = tensor.empty(%n) : tensor<1x?xf32>
    %b = linalg.exp ins(%row : tensor<1x?xf32>) outs(%e_b : tensor<1x?xf32>) -> tensor<1x?xf32>
    %next = tensor.insert_slice %b into %acc[%i, 0] [1, %n] [1, 1] : tensor<1x?xf32> into tensor<5x?xf32>
    scf.yield %next : tensor<5x?xf32>
  }
  return %r : tensor<5x?xf32>
}

// An op that reads the row cannot write it: five copies of 12 bytes.
// READS-ROW: holds: cost 120, no plan costs less than 120
func.func @reads_row(%x: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %e_a = tensor.empty() : tensor<5x3xf32>
  %a = linalg.exp ins(%x : tensor<5x3xf32>) outs(%e_a : tensor<5x3xf32>) -> tensor<5x3xf32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %a) -> (tensor<5x3xf32>) {
    %row = tensor.extract_slice %acc[%i, 0] [1, 3] [1, 1] : tensor<5x3xf32> to tensor<1x3xf32>
    %e_b = tensor.empty() : tensor<1x3xf32>
    %b = linalg.exp ins(%row : tensor<1x3xf32>) outs(%e_b : tensor<1x3xf32>) -> tensor<1x3xf32>
    %next = tensor.insert_slice %b into %acc[%i, 0] [1, 3] [1, 1] : tensor<1x3xf32> into tensor<5x3xf32>
    scf.yield %next : tensor<5x3xf32>
  }
  return %r : tensor<5x3xf32>
}

// %b is written over %a after that is read for the last time, as a slice.
// COMPUTED-OVER: holds: cost 0, no plan costs less than 0
func.func @computed_over(%x: tensor<4x8xf32>, %y: tensor<2x8xf32>) -> (tensor<4x8xf32>, tensor<3x8xf32>) {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = tensor.extract_slice %a[1, 0] [3, 8] [1, 1] : tensor<4x8xf32> to tensor<3x8xf32>
  %e_u = tensor.empty() : tensor<3x8xf32>
  %u = linalg.exp ins(%s : tensor<3x8xf32>) outs(%e_u : tensor<3x8xf32>) -> tensor<3x8xf32>
  %e_b = tensor.empty() : tensor<2x8xf32>
  %b = linalg.exp ins(%y : tensor<2x8xf32>) outs(%e_b : tensor<2x8xf32>) -> tensor<2x8xf32>
  %r = tensor.insert_slice %b into %a[1, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  return %r, %u : tensor<4x8xf32>, tensor<3x8xf32>
}

// What %b is inserted into is copied, over what %b would have written.
// COPIED-BENEATH: holds: cost 384, no plan costs less than 384
func.func @copied_beneath(%x: tensor<4x8xf32>, %y: tensor<2x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_b = tensor.empty() : tensor<2x8xf32>
  %b = linalg.exp ins(%y : tensor<2x8xf32>) outs(%e_b : tensor<2x8xf32>) -> tensor<2x8xf32>
  %r = tensor.insert_slice %b into %a[1, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  return %r, %a : tensor<4x8xf32>, tensor<4x8xf32>
}

// Each of three steps needs %a as it was: 128 bytes, and 32 bytes of %y.
// FROM-OUTSIDE: holds: cost 960, no plan costs less than 960
func.func @from_outside(%x: tensor<4x8xf32>, %y: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %f) -> (tensor<4x8xf32>) {
    %w = tensor.insert_slice %y into %a[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    %next = linalg.add ins(%w, %w : tensor<4x8xf32>, tensor<4x8xf32>) outs(%acc : tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// The place of %b is known before %b, because %k does not depend on it.
// EARLY-OFFSET: holds: cost 0, no plan costs less than 0
func.func @early_offset(%x: tensor<1x8xi32>, %i: tensor<1xi32>) -> tensor<4x8xi32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %e_b = tensor.empty() : tensor<1x8xi32>
  %b = linalg.add ins(%x, %x : tensor<1x8xi32>, tensor<1x8xi32>) outs(%e_b : tensor<1x8xi32>) -> tensor<1x8xi32>
  %v = tensor.extract %i[%c0] : tensor<1xi32>
  %k = arith.index_cast %v : i32 to index
  %e = tensor.empty() : tensor<4x8xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
  %r = tensor.insert_slice %b into %f[%k, 0] [1, 8] [1, 1] : tensor<1x8xi32> into tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// Here %b itself states its place: 32 bytes are copied.
// LATE-OFFSET: holds: cost 64, no plan costs less than 64
func.func @late_offset(%x: tensor<1x8xi32>) -> tensor<4x8xi32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %e_b = tensor.empty() : tensor<1x8xi32>
  %b = linalg.add ins(%x, %x : tensor<1x8xi32>, tensor<1x8xi32>) outs(%e_b : tensor<1x8xi32>) -> tensor<1x8xi32>
  %v = tensor.extract %b[%c0, %c0] : tensor<1x8xi32>
  %k = arith.index_cast %v : i32 to index
  %e = tensor.empty() : tensor<4x8xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
  %r = tensor.insert_slice %b into %f[%k, 0] [1, 8] [1, 1] : tensor<1x8xi32> into tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// %a cannot lie in the row, because it is read when %b is there. It is copied, and
// the rest stays where it is.
// OVERWRITTEN: holds: cost 64, no plan costs less than 64
func.func @overwritten(%x: tensor<1x8xf32>, %y: tensor<1x8xf32>, %v: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<1x8xf32>) {
  %e = tensor.empty() : tensor<1x8xf32>
  %ev = tensor.empty() : tensor<4x8xf32>
  %v0 = linalg.exp ins(%v : tensor<4x8xf32>) outs(%ev : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<1x8xf32>) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  %v1 = tensor.insert_slice %a into %v0[1, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
  %u = linalg.tanh ins(%v1 : tensor<4x8xf32>) outs(%ev : tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = linalg.exp ins(%y : tensor<1x8xf32>) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  %v2 = tensor.insert_slice %b into %v1[1, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
  %w = linalg.add ins(%v2, %u : tensor<4x8xf32>, tensor<4x8xf32>) outs(%ev : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.tanh ins(%a : tensor<1x8xf32>) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  return %w, %r : tensor<4x8xf32>, tensor<1x8xf32>
}
