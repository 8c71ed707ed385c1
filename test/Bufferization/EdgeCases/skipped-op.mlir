// The layouts of tensors are erased from skipped ops as well, whose tensors
// become buffers too.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s

// CHECK-LABEL: func.func @skipped(
// CHECK: linalg.exp {layout.skip} ins(
func.func @skipped(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = linalg.exp {layout.skip, layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0>]}
    ins(%x : tensor<4x6xf32>) outs(%y : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
