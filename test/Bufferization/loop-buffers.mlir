// Loops hand over the buffers that they compute, and copy none of them.

// RUN: layout-opt %s --layout-bufferize --canonicalize -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt %s --one-shot-bufferize="bufferize-function-boundaries copy-before-write allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" -o %t.copied.mlir
// RUN: layout-check %t.copied.mlir %t.mlir --entry=swap --int-range=0,0
// RUN: layout-check %t.copied.mlir %t.mlir --entry=swap --int-range=3,3
// RUN: layout-check %t.copied.mlir %t.mlir --entry=twice --int-range=0,0
// RUN: layout-check %t.copied.mlir %t.mlir --entry=twice --int-range=3,3
// RUN: layout-check %t.copied.mlir %t.mlir --entry=same --int-range=0,0
// RUN: layout-check %t.copied.mlir %t.mlir --entry=same --int-range=3,3
// RUN: layout-check %t.copied.mlir %t.mlir --entry=zero_trips --int-range=0,0
// RUN: layout-check %t.copied.mlir %t.mlir --entry=zero_trips --int-range=3,3
// RUN: layout-check %t.copied.mlir %t.mlir --entry=in_condition --int-range=0,0
// RUN: layout-check %t.copied.mlir %t.mlir --entry=in_condition --int-range=3,3
// RUN: layout-check %t.copied.mlir %t.mlir --entry=nested --int-range=0,0
// RUN: layout-check %t.copied.mlir %t.mlir --entry=nested --int-range=3,3

// Two buffers change places.
// CHECK-LABEL: func.func @swap
// CHECK-NOT: memref.copy
// CHECK: scf.condition(%{{.*}}) %[[I:.*]], %[[V:.*]], %[[W:.*]] :
// CHECK: ^bb0(%{{.*}}: index, %[[V]]: memref<4x6xf32>, %[[W]]: memref<4x6xf32>)
// CHECK: %[[OWN:.*]] = memref.alloc
// CHECK-NOT: memref.copy
// CHECK: scf.yield %{{.*}}, %[[W]], %[[OWN]]
func.func @swap(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>, %n: index) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x6xf32>
  %r:3 = scf.while (%i = %i0, %v = %x, %w = %y) : (index, tensor<4x6xf32>, tensor<4x6xf32>) -> (index, tensor<4x6xf32>, tensor<4x6xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %v, %w : index, tensor<4x6xf32>, tensor<4x6xf32>
  } do {
  ^bb0(%i: index, %v: tensor<4x6xf32>, %w: tensor<4x6xf32>):
    %a = linalg.exp ins(%v : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
    %j = arith.addi %i, %i1 : index
    scf.yield %j, %w, %a : index, tensor<4x6xf32>, tensor<4x6xf32>
  }
  return %r#1, %r#2 : tensor<4x6xf32>, tensor<4x6xf32>
}

// Both begin with one value, which is needed afterwards.
// CHECK-LABEL: func.func @twice
// CHECK-COUNT-2: memref.copy
// CHECK-NOT: memref.copy
func.func @twice(%x: tensor<4x6xf32>, %n: index) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %r:3 = scf.while (%i = %i0, %v = %x, %w = %x) : (index, tensor<4x6xf32>, tensor<4x6xf32>) -> (index, tensor<4x6xf32>, tensor<4x6xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %v, %w : index, tensor<4x6xf32>, tensor<4x6xf32>
  } do {
  ^bb0(%i: index, %v: tensor<4x6xf32>, %w: tensor<4x6xf32>):
    %a = linalg.exp ins(%v : tensor<4x6xf32>) outs(%v : tensor<4x6xf32>) -> tensor<4x6xf32>
    %b = linalg.abs ins(%w : tensor<4x6xf32>) outs(%w : tensor<4x6xf32>) -> tensor<4x6xf32>
    %j = arith.addi %i, %i1 : index
    scf.yield %j, %a, %b : index, tensor<4x6xf32>, tensor<4x6xf32>
  }
  return %r#1, %r#2, %x : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
}

