// A second clean-up visits what has changed since the first one, and the ops
// beside it.
// RUN: layout-opt %s --layout-clean-up --layout-clean-up --debug-only=layout-clean-up 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: layout-opt %s --layout-clean-up --layout-materialize --layout-clean-up --debug-only=layout-clean-up 2>&1 | FileCheck %s --check-prefix=SOME

// NONE: @chain is clean after {{.*}} over 16 ops
// NONE: @chain is clean after 1 rounds over 0 ops

// The transpose and its destination are new, and the op behind it has another
// operand. The first linalg.abs and the ops in bodies are not visited again.
// SOME: @chain is clean after 1 rounds over 16 ops
// SOME: @chain is clean after 1 rounds over 7 ops
// SOME: linalg.exp
// SOME: linalg.transpose
// SOME: linalg.exp
func.func @chain(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %d = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.abs ins(%x : tensor<4x6xf32>) outs(%d : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = linalg.exp ins(%0 : tensor<4x6xf32>) outs(%d : tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = layout.layout_transform %1 by <(d0, d1) -> (d1, d0)> : tensor<4x6xf32> to tensor<6x4xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %3 = linalg.exp ins(%2 : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %4 = linalg.abs ins(%3 : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %4 : tensor<6x4xf32>
}

// A new op outside of a body replaces an equal one inside of it that has not
// changed.
// SOME-LABEL: func.func @inner
// SOME: %[[E:.*]] = tensor.empty() : tensor<6x4xf32>
// SOME-NOT: tensor.empty
// SOME: linalg.transpose {{.*}} outs(%[[E]]
// SOME-NOT: tensor.empty
// SOME: linalg.exp {{.*}} outs(%[[E]]
func.func @inner(%x: tensor<4x6xf32>, %n: index) -> tensor<6x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> tensor<6x4xf32> {
    %e = tensor.empty() : tensor<6x4xf32>
    %2 = linalg.exp ins(%a : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
    scf.yield %2 : tensor<6x4xf32>
  }
  return %1 : tensor<6x4xf32>
}

// The order of the operands of a sum does not matter.
// NONE-LABEL: func.func @commutative
// NONE: %[[SUM:.*]] = arith.addf
// NONE-NEXT: return %[[SUM]], %[[SUM]]
func.func @commutative(%x: f32, %y: f32) -> (f32, f32) {
  %0 = arith.addf %x, %y : f32
  %1 = arith.addf %y, %x : f32
  return %0, %1 : f32, f32
}

// Ops with the mark layout.skip in their bodies are not merged.
// NONE-LABEL: func.func @skipped_in_body
// NONE-COUNT-2: layout.skip
func.func @skipped_in_body(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tensor.generate {
  ^bb0(%i: index):
    %e = tensor.extract %x[%i] {layout.skip} : tensor<4xf32>
    tensor.yield %e : f32
  } : tensor<4xf32>
  %1 = tensor.generate {
  ^bb0(%i: index):
    %e = tensor.extract %x[%i] {layout.skip} : tensor<4xf32>
    tensor.yield %e : f32
  } : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
