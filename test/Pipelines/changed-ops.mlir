// A second clean-up visits what has changed since the first one, and the ops
// beside it.
// RUN: layout-opt %s --layout-clean-up --layout-clean-up --debug-only=layout-clean-up 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: layout-opt %s --layout-clean-up --layout-materialize --layout-clean-up --debug-only=layout-clean-up 2>&1 | FileCheck %s --check-prefix=SOME

// NONE: @chain is clean after {{.*}} over 16 ops
// NONE-NEXT: @chain is clean after 1 rounds over 0 ops

// The transpose and its destination are new, and the op behind it has another
// operand. The first linalg.abs and the ops in bodies are not visited again.
// SOME: @chain is clean after 1 rounds over 16 ops
// SOME-NEXT: @chain is clean after 1 rounds over 7 ops
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
