// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-flow="placement=true problem=%t/p.problem.json plan=%t/p.plan.json" -o %t/planned.mlir
// RUN: layout-check-plan %t/p-dead.problem.json %t/p-dead.plan.json | FileCheck %s --check-prefix=DEAD
// RUN: layout-check-plan %t/p-dead_update.problem.json %t/p-dead_update.plan.json | FileCheck %s --check-prefix=DEAD-UPDATE
// RUN: layout-check-plan %t/p-splat.problem.json %t/p-splat.plan.json | FileCheck %s --check-prefix=SPLAT
// RUN: layout-check-plan %t/p-splat_beneath.problem.json %t/p-splat_beneath.plan.json | FileCheck %s --check-prefix=BENEATH
// RUN: layout-check-plan %t/p-no_splat.problem.json %t/p-no_splat.plan.json | FileCheck %s --check-prefix=NO-SPLAT
// RUN: layout-check-plan %t/p-slice_of_fill.problem.json %t/p-slice_of_fill.plan.json | FileCheck %s --check-prefix=SLICE-OF-FILL
// RUN: layout-opt %t/planned.mlir --layout-bufferize -o %t/buffers.mlir
// RUN: layout-opt %t/buffers.mlir --layout-place-buffers --layout-count -o %t/placed.mlir | FileCheck %s --check-prefix=LEFT
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=dead
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=dead_update
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=splat
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=splat_beneath
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=slice_of_fill --int-range=0,2

// Moves that copy nothing, though no value lies in place: they do not run, or a
// fill writes what they would copy. The copies that are left are the two of
// @no_splat and that of @dead_update, of 64 bytes each, read and written.
// LEFT: "moves":{"n":3,"bytes":384}

// Nothing needs %p, so %a has one place only, and nothing is copied.
// DEAD: holds: cost 0, no plan costs less than 0
func.func @dead(%x: tensor<4x?xf32>) -> tensor<8x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<4x?xf32>
  %zero = arith.constant 0.0 : f32
  %e_a = tensor.empty(%n) : tensor<4x?xf32>
  %a = linalg.exp ins(%x : tensor<4x?xf32>) outs(%e_a : tensor<4x?xf32>) -> tensor<4x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e_a : tensor<4x?xf32>) -> tensor<4x?xf32>
  %p = tensor.concat dim(0) %f, %a, %x : (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<12x?xf32>
  %s = tensor.extract_slice %p[1, 0] [7, %n] [1, 1] : tensor<12x?xf32> to tensor<7x?xf32>
  %e_u = tensor.empty(%n) : tensor<7x?xf32>
  %u = linalg.exp ins(%s : tensor<7x?xf32>) outs(%e_u : tensor<7x?xf32>) -> tensor<7x?xf32>
  %r = tensor.concat dim(0) %a, %f : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}

// Nor does it need %d, which would read %a after %b is inserted: only %b is copied.
// DEAD-UPDATE: holds: cost 128, no plan costs less than 128
func.func @dead_update(%x: tensor<4x8xf32>, %b: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = tensor.insert_slice %b into %a[1, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  %d = linalg.exp ins(%x : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// A constant of one value is filled in, at any number of places.
// SPLAT: holds: cost 0, no plan costs less than 0
func.func @splat(%x: tensor<3x5xf32>) -> (tensor<9x5xf32>, tensor<3x6xf32>) {
  %one = arith.constant dense<1.0> : tensor<3x5xf32>
  %column = arith.constant dense<1.0> : tensor<3x1xf32>
  %e_a = tensor.empty() : tensor<3x5xf32>
  %a = linalg.exp ins(%x : tensor<3x5xf32>) outs(%e_a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = tensor.concat dim(0) %one, %a, %one : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<9x5xf32>
  %e_b = tensor.empty() : tensor<3x5xf32>
  %b = linalg.exp ins(%a : tensor<3x5xf32>) outs(%e_b : tensor<3x5xf32>) -> tensor<3x5xf32>
  %s = tensor.concat dim(1) %column, %b : (tensor<3x1xf32>, tensor<3x5xf32>) -> tensor<3x6xf32>
  return %r, %s : tensor<9x5xf32>, tensor<3x6xf32>
}

// So is the constant that a value is inserted into.
// BENEATH: holds: cost 0, no plan costs less than 0
func.func @splat_beneath(%x: tensor<3x5xf32>) -> tensor<7x5xf32> {
  %one = arith.constant dense<1.0> : tensor<7x5xf32>
  %e_a = tensor.empty() : tensor<3x5xf32>
  %a = linalg.exp ins(%x : tensor<3x5xf32>) outs(%e_a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = tensor.insert_slice %a into %one[2, 0] [3, 5] [1, 1] : tensor<3x5xf32> into tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// Other constants are copied.
// NO-SPLAT: holds: cost 256, no plan costs less than 256
func.func @no_splat(%x: tensor<4x4xf32>) -> tensor<12x4xf32> {
  %c = arith.constant dense<[[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 2.0]]> : tensor<4x4xf32>
  %e_a = tensor.empty() : tensor<4x4xf32>
  %a = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e_a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = tensor.concat dim(0) %c, %a, %c : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<12x4xf32>
  return %r : tensor<12x4xf32>
}

// A slice of a filled value is filled as well.
// SLICE-OF-FILL: holds: cost 0, no plan costs less than 0
func.func @slice_of_fill(%x: tensor<3x5xf32>, %i: index) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %one = arith.constant 1.0 : f32
  %e_f = tensor.empty() : tensor<4x5xf32>
  %f = linalg.fill ins(%one : f32) outs(%e_f : tensor<4x5xf32>) -> tensor<4x5xf32>
  %s = tensor.extract_slice %f[%i, 0] [2, 5] [1, 1] : tensor<4x5xf32> to tensor<2x5xf32>
  %e_a = tensor.empty() : tensor<3x5xf32>
  %a = linalg.exp ins(%x : tensor<3x5xf32>) outs(%e_a : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = tensor.concat dim(0) %a, %s : (tensor<3x5xf32>, tensor<2x5xf32>) -> tensor<5x5xf32>
  %e_b = tensor.empty() : tensor<3x5xf32>
  %b = linalg.exp ins(%a : tensor<3x5xf32>) outs(%e_b : tensor<3x5xf32>) -> tensor<3x5xf32>
  %q = tensor.concat dim(0) %s, %b : (tensor<2x5xf32>, tensor<3x5xf32>) -> tensor<5x5xf32>
  return %r, %q : tensor<5x5xf32>, tensor<5x5xf32>
}
