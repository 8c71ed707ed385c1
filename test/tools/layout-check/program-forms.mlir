// Programs with globals, assertions, calls, loops, memrefs and mutable state.
// RUN: split-file %s %t
// RUN: layout-check %t/program.mlir %t/program.mlir | FileCheck %s
// RUN: layout-check %t/buffers.mlir %t/buffers.mlir | FileCheck %s --check-prefix=BUFFERS
// RUN: %expect-exit 1 layout-check %t/buffers.mlir %t/wrong-buffers.mlir | FileCheck %s --check-prefix=WRONG

// CHECK: result 0 : tensor<4x8xf32>: equal
// CHECK: result 1 : i64: equal
// CHECK: {{^equal$}}
// BUFFERS: argument 0 : memref<4xf32>: equal
// BUFFERS: argument 1 : memref<4xf32>: equal
// WRONG: argument 0 : memref<4xf32>: equal
// WRONG: argument 1 : memref<4xf32>: different

//--- program.mlir
ml_program.global private mutable @state(dense<1> : tensor<i64>) : tensor<i64>

func.func private @softmax(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

func.func @forward(%a: tensor<4x3xf32>, %b: tensor<4x5xf32>, %n: i64) -> (tensor<4x8xf32>, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %old = ml_program.global_load @state : tensor<i64>
  %s = tensor.extract %old[] : tensor<i64>
  // Each seed runs in a process of its own: a second call would read 2 or more.
  %sum = arith.addi %s, %n : i64
  %one = arith.constant 1 : i64
  %next = arith.addi %s, %one : i64
  %new = tensor.insert %next into %old[] : tensor<i64>
  ml_program.global_store @state = %new : tensor<i64>

  %ab = tensor.concat dim(1) %a, %b : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
  %looped = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %ab) -> (tensor<4x8xf32>) {
    %e = tensor.empty() : tensor<4x8xf32>
    %u = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %limit = arith.constant 1.0e+10 : f32
      %fine = arith.cmpf olt, %x, %limit : f32
      cf.assert %fine, "expected a small number"
      %y = math.tanh %x : f32
      linalg.yield %y : f32
    } -> tensor<4x8xf32>
    scf.yield %u : tensor<4x8xf32>
  }
  %r = func.call @softmax(%looped) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r, %sum : tensor<4x8xf32>, i64
}

//--- buffers.mlir
func.func @f(%a: memref<4xf32>, %out: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i] : memref<4xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %out[%i] : memref<4xf32>
  }
  return
}

//--- wrong-buffers.mlir
func.func @f(%a: memref<4xf32>, %out: memref<4xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (3 - i)>],
    iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%out : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  }
  return
}