// Both arguments of an iteration would be one buffer.
// CHECK-LABEL: func.func @same
// CHECK: scf.while
// CHECK-COUNT-2: memref.copy
// CHECK: scf.condition
func.func @same(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>, %n: index) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x6xf32>
  %r:3 = scf.while (%i = %i0, %v = %x, %w = %y) : (index, tensor<4x6xf32>, tensor<4x6xf32>) -> (index, tensor<4x6xf32>, tensor<4x6xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %v, %w : index, tensor<4x6xf32>, tensor<4x6xf32>
  } do {
  ^bb0(%i: index, %v: tensor<4x6xf32>, %w: tensor<4x6xf32>):
    %a = linalg.exp ins(%v : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
    %b = linalg.add ins(%a, %w : tensor<4x6xf32>, tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
    %j = arith.addi %i, %i1 : index
    scf.yield %j, %b, %b : index, tensor<4x6xf32>, tensor<4x6xf32>
  }
  return %r#1, %r#2 : tensor<4x6xf32>, tensor<4x6xf32>
}

// The result may be the argument, which is needed and not written.
// CHECK-LABEL: func.func @zero_trips
// CHECK-SAME: %[[X:.*]]: memref<4x6xf32>,
// CHECK: memref.copy %[[X]], %[[OWN:.*]] :
// CHECK: scf.while {{.*}} = %[[OWN]])
// CHECK-NOT: memref.copy
func.func @zero_trips(%x: tensor<4x6xf32>, %n: index) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x6xf32>
  %r:2 = scf.while (%i = %i0, %v = %x) : (index, tensor<4x6xf32>) -> (index, tensor<4x6xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %v : index, tensor<4x6xf32>
  } do {
  ^bb0(%i: index, %v: tensor<4x6xf32>):
    %a = linalg.exp ins(%v : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
    %j = arith.addi %i, %i1 : index
    scf.yield %j, %a : index, tensor<4x6xf32>
  }
  %s = linalg.exp ins(%r#1 : tensor<4x6xf32>) outs(%r#1 : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %s, %x : tensor<4x6xf32>, tensor<4x6xf32>
}

// CHECK-LABEL: func.func @in_condition
// CHECK: memref.alloc
// CHECK-NOT: memref.copy
func.func @in_condition(%x: tensor<6xf32>, %n: f32) -> tensor<6xf32> {
  %i0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<6xf32>
  %r = scf.while (%v = %x) : (tensor<6xf32>) -> tensor<6xf32> {
    %a = linalg.floor ins(%v : tensor<6xf32>) outs(%v : tensor<6xf32>) -> tensor<6xf32>
    %f = tensor.extract %a[%i0] : tensor<6xf32>
    %c = arith.cmpf olt, %f, %n : f32
    scf.condition(%c) %v : tensor<6xf32>
  } do {
  ^bb0(%v: tensor<6xf32>):
    %a = linalg.exp ins(%v : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
    scf.yield %a : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// The inner loop computes in one buffer, the outer one in one for each iteration.
// CHECK-LABEL: func.func @nested
// CHECK: memref.alloc
// CHECK: scf.for
// CHECK-NOT: memref.copy
// CHECK: %[[OWN:.*]] = memref.alloc
// CHECK-NOT: memref.copy
// CHECK: scf.yield %[[OWN]]
func.func @nested(%x: tensor<4x6xf32>, %n: index) -> tensor<4x6xf32> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x6xf32>
  %r = scf.for %i = %i0 to %n step %i1 iter_args(%v = %x) -> (tensor<4x6xf32>) {
    %s = scf.for %k = %i0 to %n step %i1 iter_args(%w = %e) -> (tensor<4x6xf32>) {
      %y = linalg.exp ins(%v : tensor<4x6xf32>) outs(%w : tensor<4x6xf32>) -> tensor<4x6xf32>
      scf.yield %y : tensor<4x6xf32>
    }
    %t = linalg.add ins(%v, %s : tensor<4x6xf32>, tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
    scf.yield %t : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}
