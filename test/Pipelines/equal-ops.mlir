// layout-clean-up merges equal ops, also those that it finds behind another pass.
// RUN: layout-opt %s --layout-clean-up | FileCheck %s --check-prefix=NONE
// RUN: layout-opt %s --layout-clean-up --layout-materialize --layout-clean-up | FileCheck %s --check-prefix=SOME

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
