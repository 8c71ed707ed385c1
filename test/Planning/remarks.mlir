// Remarks state the cost of the plan and the new layout of every op that
// changes.
// RUN: layout-opt %s --layout-flow --remarks-filter=layout-flow --remark-format=emitRemark --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// CHECK: remark: [Passed] plan | Category:layout-flow | Function=moved | Remark="rewrites move 0 bytes, 768 in the baseline"
// CHECK: remark: [Passed] choice | Category:layout-flow | Function=moved | Remark="linalg.exp writes (d0, d1) -> (d1, d0)"
func.func @moved(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  %e = tensor.empty() : tensor<8x6xf32>
  %1 = linalg.exp ins(%0 : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<8x6xf32> to tensor<6x8xf32>
  return %2 : tensor<6x8xf32>
}

// -----

// CHECK: remark: [Passed] plan | Category:layout-flow | Function=chosen | Remark="rewrites move 0 bytes, 384 in the baseline"
// CHECK: remark: [Passed] choice | Category:layout-flow | Function=chosen | Remark="linalg.matmul is laid out as #layout.op_layout<operands = [<(d0, d1) -> (d1, d0)>, _, _], results = [_], cost = 0>"
func.func @chosen(%x: tensor<8x6xf32>, %y: tensor<8x5xf32>, %o: tensor<6x5xf32>) -> tensor<6x5xf32> {
  %0 = layout.layout_transform %x by <(k, m) -> (m, k)> : tensor<8x6xf32> to tensor<6x8xf32>
  %1 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_]>, #layout.op_layout<operands = [<(m, k) -> (k, m)>, _, _], results = [_]>]} ins(%0, %y : tensor<6x8xf32>, tensor<8x5xf32>) outs(%o : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %1 : tensor<6x5xf32>
}

// -----

// CHECK: remark: [Missed] unreachable | Category:layout-flow | Function=unreachable | Remark="left unchanged: it has unreachable blocks"
func.func @unreachable(%x: tensor<6x8xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
^bb1:
  return %0 : tensor<8x6xf32>
}
